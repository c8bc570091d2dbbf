"""Tests of the web gateway's unit: its rights, and the state of pads when the gateway is killed."""

import json
import sys
import time
import unittest

import daemon_guest
import shared_guest
import times
from shared_guest import guest

PAGE = "/usr/share/tiltpad/web"
# Phones in a few lines of Python, because the guest has no browser. Each says hello, holds A, and reconnects until it is killed.
# It prints a line for each join: the time by the clock of /proc/uptime, the number of the phone, and its player.
PHONES = r"""
import base64, json, os, socket, ssl, struct, subprocess, sys, threading, time
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
head = ("GET /link HTTP/1.1\r\nHost: 127.0.0.1:28443\r\nOrigin: https://127.0.0.1:28443\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " +
        base64.b64encode(os.urandom(16)).decode() + "\r\nSec-WebSocket-Protocol: tpp.v1, ticket.")
def say(link, kind, body):
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(body))
    link.sendall(bytes([0x80 | kind, 0x80 | len(body)]) + mask + masked)
def come_in(number, ticket):
    link = context.wrap_socket(socket.create_connection(("127.0.0.1", 28443), 5))
    link.sendall((head + ticket + "\r\n\r\n").encode())
    say(link, 1, json.dumps({"type": "hello", "name": f"Phone {number}"}).encode())
    heard = b""
    while b'"resume":"' not in heard:
        part = link.recv(4096)
        if not part:
            raise ConnectionError("closed")
        heard += part
    player = heard.split(b'"player":')[1][:1].decode()
    print(time.clock_gettime(time.CLOCK_BOOTTIME), number, player, flush=True)
    return link, heard.split(b'"resume":"')[1][:22].decode()
def play(number, ticket):
    packets = 0
    while True:
        try:
            link, ticket = come_in(number, ticket)
            while True:
                packets += 1
                say(link, 2, struct.pack("<IBBIBBhhhIhhhhBBH", packets, 1, 28, 0, 2, 255, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0))
                time.sleep(1 / 60)
        except OSError:
            time.sleep(0.25)
for number in range(1, int(sys.argv[1]) + 1):
    link = subprocess.run(["tiltpad", "pair", "--phone", "--link", "--address", "127.0.0.1"],
                          capture_output=True, text=True, check=True).stdout.strip()
    threading.Thread(target=play, args=(number, link.split("#")[1])).start()
"""
PHONE_COUNT = 3
KILLS = 3
# A sed script that edits the gateway's unit: it keeps the sandbox, but has a program that ends at once, and no ties to other units.
EMPTY = ("s,^ExecStart=.*,ExecStart=/usr/bin/tiltpad --version,; s/^Type=.*/Type=oneshot/; s/^(Runtime|State)Directory=.*/\\1Directory=tiltpad-empty/; "
         "/^(Wants|After|Restart|Watchdog|ExecStartPost|ExecReload)/d")


def setUpModule():
    """Installs the daemon and the gateway, gives the gateway a page, and starts both."""
    daemon_guest.start()
    daemon_guest.write(f"{PAGE}/join.html", "<!doctype html><title>join</title>")
    daemon_guest.write("/run/phones.py", PHONES)
    guest().run("systemctl restart tiltpad-web")


def tearDownModule():
    """Stops the daemon and the gateway."""
    guest().run("systemctl stop tiltpad-phones tiltpad-web; systemctl reset-failed tiltpad-web 2>/dev/null; true")
    daemon_guest.stop()


def main_pid():
    """Returns the process id of the gateway."""
    return int(guest().run("systemctl show -P MainPID tiltpad-web").stdout)


