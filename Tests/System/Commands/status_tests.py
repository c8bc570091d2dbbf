"""Tests of `tiltpad status` with a daemon, its web gateway and controllers."""

import json
import os
import re
import socket
import time

from ports import free_port
from with_daemon import DEADLINE, ROOT, WithDaemon


class Status(WithDaemon):
    def status(self):
        return json.loads(self.order("status", "--json"))

    def gateway(self):
        """Starts the web gateway, and waits until the status shows it; returns its port."""
        port = free_port()
        gateway = self.start("web", "--socket", f"{self.socket}.gateway", "--tickets", str(self.place / "web.sock"),
                             "--port", str(port), "--folder", str(ROOT / "web"))
        self.said_error(gateway, "connected to the daemon")
        self.until(lambda: self.status()["gateway"])
        return port

    def until(self, is_true):
        """Waits until `is_true` holds. In one try, the command may take half a second, and the gateway may take a second to answer."""
        limit = time.monotonic() + DEADLINE
        while not is_true():
            self.assertLess(time.monotonic(), limit)

    def said_error(self, child, words):
        """Reads a program's error messages up to a line with these words."""
        for line in child.stderr:
            if words in line:
                return
        self.fail(f"it has ended without {words!r}")

    def test_it_shows_the_players_and_their_packets(self):
        sender = self.phone(1, self.host, "--swing", "--duration", "60")
        self.until_playing()
        self.until(lambda: self.status()["players"][0]["rate"])
        state = self.status()
        player = state["players"][0]
        self.assertEqual((player["player"], player["identity"], player["transport"]), (1, "xbox360", "udp"))
        self.assertEqual((state["port"], state["pads"], state["mode"]), (int(self.host.split(":")[1]), "memory", "play"))
        self.assertEqual(state["databaseBytes"], os.path.getsize(self.place / "state" / "tiltpad.db"))
        screen = self.order("status")
        self.assertRegex(screen, r"(?m)^ +1 +xbox360 +udp +")
        self.assertRegex(screen, r"(?m)^players   1 of 4$")
        self.end_phone(sender)

    def test_it_shows_the_gateway_and_its_absence(self):
        self.assertIsNone(self.status()["gateway"])
        self.assertIn("gateway   does not answer", self.order("status"))
        port = self.gateway()
        gateway = self.status()["gateway"]
        self.assertEqual((gateway["port"], gateway["plainPort"]), (port, None))
        self.assertEqual(gateway["pages"], {"websocket": 0, "http": 0, "webrtc": 0})
        self.until(lambda: re.search(rf"page https://\S+:{port}/", self.order("status")))

    def test_only_drops_that_have_occurred_are_shown(self):
        self.assertIn("drops     none", self.order("status"))
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
            stranger.connect(("127.0.0.1", int(self.host.split(":")[1])))
            for _ in range(3):
                stranger.send(b"x" * 40)
        state = self.status()
        occurred = {name: count for name, count in state["drops"].items() if count}
        self.assertEqual(sum(occurred.values()) + state["dropsInKernel"], 3)
        line = next(line for line in self.order("status").splitlines() if line.startswith("drops"))
        self.assertRegex(line, r"^drops     \S.* 3$")

    def test_without_a_daemon_it_says_so_in_three_lines(self):
        result = self.run_command("status", "--socket", str(self.place / "none.sock"))
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertEqual(len(result.stderr.splitlines()), 3)
        self.assertEqual(self.run_command("status", "--nothing").returncode, 2)


del WithDaemon
