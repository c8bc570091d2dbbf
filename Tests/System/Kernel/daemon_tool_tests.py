"""Tests of `tiltpad doctor`, `tiltpad send` and `tiltpad monitor` in the guest."""

import json
import unittest

import daemon_guest
import long_run
import xbox360
from daemon_guest import axis, key
from shared_guest import guest

TOKEN = 77


def setUpModule():
    """Starts the daemon."""
    daemon_guest.start()


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def diagnosis():
    """Returns doctor's exit status, and its checks by name."""
    done = guest().run("tiltpad doctor --json", check=False)
    checks = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, {check["check"]: check for check in checks}


class Doctor(unittest.TestCase):
    """Tests that doctor finds no fault on a good machine, and each fault on a bad one."""

    def test_an_installed_machine_is_healthy(self):
        """With the package installed and both services running, nothing that play needs is missing."""
        self.addCleanup(guest().run, "systemctl stop tiltpad-web")
        guest().run("systemctl start tiltpad-web")
        with daemon_guest.controller(token=TOKEN).run():
            daemon_guest.wait_for_pads(1)
            status, checks = diagnosis()
        self.assertEqual(status, 0)
        # Debian's own limit of the receive buffer is small; doctor says how to raise it.
        complaints = {name for name, check in checks.items() if check["grade"] != "ok"}
        self.assertLessEqual(complaints, {"receive buffer"})
        self.assertIn("players 1/4", checks["daemon"]["finding"])

    def test_without_the_device_it_fails_and_says_what_to_do(self):
        """The remedy is a command that can be pasted."""
        daemon_guest.stop()
        guest().run("rmmod uinput && rm -f /dev/uinput")
        self.addCleanup(lambda: guest().run("modprobe uinput && udevadm settle && systemctl start tiltpad"))
        status, checks = diagnosis()
        self.assertEqual((status, checks["device"]["grade"]), (1, "FAIL"))
        self.assertIn("modprobe uinput", checks["device"]["remedy"])

    def test_it_corrects_what_it_finds_after_showing_it(self):
        """`tiltpad doctor --fix` starts services that are off, loads a missing device, and enlarges a small buffer."""
        self.addCleanup(guest().run, "systemctl stop tiltpad-web")
        guest().run("systemctl stop tiltpad tiltpad-web; sysctl -qw net.core.rmem_max=212992; rmmod uinput && rm -f /dev/uinput")
        asked = guest().run("tiltpad doctor --fix </dev/null", check=False)
        self.assertNotEqual(asked.returncode, 0)
        self.assertEqual(diagnosis()[0], 1)
        done = guest().run("tiltpad doctor --fix --yes", timeout_seconds=120)
        self.assertIn("+ modprobe uinput\n", done.stdout)
        self.assertTrue(done.stdout.endswith("now all is well\n"), done.stdout)
        self.assertEqual(guest().run("systemctl is-active tiltpad tiltpad-web").stdout.split(), ["active"] * 2)


class Send(unittest.TestCase):
    """Tests of `tiltpad send`, the controller for trials, with a real kernel."""

    @long_run.only
    def test_it_presses_every_button_and_monitor_shows_it(self):
        """Each button of the pad goes down and up once. The kernel and `tiltpad monitor` both show the player."""
        sender = guest().spawn(
            f"exec tiltpad send --token {TOKEN} --swing --amplitude 0.5 --press all --count 9 --duration 40")
        try:
            daemon_guest.wait_for_pads(1)
            with daemon_guest.watch() as probe:
                probe.until(axis(0, lambda value: value > 18000))
                state = json.loads(guest().run("tiltpad monitor --once --json").stdout)
                # Between two releases of the same button, every button is pressed once.
                probe.until(key(xbox360.EV_KEY[0], 0))
                began = len(probe.seen)
                probe.until(key(xbox360.EV_KEY[0], 0))
        finally:
            sender.end()
        player, = state["players"]
        self.assertEqual((player["player"], player["token"], player["stage"]), (1, TOKEN, "live"))
        self.assertEqual((state["pads"], player["counts"]["lost"]), ("kernel", 0))
        edges = [(line["code"], line["value"]) for line in probe.seen[began:] if line.get("type") == "EV_KEY"]
        self.assertEqual(sorted(edges), [(code, value) for code in xbox360.EV_KEY for value in (0, 1)])
