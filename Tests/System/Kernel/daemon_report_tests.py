"""Tests of the daemon's reports to the kernel: each is one write, and every press is reported once."""

import re
import struct
import sys
import time
import unittest

import daemon_guest
import long_run
from daemon_guest import key
from identities import ALL
from json_lines import JSONLines
from sender import BadLink
from shared_guest import guest

EV_SYN, EVENT = 0, struct.Struct("@qqHHi")
BTN_MODE = 0x13C
# The code of the start button of each identity whose pad is made through uinput.
START = {identity.name: identity.keys["start"] for identity in ALL if identity.is_uinput}
REPORTS = 100
PRESSES = 240
BUTTONS = (("a", 0x130), ("b", 0x131), ("x", 0x133), ("right_shoulder", 0x137))


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class Reports(unittest.TestCase):
    """Tests of the daemon's writes to /dev/uinput; under the profile `pad` the sticks move the axes."""

    def test_each_report_is_one_write_that_ends_in_one_syn(self):
        """strace sees as many writes as evdev sees SYN_REPORTs. Each write has complete events, and only the last one is a SYN."""
        for identity in long_run.some(START, "xbox360"):
            with self.subTest(identity):
                daemon_guest.start(f"identity = {identity}\n[input]\nprofile = pad\n")
                batches, seen = self.trace(START[identity])
                print(f"kernel: {identity}: {len(batches)} writes for {seen} reports, up to "
                      f"{max(map(len, batches))} events each", file=sys.stderr)
                self.assertEqual(len(batches), seen)
                self.assertGreaterEqual(seen, REPORTS)
                for batch in batches:
                    kinds = [kind == EV_SYN for kind, _, _ in batch]
                    self.assertEqual(kinds, [False] * (len(batch) - 1) + [True])

    def trace(self, start):
        """Steers until the start button is up again; returns the events of each write, and the number of reports."""
        trace = "/run/writes"
        with daemon_guest.controller(token=51).run(rate_Hz=10) as player:
            daemon_guest.wait_for_pads(1)
            with daemon_guest.watch() as probe:
                probe.until("ready")
                time.sleep(1.0)
                tracer = JSONLines(guest(), f"exec strace -f -y -xx -s 2048 -e trace=write,writev,pwrite64 "
                                            f"-o {trace} -p {daemon_guest.main_pid()}")
                with tracer:
                    tracer.until(lambda line: "attached" in line.get("text", ""))
                    self.steer(player)
                    probe.until(key(start, 0))
                    probe.until(lambda line: line["type"] == "EV_SYN")
        seen = sum(line.get("type") == "EV_SYN" for line in probe.seen)
        return written(guest().run(f"cat {trace}").stdout), seen

    def steer(self, player):
        """Moves four axes and both triggers again and again; a press of `start` marks the end."""
        for number in range(1, REPORTS + 1):
            place = (number * 7919) % 60000 - 30000
            player.sticks[:] = [place, -place, place // 2, -place // 2]
            player.triggers[:] = [number % 256, 255 - number % 256]
            player.send_state()
            time.sleep(0.02)
        player.tap("start")


def written(trace):
    """Returns the events of each write in strace's output: type, code and value."""
    batches = []
    for line in trace.splitlines():
        match = re.search(r'write\(\d+<([^>]*)>, "([^"]*)", (\d+)\)', line)
        if match is None or match[1] != escaped("/dev/uinput"):
            continue
        raw, size = bytes.fromhex(match[2].replace("\\x", "")), match[3]
        assert len(raw) == int(size) and len(raw) % EVENT.size == 0, line
        batches.append([event[2:] for event in EVENT.iter_unpack(raw)])
    return batches


def escaped(text):
    """Returns a text as `strace -xx` writes it."""
    return "".join(f"\\x{byte:02x}" for byte in text.encode())


class Presses(unittest.TestCase):
    """Tests over a network that loses, doubles and reorders packets."""

    def setUp(self):
        """Starts the daemon."""
        daemon_guest.start()

    def test_no_press_is_lost_and_none_comes_twice(self):
        """The network loses 20 % in bursts of 100 ms, doubles 10 % and delays 10 %. Every press and release is shown once, in order."""
        link = BadLink("127.0.0.1", guest().udp_port, seed=2)
        expected = []
        with daemon_guest.controller(token=52, link=link).run(rate_Hz=60) as player:
            daemon_guest.wait_for_pads(1)
            with daemon_guest.watch() as probe:
                probe.until("ready")
                for number in range(PRESSES):
                    name, code = BUTTONS[number % len(BUTTONS)]
                    player.tap(name, 0.03, 0.03)
                    expected += [(code, 1), (code, 0)]
                deadline = time.monotonic() + 5
                while player.unacknowledged() and time.monotonic() < deadline:
                    time.sleep(0.05)
                link.mend()
                player.tap("guide")
                probe.until(key(BTN_MODE, 0))
        shown = [(line["code"], line["value"]) for line in probe.seen if line.get("type") == "EV_KEY"]
        share = link.lost / player.sequence
        print(f"kernel: {PRESSES} presses over {player.sequence} packets, {link.lost} lost, {link.doubled} "
              f"doubled, {link.delayed} late", file=sys.stderr)
        self.assertTrue(0.1 < share < 0.35 and link.doubled > 20 and link.delayed > 20, share)
        self.assertEqual(shown[:len(expected)], expected)
        self.assertEqual(shown[len(expected):], [(BTN_MODE, 1), (BTN_MODE, 0)])
