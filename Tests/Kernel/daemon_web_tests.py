"""The web gateway as a unit of its own: what it may do, and what becomes of pads when it is killed."""

import json
import re
import sys
import time
import unittest

import daemon_guest
from shared_guest import guest

MOST_EXPOSED = 1.1
PAGE = "/usr/share/tiltpad/web"
# A phone in a few lines of Python, for a guest that has no more: it says hello, and holds A until it is killed.
PHONE = r"""
import base64, json, os, socket, ssl, struct, subprocess, sys, time
resume = sys.argv[1] if len(sys.argv) > 1 else None
link = subprocess.run(["tiltpad", "pair", "--phone", "--link", "--address", "127.0.0.1"],
                      capture_output=True, text=True, check=True).stdout.strip() if not resume else ""
ticket = resume or link.split("#")[1]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
link = context.wrap_socket(socket.create_connection(("127.0.0.1", 28443), 5))
link.sendall((
    "GET /link HTTP/1.1\r\nHost: 127.0.0.1:28443\r\nOrigin: https://127.0.0.1:28443\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " +
    base64.b64encode(os.urandom(16)).decode() + f"\r\nSec-WebSocket-Protocol: tpp.v1, ticket.{ticket}\r\n\r\n").encode())
def say(kind, body):
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(body))
    link.sendall(bytes([0x80 | kind, 0x80 | len(body)]) + mask + masked)
heard = b""
while b"101 " not in heard or b"\r\n\r\n" not in heard:
    part = link.recv(4096)
    if not part:
        sys.exit(heard.decode(errors="replace").splitlines()[0] if heard else "closed")
    heard += part
say(1, json.dumps({"type": "hello", "name": "Aki"}).encode())
while b'"resume":"' not in heard:
    heard += link.recv(4096)
print(heard.split(b'"resume":"')[1][:22].decode(), flush=True)
print(heard.split(b'"player":')[1][:1].decode(), flush=True)
number = 0
while True:
    number += 1
    say(2, struct.pack("<IBBIBBhhhIhhhhBBH", number, 1, 28, 0, 2, 255, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0))
    time.sleep(1 / 60)
"""


def setUpModule():
    """Installs both, gives the gateway a page, and starts them."""
    daemon_guest.start()
    daemon_guest.write(f"{PAGE}/join.html", "<!doctype html><title>join</title>")
    daemon_guest.write("/run/phone.py", PHONE)
    guest().run("systemctl restart tiltpad-web")


def tearDownModule():
    """Stops both."""
    guest().run("systemctl stop tiltpad-phone tiltpad-web; systemctl reset-failed tiltpad-web 2>/dev/null; true")
    daemon_guest.stop()


def main_pid():
    """The process of the gateway."""
    return int(guest().run("systemctl show -P MainPID tiltpad-web").stdout)


class TheUnit(unittest.TestCase):
    """How systemd runs the gateway."""

    def test_it_is_active_and_serves_the_page(self):
        """Active means that it listens."""
        self.assertEqual(guest().run("systemctl is-active tiltpad-web").stdout.strip(), "active")
        served = guest().run(
            "python3 -c 'import ssl, urllib.request as r; print(r.urlopen(\"https://127.0.0.1:28443/j/\", "
            "context=ssl._create_unverified_context()).read().decode())'").stdout
        self.assertIn("<title>join", served)

    def test_it_has_no_device_and_no_power(self):
        """Another user than the daemon, no capability, and neither device nor the daemon's database."""
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

    def test_its_exposure_is_small(self):
        """systemd-analyze security scores what the unit leaves open."""
        printed = guest().run("systemd-analyze security --no-pager tiltpad-web").stdout
        score = float(re.search(r"exposure level for tiltpad-web.service: ([0-9.]+)", printed)[1])
        print(f"kernel: systemd-analyze security scores {score} for tiltpad-web", file=sys.stderr)
        self.assertLessEqual(score, MOST_EXPOSED)

    def test_systemd_finds_no_fault_in_its_file(self):
        """A key that this systemd does not know would be a warning."""
        done = guest().run("systemd-analyze verify --man=no /lib/systemd/system/tiltpad-web.service", check=False)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_its_key_is_for_nobody_else(self):
        """Neither the key nor the tickets."""
        self.assertEqual(guest().run("stat -c '%U %a' /var/lib/tiltpad-web/web.key").stdout.strip(), "tiltpad-web 600")
        self.assertEqual(
            guest().run("stat -c '%U %G %a' /run/tiltpad-web/web.sock").stdout.strip(), "tiltpad-web tiltpad 660")


class APhone(unittest.TestCase):
    """A page that plays, and a gateway that is killed meanwhile."""

    def phone(self, *arguments):
        """Starts a phone in the guest; the ticket to come back with, and its player."""
        guest().run("systemctl stop tiltpad-phone 2>/dev/null; rm -f /run/phone.out; systemd-run -q --collect "
                    "--unit=tiltpad-phone -p StandardOutput=file:/run/phone.out -p StandardError=inherit "
                    f"python3 /run/phone.py {' '.join(arguments)}")
        lines, limit = [], time.monotonic() + 10
        while time.monotonic() < limit:
            lines = guest().run("cat /run/phone.out").stdout.split()
            if len(lines) == 2:
                return lines
            time.sleep(0.1)
        self.fail(f"the phone did not come in: {lines}")

    def holds(self, buttons):
        """Waits until the only player holds these buttons."""
        limit = time.monotonic() + 10
        while time.monotonic() < limit:
            players = json.loads(guest().run("tiltpad monitor --once --json").stdout)["players"]
            if [player["buttons"] for player in players] == [buttons]:
                return
            time.sleep(0.05)
        self.fail(f"{players}")

    def pads(self):
        """The event devices of pads."""
        return guest().run("ls /dev/input | grep event | sort").stdout

    def test_a_gateway_that_is_killed_leaves_the_pad_plugged_in_and_at_rest(self):
        """The page comes back by its ticket, to the same slot and the same device."""
        resume, player = self.phone()
        self.assertEqual(player, "1")
        self.holds(["a"])
        before = self.pads()
        guest().run("systemctl kill -s KILL tiltpad-web")
        self.holds([])
        self.assertEqual(self.pads(), before)
        limit = time.monotonic() + 2
        while guest().run("ss -Hltn sport = 28443").stdout == "":
            self.assertLess(time.monotonic(), limit)
        self.assertEqual(self.phone(resume)[1], "1")
        self.holds(["a"])
        self.assertEqual(self.pads(), before)
