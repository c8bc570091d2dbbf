"""Runs in the guest: a WebSocket connection like that of a phone's page, which carries packets of sender.Controller and reconnects."""

import base64
import collections
import json
import os
import select
import socket
import ssl
import struct
import subprocess
import threading
import time

CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
CONTEXT.check_hostname, CONTEXT.verify_mode = False, ssl.CERT_NONE
HEAD = ("GET /link HTTP/1.1\r\nHost: 127.0.0.1:28443\r\nOrigin: https://127.0.0.1:28443\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Protocol: tpp.v1, ticket.{ticket}\r\n\r\n")
TEXT, BINARY, PING, PONG = 1, 2, 9, 10
# The size of a PLAIN header. Messages of pages have none: a page's begins with a packet number, and the host's with a frame.
HEADER_SIZE = 8
AGAIN_SECONDS = 0.25
PATIENCE_SECONDS = 15


class PageLink:
    """The connection of one page. Packets that are sent while it is not connected are lost."""

    def __init__(self):
        """Begins to join, with a ticket from a new link."""
        link = subprocess.run(["tiltpad", "pair", "--phone", "--link", "--address", "127.0.0.1"],
                              capture_output=True, text=True, check=True, timeout=60).stdout
        self._ticket = link.strip().split("#")[1]
        # OpenSSL does not allow two threads to use a connection at the same time.
        self._counter, self._socket, self._using = 0, None, threading.Lock()
        self._heard, self._rest = collections.deque(), b""
        self.player = None
        threading.Thread(target=self._stay, daemon=True).start()

    def send(self, datagram):
        """Sends the frames of a packet, without its header."""
        if (link := self._socket) is None:
            return
        try:
            self._counter += 1
            self._say(link, BINARY, struct.pack("<I", self._counter) + datagram[HEADER_SIZE:])
        except OSError:
            self._socket = None

    def receive(self):
        """Returns the next message of the host with an empty header before it; None if no message waits."""
        return bytes(HEADER_SIZE) + self._heard.popleft() if self._heard else None

    def _stay(self):
        while True:
            try:
                self._listen(self._come_in())
            except OSError:
                self._socket = None
                time.sleep(AGAIN_SECONDS)

    def _come_in(self):
        link = CONTEXT.wrap_socket(socket.create_connection(("127.0.0.1", 28443), 5))
        key = base64.b64encode(os.urandom(16)).decode()
        link.sendall(HEAD.format(key=key, ticket=self._ticket).encode())
        link.setblocking(False)
        self._rest = b""
        if b" 101 " not in self._line(link):
            raise ConnectionError("refused")
        while self._line(link).strip():
            pass
        self._say(link, TEXT, json.dumps({"type": "hello", "name": "Phone", "counter": self._counter}).encode())
        return link

    def _listen(self, link):
        while True:
            kind, body = self._message(link)
            if kind == BINARY:
                self._heard.append(body)
            elif kind == PING:
                self._say(link, PONG, body)
            elif kind == TEXT and (said := json.loads(body))["type"] == "welcome":
                self._ticket, self.player = said["resume"], said["player"]
                self._socket = link

    def _message(self, link):
        first, size = self._exactly(link, 2)
        if size >= 126:
            size = int.from_bytes(self._exactly(link, 2 if size == 126 else 8), "big")
        return first & 15, self._exactly(link, size)

    def _line(self, link):
        while b"\n" not in self._rest:
            self._read(link)
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _exactly(self, link, count):
        while len(self._rest) < count:
            self._read(link)
        read, self._rest = self._rest[:count], self._rest[count:]
        return read

    def _read(self, link):
        """Reads the bytes that have arrived; waits if there are none."""
        try:
            with self._using:
                read = link.recv(4096)
            if not read:
                raise ConnectionError("closed")
            self._rest += read
        except ssl.SSLWantReadError:
            if not select.select([link], [], [], PATIENCE_SECONDS)[0]:
                raise TimeoutError("silent") from None

    def _say(self, link, kind, body):
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(body))
        size = bytes([0x80 | len(body)]) if len(body) < 126 else struct.pack(">BH", 0x80 | 126, len(body))
        left = bytes([0x80 | kind]) + size + mask + masked
        with self._using:
            while left:
                try:
                    left = left[link.send(left):]
                except ssl.SSLWantWriteError:
                    select.select([], [link], [], PATIENCE_SECONDS)
