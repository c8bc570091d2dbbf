"""Tests of the messages that a gateway may send at its own socket, and of those that only the host's programs may send."""

import json
import os
import socket
import stat
import struct

import status
from tables import VERSION, Message, Topic, Verb
from with_daemon import WithDaemon

REFUSED = (Verb.OFFER_CODE, Verb.CLOSE_PAIRING, Verb.REVOKE, Verb.RENAME, Verb.FORGET)


def order(verb, number):
    """Returns a packet ORDER with this verb and number."""
    return struct.pack("<BBBBI32s40s", Message.ORDER, verb, 0, 0, number, bytes(32), b"")


class GatewaySocket(WithDaemon):
    def connect(self, path):
        """Returns a connection to the daemon's socket at `path`."""
        link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.addCleanup(link.close)
        link.connect(path)
        link.settimeout(20)
        return link

    def refused(self):
        """Returns the number of messages that the daemon has refused so far."""
        result = self.run_command("monitor", "--once", "--json", "--socket", self.socket)
        return json.loads(result.stdout)["drops"].get("not-allowed", 0)

    def test_a_gateway_cannot_order_what_its_dashboard_does_not_have(self):
        link = self.connect(f"{self.socket}.gateway")
        for number, verb in enumerate(REFUSED):
            link.send(order(verb, number))
        link.send(status.watch(Topic.PEERS | Topic.MESSAGES, 100))
        link.send(status.watch(Topic.TRACE, 100))
        link.send(struct.pack("<BBBBIHHI", Message.MESSAGE, 0, 0, 0, 1, 1, 0, 0))
        link.send(order(Verb.OFFER_PIN, 99))
        answer = link.recv(1024)
        self.assertEqual((answer[0], struct.unpack_from("<I", answer, 4)[0]), (Message.ANSWER, 99), "nothing before it was answered")
        self.assertEqual(answer[16:32], bytes(16), "a PIN comes without the secret of a QR code")
        self.assertEqual(self.refused(), len(REFUSED) + 3)

    def test_a_program_of_another_version_is_told_the_daemons_and_nothing_else(self):
        for path in (self.socket, f"{self.socket}.gateway"):
            link = self.connect(path)
            for version in (0, VERSION + 1):
                link.send(status.watch(0xFF, 10, version))
                self.assertEqual(link.recv(1024), bytes([Message.HOST, VERSION]))
            link.send(status.watch(Topic.STAGE, 10))
            self.assertIsNotNone(status.stage(link.recv(1024)))
            link.settimeout(0.3)
            with self.assertRaises(TimeoutError):
                link.recv(1024)
        self.assertEqual(self.refused(), 0)

    def test_a_program_of_the_hosts_can_order_everything(self):
        link = self.connect(self.socket)
        for number, verb in enumerate(REFUSED):
            link.send(order(verb, number))
            self.assertEqual(struct.unpack_from("<I", link.recv(1024), 4)[0], number)
        self.assertEqual(self.refused(), 0)

    def test_neither_socket_is_for_everybody_nor_takes_the_places_of_the_other(self):
        for path in (self.socket, f"{self.socket}.gateway"):
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o660)
        for _ in range(30):
            try:
                self.connect(f"{self.socket}.gateway").send(struct.pack("<BBHI", Message.RECENTRE, 0, 0, 0))
            except OSError:
                pass
        self.assertEqual(self.refused(), 0, "the monitor still finds a place")
