"""Tests of both identities whose pads are made of HID reports: several pads at once, one write for each report, and nothing left behind."""

import re
import struct
import sys
import time
import unittest

import daemon_guest
import hid_guest
import long_run
from json_lines import JSONLines
from shared_guest import guest

UHID_INPUT2 = 12
REPORTS = 100
BTN_THUMBR = 0x13E
# For each identity: the number of a pad's nodes, and the bytes of its report with the controls that the gamepad's node shows.
IDENTITIES = {"dualsense": (3, lambda report: report[2:8] + report[9:12]),
              "xboxone-bt": (1, lambda report: report[1:17])}


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class EachIdentity(unittest.TestCase):
    """Tests of `dualsense` and `xboxone-bt`."""

    def test_four_are_four(self):
        """Each of four pads has its own address, because the kernel refuses one twice. A later pad of the same slot has the same address."""
        for identity in long_run.some(IDENTITIES, "dualsense"):
            count, _ = IDENTITIES[identity]
            hid_guest.start_daemon(identity)
            since = int(float(guest().run("cut -d' ' -f1 /proc/uptime").stdout))
            players = [daemon_guest.controller(token=60 + number).run() for number in range(4)]
            try:
                found = hid_guest.wait_for_nodes(4 * count)
                addresses = {node["uniq"] for node in found}
                self.assertEqual(len(addresses), 4)
                self.check_presses(players, found)
            finally:
                for player in players:
                    player.__exit__()
            hid_guest.wait_for_nodes(0)
            self.assertEqual(guest().run("ls /dev/hidraw* 2>/dev/null; true").stdout, "")
            with daemon_guest.controller(token=70).run():
                self.assertIn(hid_guest.wait_for_nodes(count)[0]["uniq"], addresses)
            log = guest().run("dmesg").stdout
            faults = [line for line in log.splitlines()
                      if re.search("Duplicate|Output queue is full|CRC|Invalid byte|Failed to", line)
                      and float(re.search(r"[\d.]+", line)[0]) >= since]
            self.assertEqual(faults, [])

    def check_presses(self, players, found):
        """Checks that each player's button is down on one pad only, and that no two players have the same pad."""
        gamepads = [node["path"] for node in found if node["name"].endswith("Controller")]
        self.assertEqual(len(gamepads), 4)
        seen = []
        for player in players:
            player.set("a", True)
            daemon_guest.wait_until(lambda: self.down(gamepads), what="a button goes down")
            # If a second pad shows the press too, it may do so later.
            time.sleep(0.2)
            seen.append(self.down(gamepads))
            player.set("a", False)
            daemon_guest.wait_until(lambda: not self.down(gamepads), what="the button goes up")
        self.assertEqual(sorted(seen), sorted((path,) for path in gamepads))

    def down(self, gamepads):
        """Returns the paths of those pads whose lower button is down."""
        queries = "; ".join(f"evtest --query {path} EV_KEY BTN_SOUTH; [ $? = 10 ] && echo {path}" for path in gamepads)
        return tuple(guest().run(queries, check=False).stdout.split())

    def test_a_button_held_from_the_start_is_seen(self):
        """The report before the driver's start is lost, but the driver shows the button."""
        for identity, (count, _) in IDENTITIES.items():
            hid_guest.start_daemon(identity)
            player = daemon_guest.controller(token=77)
            player.set("a", True)
            with player.run():
                node = hid_guest.named(hid_guest.wait_for_nodes(count), "Controller")
                guest().run(f"for i in $(seq 50); do evtest --query {node} EV_KEY BTN_SOUTH; "
                            f"[ $? = 10 ] && exit 0; sleep 0.1; done; exit 1")

    def test_each_report_is_one_write_and_one_syn(self):
        """The number of writes in strace that change the pad is the number of SYN_REPORTs in evdev, and each write is complete."""
        for identity in long_run.some(IDENTITIES, "dualsense"):
            count, shown = IDENTITIES[identity]
            hid_guest.start_daemon(identity)
            with daemon_guest.controller(token=78).run(rate_Hz=10) as player:
                node = hid_guest.named(hid_guest.wait_for_nodes(count), "Controller")
                time.sleep(2)
                changes, writes, events = self.trace(player, node, shown)
            print(f"kernel: {identity}: {writes} writes, {changes} of them with news, for {events} reports", file=sys.stderr)
            self.assertEqual(changes, events)
            self.assertGreaterEqual(events, REPORTS)

    def trace(self, player, node, shown):
        """Moves a player's sticks and triggers; returns the number of writes with a change, of all writes, and of reports in evdev."""
        trace = "/run/writes"
        with hid_guest.watch(node) as probe:
            probe.until("ready")
            tracer = JSONLines(guest(), f"exec strace -f -y -xx -s 256 -e trace=write,writev,pwrite64 -o {trace} "
                                        f"-p {daemon_guest.main_pid()}")
            with tracer:
                tracer.until(lambda line: "attached" in line.get("text", ""))
                # The daemon repeats its last report after at most 100 ms. So there is a write with the state from before the changes.
                time.sleep(0.5)
                for number in range(1, REPORTS + 1):
                    place = (number * 7919) % 60000 - 30000
                    player.sticks[:] = [place, -place, place // 2, -place // 2]
                    player.triggers[:] = [number % 256, 255 - number % 256]
                    player.send_state()
                    time.sleep(0.03)
                player.tap("right_stick", 0.1, 0.1)
                probe.until(daemon_guest.key(BTN_THUMBR, 0))
                probe.until(lambda line: line["type"] == "EV_SYN")
        reports = written(guest().run(f"cat {trace}").stdout)
        states = [shown(report) for report in reports]
        changes = sum(former != latter for former, latter in zip([b""] + states, states))
        # The first write has the state from before the changes.
        return changes - 1, len(reports), sum(line.get("type") == "EV_SYN" for line in probe.seen)


def written(trace):
    """Returns the report of each write to /dev/uhid that strace has seen."""
    reports = []
    for line in trace.splitlines():
        match = re.search(r'write\(\d+<([^>]*)>, "([^"]*)", (\d+)\)\s+= (\d+)', line)
        if match is None or "75\\x68\\x69\\x64" not in match[1]:
            continue
        raw = bytes.fromhex(match[2].replace("\\x", ""))
        kind, size = struct.unpack_from("<IH", raw)
        assert kind == UHID_INPUT2 and len(raw) == 6 + size == int(match[3]) == int(match[4]), line
        reports.append(raw[6:])
    return reports
