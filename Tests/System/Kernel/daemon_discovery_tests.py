"""Tests of discovery on the LAN: what Avahi's browser and `tiltpad discover` show of the host, and the answers to PROBE."""

import contextlib
import json
import re
import sys
import time
import unittest

import daemon_guest
import long_run
import times
from json_lines import JSONLines
from shared_guest import guest

SETTINGS = "name = Living room\nplayers = 1\nkeep_slot = 0\n"
NAME = "Living room (kernel-test)"
KEY = r"^[\w-]{43}$"
# The greatest share of a processor that an idle daemon may use, and the time over which it is measured.
IDLE_SHARE, IDLE_SECONDS = 0.02, 5
# The path at which the daemon of a test looks for the system bus, and the file that makes the unit do so.
BUS, BUS_DROP_IN = "/run/test-bus", "/run/systemd/system/tiltpad.service.d/bus.conf"
# A network namespace that acts as another machine, without Avahi, on the guest's second network. It also has an address of a more distant network.
NEIGHBOUR = "ip netns exec neighbour"
HOST_ADDRESS, NEAR_ADDRESS, FAR_ADDRESS = "192.168.77.1", "192.168.77.2", "172.20.0.2"
NEIGHBOURHOOD = f"""
ip netns add neighbour
ip link add lan0 type veth peer name eth0 netns neighbour
ip address add {HOST_ADDRESS}/24 dev lan0 broadcast 192.168.77.255
ip link set lan0 up
{NEIGHBOUR} ip address add {NEAR_ADDRESS}/24 dev eth0 broadcast 192.168.77.255
{NEIGHBOUR} ip address add {FAR_ADDRESS}/32 dev eth0
{NEIGHBOUR} ip link set eth0 up
{NEIGHBOUR} ip link set lo up
ip route add {FAR_ADDRESS}/32 via {NEAR_ADDRESS}
"""
# Arguments: an address and a number. Sends that number of probes at once from the address, and prints the number of answers within a second.
ASK = """
import os, socket, sys
source, count = sys.argv[1], int(sys.argv[2])
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.bind((source, 0))
udp.settimeout(1)
probe = bytes([0xD0, 1, 0, 0]) + b"TPP1" + b"\\x07" * 8 + bytes(104)
for _ in range(count): udp.sendto(probe, ("%s", 28460))
answers = []
try:
    while True: answers.append(udp.recv(2048))
except TimeoutError: pass
assert all(a[0] == 0xD1 and a[8:16] == probe[8:16] and len(a) < 120 for a in answers)
print(len(answers))
""" % HOST_ADDRESS


def setUpModule():
    """Starts Avahi and the daemon, and gives the guest a neighbour."""
    guest().run("systemctl start dbus avahi-daemon")
    daemon_guest.start(SETTINGS)
    guest().run(f"set -e; {NEIGHBOURHOOD}")


def tearDownModule():
    """Stops the daemon, and removes the neighbour."""
    daemon_guest.stop()
    guest().run("ip link delete lan0; ip netns delete neighbour; systemctl start avahi-daemon")


def browsed(kind):
    """Returns the services of a type that Avahi's browser has resolved on IPv4: (interface, name, port, TXT) of each.

    Returns None if the browser did not end, because it waits for ever to resolve a name that has been withdrawn meanwhile.
    """
    browser = guest().run(f"timeout 10 avahi-browse -rpt {kind}", check=False)
    if browser.returncode == 124:
        return None
    rows = (line.split(";") for line in browser.stdout.splitlines() if line.startswith("=;"))
    return [(row[1], re.sub(r"\\(\d{3})", lambda escape: chr(int(escape[1])), row[3]), int(row[8]),
             dict(pair.strip('"').split("=", 1) for pair in row[9].split('" "') if "=" in pair))
            for row in rows if row[2] == "IPv4" and row[1] != "lo"]


def wait_until_browsed(is_wanted, kind="_tiltpad._udp", timeout_seconds=60):
    """Waits until `is_wanted` is true for the result of `browsed`; returns the result."""
    deadline = time.monotonic() + timeout_seconds
    while (found := browsed(kind)) is None or not is_wanted(found):
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {timeout_seconds} s; what is seen is {found}")
        time.sleep(0.2)
    return found


def says(**wanted):
    """Returns a predicate for the result of `browsed`: the host is in it, and its TXT record has these values."""
    return lambda rows: any(NAME == row[1] and wanted.items() <= row[3].items() for row in rows)


def discover(arguments="", where=""):
    """Starts `tiltpad discover` in the guest, with the command `where` in front of it; returns its lines."""
    return JSONLines(guest(), f"exec {where} tiltpad discover --json {arguments}")


