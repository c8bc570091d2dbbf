"""Tests of the page's size, of targets for thumbs, of accessibility, and of players' colours."""

import keyboard
import scene
from tables import Mode

LARGEST_bytes = 60_000
# The files that the page requests without needing them for play, and the first file that it requests after all those that play needs.
BESIDE, AFTERWARDS = ("/attached.js", "/channel.js", "/ascent.js"), "/menu.js"
PHONES = {"small": (667, 325), "usual": (844, 390), "large": (932, 430)}
LAYOUTS = ("wheel", "pad", "tank", "buzzer")
LEAST_mm = 9
MILLIMETRE = 6
A, B = 0, 1
# The colours of the slots, in the order of the slots.
COLOURS = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#FFFFFF")
BOXES = """[...document.querySelectorAll('#pad .key, #pad .lever, #pad .cross, #pad .slider, #pad .rim')].map((e) => {
  const b = e.getBoundingClientRect(); return [e.closest('[data-cell]').dataset.cell + ' ' + (e.dataset.out ?? ''), b.left, b.top, b.right, b.bottom]; })"""


class Weighing:
    """Tests of the size of the page over the wire, at any host that compresses its files."""

    def test_the_join_page_is_under_sixty_kilobytes_over_the_wire(self):
        phone = self.phone()
        messages = self.messages(phone)
        phone.tilt(0, -90)
        phone.open(f"{self.house.address}/j/#{self.house.ticket()}")
        phone.wait("!document.querySelector('#join .action').disabled")
        join = [params["encodedDataLength"] for method, params in messages if method == "Network.loadingFinished"]
        self.assertGreater(len(join), 15, "files")
        self.tap_play(phone)
        self.playing(phone)
        play = self.bodies(messages)
        print(f"(to PLAY {sum(join)} bytes, with headers; to play {play}, without)", end=" ", flush=True)
        self.assertLess(sum(join), LARGEST_bytes, "bytes as they are sent, with the headers")
        self.assertLess(play, LARGEST_bytes, "bytes of all files, without the headers")

    def messages(self, phone):
        """Returns a list that grows by each of the browser's messages about the phone's page, as (method, parameters)."""
        found = []
        phone.browser.listeners.append(
            lambda message: message.get("sessionId") == phone.session and found.append((message["method"], message["params"])))
        return found

    def bodies(self, messages):
        """Returns the bytes, without headers, of all files that the page needs to play."""
        requests = {}
        for method, params in list(messages):
            if method == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if url.endswith(AFTERWARDS):
                    break
                if not url.endswith(BESIDE):
                    requests[params["requestId"]] = 0
        for method, params in list(messages):
            if method == "Network.dataReceived" and params["requestId"] in requests:
                requests[params["requestId"]] += params["encodedDataLength"]
        return sum(requests.values())


class SizeTests(Weighing, scene.Scene):
    """The tests of the page's size, at the stand-in."""


class TargetTests(scene.Scene):
    """Tests of the sizes and places of targets for thumbs."""

    def test_targets_are_nine_millimetres_and_within_the_screen_and_apart(self):
        for name, (width, height) in PHONES.items():
            phone, _ = self.join(width=width, height=height)
            for layout in LAYOUTS:
                self.choose(phone, layout)
                boxes = phone.run(BOXES)
                self.assertTrue(boxes)
                for cell, left, top, right, bottom in boxes:
                    where = f"{cell} of {layout} on a {name} phone: {right - left:.0f} × {bottom - top:.0f} px"
                    self.assertGreaterEqual(min(right - left, bottom - top), LEAST_mm * MILLIMETRE - 6, where)
                    self.assertTrue(left >= 0 and top >= 0 and right <= width + 0.5 and bottom <= height + 0.5, where)


