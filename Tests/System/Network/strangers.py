"""Strangers: controllers with their own addresses and keys that ask for confirmation, and ask again after each refusal."""

import select
import subprocess
import threading
import time

import noise
from links import HOST
from scene import PATIENCE, PORT

NETWORK = "10.99.1"
COOKIE, WELCOME, DATA, REJECT = 0xD4, 0xD3, 0xD5, 0xD6
# The times in s between two handshakes of a stranger without a session, and between two packets of one with a session.
ASKS, SPEAKS = 0.5, 1
# The time in s after which a session counts as lost. The host sends to waiting controllers every 500 ms.
SILENCE = 1.5
# A frame without effect: a receipt that acknowledges no message.
RECEIPT = bytes([0x14, 2, 0, 0])


class Stranger:
    """A controller that nobody has confirmed."""

    def __init__(self, socket, host):
        """Creates a stranger that sends from `socket` to the host with the public key `host`."""
        self.socket, self._host = socket, host
        self._cookie = self._controller = None
        self._due, self._heard, self._is_in = 0, 0, False
        self.is_answered = False

    def is_in(self, now):
        """Returns whether the stranger has a session at the time `now`."""
        return self._is_in and now < self._heard + SILENCE

    def act(self, now):
        """Sends the next handshake or packet, if its time has come."""
        if now < self._due:
            return
        if self.is_in(now):
            self._due = now + SPEAKS
            return self._send(self._controller.data(RECEIPT))
        self._due, self._is_in = now + ASKS, False
        self._controller = noise.Controller(self._host, noise.CONFIRM)
        self._send(self._controller.introduction(self._cookie))

    def take(self, datagram, now):
        """Handles a datagram from the host."""
        self.is_answered = self.is_answered or datagram[0] in (DATA, REJECT)
        if datagram[0] == COOKIE:
            self._cookie = datagram[16:32]
            self._send(self._controller.introduction(self._cookie))
        elif datagram[0] == WELCOME and not self._is_in:
            self._controller.finish(datagram)
            self._send(self._controller.data(RECEIPT))
            self._is_in, self._heard, self._due = True, now, now + SPEAKS
        elif datagram[0] == DATA:
            self._heard = now

    def _send(self, datagram):
        self.socket.sendto(datagram, (HOST, PORT))


class Strangers(threading.Thread):
    """Runs all strangers (unconfirmed controllers) until the end of the `with` block."""

    def __init__(self, scene, count, host):
        """Puts `count` strangers on the host's machine, with addresses of another network."""
        super().__init__(daemon=True)
        for words in (("link", "set", "lo", "up"), ("route", "add", "local", f"{NETWORK}.0/24", "dev", "lo")):
            subprocess.run(["ip", "-n", scene.far.name, *words], check=True, capture_output=True, timeout=PATIENCE)
        self._all, self._are_over = [], threading.Event()
        for number in range(count):
            socket = scene.far.socket()
            socket.bind((f"{NETWORK}.{number + 1}", 0))
            socket.setblocking(False)
            self._all.append(Stranger(socket, host))

    def __enter__(self):
        """Starts the strangers."""
        self.start()
        return self

    def __exit__(self, *_):
        """Ends the strangers."""
        self._are_over.set()
        self.join()
        for one in self._all:
            one.socket.close()

    def waiting(self):
        """Returns the number of strangers with a session."""
        return sum(one.is_in(time.monotonic()) for one in self._all)

    def until_all_are_answered(self, timeout_seconds):
        """Waits until the host has answered each stranger."""
        limit = time.monotonic() + timeout_seconds
        while not all(one.is_answered for one in self._all):
            assert time.monotonic() < limit, [one.is_answered for one in self._all]
            time.sleep(0.02)

    def run(self):
        """Runs the strangers in turn, in this thread."""
        poll, ours = select.poll(), {one.socket.fileno(): one for one in self._all}
        for descriptor in ours:
            poll.register(descriptor, select.POLLIN)
        while not self._are_over.is_set():
            for descriptor, _ in poll.poll(5):
                ours[descriptor].take(ours[descriptor].socket.recv(2048), time.monotonic())
            for one in self._all:
                one.act(time.monotonic())
