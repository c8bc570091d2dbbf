"""Tests that nothing vanishes: a pad that is held to the left survives restarts, crashes, hangs and an upgrade."""

import os
import statistics
import sys
import unittest

import daemon_guest
import long_run
import shared_guest
import times
from shared_guest import guest

# As often as `make test-all` wants it, or `make test` has time for.
TIMES = 10 if long_run.IS_LONG else 2
BACK_SECONDS = 3
FULL_LEFT = -32767
FULL_LOCK_RADIANS = 1.2
HASTY_WATCHDOG = "/run/systemd/system/tiltpad.service.d/hasty.conf"
# A stopped process takes no SIGABRT; what follows is SIGKILL.
HASTY = "[Service]\nWatchdogSec=1s\nTimeoutAbortSec=200ms\n"
NOTICED_SECONDS = 1.2


def setUpModule():
    """Installs the daemon."""
    daemon_guest.installed()


def tearDownModule():
    """Stops it, and leaves its unit as installed."""
    guest().run(f"rm -f {HASTY_WATCHDOG}; systemctl daemon-reload")
    daemon_guest.stop()


def at(axis, value, since=0.0):
    """Returns a predicate for SDL's lines: an axis has a value, to within the kernel's noise filter."""
    return lambda line: (line.get("axis") == axis and abs(line["value"] - value) <= 8
                         and line["monotonic_seconds"] > since)


def busyness():
    """Returns the number of the host's programs for each processor, 1 or more: all takes that much longer."""
    return max(1.0, os.getloadavg()[0] / os.cpu_count())


class HeldToTheLeft(unittest.TestCase):
    """Tests with a game that runs all the time, and a player that holds the stick all the time."""

    def setUp(self):
        """Starts with a player at full left, and a program of SDL's that sees it."""
        daemon_guest.start()
        self.player = daemon_guest.controller(token=71)
        self.addCleanup(self.player.__exit__)
        self.player.run()
        self.before = daemon_guest.wait_for_pads(1)
        self.probe = shared_guest.start("sdl_probe", "--seconds 900")
        self.addCleanup(self.probe.close)
        self.probe.until("ready")
        self.player.roll = -FULL_LOCK_RADIANS
        self.probe.until(at("leftx", FULL_LEFT))

    def survive(self, what, interrupt, count=TIMES, noticed_seconds=0):
        """Interrupts the daemon; each time the pad rests, and is back within three seconds of being noticed.

        A busy machine has as much more time as it is busy.
        """
        away, limit = [], 0.0
        for _ in range(count):
            began = float(guest().run(f"cut -d' ' -f1 /proc/uptime; {interrupt}").stdout.split()[0])
            self.probe.until(at("leftx", 0, began))
            back = self.probe.until(at("leftx", FULL_LEFT, began))
            self.assertEqual(daemon_guest.pads(), self.before)
            away.append(back["monotonic_seconds"] - began)
            limit = max(limit, noticed_seconds + BACK_SECONDS * busyness())
        print(f"kernel: {count} times {what}: the pad stayed {self.before['tiltpad/pad1']} and was back after "
              f"{statistics.median(away):.2f} s, at worst {max(away):.2f} s (limit {limit:.1f} s)", file=sys.stderr)
        times.hold(self, f"the pad after {what}", max(away), limit)
        self.assertEqual([line for line in self.probe.seen if "removed" in line], [])
        self.assertEqual(len([line for line in self.probe.seen if "device" in line]), 1)

    def test_restarts(self):
        """`systemctl restart`: the daemon lets go of the pad, at rest, and finds it again."""
        self.survive("systemctl restart", "systemctl restart tiltpad")

    def test_crashes(self):
        """After SIGKILL the pad is held until the next daemon releases it."""
        self.survive("SIGKILL", "systemctl kill -s KILL tiltpad")
        self.assertEqual(daemon_guest.show("NRestarts"), {"NRestarts": str(TIMES)})

    def test_hangs(self):
        """SIGSTOP: the watchdog, in this test a hasty one, replaces the daemon."""
        daemon_guest.write(HASTY_WATCHDOG, HASTY)
        guest().run("systemctl daemon-reload")
        self.survive("the change of the unit", "systemctl restart tiltpad", count=1)
        self.survive("SIGSTOP and the watchdog", "systemctl kill -s STOP tiltpad",
                     noticed_seconds=NOTICED_SECONDS)
        guest().run(f"rm {HASTY_WATCHDOG}; systemctl daemon-reload")

    def test_an_upgrade(self):
        """Another file in place of the program, as a package manager puts it there, then a restart."""
        upgrade = "cp /usr/bin/tiltpad /usr/bin/tiltpad.new && mv /usr/bin/tiltpad.new /usr/bin/tiltpad"
        guest().run(f"{upgrade} && systemctl daemon-reload")
        self.survive("an upgrade", "systemctl restart tiltpad", count=1)

    def test_a_stop_leaves_no_pad(self):
        """`systemctl stop` is meant: the store is emptied, and no pad is left to take over."""
        guest().run("systemctl stop tiltpad")
        self.probe.until("removed")
        self.assertEqual(daemon_guest.pads(), {})
        guest().run("test ! -e /run/tiltpad")


class OurOwnSender(unittest.TestCase):
    """Tests that `tiltpad send` continues by itself, although the port is closed for a while."""

    def test_it_steers_again_after_a_restart_and_a_crash(self):
        """The right stick is held, in the guest, where the kernel reports a closed port."""
        daemon_guest.start()
        with shared_guest.start("sdl_probe", "--seconds 120") as probe:
            probe.until("ready")
            child = guest().spawn("exec tiltpad send 127.0.0.1 --sticks=0,0,-1,0 --duration 100")
            self.addCleanup(child.end)
            probe.until(at("rightx", FULL_LEFT))
            for interrupt in ("systemctl restart tiltpad", "systemctl kill -s KILL tiltpad"):
                guest().run(interrupt)
                probe.until(at("rightx", 0))
                probe.until(at("rightx", FULL_LEFT))
            self.assertIsNone(child.poll())
            self.assertEqual([line for line in probe.seen if "removed" in line], [])


