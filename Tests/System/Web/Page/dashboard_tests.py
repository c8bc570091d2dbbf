"""Tests of the dashboard in a browser: its display, and its orders."""

import dataclasses
import math
import re

import dashboard_scene
import host_records
from tables import Button

KEY = dashboard_scene.KEY
PIXEL = {"state": "connecting", "slot": 0, "reason": 0, "code": "12345678", "key": KEY, "name": "Pixel 7"}
PRESSED = "[...document.querySelectorAll('tr[data-slot=\"1\"] [data-button].on')].map((e) => e.dataset.button).sort()"
NUMBER = re.compile(r"-?[\d.]+")
# The buttons in the drawing of a pad: all but C, Z, the triggers and the extra buttons.
DRAWN = [button.name for button in Button if button.name not in ("C", "Z", "LT", "RT") and not button.name.startswith("EXTRA")]


class OrderTests(dashboard_scene.DashboardScene):
    """Tests of the dashboard's buttons, and of the orders that they give."""

    def setUp(self):
        """Adds two players."""
        super().setUp()
        self.server.players = {1: host_records.Player(), 2: host_records.Player()}
        self.server.names = [{"slot": 2, "name": "Mei", "colour": "#e69f00"}]

    def test_each_button_gives_its_order_and_no_other(self):
        orders = [("#policy [data-value=ask]", {"type": "policy", "policy": "ask"}), ("#policy [data-value=locked]", {"type": "policy", "policy": "locked"}),
                  ("#policy [data-value=open]", {"type": "policy", "policy": "open"}), ("#new-code", {"type": "ticket"}), ("#new-pin", {"type": "pin"}),
                  ("#recentre-all", {"type": "recentre", "slot": 0}), ("tr[data-slot='2'] [data-order=recentre]", {"type": "recentre", "slot": 2})]
        page = self.dashboard()
        numbers = []
        for selector, wanted in orders:
            self.server.orders.clear()
            self.click(page, selector)
            self.assertEqual(self.order(), wanted)
            numbers.append(self.server.orders[0]["number"])
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(orders))))

    def test_a_kick_is_asked_about_first(self):
        page = self.dashboard()
        self.click(page, "tr[data-slot='2'] [data-order=kick]")
        page.wait("document.querySelector('#kick').open")
        self.assertIn("Mei", self.text(page, "#kick-text"))
        self.click(page, "#kick-not")
        page.wait("!document.querySelector('#kick').open")
        self.click(page, "tr[data-slot='2'] [data-order=kick]")
        self.click(page, "#kick-sure")
        self.assertEqual(self.order(), {"type": "kick", "slot": 2})
        page.wait("!document.querySelector(\"tr[data-slot='2']\")")
        self.until_logged(page, "Mei left")

    def test_a_kick_is_for_who_was_asked_about_and_for_nobody_who_comes_after(self):
        page = self.dashboard()
        for change in (self.leave, self.change):
            self.click(page, "tr[data-slot='2'] [data-order=kick]")
            page.wait("document.querySelector('#kick').open")
            change()
            page.wait("!document.querySelector('#kick').open")
            self.server.players[2] = host_records.Player()
            self.server.tell()
            page.wait("document.querySelector(\"tr[data-slot='2']\")")
        self.assertEqual(self.server.orders, [])

    def leave(self):
        """Lets player 2 leave."""
        del self.server.players[2]
        self.server.tell()

    def change(self):
        """Replaces player 2 by another one, before the dashboard has drawn the removal."""
        self.leave()
        self.server.players[2] = host_records.Player()
        self.server.tell()

    def test_a_layout_is_pushed_and_shown_when_the_host_says_so(self):
        page = self.dashboard()
        choose = "(() => { const s = document.querySelector('#layout'); s.value = 'tank'; s.dispatchEvent(new Event('change')); })()"
        page.wait("document.querySelectorAll('#layout option').length === 5")
        page.run(choose)
        self.assertEqual(self.order(), {"type": "layout", "layout": "tank"})
        self.until_logged(page, "Layout for everyone")
        self.server.results["layout"] = "notNow"
        self.server.say(type="layout", layout="")
        page.wait("document.querySelector('#layout').value === ''")
        page.run(choose)
        page.wait("document.querySelector('#layout').value === ''")
        self.until_logged(page, "not possible now")

    def test_who_waits_comes_and_goes(self):
        page = self.dashboard()
        self.assertTrue(page.run("document.querySelector('#door').hidden"))
        for order, result in (("accept", "Pixel 7 was admitted"), ("deny", "Pixel 7 was not admitted: rejected by the host")):
            self.server.orders.clear()
            self.server.say(type="peer", **{**PIXEL, "code": ""})
            page.wait("!document.querySelector('#door').hidden")
            self.server.say(type="peer", **PIXEL)
            page.wait("document.querySelector('#waiting .code').textContent === '1234 5678'")
            self.assertEqual(self.text(page, "#waiting b"), "Pixel 7")
            self.assertEqual(page.run("document.querySelectorAll('#waiting li').length"), 1)
            self.click(page, f"#waiting [data-order={order}]")
            self.assertEqual(self.order(), {"type": order, "key": KEY})
            page.wait("document.querySelector('#door').hidden")
            self.until_logged(page, result)

    def test_the_keyboard_is_enough(self):
        page = self.dashboard()
        # A page receives keys only if it has the focus.
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.server.say(type="peer", **PIXEL)
        page.wait("document.querySelector('#waiting [data-order=deny]')")
        for _ in range(40):
            page.call("Input.dispatchKeyEvent", type="rawKeyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
            if page.run("document.activeElement.dataset.order") == "deny":
                break
        page.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")
        self.assertEqual(self.order(), {"type": "deny", "key": KEY})
        # The button is gone, and the focus has moved on.
        page.wait("document.querySelector('#door').hidden && document.activeElement.id === 'host'")

    def test_a_pin_is_shown_for_as_long_as_it_is_good(self):
        page = self.dashboard()
        self.click(page, "#new-pin")
        page.wait("document.querySelector('#pin-digits').textContent === '5821 3097'")
        self.assertRegex(self.text(page, "#pin-left"), r"^(1:00|0:\d\d) left$")
        self.server.say(type="pin", pin="11112222", seconds=90)
        page.wait("document.querySelector('#pin-digits').textContent === '1111 2222'")
        self.server.say(type="pin", pin="11112222", seconds=1)
        page.wait("document.querySelector('#pin').hidden")

    def test_a_pad_for_droidpad_is_drawn_where_the_app_plays(self):
        page = self.dashboard()
        self.assertTrue(page.run("document.querySelector('#new-droidpad').hidden"))
        self.server.welcome["droidpad"] = True
        page = self.dashboard()
        page.wait("!document.querySelector('#new-droidpad').hidden")
        self.click(page, "#new-droidpad")
        page.wait("document.querySelector('#droidpad').open && document.querySelector('#droidpad-code path')")
        self.assertEqual(self.order(), {"type": "droidpad"})
        self.click(page, "#droidpad button")
        page.wait("!document.querySelector('#droidpad').open")
        self.server.say(type="droidpad", rows=[])
        self.server.say(type="pin", pin="11112222", seconds=90)
        page.wait("document.querySelector('#pin-digits').textContent === '1111 2222'")
        self.assertFalse(page.run("document.querySelector('#droidpad').open"))

    def test_a_new_code_replaces_the_old_one(self):
        page = self.dashboard()
        page.wait("document.querySelector('#url').textContent")
        before = self.text(page, "#url")
        self.click(page, "#new-code")
        page.wait(f"document.querySelector('#url').textContent !== {before!r}")
        self.assertEqual(self.text(page, "#url"), self.server.ticket["url"])


class ShownTests(dashboard_scene.DashboardScene):
    """Tests of the drawings of players and codes."""

    def seat(self, **fields):
        """Returns a dashboard with one player."""
        self.server.players = {1: host_records.Player(**fields)}
        page = self.dashboard()
        page.wait("document.querySelector(\"tr[data-slot='1'] .pad\")")
        return page

    def become(self, slot=1, **fields):
        """Changes a player's record, and sends it."""
        self.server.players[slot] = dataclasses.replace(self.server.players[slot], **fields)
        self.server.tell()

    def offset(self, page, name):
        """Returns the distance (x, y) of a stick's knob from the middle of the stick."""
        text = page.run(f"document.querySelector('[data-knob={name}]').getAttribute('transform')")
        return [float(number) for number in NUMBER.findall(text)]

    def test_every_button_of_the_report_is_lit_and_no_other(self):
        page = self.seat()
        for name in DRAWN:
            self.become(buttons=(name,))
            page.wait(f"JSON.stringify({PRESSED}) === JSON.stringify([{name!r}])")
        self.become(buttons=("A", "LS", "UP"))
        page.wait(f"{PRESSED}.length === 3")
        self.assertEqual(page.run(PRESSED), ["A", "LS", "UP"])

    def test_sticks_and_triggers_stand_where_the_report_has_them(self):
        page = self.seat()
        self.become(sticks=(1, -1, -0.5, 0.25), triggers=(1, 0.5))
        page.wait("document.querySelector('[data-knob=LS]').getAttribute('transform') !== 'translate(0.00 0.00)'")
        self.assertEqual(self.offset(page, "LS"), [6, -6])
        self.assertEqual(self.offset(page, "RS"), [-3, 1.5])
        widths = [float(page.run(f"document.querySelector('[data-pull={name}]').getAttribute('width')")) for name in ("LT", "RT")]
        self.assertAlmostEqual(widths[0], 26, delta=0.2)
        self.assertAlmostEqual(widths[1], 13, delta=0.2)

    def test_needles_turn_by_the_roll_raw_and_smoothed_apart(self):
        page = self.seat(raw=0.0, smoothed=0.0)
        for raw, smoothed in ((0.5, 0.31), (-1.2, -0.9), (math.pi - 0.01, -2)):
            self.become(raw=raw, smoothed=smoothed)
            for name, angle in (("raw", raw), ("smoothed", smoothed)):
                turned = ("(parseFloat(document.querySelector('[data-needle=" + name + "]').getAttribute('transform').slice(7)) * Math.PI / 180)")
                page.wait(f"Math.abs({turned} - {angle}) < 0.01")
        page.wait("document.querySelector('.angle').textContent === '−2.00 rad'")
        self.become(raw=None)
        page.wait("document.querySelector('.dial').classList.contains('off')")

    def test_a_player_is_a_shape_a_number_a_name_and_a_colour(self):
        self.server.names = [{"slot": 2, "name": "Mei <b>", "colour": "#CC79A7"}, {"slot": 3, "name": "", "colour": "red; }"}]
        self.server.players = {slot: host_records.Player(transport=slot - 1) for slot in (1, 2, 3)}
        page = self.dashboard()
        page.wait("document.querySelectorAll('#players tbody tr').length === 3")
        found = page.run("""[...document.querySelectorAll('#players tbody tr')].map((r) => [r.querySelector('.select').textContent,
          r.querySelector('.select use').getAttribute('href').split('#')[1], r.style.getPropertyValue('--me'), r.querySelector('.via').textContent])""")
        self.assertEqual(found, [["1 Player 1", "circle", "#E69F00", "UDP"], ["2 Mei <b>", "triangle", "#CC79A7", "WebSocket"],
                                 ["3 Player 3", "square", "#009E73", "HTTP"]])
        # The colour is "": the player has withdrawn the choice.
        self.server.say(type="names", names=[{"slot": 2, "name": "Mei", "colour": ""}])
        page.wait("document.querySelector('[data-slot=\"2\"]').style.getPropertyValue('--me') === '#56B4E9'")

    def test_numbers_are_those_of_the_records(self):
        page = self.seat(round_trip=6.25, jitter=1.5, lost=4, late=5, recovered=6, silence=70)
        self.server.on_tick = lambda period: self.become(received=self.server.players[1].received + round(60 * period))
        value = "document.querySelector('[data-value={}]').textContent"
        page.wait(value.format("rate") + ".match(/^[3-9]\\d\\/s$/)")
        self.assertEqual([page.run(value.format(name)) for name in ("roundTrip", "jitter", "lost", "late", "recovered")],
                         ["6.3 ms", "1.5 ms", "4", "5", "6"])
        self.assertEqual(self.text(page, "span.silence"), "70 ms")

    def test_the_drawn_code_is_the_rows_module_by_module(self):
        page = self.dashboard()
        rows = self.server.ticket["rows"]
        page.wait("document.querySelector('#qr path')")
        found = page.run(f"""(() => {{ const p = document.querySelector('#qr path'), n = {len(rows)};
          return Array.from({{ length: n }}, (_, y) => Array.from({{ length: n }}, (_, x) => +p.isPointInFill(new DOMPoint(x + 0.5, y + 0.5))).join('')); }})()""")
        self.assertEqual(found, rows)
        self.assertEqual(page.run("document.querySelector('#qr').getAttribute('viewBox')"), f"-4 -4 {len(rows) + 8} {len(rows) + 8}")
        self.assertEqual(self.text(page, "#url"), self.server.ticket["url"])
        self.assertRegex(self.text(page, "#code-left"), r"^(9:\d\d|10:00) left$")
        self.assertEqual(page.run("document.querySelector('#fingerprint').textContent").count(":"), 31)
        self.server.say(type="ticket", url="", seconds=0, rows=[])
        page.wait("document.querySelector('#qr').hasAttribute('hidden') && !document.querySelector('#no-code').hidden")
        self.server.say(type="ticket", **self.server.ticket)
        page.wait("document.querySelector('#no-code').hidden && document.querySelector('#qr path')")
        self.server.say(type="ticket", **{**self.server.ticket, "seconds": 1})
        page.wait("document.querySelector('#qr').hasAttribute('hidden')")

    def test_the_selected_player_has_histogram_strip_and_stalls(self):
        page = self.seat(raw=0.1, smoothed=0.1)
        page.wait("!document.querySelector('#detail').hidden")
        painted = "(() => { const c = document.querySelector('#%s'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v, i) => (i & 3) === 3 && v); })()"
        self.become(delays=(60, 20, 10, 0, 0, 0, 0, 0, 0, 10), handling=(0, 70, 30, 0, 0, 0, 0, 0, 0, 0), silence=400, raw=-0.4)
        page.wait("document.querySelector('#bins-text').textContent.includes('100 packets')")
        self.assertIn("≥256 ms: 10 %", self.text(page, "#bins-text"))
        self.assertEqual(self.text(page, "#delay"), "network – ms, this machine <\u20090.064 ms")
        page.wait("document.querySelector('#longest').textContent === '400 ms' && document.querySelector('#stalls').textContent === '1'"
                  f" && document.querySelector('#strip-text').textContent.includes('0.40 rad') && {painted % 'bins'} && {painted % 'strip'}")
        self.server.players[2] = host_records.Player()
        self.server.tell()
        self.click(page, "tr[data-slot='2'] .select")
        page.wait("document.querySelector('#who').textContent === '2 Player 2' && document.querySelector('#stalls').textContent === '0'")