class LabelTests(scene.Scene):
    """Tests of the texts for screen readers, of contrast and movement, of the keyboard, and of mirrored layouts."""

    def test_every_control_and_button_has_a_name(self):
        phone, _ = self.join()
        for layout in LAYOUTS:
            self.choose(phone, layout)
            nameless = phone.run("""[...document.querySelectorAll('button, [role], input, select')].filter((e) => !e.closest('[hidden]')
              && e.getAttribute('role') !== 'status' && !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby')
              && !e.textContent.trim() && !e.closest('label')).map((e) => e.outerHTML)""")
            self.assertEqual(nameless, [], layout)

    def test_colours_have_names_in_the_language_of_the_page(self):
        for language, name in (("en", "Colour 1"), ("ja", "色 1"), ("zh", "颜色 1")):
            phone = self.open(language=language)
            self.assertEqual(phone.run("document.querySelector('#colours input').getAttribute('aria-label')"), name)

    def test_stages_are_announced_politely(self):
        phone = self.open()
        self.assertEqual(phone.run("document.querySelector('#live').ariaLive"), "polite")
        self.assertIn("Play", phone.run("document.querySelector('#live').textContent"))
        self.tap_play(phone)
        self.playing(phone)
        phone.wait(f"document.querySelector('#live').textContent.includes('Player {self.player_of(phone)}')")

    def test_a_player_is_a_shape_and_a_number_and_a_name(self):
        phone, player = self.join()
        self.assertEqual(phone.run("document.querySelector('#badge').textContent"), f"{player} Aki")
        shapes = ["circle", "triangle", "square", "diamond", "star", "cross", "hexagon", "moon"]
        self.assertIn(f"#{shapes[player - 1]}", phone.run("document.querySelector('#badge use').getAttribute('href')"))

    def test_text_stands_out_from_its_ground_in_every_colour(self):
        phone, _ = self.join(layout="pad")
        for colour in range(8):
            phone.run(f"document.querySelectorAll('#colours input')[{colour}].click()")
            found = phone.run("""(() => { const s = getComputedStyle(document.documentElement);
              const light = (hex) => { const c = hex.trim().length === 4 ? [...hex.trim().slice(1)].map((d) => d + d) : hex.trim().slice(1).match(/../g);
                const [r, g, b] = c.map((d) => { const v = parseInt(d, 16) / 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
                return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
              const ratio = (a, b) => { const [x, y] = [light(s.getPropertyValue(a)), light(s.getPropertyValue(b))].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
              return [ratio('--on-me', '--me'), ratio('--me', '--ground'), ratio('--ink', '--surface'), ratio('--soft', '--ground')]; })()""")
            for value, least in zip(found, (4.5, 3, 4.5, 4.5)):
                self.assertGreaterEqual(value, least, f"colour {colour}: {found}")

    def test_nothing_moves_by_itself_for_those_who_ask_for_that(self):
        phone = self.open()
        phone.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        phone.run("document.body.dataset.stage = 'connecting'")
        self.assertEqual(phone.run("getComputedStyle(document.querySelector('#card-icon')).animationName"), "none")

    def test_the_keyboard_plays_too(self):
        phone, player = self.join(layout="pad")
        keyboard.listens(phone)
        # A page receives keys only if it has the focus, and another page that closes may have it.
        phone.call("Emulation.setFocusEmulationEnabled", enabled=True)
        phone.run("document.activeElement.blur()")
        phone.call("Input.dispatchKeyEvent", type="keyDown", code="KeyD", key="d")
        self.until_state(player, lambda state: state.sticks[0] == 1, "the stick to the right")
        phone.call("Input.dispatchKeyEvent", type="keyUp", code="KeyD", key="d")
        self.until_state(player, self.at_rest, "rest")

    def test_a_key_is_up_when_it_is_let_go_whatever_else_is_held(self):
        phone, player = self.join(layout="pad")
        keyboard.listens(phone)
        phone.call("Emulation.setFocusEmulationEnabled", enabled=True)
        phone.run("document.activeElement.blur()")
        for modifier in (1, 2, 4):
            phone.call("Input.dispatchKeyEvent", type="keyDown", code="KeyJ", key="j")
            self.until_state(player, lambda state: state.buttons == 1 << B, "B")
            phone.call("Input.dispatchKeyEvent", type="keyUp", code="KeyJ", key="j", modifiers=modifier)
            self.until_state(player, self.at_rest, "rest")
        phone.call("Input.dispatchKeyEvent", type="keyDown", code="KeyJ", key="j", modifiers=2)
        phone.call("Input.dispatchKeyEvent", type="keyDown", code="Space", key=" ")
        self.until_state(player, lambda state: state.buttons == 1 << A, "A alone")
        # While the command key of macOS is held, the browser reports no release of other keys.
        phone.call("Input.dispatchKeyEvent", type="keyUp", code="MetaLeft", key="Meta")
        self.until_state(player, self.at_rest, "rest")

    def test_a_mirrored_layout_is_the_other_way_round(self):
        phone, _ = self.join(layout="wheel")
        before = phone.middle("[data-cell=gas]")[0]
        phone.run("document.querySelector('#open-menu').click()")
        phone.wait("document.querySelector('[data-setting=mirror]')")
        phone.run("document.querySelector('[data-setting=mirror]').click()")
        after = phone.middle("[data-cell=gas]")[0]
        self.assertAlmostEqual(before + after, 844, delta=2)


class ColourTests(scene.Scene):
    """Tests of the colours of players."""

    def colour(self, phone):
        """Returns the colour in which a page draws its player."""
        return phone.run("getComputedStyle(document.documentElement).getPropertyValue('--me')")

    def test_who_chooses_none_has_that_of_the_slot_also_in_a_mode(self):
        for _ in range(3):
            phone, player = self.join()
            self.assertEqual(self.colour(phone), COLOURS[player - 1])
            self.assertNotIn("colour", self.house.said(player)[0])
            self.house.mode(player, Mode.BUZZER)
            phone.wait("document.body.dataset.mode === 'buzzer' && document.querySelector('#pad .key.big')")
            border = phone.run("getComputedStyle(document.querySelector('#badge svg')).color")
            self.assertEqual(border, "rgb({}, {}, {})".format(*bytes.fromhex(COLOURS[player - 1][1:])))

    def test_a_choice_stays_and_can_be_taken_back(self):
        phone = self.open()
        phone.run("document.querySelectorAll('#colours input')[6].click()")
        self.assertEqual(self.colour(phone), COLOURS[6])
        self.tap_play(phone)
        self.playing(phone)
        player = self.player_of(phone)
        self.assertEqual((self.colour(phone), self.house.said(player)[0]["colour"]), (COLOURS[6], COLOURS[6]))
        phone.run("document.querySelector('#colours input[value=\"-1\"]').click()")
        self.assertEqual(self.colour(phone), COLOURS[player - 1])
