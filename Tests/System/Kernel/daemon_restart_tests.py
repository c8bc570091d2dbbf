"""Tests that a pad survives restarts, crashes, hangs and an upgrade of the daemon, while its player holds it to the left."""

import os
import statistics
import sys
import unittest

import daemon_guest
import long_run
import shared_guest
import times
from shared_guest import guest

# The number of interruptions of each kind in `make test-all`, or in `make test`, which has less time.
TIMES = 10 if long_run.IS_LONG else 2
BACK_SECONDS = 3
FULL_LEFT = -32767
FULL_LOCK_RADIANS = 1.2
HASTY_WATCHDOG = "/run/systemd/system/tiltpad.service.d/hasty.conf"
# A stopped process does not handle the watchdog's SIGABRT, so systemd soon sends SIGKILL.
HASTY = "[Service]\nWatchdogSec=1s\nTimeoutAbortSec=200ms\n"
NOTICED_SECONDS = 1.2


def setUpModule():
    """Installs the daemon."""
    daemon_guest.installed()


def tearDownModule():
    """Stops the daemon, and leaves its unit as installed."""
    guest().run(f"rm -f {HASTY_WATCHDOG}; systemctl daemon-reload")
    daemon_guest.stop()


def at(axis, value, since=0.0):
    """Returns a predicate for SDL's lines: an axis has a value, to within the kernel's noise filter."""
    return lambda line: (line.get("axis") == axis and abs(line["value"] - value) <= 8
                         and line["monotonic_seconds"] > since)


def busyness():
    """Returns how many programs run on each processor of the host, at least 1. Everything takes that many times longer."""
    return max(1.0, os.getloadavg()[0] / os.cpu_count())


class HeldToTheLeft(unittest.TestCase):
    """Tests with a game that runs all the time, and a player who is tilted to full left all the time."""

    def setUp(self):
        """Starts with a player at full left, and a program that sees this through SDL."""
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
        """Interrupts the daemon `count` times. Each time the pad goes to rest, and is at full left again within a limit.

        The limit is three seconds after somebody notices the interruption. It is longer on a busy machine.
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
        """On `systemctl restart`, the old daemon leaves the pad at rest, and the new daemon takes it over."""
        self.survive("systemctl restart", "systemctl restart tiltpad")

    def test_crashes(self):
        """After SIGKILL the pad keeps its state until the next daemon brings it to rest."""
        self.survive("SIGKILL", "systemctl kill -s KILL tiltpad")
        self.assertEqual(daemon_guest.show("NRestarts"), {"NRestarts": str(TIMES)})

    def test_hangs(self):
        """The daemon is stopped with SIGSTOP. The watchdog, which has a short time in this test, replaces it."""
        daemon_guest.write(HASTY_WATCHDOG, HASTY)
        guest().run("systemctl daemon-reload")
        self.survive("the change of the unit", "systemctl restart tiltpad", count=1)
        self.survive("SIGSTOP and the watchdog", "systemctl kill -s STOP tiltpad",
                     noticed_seconds=NOTICED_SECONDS)
        guest().run(f"rm {HASTY_WATCHDOG}; systemctl daemon-reload")

    def test_an_upgrade(self):
        """The program's file is replaced as a package manager does it, and then the daemon is restarted."""
        upgrade = "cp /usr/bin/tiltpad /usr/bin/tiltpad.new && mv /usr/bin/tiltpad.new /usr/bin/tiltpad"
        guest().run(f"{upgrade} && systemctl daemon-reload")
        self.survive("an upgrade", "systemctl restart tiltpad", count=1)

    def test_a_stop_leaves_no_pad(self):
        """`systemctl stop` removes the pads: systemd's store of descriptors is emptied, so no daemon can take the pads over."""
        guest().run("systemctl stop tiltpad")
        self.probe.until("removed")
        self.assertEqual(daemon_guest.pads(), {})
        guest().run("test ! -e /run/tiltpad")


class OurOwnSender(unittest.TestCase):
    """Tests that `tiltpad send` continues by itself, although the port is closed for a while."""

    def test_it_steers_again_after_a_restart_and_a_crash(self):
        """The sender holds the right stick. It runs in the guest, where the kernel reports to it that the port is closed."""
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


