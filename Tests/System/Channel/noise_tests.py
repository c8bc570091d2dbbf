"""Tests of the Swift host and the Swift controller against PyPI's noiseprotocol. All parts around Noise are written a second time here, in Python."""

import hashlib
import hmac
import os
import pathlib
import struct
import subprocess
import unittest

try:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from noise.connection import Keypair, NoiseConnection
except ImportError:
    NoiseConnection = None

ROOT = pathlib.Path(__file__).resolve().parents[3]
PEER = os.environ.get("PEER", str(ROOT / ".build/debug/channel-peer"))
RUNS = 20


class Key:
    """An X25519 key."""

    def __init__(self):
        """Generates a random key pair."""
        self.secret = os.urandom(32)
        self.public = X25519PrivateKey.from_private_bytes(self.secret).public_key().public_bytes_raw()


class Peer:
    """The Swift side: a program that reads one datagram per line, and answers each with one line."""

    def __init__(self, *arguments):
        """Starts the program with `arguments`; bytes become hexadecimal digits."""
        words = [argument if isinstance(argument, str) else argument.hex() for argument in arguments]
        self.process = subprocess.Popen([PEER, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self):
        """Returns the words of the program's next line: the verb, then bytes, or the reason if the verb is "dropped"."""
        first, *rest = self.process.stdout.readline().split()
        return (first, *[bytes.fromhex(word) if first != "dropped" else word for word in rest])

    def ask(self, datagram):
        """Sends a datagram to the program and returns the words of its answer."""
        self.process.stdin.write(datagram.hex() + "\n")
        self.process.stdin.flush()
        return self.read()

    def close(self):
        """Ends the program."""
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.process.stdout.close()


def code(public, data):
    """Returns the mac1 of `data`, for a receiver with the key `public`."""
    key = hashlib.sha256(b"tpp/1 mac1" + public).digest()
    return hmac.new(key, data, hashlib.sha256).digest()[:16]


def noise(is_initiator, key, shared, remote=None):
    """Returns a new Noise connection with the pre-shared key `shared`; an initiator also needs the host's key `remote`."""
    connection = NoiseConnection.from_name(b"Noise_IKpsk2_25519_ChaChaPoly_SHA256")
    (connection.set_as_initiator if is_initiator else connection.set_as_responder)()
    connection.set_prologue(b"tpp/1")
    connection.set_psks(shared)
    connection.set_keypair_from_private_bytes(Keypair.STATIC, key.secret)
    if remote:
        connection.set_keypair_from_public_bytes(Keypair.REMOTE_STATIC, remote)
    connection.start_handshake()
    return connection


def introduction(connection, host, index=0x0A0B0C):
    """Returns the INIT of a controller called "noise"."""
    payload = struct.pack("<QHBBHH40s", 7, 1, 1, 1, 100, 0, b"noise")
    head = bytes([0xD2, 1, 0, 0]) + struct.pack("<I", index) + bytes(connection.write_message(payload))
    head += code(host, head)
    return head + bytes(16)


def seal(cipher, index, counter, frames):
    """Returns a DATA packet with encrypted `frames`."""
    head = bytes([0xD5]) + index.to_bytes(3, "little") + struct.pack("<I", counter)
    cipher.set_nonce(counter)
    return head + bytes(cipher.encrypt_with_ad(head, frames))


def unseal(cipher, datagram):
    """Returns the index and the frames of a DATA packet."""
    (counter,) = struct.unpack_from("<I", datagram, 4)
    cipher.set_nonce(counter)
    return int.from_bytes(datagram[1:4], "little"), bytes(cipher.decrypt_with_ad(datagram[:8], datagram[8:]))


def ciphers(connection):
    """Returns the two ciphers of a completed handshake: for sending, and for receiving."""
    return connection.noise_protocol.cipher_state_encrypt, connection.noise_protocol.cipher_state_decrypt


@unittest.skipIf(NoiseConnection is None, "noiseprotocol cannot be had from PyPI")
class NoiseTests(unittest.TestCase):
    """Tests of handshakes between Swift and Python. Each side is the host in some tests; all keys are random."""

    def host(self, shared, controller):
        """Returns a Swift host that lets `controller` in, and the host's key."""
        key = Key()
        peer = Peer("host", key.secret, controller.public, shared)
        self.addCleanup(peer.close)
        return peer, key

    def test_the_host_talks_to_an_independent_controller(self):
        """Python sends INIT and DATA; Swift answers with RESP and DATA."""
        for run in range(RUNS):
            shared, controller = os.urandom(32), Key()
            peer, host = self.host(shared, controller)
            connection = noise(True, controller, shared, host.public)
            verb, reply = peer.ask(introduction(connection, host.public))
            self.assertEqual((verb, reply[0], len(reply)), ("reply", 0xD3, 108))
            self.assertEqual(reply[92:], code(controller.public, reply[:92]))
            index, own = struct.unpack_from("<II", reply, 4)
            self.assertEqual(own, 0x0A0B0C)
            payload = bytes(connection.read_message(reply[12:92]))
            self.assertEqual(payload[1], 4)
            out, into = ciphers(connection)
            for counter in (0, 1, 5, 3, 2**31 - 1):
                frames = os.urandom(run * 3 + 1)
                verb, opened, echo = peer.ask(seal(out, index, counter, frames))
                self.assertEqual((verb, opened), ("opened", frames))
                self.assertEqual(unseal(into, echo), (own, frames))
            self.assertEqual(peer.ask(seal(out, index, counter, b"again")), ("dropped", "duplicate"))

    def test_the_controller_talks_to_an_independent_host(self):
        """Swift sends INIT and DATA; Python answers with RESP and DATA."""
        for run in range(RUNS):
            shared, controller, host, frames = os.urandom(32), Key(), Key(), os.urandom(run * 5 + 1)
            peer = Peer("controller", controller.secret, host.public, shared, frames)
            self.addCleanup(peer.close)
            verb, init = peer.read()
            self.assertEqual((verb, init[0], len(init)), ("send", 0xD2, 192))
            self.assertEqual(init[160:176], code(host.public, init[:160]))
            (index,) = struct.unpack_from("<I", init, 4)
            connection = noise(False, host, shared)
            said = bytes(connection.read_message(init[8:160]))
            self.assertEqual(said[16:56].rstrip(b"\0"), b"peer")
            welcome = struct.pack("<BBHHHQHHIQ", 1, 4, 125, 2, 0, 1, 50, 5000, 0, 99)
            reply = bytes([0xD3, 1, 0, 0]) + struct.pack("<II", 0x112233, index) + bytes(connection.write_message(welcome))
            verb, data = peer.ask(reply + code(controller.public, reply))
            out, into = ciphers(connection)
            self.assertEqual(unseal(into, data), (0x112233, frames))
            self.assertEqual(peer.ask(seal(out, index, 0, b"hello")), ("opened", b"hello"))

    def test_the_controller_follows_a_cookie(self):
        """Python answers INIT with COOKIE. The Swift controller then repeats its INIT with a valid mac2."""
        peer = Peer("controller", Key().secret, Key().public, os.urandom(32), b"x")
        self.addCleanup(peer.close)
        _, init = peer.read()
        cookie = os.urandom(16)
        verb, again = peer.ask(bytes([0xD4, 1, 0, 0]) + init[4:8] + init[160:168] + cookie)
        self.assertEqual((verb, again[:176]), ("send", init[:176]))
        self.assertEqual(again[176:], hmac.new(cookie, init[:176], hashlib.sha256).digest()[:16])

    def test_an_independent_controller_without_the_right_keys_is_dropped(self):
        """With a wrong pre-shared key, the controller cannot read RESP. With a wrong key of the host or of the controller, the host drops INIT."""
        shared, controller = os.urandom(32), Key()
        peer, host = self.host(shared, controller)
        connection = noise(True, controller, os.urandom(32), host.public)
        _, reply = peer.ask(introduction(connection, host.public))
        with self.assertRaises(Exception):
            connection.read_message(reply[12:92])
        wrong = Key().public
        self.assertEqual(peer.ask(introduction(noise(True, controller, shared, wrong), wrong)), ("dropped", "wrongCode"))
        self.assertEqual(peer.ask(introduction(noise(True, controller, shared, wrong), host.public)), ("dropped", "forged"))
        self.assertEqual(peer.ask(introduction(noise(True, Key(), shared, host.public), host.public)), ("dropped", "unknownKey"))
