"""Tests of the whole path of an input: a thumb on the page's lever, the gateway, the daemon, the kernel's pad, and two readers of that pad.

The page is the one that the gateway of the installed unit serves, in Chromium; SDL reads the pad, and so does the host's dashboard
through the Gamepad API.
"""

import sys
import time
import unittest

import daemon_guest
import devtools
import players
import suite
from identities import ALL
from shared_guest import guest, start

DASHBOARD = "https://127.0.0.1:28443/"
# The page's settings: neither full screen nor sound.
SCRIPT = ("localStorage.getItem('tiltpad.settings') ?? localStorage.setItem('tiltpad.settings', "
          "'{\"name\": \"Aki\", \"sound\": false, \"fullScreen\": false}')")
PADS = "[...navigator.getGamepads()].filter(Boolean).map((pad) => [...pad.axes])"
# The distance of the thumb to the right of its start, in px, and a condition for the position of the axis then (-1 to 1).
WAYS = ((200, lambda value: value > 0.99), (-90, lambda value: value < -0.99), (30, lambda value: 0.15 < value < 0.99))
WAY_s = 60
# The greatest error of an axis in Chromium, whose values are from -1 to 1. Chromium reads the kernel's old interface, which has a flat middle.
TOLERANCE = 0.02


def setUpModule():
    """Starts the daemon with a common pad, and the gateway."""
    suite.failed.append("a page's lever")
    players.start(next(identity for identity in ALL if identity.name == "xbox360"))
    guest().run("systemctl restart tiltpad-web")


def tearDownModule():
    """Stops the gateway and the daemon, for the tests that follow."""
    guest().run("systemctl stop tiltpad-web")
    daemon_guest.stop()


class APhone(unittest.TestCase):
    """Tests with a page that plays, and two readers of its pad: SDL and the dashboard."""

    def test_a_thumb_on_the_pages_lever_moves_the_axis_that_sdl_and_the_dashboard_read(self):
        """The thumb moves to both ends and half-way; when it is lifted, the axis is at rest."""
        began = time.monotonic()
        link = guest().run("tiltpad pair --phone --link --address 127.0.0.1").stdout.strip()
        with devtools.Browser() as browser, start("sdl_probe", "--seconds 1200") as sdl:
            phone = devtools.Page(browser, link, SCRIPT)
            self.play(phone)
            players.wait_for_pads(1)
            onlooker = devtools.Page(browser, DASHBOARD)
            x, y = self.place_on_lever(phone)
            phone.touch("touchStart", (x, y))
            self.wake(onlooker, phone, x, y)
            self.until_still(sdl, lambda value: value == 0)
            for way, is_wanted in WAYS:
                phone.touch("touchMove", (x + way, y))
                self.wait_for_axis(onlooker, self.until_still(sdl, is_wanted))
            phone.touch("touchEnd")
            self.assertEqual(self.until_still(sdl, lambda value: value == 0), 0)
            self.wait_for_axis(onlooker, 0)
        print(f"compatibility: from the page's lever to SDL and to the dashboard in {time.monotonic() - began:.0f} s",
              file=sys.stderr)
        suite.failed.remove("a page's lever")

    def play(self, phone):
        """Taps PLAY, and chooses the layout with two levers."""
        phone.wait("document.body?.dataset.stage !== 'loading' && document.querySelector('#card-title').textContent")
        phone.run("document.querySelector('#join .action').click()", is_tap=True)
        phone.wait("document.body.dataset.stage === 'play'")
        phone.run("document.querySelector('#open-menu').click()")
        phone.wait("document.querySelector('#settings select') !== null")
        phone.run("(() => { const s = document.querySelector('#settings select'); s.value = 'pad';"
                  "s.dispatchEvent(new Event('change')); document.querySelector('#menu').close(); })()")
        phone.wait("document.querySelector('#pad').dataset.layout === 'pad' && document.body.dataset.stage === 'play'")

    def place_on_lever(self, phone):
        """Returns where the thumb begins: at the right edge of the left lever's zone, from where it can move to both sides."""
        return phone.run("(() => { const b = document.querySelector('[data-cell=left]').getBoundingClientRect();"
                         "return [b.right - 8, b.y + b.height / 2]; })()")

    def wake(self, onlooker, phone, x, y):
        """Moves the lever until the dashboard sees the pad. A browser shows a page no pad before something happens on the pad."""
        deadline = time.monotonic() + WAY_s
        while not onlooker.run(f"{PADS}.length"):
            self.assertLess(time.monotonic(), deadline, "the dashboard sees no pad")
            for way in (200, 0):
                phone.touch("touchMove", (x + way, y))
                time.sleep(0.5)

    def until_still(self, sdl, is_wanted):
        """Returns SDL's value of the left stick (-1 to 1), once `is_wanted` is true for it and no new value has come for a second."""
        value, deadline = None, time.monotonic() + WAY_s
        while time.monotonic() < deadline:
            try:
                value = self.axis(sdl.until(lambda line: line.get("axis") == "leftx", 1))
            except AssertionError:
                if value is not None and is_wanted(value):
                    return value
        self.fail(f"the left stick is at {value}")

    def axis(self, line):
        """Returns the value in a line of sdl_probe, converted to the scale from -1 to 1."""
        return line["value"] / (32768 if line["value"] < 0 else 32767)

    def wait_for_axis(self, onlooker, value):
        """Waits until the dashboard sees the one pad, with the left stick at `value`."""
        onlooker.wait(f"(() => {{ const pads = {PADS}; return pads.length === 1 && Math.abs(pads[0][0] - {value}) < {TOLERANCE}; }})()",
                      WAY_s)
