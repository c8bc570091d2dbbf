"""Tests of the units' exposure: docs/units.md has a reason for each point that systemd-analyze counts, and the services need no other rights."""

import json
import pathlib
import re
import sys
import unittest

import daemon_guest
from shared_guest import guest

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs" / "units.md"
# The highest score of each unit. That of the inputs gateway is higher, because it opens the ports of its configuration itself.
MOST_EXPOSED = {"tiltpad": 0.8, "tiltpad-web": 0.8, "tiltpad-inputs": 1.0}
UNITS = ("tiltpad", "tiltpad-web")


def setUpModule():
    """Starts both services."""
    daemon_guest.start_both()


def tearDownModule():
    """Stops the daemon and the gateway."""
    daemon_guest.stop_both()


def reasons():
    """Returns the points for which docs/units.md gives a reason."""
    part = DOCUMENT.read_text().split("## What systemd-analyze security counts")[1].split("\n## ")[0]
    return {point.replace("\\|", "|") for point in re.findall(r"^\| `([^`]+)` \| \S", part, re.MULTILINE)}


def counted(unit):
    """Returns the points that systemd counts against a unit."""
    printed = guest().run(f"systemd-analyze security --no-pager --json=short {unit}").stdout
    return {row["name"] for row in json.loads(printed) if row["exposure"] is not None and float(row["exposure"]) > 0}


def pid(unit):
    """Returns the process id of a unit's program."""
    return int(guest().run(f"systemctl show -P MainPID {unit}").stdout)


class Exposure(unittest.TestCase):
    """Tests of the units of the daemon and of the web gateway. The test of the exposure also covers the inputs gateway."""

    def test_each_point_that_is_left_has_its_reason_and_the_score_is_small(self):
        """The score is systemd's own, from 0 to 10."""
        found = set()
        for unit, most in MOST_EXPOSED.items():
            printed = guest().run(f"systemd-analyze security --no-pager {unit}").stdout
            score = float(re.search(r"exposure level for \S+: ([0-9.]+)", printed)[1])
            left = counted(f"{unit}.service")
            print(f"kernel: systemd-analyze security scores {score} for {unit}: {', '.join(sorted(left))}", file=sys.stderr)
            self.assertLessEqual(score, most)
            self.assertEqual(left - reasons(), set())
            found |= left
        self.assertEqual(reasons() - found, set())

    def test_they_dump_no_core_and_run_nothing_but_themselves(self):
        """A core dump would contain keys. Nothing but the program and its libraries can be executed."""
        for unit in UNITS:
            limits = guest().run(f"cat /proc/{pid(unit)}/limits").stdout
            self.assertRegex(limits, r"Max core file size +0 +0")
            mounts = guest().run(f"cat /proc/{pid(unit)}/mountinfo").stdout
            root = next(line for line in mounts.splitlines() if line.split()[4] == "/")
            self.assertIn("noexec", root.split()[5])

    def test_their_sockets_open_as_often_as_the_services_start(self):
        """By default, systemd no longer opens a socket after five starts in ten seconds. The service would then run without a port."""
        for unit in UNITS:
            guest().run(f"systemctl stop {unit}; for count in 1 2 3 4 5 6 7 8; do "
                        f"systemctl start {unit}.socket && systemctl stop {unit}.socket || exit 1; done; systemctl start {unit}")

    def test_their_only_internet_sockets_are_those_that_systemd_has_opened(self):
        """systemd has opened a UDP port for each service, and a TCP port for the gateway. The services may not open Internet sockets themselves."""
        ports = (("tiltpad", "-u sport = 28460"), ("tiltpad-web", "-t sport = 28443"), ("tiltpad-web", "-u sport = 28443"))
        for unit, arguments in ports:
            listeners = guest().run(f"ss -Hlnp{arguments.removeprefix('-')}").stdout
            self.assertIn('"systemd"', listeners)
            self.assertIn(f'"{unit}"', listeners)
            families = guest().run(f"systemctl show -P RestrictAddressFamilies {unit}").stdout.split()
            self.assertEqual(sorted(families), ["AF_NETLINK", "AF_UNIX"])

    def test_a_stop_closes_the_port_and_no_packet_starts_the_service(self):
        """The socket is closed together with its service, even while a controller keeps sending."""
        with daemon_guest.controller(token=160).run():
            daemon_guest.wait_for_pads(1)
            guest().run("systemctl stop tiltpad")
            self.assertEqual(guest().run("ss -Hlnu sport = 28460; sleep 1; ss -Hlnu sport = 28460").stdout, "")
            self.assertEqual(guest().run("systemctl is-active tiltpad", check=False).stdout.strip(), "inactive")
            guest().run("systemctl start tiltpad")
            daemon_guest.wait_for_pads(1)

    def test_another_port_in_the_configuration_is_said_and_the_socket_unit_gives_it(self):
        """Until the socket unit opens the configured port, the daemon uses the current one, and prints how to change the unit."""
        drop_in = "/run/systemd/system/tiltpad.socket.d/port.conf"
        self.addCleanup(daemon_guest.start)
        self.addCleanup(guest().run, f"rm -f {drop_in}; systemctl daemon-reload")
        daemon_guest.start("port = 30001\n")
        self.assertEqual(daemon_guest.show("StatusText")["StatusText"], "listening on UDP port 28460")
        self.assertRegex(daemon_guest.said(), "tiltpad: cannot listen on UDP port 30001: .*; tiltpad.socket has opened 28460 instead\n"
                                              "  while opening the network\n  try: .*ListenDatagram=30001")
        daemon_guest.write(drop_in, "[Socket]\nListenDatagram=\nListenDatagram=30001\n")
        guest().run("systemctl daemon-reload")
        daemon_guest.start("port = 30001\n")
        self.assertEqual(daemon_guest.show("StatusText")["StatusText"], "listening on UDP port 30001")
