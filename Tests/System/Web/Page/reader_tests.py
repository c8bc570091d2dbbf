"""Tests of the page with a screen reader, with a keyboard alone, with large text, and with forced colours."""

import json

import house
import keyboard
import one_key
from access_scene import SETTINGS, SWITCHES, AccessScene

A, UP = 0, 16
# A script that returns whether the panel of the settings for switches is there, with its style sheet.
PANEL = "document.querySelector('#access-panel') && [...document.styleSheets].some(({ href }) => href?.endsWith('panel.css'))"


class ReaderTests(AccessScene):
    """Tests with a screen reader, and with a keyboard alone."""

    def tree(self, phone):
        """Returns the role and the name of each element that a screen reader finds."""
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
        """Returns a player's edges, each once, as (number, button, whether it is a press)."""
        return sorted({(number, button, is_press) for arrival in self.house.arrivals(player) for number, button, is_press, _ in arrival.edges})

    def test_direct_touch_makes_the_field_an_application_with_a_hint(self):
        phone, _ = self.join(layout="pad", script=one_key.options(way="off", direct=True))
        phone.wait("document.querySelector('#pad').getAttribute('role') === 'application'")
        self.assertIn("direct touch", phone.run("document.querySelector('#pad').getAttribute('aria-description')"))

    def test_the_keyboard_alone_joins_and_plays(self):
        phone = self.open(beta=None)
        person = keyboard.Keyboard(phone)
        person.play()
        player = self.player_of(phone)
        self.shows(phone, "pad")
        person.tab_to("[data-cell=left]")
        person.press("ArrowRight")
        self.until_state(player, lambda state: abs(state.sticks[0] - 1 / 3) < 0.02, "a third")
        for _ in range(2):
            keyboard.press(phone, "ArrowRight", autoRepeat=True)
        person.press("ArrowRight")
        self.until_state(player, lambda state: abs(state.sticks[0] - 2 / 3) < 0.02, "two thirds, however long the key was held")
        person.press("Space")
        self.until_state(player, self.at_rest, "rest")
        person.press("ArrowRight")
        person.tab_to("#pad .cross")
        person.press("ArrowUp")
        self.until_state(player, lambda state: state.buttons == 1 << UP and abs(state.sticks[0] - 1 / 3) < 0.02, "up, with the stick a third to the right")
        person.press("Escape")
        self.until_state(player, self.at_rest, "rest after Escape")
        person.press("ArrowUp")
        self.until_state(player, lambda state: state.buttons == 1 << UP, "up")
        person.tab_to("#open-menu")
        self.until_state(player, self.at_rest, "rest when the focus has left")
        self.assertEqual(phone.messages, [])

    def test_every_setting_changes_by_the_keyboard_alone(self):
        phone = self.open(beta=None)
        person = keyboard.Keyboard(phone)
        person.tab_to("#colours input")
        before = phone.run("document.activeElement.value")
        person.press("ArrowRight")
        phone.wait(f"{SETTINGS}.colour === Number(document.activeElement.value) && document.activeElement.value !== {json.dumps(before)}")
        person.play()
        person.tab_to("#open-menu")
        person.press("Enter")
        phone.wait("document.querySelector('#menu').open && document.querySelector('#settings select')")
        for name in SWITCHES:
            was = phone.run(f"document.querySelector('[data-setting={name}]').checked")
            person.tab_to(f"[data-setting={name}]")
            person.press("Space")
            phone.wait(f"{SETTINGS}.{name} === {json.dumps(not was)}")
        person.tab_to("[data-setting=size]")
        person.press("ArrowRight")
        phone.wait(f"{SETTINGS}.size === 110")
        person.tab_to("[data-setting=layout]")
        was = phone.run("document.querySelector('#pad').dataset.layout")
        person.press("ArrowDown")
        phone.wait(f"document.querySelector('#pad').dataset.layout === document.activeElement.value && document.activeElement.value !== {json.dumps(was)}")
        person.tab_to("[data-setting=language]")
        phone.run("document.activeElement.classList.add('former')")
        person.press("ArrowDown")
        phone.wait(f"{SETTINGS}.language !== 'en' && document.documentElement.lang === {SETTINGS}.language")
        # The menu is drawn again in the other language. A person who has changed the language by mistake can change it back at once.
        phone.wait("document.querySelector('#menu-title').textContent !== 'Menu' && !document.querySelector('.former')")
        self.assertTrue(person.is_at("[data-setting=language]"))
        person.press("ArrowUp")
        phone.wait(f"{SETTINGS}.language === 'en' && document.querySelector('#menu-title').textContent === 'Menu'")
        found = phone.run("[...document.querySelectorAll('#settings input, #settings select')].map((e) => e.dataset.setting)")
        self.assertEqual(sorted(found), sorted([*SWITCHES, "size", "layout", "language"]), "the settings that there are")
        person.press("Escape")
        phone.wait("!document.querySelector('#menu').open && document.activeElement.id === 'open-menu'")
        self.assertEqual(phone.messages, [])


# A script that finds texts which are cut off: wider than a box that neither scrolls nor lets them overflow, or outside of the screen with no
# scrolling part around them.
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
            phone.wait(PANEL)
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
        # Eight colours, and the colour of the slot.
        self.assertEqual(len(set(swatches)), 9)

    def test_targets_are_24_px_and_44_in_menus(self):
        phone, _ = self.join(layout="pad")
        self.open_menu(phone)
        small = """(least, where) => [...document.querySelectorAll(where)].filter((e) => e.getClientRects().length).map((e) => [e, (e.closest('label') ?? e).getBoundingClientRect()])
          .filter(([, b]) => Math.min(b.width, b.height) < least - 0.5).map(([e]) => e.outerHTML.slice(0, 100))"""
        self.assertEqual(phone.run(f"({small})(44, '#menu button, #menu input, #menu select')"), [])
        phone.run("document.querySelector('#menu').close(); document.querySelector('#open-access').click()")
        phone.wait(PANEL)
        self.assertEqual(phone.run(f"({small})(44, '#access-panel button, #access-panel input, #access-panel select')"), [])
        self.assertEqual(phone.run(f"({small})(24, 'button, input, select, a[href], summary')"), [])