def change(word, **wanted):
    """Returns a predicate for a line of `tiltpad discover`: it is about the host, has the change `word`, and these values."""
    return lambda line: (line.get("change") == word and line["name"].startswith("Living room")
                         and wanted.items() <= line.items())


@contextlib.contextmanager
def without_avahi():
    """Stops Avahi, and all that would start it, for the length of a `with`."""
    guest().run("systemctl stop avahi-daemon.socket avahi-daemon.service")
    try:
        yield
    finally:
        guest().run("systemctl start avahi-daemon")


def answers(source, count):
    """Sends `count` probes at once from the neighbour's address `source`; returns the number of answers."""
    return int(guest().run(f"{NEIGHBOUR} python3 - {source} {count}", input=ASK).stdout)


def processor_seconds():
    """Returns the daemon's processor time, in s."""
    ticks = guest().run(f"cut -d' ' -f14,15 /proc/{daemon_guest.main_pid()}/stat").stdout.split()
    return sum(map(int, ticks)) / 100


class ByAvahi(unittest.TestCase):
    """Tests of discovery by DNS-SD, through Avahi."""

    def test_a_browser_that_is_not_ours_sees_the_host_with_its_record(self):
        """The browser shows the name, the port and every key of the record, on both networks of the guest."""
        rows = wait_until_browsed(lambda rows: {row[0] for row in rows} >= {"eth0", "lan0"})
        for _, name, port, record in rows:
            self.assertEqual((name, port), (NAME, 28460))
            self.assertRegex(record.pop("sid"), "^[0-9a-f]{8}$")
            self.assertRegex(record.pop("pk"), KEY)
            self.assertEqual(record, {
                "txtvers": "1", "v": "1", "st": "open", "np": "0/1", "pm": "", "u": "28460"})

    def test_players_who_come_and_go_are_told_and_the_end_too(self):
        """`tiltpad discover` shows that the host is open, full, open again and gone. The record in Avahi's browser says the same."""
        daemon_guest.ready(SETTINGS)
        with discover() as hosts:
            appeared = hosts.until(change("appeared", state="available", players=0, limit=1))
            with daemon_guest.controller(token=41).run():
                hosts.until(change("changed", state="unavailable", reason="full", players=1))
                wait_until_browsed(says(st="full", np="1/1", sid=appeared["session"]))
            hosts.until(change("changed", state="available", reason="open", players=0))
            began = time.monotonic()
            daemon_guest.stop()
            hosts.until(change("vanished"))
            took = time.monotonic() - began
        print(f"kernel: a host that stops has vanished after {took:.1f} s", file=sys.stderr)
        wait_until_browsed(lambda rows: rows == [])
        daemon_guest.start(SETTINGS)
        wait_until_browsed(says(st="open"))

    def test_the_app_yoke_finds_the_host_while_its_gateway_runs(self):
        """The unit of the inputs gateway can reach Avahi. A host at which only this machine may play is not announced."""
        self.addCleanup(daemon_guest.start, SETTINGS)
        self.addCleanup(guest().run, "systemctl stop tiltpad-inputs")
        for allowed, seen in (("192.168.77.0/24", {("kernel-test-Yoke-1", 11500)}), ("127.0.0.1", set())):
            daemon_guest.start(SETTINGS + f"[input yoke]\nenabled = yes\nallow = {allowed}\n")
            guest().run("systemctl restart tiltpad-inputs")
            wait_until_browsed(lambda rows, seen=seen: {row[1:3] for row in rows} == seen, "_yoke._udp")

    def test_an_avahi_that_starts_anew_is_told_anew(self):
        """Avahi restarts and gets the service again. The daemon does not restart, so its session id stays the same."""
        before = wait_until_browsed(says(st="open"))[0][3]["sid"]
        guest().run("systemctl restart avahi-daemon")
        wait_until_browsed(says(sid=before))
        guest().run("systemctl kill -s KILL avahi-daemon; sleep 0.5; systemctl start avahi-daemon")
        wait_until_browsed(says(sid=before))

    @long_run.only
    def test_a_name_that_is_taken_gives_way(self):
        """Another service on this machine publishes the same name first. So the host adds a number to its name."""
        daemon_guest.stop()
        child = guest().spawn(f"exec avahi-publish-service '{NAME}' _tiltpad._udp 9 x=1")
        try:
            wait_until_browsed(lambda rows: [row[2] for row in rows if row[1] == NAME].count(9) > 0)
            daemon_guest.start(SETTINGS)
            wait_until_browsed(lambda rows: any(row[1:3] == (f"{NAME} #2", 28460) for row in rows))
            printed = guest().run("tiltpad discover --once --json --timeout 4").stdout
        finally:
            child.end()
        # The other service has no record of Tiltpad's form, so it is not listed.
        self.assertEqual([json.loads(line)["name"] for line in printed.splitlines()], [f"{NAME} #2"])
        daemon_guest.start(SETTINGS)
        wait_until_browsed(says(st="open"))

    @long_run.only
    def test_a_reload_renames_and_withdraws(self):
        """A reload can change the name, and can withdraw the host from the network."""
        self.addCleanup(daemon_guest.ready, SETTINGS)
        settings = daemon_guest.ALLOWED + SETTINGS
        daemon_guest.configure(settings.replace("Living room", "Attic"))
        wait_until_browsed(lambda rows: {row[1] for row in rows} == {"Attic (kernel-test)"})
        daemon_guest.configure(settings + "discovery = no\n")
        wait_until_browsed(lambda rows: rows == [])
        self.assertEqual(answers(NEAR_ADDRESS, 1), 0)
        daemon_guest.configure(settings)
        wait_until_browsed(says(st="open"))


