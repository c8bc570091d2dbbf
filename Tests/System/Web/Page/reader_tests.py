"""Tests of the page by screen reader and by keyboard alone, with large text and forced colours."""

import json

import house
import one_key
from access_scene import SETTINGS, SWITCHES, AccessScene

A = 0


class ReaderTests(AccessScene):
    """Tests of screen readers, and of the keyboard alone."""

    def tree(self, phone):
        """Returns the roles and names that a screen reader finds."""
        nodes = phone.call("Accessibility.getFullAXTree")["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node.get("ignored") and "role" in node]

    def test_a_screen_reader_finds_every_control_with_role_and_name(self):
        phone, player = self.join(layout="pad")
        found = self.tree(phone)
        for wanted in (("button", "START"), ("button", "A"), ("group", "Left stick"), ("group", "Direction pad"), ("button", "Menu"), ("button", "LT")):
            self.assertIn(wanted, found)
        for role, name in found:
            if role in ("button", "slider", "group", "checkbox", "combobox", "textbox"):
                self.assertTrue(name, role)

    def test_a_click_without_a_touch_is_a_press_of_150_ms(self):
        phone, player = self.join(layout="pad")
        phone.run("document.querySelector('[data-out=A]').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))")
        edges = house.until(lambda: len(found := self.edges(player)) == 2 and found, "a press and a release")
        self.assertEqual([each[1:] for each in edges], [(A, True), (A, False)])

    def edges(self, player):
        """Returns a player's edges, once each."""
        return sorted({(number, button, is_press) for arrival in self.house.arrivals(player) for number, button, is_press, _ in arrival.edges})

    def test_direct_touch_makes_the_field_an_application_with_a_hint(self):
        phone, _ = self.join(layout="pad", script=one_key.options(way="off", direct=True))
        phone.wait("document.querySelector('#pad').getAttribute('role') === 'application'")
        self.assertIn("direct touch", phone.run("document.querySelector('#pad').getAttribute('aria-description')"))

    def test_the_keyboard_alone_joins_plays_and_changes_settings(self):
        phone = self.open(beta=None)
        phone.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.tab_to(phone, "#join .action")
        self.key(phone, "Enter")
        self.playing(phone)
        player = self.player(phone)
        phone.wait("performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('/attached.js') && responseEnd)")
        self.shows(phone, "pad")
        self.tab_to(phone, "[data-cell=left]")
        self.key(phone, "ArrowRight")
        self.until_state(player, lambda state: abs(state.sticks[0] - 1 / 3) < 0.02, "a third")
        self.key(phone, "Space")
        self.until_state(player, self.at_rest, "rest")
        self.tab_to(phone, "#pad .cross")
        self.key(phone, "ArrowUp")
        self.until_state(player, lambda state: state.buttons == 1 << 16, "up")
        self.tab_to(phone, "#open-menu")
        self.until_state(player, self.at_rest, "rest when the focus has left")
        self.key(phone, "Enter")
        phone.wait("document.querySelector('#menu').open && document.querySelector('#settings select')")
        for name in SWITCHES:
            was = phone.run(f"document.querySelector('[data-setting={name}]').checked")
            self.tab_to(phone, f"[data-setting={name}]")
            self.key(phone, "Space")
            phone.wait(f"{SETTINGS}.{name} === {json.dumps(not was)}")
        self.tab_to(phone, "[data-setting=size]")
        self.key(phone, "ArrowRight")
        phone.wait(f"{SETTINGS}.size === 110")
        self.key(phone, "Escape")
        phone.wait("!document.querySelector('#menu').open && document.activeElement.id === 'open-menu'")

    def tab_to(self, phone, selector):
        """Presses Tab until an element has the focus, which must show."""
        for _ in range(60):
            if phone.run(f"document.activeElement?.matches({json.dumps(selector)})"):
                shown = phone.run("(() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2; })()")
                self.assertTrue(shown, f"the focus on {selector} does not show")
                return
            self.key(phone, "Tab")
        self.fail(f"Tab never comes to {selector}: {phone.run('document.activeElement.outerHTML.slice(0, 200)')}")


# What is cut off: texts that are wider or higher than their box, which neither scrolls nor lets them out, and all that is outside the screen without
# a part that scrolls around it.
CUT = """[...document.querySelectorAll('button, h1, h2, p, label, span, li, legend, output, input, select')].filter((e) => {
  if (!e.getClientRects().length || e.closest('[hidden], [aria-hidden=true]') || getComputedStyle(e).visibility === 'hidden' || e.id === 'live') return false;
  const style = getComputedStyle(e); const box = e.getBoundingClientRect();
  const cuts = style.overflow !== 'visible' && !/auto|scroll/.test(style.overflow) && e.scrollWidth > e.clientWidth + 1;
  let place = e; while (place && !/auto|scroll/.test(getComputedStyle(place).overflowY)) place = place.parentElement;
  const isOutside = !place && (box.right > innerWidth + 1 || box.left < -1 || box.bottom > innerHeight + 1 || box.top < -1);
  return cuts || isOutside; }).map((e) => e.outerHTML.slice(0, 120))"""


class SightTests(AccessScene):
    """Tests of large text, forced colours and the sizes of targets."""

    def test_text_of_twice_the_size_is_lost_nowhere(self):
        for width, height in ((667, 375), (360, 740)):
            phone = self.phone()
            phone.call("Page.setFontSizes", fontSizes={"standard": 32, "fixed": 26})
            phone.resize(width, height)
            phone.open(self.link())
            phone.wait("!document.querySelector('#join .action').disabled")
            self.assertEqual(phone.run("getComputedStyle(document.querySelector('#card-text')).fontSize"), "32px")
            self.assertEqual(phone.run(CUT), [], "before play")
            self.tap_play(phone)
            self.playing(phone)
            self.assertEqual(phone.run(CUT), [], "play")
            self.open_menu(phone)
            self.assertEqual(phone.run(CUT), [], "menu")
            phone.run("document.querySelector('#menu').close(); document.querySelector('#open-access').click()")
            phone.wait("document.querySelector('#access-panel')")
            self.assertEqual(phone.run(CUT), [], "access")

    def test_forced_colours_still_show_what_is_pressed_and_chosen(self):
        phone, player = self.join(layout="pad")
        phone.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
        self.assertTrue(phone.run("matchMedia('(forced-colors: active)').matches"))
        ground = "getComputedStyle(document.querySelector('[data-out=A]')).backgroundColor"
        before = phone.run(ground)
        phone.touch(a=phone.middle("[data-out=A]"))
        self.until_state(player, lambda state: state.buttons == 1 << A, "A")
        phone.wait(f"{ground} !== '{before}'")
        phone.lift()
        swatches = phone.run("[...document.querySelectorAll('#colours input')].map((e) => getComputedStyle(e).backgroundColor)")
        self.assertEqual(len(set(swatches)), 8)

    def test_targets_are_24_px_and_44_in_menus(self):
        phone, _ = self.join(layout="pad")
        self.open_menu(phone)
        small = """(least, where) => [...document.querySelectorAll(where)].filter((e) => e.getClientRects().length).map((e) => [e, (e.closest('label') ?? e).getBoundingClientRect()])
          .filter(([, b]) => Math.min(b.width, b.height) < least - 0.5).map(([e]) => e.outerHTML.slice(0, 100))"""
        self.assertEqual(phone.run(f"({small})(44, '#menu button, #menu input, #menu select')"), [])
        phone.run("document.querySelector('#menu').close(); document.querySelector('#open-access').click()")
        phone.wait("document.querySelector('#access-panel')")
        self.assertEqual(phone.run(f"({small})(44, '#access-panel button, #access-panel input, #access-panel select')"), [])
        self.assertEqual(phone.run(f"({small})(24, 'button, input, select, a[href], summary')"), [])
