"""Tests of a pad that two phones and a real pad share. SDL and evdev read it."""

import json
import re
import time
import unittest

import daemon_guest
from json_lines import JSONLines
from shared_guest import guest, start

KEYS, UNIQ = "/tmp/family", "aa:00:00:00:00:07"
# Pairs a key with the host, for the program that plays with the real pad.
PAIR = f"""
rm -rf {KEYS}; mkdir -p {KEYS}
timeout 60 tiltpad pair --link --address 127.0.0.1 >{KEYS}/link 2>/dev/null </dev/null &
until [ -s {KEYS}/link ]; do sleep 0.1; done
tiltpad send --pair "$(head -n 1 {KEYS}/link)" --key {KEYS}/key --hold b --duration 0.5 --quiet
wait
"""
QUARTER = 8192


class Family(unittest.TestCase):
    """Tests with a child's phone, a parent's real pad through `tiltpad join`, and another phone."""

    def setUp(self):
        """Lets the child's phone, the real pad and the other phone join, in this order."""
        daemon_guest.start("name = Den\n")
        guest().run(f"modprobe hid-playstation; {PAIR}", timeout_seconds=120)
        self.addCleanup(guest().run, f"rm -rf {KEYS} /var/lib/tiltpad/*")
        self.addCleanup(daemon_guest.stop)
        self.child = self.enterContext(daemon_guest.controller(token=91).run())
        daemon_guest.wait_for_pads(1)
        self.real = start("real_pads")
        self.addCleanup(self.real.close)
        self.join = JSONLines(guest(), f"exec tiltpad join --key {KEYS}/key --host 127.0.0.1 </dev/null 2>&1")
        self.addCleanup(self.join.close)
        self.join.until(lambda line: line.get("text") == "waiting for a pad")
        self.real.send(json.dumps({"plug": "dualsense", "uniq": UNIQ}))
        self.join.until(lambda line: re.search("player 2$", line.get("text", "")))
        self.friend = self.enterContext(daemon_guest.controller(token=92).run())
        daemon_guest.wait_until(lambda: "tiltpad/pad3" in daemon_guest.pads(), what="the pad of the second phone")

    def hold(self, is_down):
        """Presses or releases the lower button of the real pad."""
        self.real.send(json.dumps({"hold": UNIQ, "is_down": is_down}))

    def test_two_phones_and_a_real_pad_move_one_pad_of_a_game(self):
        """The pad shows the buttons of all players, and the largest deflection. A button stays down while any player holds it."""
        guest().run("tiltpad share one 1 2 3")
        self.assertEqual(list(daemon_guest.wait_for_pads(1)), ["tiltpad/pad1"])
        with start("sdl_probe", "--seconds 120", "SDL_JOYSTICK_HIDAPI=0") as game:
            pad = game.until(lambda line: line.get("device", {}).get("type") == "xbox360")["device"]["id"]

            def seen(**event):
                """Waits for an event of the shared pad."""
                return game.until(lambda line: line.get("id") == pad and event.items() <= line.items())

            game.until("ready")
            self.hold(True)
            seen(button="a", value=1)
            self.child.set("a", True)
            self.friend.set("x", True)
            seen(button="x", value=1)
            self.hold(False)
            self.friend.set("x", False)
            seen(button="x", value=0)
            self.child.roll = 0.3
            game.until(lambda line: line.get("id") == pad and line.get("axis") == "leftx" and line["value"] > QUARTER)
            self.friend.roll = -0.7
            game.until(lambda line: line.get("id") == pad and line.get("axis") == "leftx" and line["value"] < -QUARTER)
            self.child.set("a", False)
            seen(button="a", value=0)
        self.assertEqual([line["value"] for line in game.seen if line.get("id") == pad and line.get("button") == "a"], [1, 0])

    def test_a_parents_real_pad_helps_and_is_pulled_out(self):
        """The button that the real pad held is released, and the child continues to play."""
        guest().run("tiltpad share help 1 2")
        daemon_guest.wait_for_pads(2)
        with daemon_guest.watch() as pad:
            pad.until("ready")
            self.hold(True)
            pad.until(daemon_guest.key(0x130, 1))
            self.real.send(json.dumps({"unplug": UNIQ}))
            pad.until(daemon_guest.key(0x130, 0))
            # The helper keeps control of the buttons until a quarter of a second after the last movement; then they are the child's again.
            time.sleep(0.3)
            self.child.tap("a")
            pad.until(daemon_guest.key(0x130, 1))
            pad.until(daemon_guest.key(0x130, 0))
