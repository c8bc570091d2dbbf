"""Tests of encrypted controllers in the guest: they pair, join, are refused, kicked, admitted, drop out and return."""

import json
import time
import unittest

import daemon_guest
import shared_guest
from json_lines import JSONLines
from shared_guest import guest

SETTINGS = "name = Den\nplayers = 4\n"
HOST = "127.0.0.1:28460"
# Shows a link, and lets a controller pair by it. The controller keeps its key in its own directory.
PAIR = """
set -e
rm -f /tmp/link
timeout 60 tiltpad pair --link --address 127.0.0.1 >/tmp/link &
until [ -s /tmp/link ]; do sleep 0.1; done
XDG_STATE_HOME=/tmp/phone{number} timeout 60 tiltpad send --pair "$(head -n 1 /tmp/link)" --swing --duration 0.3 --quiet
wait
"""


def setUpModule():
    """Pairs five controllers, one after the other, with the daemon in the guest."""
    guest().run("rm -rf /tmp/phone* /var/lib/tiltpad/*")
    daemon_guest.start(SETTINGS)
    for number in range(1, 6):
        guest().run(PAIR.format(number=number), timeout_seconds=120)
        daemon_guest.wait_for_pads(0)


def tearDownModule():
    """Removes the daemon and the keys."""
    daemon_guest.stop()
    guest().run("rm -rf /tmp/phone* /var/lib/tiltpad/*")


class Phone(JSONLines):
    """The output lines of a controller in the guest that swings until it is ended."""

    def __init__(self, number, options="--swing --rate 30"):
        """Starts the controller, which has the key of this number and looks for the host."""
        super().__init__(guest(), f"exec env XDG_STATE_HOME=/tmp/phone{number} tiltpad send --host {HOST} "
                                  f"--json {options} 2>&1")


def waits(line):
    """Returns whether a controller says that it waits for a person."""
    return line.get("state") == "waiting"


def tiltpad(arguments):
    """Runs a command in the guest; returns its output."""
    return guest().run(f"timeout 20 tiltpad {arguments}").stdout


def peers():
    """Returns everyone with an encrypted session, as `tiltpad peers` lists them."""
    return [json.loads(line) for line in tiltpad("peers --json").splitlines()]


def wait_until(is_true, timeout_seconds=20):
    """Waits for a condition; fails if it stays false."""
    deadline = shared_guest.deadline(timeout_seconds)
    while not is_true():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {timeout_seconds} s; the peers are {peers()}")
        time.sleep(0.2)


def joined(test, number):
    """Starts a controller and returns it once it has a pad."""
    phone = Phone(number)
    test.addCleanup(phone.close)
    phone.until(lambda line: line.get("state") == "connected")
    return phone


class AFullHouse(unittest.TestCase):
    """Tests with four slots, and five controllers that want one."""

    def setUp(self):
        """Starts without players."""
        daemon_guest.start(SETTINGS)

    def test_four_join_and_a_fifth_is_told_why_not(self):
        """The lobby, the network and the fifth controller all say that the host is full."""
        with JSONLines(guest(), f"exec tiltpad discover --json {HOST}") as seen:
            seen.until(lambda line: line.get("state") == "available", 40)
            for number in range(1, 5):
                joined(self, number)
            self.assertEqual(len(daemon_guest.wait_for_pads(4)), 4)
            self.assertEqual([peer["player"] for peer in peers()], [1, 2, 3, 4])
            seen.until(lambda line: line.get("state") == "unavailable" and line.get("reason") == "full"
                       and line.get("players") == 4, 40)
            with Phone(5) as fifth:
                fifth.until(lambda line: (line.get("state"), line.get("reason")) == ("denied", "full"))
            self.assertEqual(len(daemon_guest.pads()), 4)
            tiltpad("kick 2")
            daemon_guest.wait_for_pads(3)
            self.assertNotIn("tiltpad/pad2", daemon_guest.pads())
            seen.until(lambda line: line.get("state") == "available" and line.get("players") == 3, 40)
            guest().run("systemctl stop tiltpad")
            seen.until(lambda line: line.get("change") == "vanished", 60)

    def test_who_is_kicked_is_told(self):
        """The controller that is kicked says so and ends. The other one continues to play."""
        first, second = joined(self, 1), joined(self, 2)
        daemon_guest.wait_for_pads(2)
        tiltpad("kick 1")
        first.until(lambda line: line.get("reason") == "denied by the host")
        self.assertEqual(list(daemon_guest.wait_for_pads(1)), ["tiltpad/pad2"])
        self.assertEqual([peer["player"] for peer in peers()], [2])
        second.drain()
        self.assertNotIn("disconnected", json.dumps(second.seen))

    def test_one_drops_and_returns_to_the_same_device(self):
        """A controller is killed in the middle of a swing. Its pad stays and goes to rest. When the controller is back, it has the same pad."""
        first, _ = joined(self, 1), joined(self, 2)
        before = daemon_guest.wait_for_pads(2)
        with daemon_guest.watch("tiltpad/pad1") as probe:
            probe.until(daemon_guest.axis(0, lambda value: abs(value) > 8000))
            first.kill()
            # The kernel halves a change that is smaller than twice the axis's fuzz, which is 16. So the axis may not quite reach 0.
            probe.until(daemon_guest.axis(0, lambda value: abs(value) <= 16))
            wait_until(lambda: peers()[0]["state"] == "disconnected")
            self.assertEqual(daemon_guest.pads(), before)
            back = joined(self, 1)
            self.assertIn('"player": 1', json.dumps(back.seen))
            probe.until(daemon_guest.axis(0, lambda value: abs(value) > 8000))
        self.assertEqual(daemon_guest.pads(), before)

    def test_a_restart_of_the_daemon_costs_a_moment(self):
        """After a restart of the daemon, the controller connects again by itself, and has the same pad."""
        phone = joined(self, 1)
        before = daemon_guest.wait_for_pads(1)
        phone.drain()
        guest().run("systemctl restart tiltpad")
        phone.until(lambda line: line.get("state") == "connected")
        with daemon_guest.watch() as probe:
            probe.until(daemon_guest.axis(0, lambda value: abs(value) > 8000))
        self.assertEqual(daemon_guest.pads(), before)

    def test_a_revoked_device_is_out_at_once(self):
        """The device's pad is removed, and its key is no longer accepted."""
        phone = joined(self, 5)
        daemon_guest.wait_for_pads(1)
        print_of_key = peers()[0]["fingerprint"][:16]
        tiltpad(f"devices revoke {print_of_key}")
        daemon_guest.wait_for_pads(0)
        phone.until(lambda line: line.get("reason") == "revoked")
        self.assertEqual(peers(), [])
        guest().run(PAIR.format(number=5), timeout_seconds=120)
        daemon_guest.wait_for_pads(0)


