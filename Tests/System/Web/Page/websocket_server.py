"""The server's side of a WebSocket (RFC 6455), without fragments and extensions, which the tests do not need."""

import asyncio
import base64
import hashlib
import struct

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def accept(key):
    """Returns the Sec-WebSocket-Accept for a Sec-WebSocket-Key."""
    return base64.b64encode(hashlib.sha1(key.encode() + GUID).digest()).decode()


def protocols(headers):
    """Returns the subprotocols that a request offers."""
    return [name.strip() for name in headers.get("sec-websocket-protocol", "").split(",")]


def shake_hands(headers, protocol, reader, writer):
    """Answers a request for a WebSocket; returns the WebSocket."""
    writer.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  f"Sec-WebSocket-Accept: {accept(headers['sec-websocket-key'])}\r\nSec-WebSocket-Protocol: {protocol}\r\n\r\n").encode())
    return Socket(reader, writer)


class Socket:
    """An open WebSocket on a stream."""

    def __init__(self, reader, writer):
        """Uses a connection whose handshake is over."""
        self._reader = reader
        self._writer = writer

    async def messages(self):
        """Yields (is_text, payload) for each message, until the other side has gone."""
        while True:
            try:
                code, payload = await self._frame()
            except (asyncio.IncompleteReadError, ConnectionError, OSError):
                return
            if code == CLOSE:
                return
            if code == PING:
                self._write(PONG, payload)
            if code in (TEXT, BINARY):
                yield code == TEXT, payload

    def send(self, payload):
        """Sends a text (str) or a binary message (bytes)."""
        self._write(TEXT if isinstance(payload, str) else BINARY, payload.encode() if isinstance(payload, str) else payload)

    def close(self):
        """Closes the WebSocket and the connection."""
        self._write(CLOSE, struct.pack(">H", 1000))
        self._writer.close()

    async def _frame(self):
        first, second = await self._reader.readexactly(2)
        length = second & 0x7F
        if length >= 126:
            length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8), "big")
        mask = await self._reader.readexactly(4)
        payload = await self._reader.readexactly(length)
        return first & 0x0F, bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))

    def _write(self, code, payload):
        if self._writer.is_closing():
            return
        length = len(payload)
        head = bytes([0x80 | code, length]) if length < 126 else bytes([0x80 | code, 126]) + struct.pack(">H", length)
        self._writer.write(head + payload)
