"""Tests of the layouts of players on the dashboard: whom they are offered to, and how they are shown and removed."""

import unittest

import dashboard_scene
import host_records
import house

SHELF = "document.querySelector('#shelf')"
ROWS = "[...document.querySelectorAll('#layouts li')].map((row) => row.querySelector('b').textContent)"


def entry(layout, name=None, by="Ana", offered=-1):
    """Returns a kept layout, as the host tells of it."""
    return {"id": layout, "name": name or layout, "by": by, "offered": offered}


class DashboardShelfTests(dashboard_scene.DashboardScene):
    """Layouts that players keep on the host."""

    def choose(self, page, layout, value):
        """Chooses whom a layout is offered to."""
        page.run(f"""(() => {{ const select = document.querySelector('[data-id={layout}] select'); select.value = '{value}';
          select.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()""")

    def test_without_layouts_there_is_no_list(self):
        page = self.dashboard()
        self.assertTrue(page.run(f"{SHELF}.hidden"))
        self.server.say(type="shelf", shelf=[entry("kart-2")])
        page.wait(f"!{SHELF}.hidden")

    def test_a_layout_is_offered_to_everybody_or_to_one_player(self):
        self.server.players = {2: host_records.Player()}
        self.server.names = [{"slot": 2, "name": "Li", "colour": ""}]
        self.server.shelf = [entry("kart-2", {"en": "My Kart", "ja": "マイカート"})]
        page = self.dashboard()
        page.wait(f"{ROWS}.join() === 'My Kart'")
        self.assertEqual(self.text(page, "#layouts span"), "by Ana")
        page.wait("document.querySelector('#layouts select').textContent.includes('Li')")
        self.choose(page, "kart-2", 2)
        self.assertEqual(self.order(), {"type": "offer", "id": "kart-2", "to": 2})
        page.wait("document.querySelector('#layouts select').value === '2'")
        self.server.orders.clear()
        self.click(page, "[data-id=kart-2] [data-key=showNow]")
        self.assertEqual(self.order(), {"type": "layout", "layout": "kart-2", "slot": 2})

    def test_a_refused_offer_shows_the_former_one(self):
        self.server.shelf, self.server.results = [entry("kart-2")], {"offer": "notNow"}
        page = self.dashboard()
        page.wait(f"{ROWS}.length === 1")
        self.choose(page, "kart-2", 0)
        page.wait("document.querySelector('#layouts select').value === '-1'")
        self.until_logged(page, "Who may use the layout")

    def test_a_layout_is_removed_only_after_a_question(self):
        self.server.shelf = [entry("one", offered=0), entry("two")]
        page = self.dashboard()
        self.click(page, "[data-id=one] [data-key=unshelve]")
        page.wait("document.querySelector('#unshelve').open")
        self.assertIn("one", self.text(page, "#unshelve-text"))
        self.assertEqual(self.server.orders, [])
        self.click(page, "#unshelve-sure")
        self.assertEqual(self.order(), {"type": "remove", "id": "one"})
        page.wait(f"{ROWS}.join() === 'two'")

    def test_the_host_can_choose_a_layout_of_a_player_for_everybody(self):
        self.server.shelf = [entry("kart-2", "My Kart")]
        page = self.dashboard()
        page.wait("document.querySelector('#layout').textContent.includes('My Kart')")

    def test_names_of_strangers_are_only_text(self):
        self.server.shelf = [entry("odd", "<img src=x onerror=alert(1)>\u202e", by="\u202eAna"), {"id": "__proto__", "offered": 0}, 7, None]
        page = self.dashboard()
        page.wait(f"{ROWS}.length === 1")
        self.assertEqual(page.run(ROWS), ["<img src=x onerror=alert(1)>"])
        self.assertEqual(self.text(page, "#layouts span"), "by Ana")
        self.assertEqual(page.run("document.querySelectorAll('#shelf img').length"), 0)
        house.until(lambda: not page.messages, "no fault of the page")


if __name__ == "__main__":
    unittest.main()
