"""A bridge under the test's control. It gives every controller a slot, sends the stage that the test sets, and keeps the orders."""

import os
import pathlib
import selectors
import socket
import struct
import sys
import threading

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "Page"))

import host_records  # noqa: E402
from tables import Message, PeerState, Result, Topic, Verb  # noqa: E402


class FakeBridge:
    """A stand-in for the daemon's local socket (docs/protocol.md), with the parts that the gateway uses."""

    def __init__(self, path):
        """Listens at `path`. `stage` is the stage to send, and `orders` has the orders so far: (verb, argument, player, number)."""
        self.stage = host_records.Stage()
        self.orders = []
        self.topics = None
        self._players, self._links = {}, {}
        self._watchers = set()
        self._lock = threading.Lock()
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.bind(path)
        self._listener.listen()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._wake, waker = socket.socketpair()
        self._selector.register(waker, selectors.EVENT_READ)
        self._path = path
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def end(self):
        """Ends the bridge, and every connection."""
        self._wake.send(b"e")
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()
        self._selector.close()
        self._wake.close()
        os.unlink(self._path)

    def show(self, stage):
        """Sends a new stage to all watchers."""
        with self._lock:
            self.stage = stage
            for watcher in self._watchers:
                watcher.send(stage.packed())

    def introduce(self, slot, name):
        """Sends a message PEER: the device `name` plays in the slot."""
        with self._lock:
            for watcher in self._watchers:
                watcher.send(struct.pack("<BBBBI32s40s", Message.PEER, PeerState.CONNECTED, slot, 0, 2**32 - 1, bytes(32), name.encode()))

    def send(self, slot, frames):
        """Sends frames to the controller in a slot."""
        with self._lock:
            controller = next(controller for controller, its in self._players.items() if its == slot)
            self._links[controller].send(struct.pack("<BBxxII4xQ", Message.FRAMES, 1, controller, 1, 0) + frames)

    def tell(self):
        """Sends the status records of the host and its players."""
        with self._lock:
            for watcher in self._watchers:
                watcher.send(host_records.Host().packed(len(self._players)))
                for slot in self._players.values():
                    watcher.send(host_records.Player().packed(slot))

    def _run(self):
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._listener:
                    self._selector.register(self._listener.accept()[0], selectors.EVENT_READ)
                elif not self._take(key.fileobj):
                    return

    def _take(self, link):
        packet = link.recv(1024)
        if packet == b"e":
            return False
        with self._lock:
            if not packet:
                self._selector.unregister(link)
                self._watchers.discard(link)
                link.close()
            elif packet[0] == Message.FRAMES:
                self._seat(link, struct.unpack_from("<I", packet, 4)[0])
            elif packet[0] == Message.WATCH:
                self._watch(link, packet[1])
            elif packet[0] == Message.ORDER:
                self._order(link, *struct.unpack_from("<BBBI", packet, 1))
        return True

    def _seat(self, link, controller):
        slot = self._players.setdefault(controller, len(self._players) + 1)
        self._links[controller] = link
        link.send(struct.pack("<BBBBI", Message.SEAT, slot, 0, 16, controller))

    def _watch(self, link, topics):
        self.topics = topics
        self._watchers.add(link)
        if topics & Topic.STAGE:
            link.send(self.stage.packed())

    def _order(self, link, verb, argument, player, number):
        self.orders.append((verb, argument, player, number))
        link.send(struct.pack("<BBHI", Message.ANSWER, Result.NOT_NOW if verb == Verb.MIDPOINT else Result.DONE, 0, number) + bytes(104))


class WithFakeBridge:
    """A mixin for tests whose gateway connects to a FakeBridge instead of a daemon."""

    @property
    def bridge_socket(self):
        """Returns the path at which the bridge listens."""
        return self.socket

    def start_daemon(self):
        """Starts the bridge instead of a daemon."""
        self.bridge = FakeBridge(self.socket)
        # A test may replace `self.bridge`, so the last one is ended.
        self.addCleanup(lambda: self.bridge.end())