class ByProbe(unittest.TestCase):
    """Tests of discovery by PROBE, as on a network without multicast."""

    def test_a_neighbour_without_avahi_finds_the_host_by_broadcast(self):
        """The host's answers say how full it is."""
        with discover(where=NEIGHBOUR) as hosts:
            found = hosts.until(change("appeared", state="available", addresses=[f"{HOST_ADDRESS}:28460"]))
            self.assertEqual(found["name"], "Living room")
            self.assertRegex(found["key"], KEY)
            with daemon_guest.controller(token=42).run():
                hosts.until(change("changed", state="unavailable", reason="full", players=1))
            hosts.until(change("changed", state="available"))

    def test_without_avahi_the_host_is_found_and_the_daemon_idle(self):
        """The daemon tries to connect to Avahi again now and then, which costs no measurable processor time."""
        with without_avahi():
            daemon_guest.start(SETTINGS)
            printed = guest().run("tiltpad discover --once --json --timeout 2").stdout
            self.assertEqual([json.loads(line)["name"] for line in printed.splitlines()], ["Living room"])
            before = processor_seconds()
            time.sleep(IDLE_SECONDS)
            spent = processor_seconds() - before
        print(f"kernel: without Avahi the daemon takes {spent:.2f} s of a processor in {IDLE_SECONDS} s", file=sys.stderr)
        # A daemon in a busy loop would use a whole processor.
        self.assertLess(spent, IDLE_SECONDS / 2)
        times.check(self, "without Avahi the daemon is idle", spent < IDLE_SHARE * IDLE_SECONDS)
        wait_until_browsed(says(st="open"))

    @long_run.only
    def test_without_a_system_bus_it_is_the_same(self):
        """The daemon and the browser start without a system bus. The host is published as soon as there is a bus."""
        self.addCleanup(daemon_guest.start, SETTINGS)
        self.addCleanup(guest().run, f"rm -f {BUS_DROP_IN} {BUS}; systemctl daemon-reload")
        daemon_guest.write(BUS_DROP_IN, f"[Service]\nEnvironment=DBUS_SYSTEM_BUS_ADDRESS=unix:path={BUS}\n")
        guest().run("systemctl daemon-reload")
        daemon_guest.start(SETTINGS)
        printed = guest().run(
            f"DBUS_SYSTEM_BUS_ADDRESS=unix:path={BUS} tiltpad discover --once --json --timeout 2").stdout
        self.assertEqual([json.loads(line)["name"] for line in printed.splitlines()], ["Living room"])
        wait_until_browsed(lambda rows: rows == [])
        guest().run(f"ln -s /run/dbus/system_bus_socket {BUS}")
        wait_until_browsed(says(st="open"))

    def test_who_asks_too_often_or_from_elsewhere_gets_no_answer(self):
        """The host sends an address five answers a second, and sends none to an address outside of its own networks."""
        time.sleep(1.5)
        self.assertEqual(answers(NEAR_ADDRESS, 1), 1)
        self.assertEqual(answers(FAR_ADDRESS, 1), 0)
        time.sleep(1.5)
        self.assertIn(answers(NEAR_ADDRESS, 40), (5, 6, 7))

    def test_once_finds_nobody_where_there_is_nobody(self):
        """`tiltpad discover --once` prints an error of three lines, and ends with the status 1."""
        daemon_guest.stop()
        self.addCleanup(daemon_guest.start, SETTINGS)
        done = guest().run(f"{NEIGHBOUR} tiltpad discover --once --timeout 1", check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no host was found within 1.0 s", done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 3)
