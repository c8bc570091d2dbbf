"""Imports single modules of the page in Chromium, for unit tests."""

import json

import engines
import house
import scene


class Modules(scene.Scene):
    """A test with a page into which modules are imported. All tests of a class use the same page."""

    @classmethod
    def setUpClass(cls):
        """Opens a page for the modules."""
        place = house.House()
        cls.addClassCleanup(place.end)
        cls.page = engines.Phone(scene.browser())
        # Any document of the stand-in will do.
        cls.page.open(f"{place.address}/web/frames.js")

    def setUp(self):
        """Does nothing, since these tests need no host."""

    def module(self, name, body, **values):
        """Returns the value of a function's body, with the module as `m` and the keywords as variables."""
        names = ", ".join(values)
        text = ", ".join(json.dumps(value) for value in values.values())
        return self.page.run(f"import('/web/{name}.js').then((m) => (({names}) => {{ {body} }})({text}))")