class APersonDecides(unittest.TestCase):
    """Tests of a host that asks a person, is locked, or shows a PIN."""

    def test_who_asks_waits_until_a_person_has_decided(self):
        """Of two waiting controllers, one is accepted and one is denied. Both get the decision."""
        daemon_guest.start(SETTINGS + "admission = ask\n")
        with Phone(1) as first, Phone(2) as second:
            first.until(waits)
            second.until(waits)
            self.assertEqual(daemon_guest.pads(), {})
            waiting = {peer["fingerprint"][:16] for peer in peers() if peer["state"] == "connecting"}
            self.assertEqual(len(waiting), 2)
            chosen, other = waiting
            tiltpad(f"accept {chosen}")
            daemon_guest.wait_for_pads(1)
            tiltpad(f"deny {other}")
            wait_until(lambda: [peer["state"] for peer in peers()] == ["connected"])
            said = []
            for phone in (first, second):
                phone.until(lambda line: any(word in json.dumps(line) for word in ("connected", "denied")))
                said.append("denied" in json.dumps(phone.seen))
            self.assertEqual(sorted(said), [False, True])

    def test_a_locked_host_lets_nobody_new_in(self):
        """A locked host tells a controller so. When it is open again, it lets the same controller join."""
        daemon_guest.start(SETTINGS)
        tiltpad("lock")
        with Phone(1) as phone:
            phone.until(lambda line: (line.get("state"), line.get("reason")) == ("denied", "locked"))
        tiltpad("lock open")
        joined(self, 1)
        daemon_guest.wait_for_pads(1)

    def test_a_pin_pairs_and_a_wrong_one_does_not(self):
        """After three wrong PINs, the right one fails, too."""
        daemon_guest.start(SETTINGS)
        guest().run("rm -rf /tmp/phone6")
        with JSONLines(guest(), "exec timeout 70 tiltpad pair --pin") as shown:
            pin = shown.until(lambda line: "PIN" in line["text"])["text"].removeprefix("PIN").replace(" ", "")
            sent = guest().run("XDG_STATE_HOME=/tmp/phone6 timeout 60 tiltpad send --swing --duration 0.5 "
                               f"--host {HOST} --pin {pin}")
            self.assertIn("player 1", sent.stdout)
        with JSONLines(guest(), "exec timeout 70 tiltpad pair --pin") as shown:
            pin = shown.until(lambda line: "PIN" in line["text"])["text"].removeprefix("PIN").replace(" ", "")
            for attempt in range(1, 4):
                wrong = f"{(int(pin) + attempt) % 1_000_000:06}"
                tried = guest().run(f"rm -rf /tmp/phone7; XDG_STATE_HOME=/tmp/phone7 timeout 60 tiltpad send --swing "
                                    f"--duration 0.5 --host {HOST} --pin {wrong}", check=False)
                self.assertNotEqual(tried.returncode, 0)
            tried = guest().run("XDG_STATE_HOME=/tmp/phone7 timeout 60 tiltpad send --swing --duration 0.5 "
                                f"--host {HOST} --pin {pin}", check=False)
            self.assertNotEqual(tried.returncode, 0)
        self.assertEqual(daemon_guest.wait_for_pads(0), {})
