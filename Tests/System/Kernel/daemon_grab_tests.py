"""Tests of `tiltpad send --grab`, which keeps this machine's other programs from seeing the real pad."""

import re
import unittest

import daemon_guest
from daemon_guest import key
from json_lines import JSONLines
from shared_guest import guest, start

BTN_A = 0x130
# A program that grabs the pad until its stdin ends.
KEEPER = """
import evdev, sys
device = evdev.InputDevice("{}")
device.grab()
print('{{"kept": true}}', flush=True)
sys.stdin.read()
"""


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class Grab(unittest.TestCase):
    """Tests with a virtual pad of another program, in place of a real one."""

    def setUp(self):
        """Plugs in the pad, once the daemon has no pad of an earlier sender that was killed."""
        daemon_guest.ready()
        self.source = start("pad_stub", "--phys other/pad")
        self.addCleanup(self.source.close)
        device = self.source.until("ready")["ready"]
        guest().run("udevadm settle")
        listed = guest().run(f"ls /sys/class/input/{device}").stdout
        self.node = "/dev/input/" + re.search("event[0-9]+", listed)[0]

    def presses(self, lines):
        """Returns the number of presses of A among a probe's lines."""
        return sum(map(key(BTN_A, 1), lines))

    def test_others_see_nothing_until_the_sender_is_gone(self):
        """A press on the real pad reaches only the daemon's pad. After the sender is killed, a press reaches every program again."""
        sender = guest().spawn(f"exec tiltpad send --pad {self.node} --grab --token 71")
        try:
            daemon_guest.wait_for_pads(1)
            with start("evdev_probe", f"--path {self.node} --seconds 60") as bystander:
                bystander.until("ready")
                with daemon_guest.watch() as pad:
                    pad.until("ready")
                    self.source.send("play")
                    pad.until(key(BTN_A, 1))
                    pad.until(key(BTN_A, 0))
                sender.kill()
                sender.wait()
                self.source.send("play")
                bystander.until(key(BTN_A, 0))
            self.assertEqual(self.presses(bystander.seen), 1)
        finally:
            sender.end()

    def test_without_it_others_see_the_pad_too(self):
        """Without `--grab`, another program sees the presses of the pad."""
        sender = guest().spawn(f"exec tiltpad send --pad {self.node} --token 72")
        try:
            daemon_guest.wait_for_pads(1)
            with start("evdev_probe", f"--path {self.node} --seconds 60") as bystander:
                bystander.until("ready")
                self.source.send("play")
                bystander.until(key(BTN_A, 0))
        finally:
            sender.end()

    def test_a_pad_that_another_program_keeps_is_an_error_of_three_lines(self):
        """The message names the pad, and says how to find the other program."""
        guest().run("cat >/run/keeper.py", input=KEEPER.format(self.node))
        keeper = JSONLines(guest(), "exec python3 /run/keeper.py")
        self.addCleanup(keeper.close)
        keeper.until("kept")
        done = guest().run(f"tiltpad send --pad {self.node} --grab --duration 1", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stderr.splitlines()), 3)
        self.assertIn(f"cannot grab {self.node}: another program has already grabbed it", done.stderr)
