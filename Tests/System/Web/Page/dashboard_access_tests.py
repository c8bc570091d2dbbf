"""Tests of the dashboard by keyboard, by screen reader, with large text and in forced colours, and of the sizes of its targets."""


import dashboard_scene
import evening
from access_scene import AccessScene

# A script that marks the elements which Tab must reach: no radio buttons, and nothing inside of a closed part.
REACHED = """[...document.querySelectorAll('button, a[href], select, summary, [tabindex="0"], input:not([type=radio])')].filter((e) =>
  e.getClientRects().length && !e.disabled && !e.closest('dialog:not([open]), details:not([open]) > :not(summary)')).map((e) => { e.dataset.wanted = ''; return e.outerHTML.slice(0, 90); })"""
SMALL = """[...document.querySelectorAll('button, a[href], select, summary, input')].filter((e) => e.getClientRects().length).filter((e) => {
  const { width, height } = (e.closest('label') ?? e).getBoundingClientRect(); return Math.min(width, height) < 23.5 && getComputedStyle(e).display !== 'inline'; }
  ).map((e) => e.outerHTML.slice(0, 100))"""
ROLES = ("button", "combobox", "link", "group", "radio", "checkbox", "table", "region", "dialog")


class DashboardAccessTests(dashboard_scene.DashboardScene, AccessScene):
    """Tests of the dashboard with four players."""

    def setUp(self):
        """Adds the players."""
        dashboard_scene.DashboardScene.setUp(self)
        evening.begin(self.server)

    def desk(self, **options):
        """Returns the dashboard with all players shown."""
        page = self.dashboard(**options)
        page.wait("document.querySelectorAll('#players tbody tr').length === 4")
        # The panel of shared pads loads once a player plays, and its style sheet after it.
        page.wait(dashboard_scene.SHARES)
        return page

    def test_tab_reaches_everything_in_a_circle_and_the_focus_shows(self):
        page = self.desk()
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        wanted = page.run(REACHED)
        self.assertGreater(len(wanted), 20)
        seen = set()
        for _ in range(2 * len(wanted)):
            self.key(page, "Tab")
            found, shows = page.run("""(() => { const e = document.activeElement; const s = getComputedStyle(e); e.removeAttribute('data-wanted');
              return [e.outerHTML.slice(0, 90), e === document.body || (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2)]; })()""")
            self.assertTrue(shows, found)
            seen.add(found)
        left = page.run("[...document.querySelectorAll('[data-wanted]')].filter((e) => e.getClientRects().length).map((e) => e.outerHTML.slice(0, 120))")
        self.assertEqual(left, [])

    def test_a_question_keeps_the_focus_and_escape_gives_it_back(self):
        page = self.desk()
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        page.run("document.querySelector('[data-order=kick]').focus()")
        self.key(page, "Enter")
        page.wait("document.querySelector('#kick').open && document.querySelector('#kick').contains(document.activeElement)")
        self.key(page, "Escape")
        page.wait("!document.querySelector('#kick').open && document.activeElement.matches('[data-order=kick]')")
        self.assertEqual(self.server.orders, [])

    def test_everything_has_a_role_and_a_name(self):
        page = self.desk()
        nodes = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in page.call("Accessibility.getFullAXTree")["nodes"]
                 if not node.get("ignored") and "role" in node]
        found = [(role, name) for role, name in nodes if role in ROLES]
        self.assertGreater(len(found), 20)
        self.assertEqual([role for role, name in found if not name], [])
        self.assertIn(("log", "Events"), nodes)

    def test_text_of_twice_the_size_is_lost_nowhere(self):
        for width in (1280, 390):
            page = self.page(width=width, height=800)
            page.call("Page.setFontSizes", fontSizes={"standard": 32, "fixed": 26})
            page.open(self.house.address() + "/")
            page.wait("document.querySelectorAll('#players tbody tr').length === 4")
            self.assertGreaterEqual(page.run("parseFloat(getComputedStyle(document.documentElement).fontSize)"), 28)
            # The page may scroll down, but not sideways.
            self.assertLessEqual(page.run("document.documentElement.scrollWidth"), width, f"width {width}")

    def test_forced_colours_show_what_is_chosen(self):
        page = self.desk()
        page.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
        grounds = page.run("""['true', 'false'].map((is) => getComputedStyle(document.querySelector(`#policy [aria-pressed="${is}"]`)).backgroundColor)""")
        self.assertNotEqual(*grounds)

    def test_targets_are_at_least_24_px(self):
        for width in (1280, 390):
            self.assertEqual(self.desk(width=width, height=800).run(SMALL), [], f"width {width}")
