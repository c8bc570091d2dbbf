"""The page's modules by themselves, imported in Chromium."""

import json

import engines
import house
import scene


class Modules(scene.Scene):
    """A page from which modules are imported; the same one for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        """Opens an empty page."""
        place = house.House()
        cls.addClassCleanup(place.end)
        cls.page = engines.Phone(scene.browser())
        # Any document will do, as long as it comes from there.
        cls.page.open(f"{place.address}/web/frames.js")

    def setUp(self):
        """Opens no house."""

    def module(self, name, body, **values):
        """Returns the value of a function's body with the module as `m` and the values by their names."""
        names = ", ".join(values)
        text = ", ".join(json.dumps(value) for value in values.values())
        return self.page.run(f"import('/web/{name}.js').then((m) => (({names}) => {{ {body} }})({text}))")
