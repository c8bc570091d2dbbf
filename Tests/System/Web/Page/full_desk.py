"""Scenes for tests and pictures: a dashboard with all its parts, and one with its settings open."""

import json

import dashboard_scene
import dashboard_shelf_tests
import evening


class DeskScene(dashboard_scene.DashboardScene):
    """A test with a dashboard that shows all its parts, or its settings."""

    def desk(self, **options):
        """Returns a dashboard on which all parts are shown."""
        evening.begin(self.server)
        self.server.is_setup_open = self.server.has_shelf = True
        self.server.welcome["droidpad"] = True
        self.server.shelf.texts["mine-abc"], self.server.shelf.players["mine-abc"] = json.dumps(dashboard_shelf_tests.LAYOUT), 2
        self.server.stage = evening.quiz()
        page = self.dashboard(**options)
        page.wait("document.querySelectorAll('#presses li').length === 3 && !document.querySelector('#setup').hidden && document.querySelector('#kept li')")
        page.wait(dashboard_scene.SHARES)
        return page

    def settings(self, **options):
        """Returns a dashboard with its settings open."""
        evening.begin(self.server)
        page = self.dashboard(**options)
        self.click(page, "#open-knobs")
        page.wait("document.querySelector('#knob-full_lock')?.disabled === false && [...document.styleSheets].some(({ href }) => href?.endsWith('tuning.css'))")
        return page

    def turn(self, page, key, value):
        """Sets the control of a setting to a value, and sends the events that a user's change would send."""
        page.run(f"(() => {{ const c = document.getElementById('knob-{key}'); c.value = '{value}'; "
                 "for (const kind of ['input', 'change']) c.dispatchEvent(new Event(kind)); })()")