class TheUnit(unittest.TestCase):
    """Tests of the gateway as systemd runs it."""

    def test_it_is_active_and_serves_the_page(self):
        """The unit is active only when the gateway listens."""
        self.assertEqual(guest().run("systemctl is-active tiltpad-web").stdout.strip(), "active")
        served = guest().run(
            "python3 -c 'import ssl, urllib.request as r; print(r.urlopen(\"https://127.0.0.1:28443/j/\", "
            "context=ssl._create_unverified_context()).read().decode())'").stdout
        self.assertIn("<title>join", served)

    def test_it_has_no_device_and_no_power(self):
        """The gateway has another user than the daemon, no capability, and no device."""
        pid = main_pid()
        status = dict(line.split(":\t", 1) for line in
                      guest().run(f"cat /proc/{pid}/status").stdout.splitlines() if ":\t" in line)
        users = guest().run("id -u tiltpad-web; id -u tiltpad").stdout.split()
        self.assertEqual(status["Uid"].split(), [users[0]] * 4)
        self.assertNotIn(users[0], ("0", users[1]))
        for capabilities in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            self.assertEqual(int(status[capabilities], 16), 0, capabilities)
        self.assertEqual((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"))
        seen = guest().run(f"cd /proc/{pid}/root && ls dev").stdout.split()
        self.assertEqual({"uinput", "uhid", "input", "vda", "mem", "kmsg", "hidraw0"} & set(seen), set())

    def test_systemd_finds_no_fault_in_its_file(self):
        """A key that this systemd does not know would be a warning."""
        done = guest().run("systemd-analyze verify --man=no /lib/systemd/system/tiltpad-web.service", check=False)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_its_key_is_for_nobody_else(self):
        """Only the gateway may read its key. Its socket, which gives tickets, is for the group `tiltpad`."""
        self.assertEqual(guest().run("stat -c '%U %a' /var/lib/tiltpad-web/web.key").stdout.strip(), "tiltpad-web 600")
        self.assertEqual(
            guest().run("stat -c '%U %G %a' /run/tiltpad-web/web.sock").stdout.strip(), "tiltpad-web tiltpad 660")


class Phones(unittest.TestCase):
    """Tests with pages that play, and a gateway that is killed meanwhile."""

    def start_phones(self):
        """Starts the phones in the guest, where nobody else has a slot. They have their own unit, so that they outlive the gateway."""
        daemon_guest.start()
        # The file is made first, because systemd opens it for the phones some time after systemd-run has ended, and others may read it earlier.
        guest().run(": >/run/phones.out; systemd-run -q --collect --unit=tiltpad-phones "
                    "-p StandardOutput=file:/run/phones.out -p StandardError=journal "
                    f"python3 /run/phones.py {PHONE_COUNT}")
        self.addCleanup(guest().run, "systemctl stop tiltpad-phones")

    def arrivals(self, count):
        """Waits until each phone has joined `count` times; returns the time and the player of each phone's last join, by the phone's number."""
        # One command that sleeps until the line is there. To ask again and again would take processor time from the gateway.
        wanted = count * PHONE_COUNT
        said = guest().run(f"timeout 90 tail -n +1 -f /run/phones.out | head -n {wanted}", timeout_seconds=120).stdout.splitlines()
        self.assertEqual(len(said), wanted, f"the phones did not come in: {said}")
        return {number: (float(at), player) for at, number, player in map(str.split, said)}

    def holds(self, buttons):
        """Waits until all players hold these buttons."""
        limit = shared_guest.deadline(20)
        while time.monotonic() < limit:
            players = json.loads(guest().run("tiltpad monitor --once --json").stdout)["players"]
            if [player["buttons"] for player in players] == [buttons] * PHONE_COUNT:
                return
            time.sleep(0.05)
        self.fail(f"{players}")

    def newest_start(self):
        """Returns the time at which the gateway last logged that it serves the page, in s by the clock of /proc/uptime."""
        lines = guest().run("journalctl --sync; journalctl -u tiltpad-web -o json --grep 'serving the page'").stdout
        return int(json.loads(lines.splitlines()[-1])["__MONOTONIC_TIMESTAMP"]) / 1e6

    def pads(self):
        """Returns the names of all event nodes."""
        return guest().run("ls /dev/input | grep event | sort").stdout

    def stop_gateway(self, between):
        """Kills the gateway while the phones are stopped and cannot reconnect, calls `between`, and lets the phones continue."""
        guest().run("systemctl kill -s STOP tiltpad-phones; systemctl kill -s KILL tiltpad-web")
        between()
        guest().run("systemctl kill -s CONT tiltpad-phones")

    def back_after_a_kill(self, first, pads, count):
        """Kills the gateway; returns the time in s until all phones have joined `count` times, and checks that they are the same players."""
        killed = float(guest().run("cut -d' ' -f1 /proc/uptime; systemctl kill -s KILL tiltpad-web").stdout)
        back = self.arrivals(count)
        took = max(at for at, _ in back.values()) - killed
        print(f"kernel: the gateway served again {self.newest_start() - killed:.2f} s after it was killed, "
              f"and all phones were back after {took:.2f} s", file=sys.stderr)
        self.assertEqual({number: player for number, (_, player) in back.items()},
                         {number: player for number, (_, player) in first.items()})
        self.holds(["a"])
        self.assertEqual(self.pads(), pads)
        return took

    def quickest_empty_start(self):
        """Returns the shortest of some times in which the unit starts a program that does nothing, in s.

        An emulated processor takes 0.6 to 1 s to set up the unit's sandbox. On a real processor that time is a part of the two seconds
        that Tests/System/Web/supervision_tests.py permits.
        """
        guest().run(f"sed -E '{EMPTY}' /lib/systemd/system/tiltpad-web.service >/run/systemd/system/tiltpad-empty.service; "
                    "systemctl daemon-reload")
        return min(float(guest().run("read before rest </proc/uptime; systemctl start tiltpad-empty; "
                                     "read after rest </proc/uptime; echo $before $after | awk '{print $2 - $1}'").stdout)
                   for _ in range(KILLS))

    def test_a_killed_gateway_leaves_pads_at_rest_and_phones_are_back_two_seconds_after_an_empty_start(self):
        """The phones return with their tickets, and have the same slots and the same pads."""
        empty = self.quickest_empty_start()
        print(f"kernel: an empty program in the gateway's unit takes {empty:.2f} s", file=sys.stderr)
        self.start_phones()
        first = self.arrivals(1)
        self.holds(["a"])
        before = self.pads()
        # The shortest of some times, because other work of the machine is not the gateway's fault.
        quickest = min(self.back_after_a_kill(first, before, count) for count in range(2, 2 + KILLS))
        times.hold(self, "phones are back after a kill of the gateway", quickest - empty, 2)
        # Once more, with phones that do not reconnect before the test has looked at the pads.
        self.stop_gateway(lambda: self.holds([]))
        self.assertEqual(self.pads(), before)
        self.arrivals(2 + KILLS)
        self.holds(["a"])

    def test_a_gateway_whose_loop_stops_is_replaced_and_phones_are_back(self):
        """systemd's watchdog replaces the stopped gateway. Until then the pads stay and rest. The phones continue as the same players."""
        self.start_phones()
        first = self.arrivals(1)
        self.holds(["a"])
        before = self.pads()
        stopped = float(guest().run("cut -d' ' -f1 /proc/uptime; systemctl kill -s STOP tiltpad-web").stdout)
        self.holds([])
        self.assertEqual(self.pads(), before)
        back = self.arrivals(2)
        took = max(at for at, _ in back.values()) - stopped
        self.assertEqual({number: player for number, (_, player) in back.items()},
                         {number: player for number, (_, player) in first.items()})
        self.holds(["a"])
        self.assertEqual(self.pads(), before)
        times.hold(self, "phones are back after the gateway was stopped", took, 12)
