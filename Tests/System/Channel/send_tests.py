"""Tests of `tiltpad send` with encryption, against a host written in Python: keys, pairing, frames, and the end of the session."""

import base64
import itertools
import os
import pathlib
import socket
import struct
import subprocess
import tempfile
import threading
import unittest

from noise_tests import ROOT, Key, NoiseConnection, ciphers, code, noise, seal, unseal

BINARY = os.environ.get("BINARY", str(ROOT / ".build/debug/tiltpad"))
PLAYER = 2


def qr(secret):
    """Returns the pre-shared secret that both sides derive from the QR code's `secret`, by HKDF with SHA-256."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    return HKDF(hashes.SHA256(), 32, None, b"tpp/1 qr").derive(secret)


class Host(threading.Thread):
    """A host that admits one controller, makes it player 2, and acknowledges its edges."""

    def __init__(self, shared, mode):
        """Listens on a free port; the handshake in `mode` uses the secret `shared`."""
        super().__init__(daemon=True)
        self.key, self.shared, self.mode = Key(), shared, mode
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.presses, self.codes, self.modes, self.controller, self.next_edge = 0, [], [], None, None
        self.responses, self.sessions = {}, []

    def run(self):
        """Answers until the socket is closed."""
        while True:
            try:
                datagram, sender = self.socket.recvfrom(2048)
                answer = {0xD0: self.probe, 0xD2: self.introduction, 0xD5: self.data}[datagram[0]](datagram)
                if answer:
                    self.socket.sendto(answer, sender)
            except OSError:
                return

    def probe(self, datagram):
        """Returns the PROBE_REPLY to a PROBE, with the host's key."""
        head = struct.pack("<BBBBBBH", 0xD1, 1, 0, 1, 0, 4, 0) + datagram[8:16] + bytes(8)
        return head + self.key.public + bytes(16) + b"\x03Den"

    def introduction(self, datagram):
        """Returns the RESP to an INIT, or None; a repeated INIT gets the same RESP."""
        if datagram not in self.responses:
            self.modes.append(datagram[2])
            self.responses[datagram] = self.response(datagram)
        return self.responses[datagram]

    def response(self, datagram):
        """Returns a RESP to a new INIT, and begins a session; None if the INIT has another mode or a wrong mac1."""
        if datagram[2] != self.mode or datagram[160:176] != code(self.key.public, datagram[:160]):
            return None
        connection = noise(False, self.key, self.shared)
        connection.read_message(datagram[8:160])
        self.controller = connection.noise_protocol.handshake_state.rs.public_bytes
        payload = struct.pack("<BBHHHQHHIQ", 0, 4, 125, 2, 0, 9, 50, 5000, 0, 0)
        (peer,) = struct.unpack_from("<I", datagram, 4)
        head = struct.pack("<BBBBII", 0xD3, 1, 0, 0, len(self.sessions), peer)
        head += bytes(connection.write_message(payload))
        self.sessions.append((*ciphers(connection), peer, itertools.count()))
        return head + code(self.controller, head)

    def data(self, datagram):
        """Reads a DATA packet. Returns one with an ACK, the player's number, and a receipt for each control frame."""
        out, into, peer, counter = self.sessions[int.from_bytes(datagram[1:4], "little")]
        _, frames = unseal(into, datagram)
        answer = b""
        while frames:
            kind, length, body = frames[0], frames[1], frames[2:2 + frames[1]]
            frames = frames[2 + length:]
            if kind == 0x04:
                self.edges(body)
            if kind == 0x13:
                self.codes.append(body[2])
                answer += bytes([0x14, 2]) + body[:2]
        answer += bytes([0x10, 14]) + struct.pack("<IIHHH", 0, 0, self.next_edge or 0, 0, 0)
        answer += bytes([0x13, 4, 1, 0, 64, PLAYER])
        return seal(out, peer, next(counter), answer)

    def edges(self, body):
        """Counts the presses in an EDGES frame; an edge that was received before does not count again."""
        (first,) = struct.unpack_from("<H", body)
        for place in range((len(body) - 2) // 3):
            if self.next_edge is None or first + place >= self.next_edge:
                self.presses += body[2 + 3 * place] >> 7
                self.next_edge = first + place + 1


@unittest.skipIf(NoiseConnection is None, "noiseprotocol cannot be had from PyPI")
class SendTests(unittest.TestCase):
    """Tests that run the program as a user does."""

    def setUp(self):
        """Makes a directory for the controller's key, and the secret of the host's QR code."""
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.file = pathlib.Path(place.name) / "state" / "controller"
        self.secret = os.urandom(16)

    def host(self, mode):
        """Starts a host that expects the handshake `mode`, and returns it."""
        host = Host(qr(self.secret), mode)
        self.addCleanup(host.socket.close)
        host.start()
        return host

    def send(self, *arguments):
        """Runs `tiltpad send` with this test's key file; returns the completed process."""
        return subprocess.run(
            [BINARY, "send", "--key", str(self.file), *arguments], capture_output=True, text=True, timeout=120,
            stdin=subprocess.DEVNULL)

    def link(self, host):
        """Returns the link in the host's QR code, with the host's key and the secret."""
        words = [base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in (host.key.public, self.secret)]
        return f"tpp://127.0.0.1:{host.port}/?k={words[0]}&s={words[1]}&e=4000000000&n=Den"

    def test_a_link_pairs_and_the_next_time_the_address_is_enough(self):
        """The first run pairs in the QR mode. The second run uses the known mode and the same key. The host acknowledges every press."""
        host = self.host(mode=1)
        result = self.send("--pair", self.link(host), "--press", "a,b", "--count", "5")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout.splitlines()[:2], ["looking for the host", "player 2"])
        self.assertIn("20 edges: 20 acknowledged, 0 unacknowledged", result.stdout)
        self.assertEqual((host.presses, host.modes, set(host.codes)), (10, [1], {66}))
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)
        self.assertEqual(len(self.file.read_text().splitlines()), 2)

        host.mode, host.presses, host.next_edge, first = 0, 0, None, host.controller
        result = self.send("--host", f"127.0.0.1:{host.port}", "--press", "a", "--duration", "1", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('{"state":"connected","player":2}', result.stdout.replace(" ", ""))
        self.assertEqual((host.presses, host.modes[-1], host.controller), (1, 0, first))

    def test_a_bad_network_costs_no_press(self):
        """A fifth of the packets are not sent, and some are sent twice."""
        host = self.host(mode=1)
        result = self.send(
            "--pair", self.link(host), "--press", "all", "--duration", "9", "--loss", "20", "--burst", "20",
            "--duplicate", "10", "--delay", "5", "--jitter", "5", "--reorder", "5")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("player 2", result.stdout)
        self.assertIn(" 0 unacknowledged", result.stdout)

    def test_an_unknown_host_and_a_silent_one_are_failures(self):
        """The first host has no secret in common with the controller; the second answers nothing."""
        host = self.host(mode=0)
        result = self.send("--host", f"127.0.0.1:{host.port}", "--swing", "--duration", "5")
        self.assertEqual(result.returncode, 1)
        self.assertIn("is not paired with", result.stderr)
        result = self.send("--host", "127.0.0.1:9", "--swing", "--duration", "15", "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assertIn("tiltpad: ", result.stderr)
