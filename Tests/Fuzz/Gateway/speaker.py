"""Runs scripts on a gateway. Every connection has an address of its own, so that no limit on an address ends the run."""

import concurrent.futures
import contextlib
import itertools
import select
import socket
import ssl
import struct
import time

# The time for which a script waits for an answer, as a fraction of `patience`. Most answers come immediately, and many never come.
MOMENT = 0.008
RESET = struct.pack("ii", 1, 0)


def context(newest=None):
    """Returns a TLS context that accepts any certificate, as an attacker's does."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    if newest:
        trusting.maximum_version = newest
    return trusting


class Connection:
    """A connection, with or without TLS. An error ends the connection, but not the script."""

    def __init__(self, place, kind, source, patience):
        """Connects to `place` from the address `source`; no step waits longer than `patience` s."""
        self.kind, self.patience, self.waiting = kind, patience, b""
        self.is_there = True
        self.tls = None
        self.socket = socket.socket()
        try:
            self.socket.settimeout(patience)
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.socket.bind((source, 0))
            self.socket.connect(place)
        except OSError:
            self.end()

    def shake_hands(self, trusting, session):
        """Makes the TLS handshake, with the keys of `session` if the gateway accepts them."""
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = trusting.wrap_bio(self.incoming, self.outgoing, session=session)
        limit = time.monotonic() + self.patience
        while self.is_there and time.monotonic() < limit:
            try:
                tls.do_handshake()
                self.tls = tls
                return self.push(self.outgoing.read())
            except ssl.SSLWantReadError:
                self.push(self.outgoing.read())
                self.pull(limit - time.monotonic())
            except ssl.SSLError:
                break
        self.end()
        return None

    def push(self, payload):
        """Sends bytes as they are."""
        payload, self.waiting = self.waiting + payload, b""
        if not self.is_there or not payload:
            return
        try:
            self.socket.sendall(payload)
        except OSError:
            self.end()

    def pull(self, seconds):
        """Waits for bytes and passes them to TLS; returns the plain bytes."""
        if not self.is_there or not select.select([self.socket], [], [], max(0, seconds))[0]:
            return b""
        try:
            heard = self.socket.recv(65536)
        except OSError:
            heard = b""
        if not heard:
            self.end()
        elif hasattr(self, "incoming"):
            self.incoming.write(heard)
        return heard

    def packed(self, payload):
        """Returns the bytes that go over the wire for the payload."""
        if self.tls is None:
            return payload
        with contextlib.suppress(ssl.SSLError):
            self.tls.write(payload)
        return self.outgoing.read()

    def send(self, payload):
        """Sends the payload, in one record."""
        self.push(self.packed(payload))

    def cut(self, payload, count):
        """Sends the first `count` bytes of the payload's record. The other bytes of the record go out before the next payload."""
        carried = self.packed(payload)
        self.push(carried[:count])
        self.waiting = carried[count:]

    def hear(self, seconds):
        """Waits up to `seconds` s for bytes; returns those that have come by then, decrypted."""
        heard = self.pull(seconds)
        if self.tls is None:
            return heard
        said = b""
        with contextlib.suppress(ssl.SSLError):
            while part := self.tls.read(65536):
                said += part
        return said

    def notify(self):
        """Sends close_notify, which says that no more data follows."""
        if self.tls is not None:
            with contextlib.suppress(ssl.SSLError):
                self.tls.unwrap()
            self.push(self.outgoing.read())

    def shut(self):
        """Ends the direction to the gateway (FIN)."""
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_WR)

    def end(self, by_reset=False):
        """Ends the connection, with a RST if `by_reset` is true."""
        if by_reset and self.is_there:
            with contextlib.suppress(OSError):
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.is_there = False
        self.socket.close()


class Speaker:
    """Runs scripts on a gateway."""

    def __init__(self, gateway, patience=1.0):
        """Takes a `gateway` with ports and tickets, and the time for which a step waits at most, in s."""
        self.gateway, self.patience = gateway, patience
        self.contexts = {"tls": context(), "tls12": context(ssl.TLSVersion.TLSv1_2)}
        self.sessions = {}
        self.numbers = itertools.count(1)
        self.opened = 0
        self.pool = concurrent.futures.ThreadPoolExecutor()

    def open(self, kind):
        """Returns a new connection of the `kind`: tls, tls12, plain or bare."""
        self.opened = number = next(self.numbers)
        source = f"127.{1 + number % 250}.{number // 250 % 250}.1"
        port = self.gateway.plain_port if kind == "plain" else self.gateway.port
        connection = Connection(("127.0.0.1", port), kind, source, self.patience)
        if kind in self.contexts:
            connection.shake_hands(self.contexts[kind], self.sessions.get(kind))
        return connection

    def filled(self, payload, kind):
        """Returns the payload with the current values in place of names such as {host}."""
        if b"{" not in payload:
            return payload
        plain = kind == "plain"
        host = b"127.0.0.1:%d" % (self.gateway.plain_port if plain else self.gateway.port)
        payload = payload.replace(b"{host}", host).replace(b"{origin}", (b"http://" if plain else b"https://") + host)
        for name, is_for_host in ((b"{ticket}", False), (b"{desk}", True)):
            if name in payload:
                payload = payload.replace(name, self.gateway.ticket(is_for_host))
        return payload

    def step(self, connections, step):
        """Carries out one step."""
        if step.verb == "open":
            if step.link in connections:
                connections[step.link].end(by_reset=True)
            connections[step.link] = self.open(step.word)
            return
        connection = connections.get(step.link)
        if connection is None or not connection.is_there:
            return
        payload = self.filled(step.payload or b"", connection.kind)
        match step.verb:
            case "send": connection.send(payload)
            case "cut": connection.cut(payload, int(step.word))
            case "wire": connection.push(payload)
            case "hear": self.listen(connection)
            case "notify": connection.notify()
            case "shut": connection.shut()
            case "close": connection.end()
            case "reset": connection.end(by_reset=True)

    def listen(self, connection):
        """Waits for an answer, and keeps the keys of the TLS session for a later connection."""
        connection.hear(self.patience * MOMENT)
        if connection.tls is not None and connection.tls.session is not None:
            self.sessions[connection.kind] = connection.tls.session

    def play(self, script):
        """Runs a script to its end."""
        connections = {}
        try:
            for step in script:
                self.step(connections, step)
        finally:
            for connection in connections.values():
                connection.end(by_reset=True)

    def play_together(self, scripts):
        """Runs scripts at the same time, and returns when all have ended."""
        list(self.pool.map(self.play, scripts))
