"""A controller's handshake by `Noise_IKpsk2_25519_ChaChaPoly_SHA256` (rev. 34), for strangers that know the protocol."""

import hashlib
import hmac
import os
import struct

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

NAME = b"Noise_IKpsk2_25519_ChaChaPoly_SHA256"
KNOWN, CONFIRM = 0, 3


def code(key, data):
    """Returns the first 16 bytes of an HMAC (docs/protocol.md, "Codes and cookies")."""
    return hmac.new(key, data, hashlib.sha256).digest()[:16]


def nonce(counter):
    """Returns the nonce with this counter."""
    return struct.pack("<IQ", 0, counter)


def public(key):
    """Returns the public half of a key, as bytes."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


class Controller:
    """An unpaired controller: its INIT, its part of the handshake, and its DATA packets."""

    def __init__(self, host, mode, name=b"stranger"):
        """Prepares an INIT for the host with the public key `host`, in the pairing mode `mode`."""
        self._own, self._once = X25519PrivateKey.generate(), X25519PrivateKey.generate()
        self._chain = self._hash = hashlib.sha256(NAME).digest()
        self._key, self._counter = None, 0
        self._mix_hash(b"tpp/1")
        self._mix_hash(host)
        remote = X25519PublicKey.from_public_bytes(host)
        self.index = int.from_bytes(os.urandom(3), "little")
        message = public(self._once)
        self._mix_hash(message)
        self._mix_key(message)
        self._mix_key(self._once.exchange(remote))
        message += self._seal(public(self._own))
        self._mix_key(self._own.exchange(remote))
        message += self._seal(struct.pack("<QHBBHH40s", 7, 1, 1, 1, 100, 0, name))
        head = bytes([0xD2, 1, mode, 0]) + struct.pack("<I", self.index) + message
        self._head = head + code(hashlib.sha256(b"tpp/1 mac1" + host).digest(), head)

    def introduction(self, cookie=None):
        """Returns INIT. With a `cookie`, it has the second code."""
        return self._head + (code(cookie, self._head) if cookie else bytes(16))

    def finish(self, welcome):
        """Completes the handshake with the host's RESP. A stranger's pre-shared key is all zeros."""
        (self._peer,) = struct.unpack_from("<I", welcome, 4)
        remote, sealed = welcome[12:44], welcome[44:92]
        self._mix_hash(remote)
        self._mix_key(remote)
        self._mix_key(self._once.exchange(X25519PublicKey.from_public_bytes(remote)))
        self._mix_key(self._own.exchange(X25519PublicKey.from_public_bytes(remote)))
        self._chain, mixed, self._key = self._derive(bytes(32), 3)
        self._counter = 0
        self._mix_hash(mixed)
        ChaCha20Poly1305(self._key).decrypt(nonce(0), sealed[:48], self._hash)
        self._out = ChaCha20Poly1305(self._derive(b"", 2)[0])
        self._sent = 0

    def data(self, frames):
        """Returns the next DATA packet, with `frames` encrypted."""
        head = bytes([0xD5]) + self._peer.to_bytes(3, "little") + struct.pack("<I", self._sent)
        self._sent += 1
        return head + self._out.encrypt(nonce(self._sent - 1), frames, head)

    def _mix_hash(self, data):
        self._hash = hashlib.sha256(self._hash + data).digest()

    def _mix_key(self, data):
        self._chain, self._key = self._derive(data, 2)
        self._counter = 0

    def _derive(self, data, count):
        secret, made = hmac.new(self._chain, data, hashlib.sha256).digest(), [b""]
        for number in range(1, count + 1):
            made.append(hmac.new(secret, made[-1] + bytes([number]), hashlib.sha256).digest())
        return made[1:]

    def _seal(self, data):
        sealed = ChaCha20Poly1305(self._key).encrypt(nonce(self._counter), data, self._hash)
        self._counter += 1
        self._mix_hash(sealed)
        return sealed
