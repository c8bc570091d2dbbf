"""A page that takes as much as it can get.

Usage: python3 greedy_page.py PORT TICKET WAY SECONDS. WAY is `hellos` (40 at once every 150 ms), `packets` or `posts` (as fast as possible). If its
connection is closed, the page returns with the ticket that it received last.
"""

import json
import select
import socket
import ssl
import struct
import sys
import time

TRUSTING = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE
TEXT, BINARY = 0x81, 0x82
STATE = struct.pack("<BBIBBhhhIhhhhBBH", 1, 28, 0, 2, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
# The number of packets in the body of a request.
RECORDS = 100


def framed(kind, payload):
    """Returns a WebSocket frame of this kind, with a mask of zeros (RFC 6455 §5.2)."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else struct.pack(">BH", 0xFE, len(payload))
    return bytes([kind]) + size + bytes(4) + payload


def hello(number):
    """Returns the frame of a hello with another name for each number."""
    return framed(TEXT, json.dumps({"type": "hello", "name": f"Greedy {number}", "counter": 0}).encode())


class Greedy:
    """A greedy page. It counts its attempts to connect, and the messages that it has sent."""

    def __init__(self, port, ticket):
        """Prepares to play at `port` of this machine with this ticket."""
        self.port, self.ticket, self.arrivals, self.said = port, ticket, 0, 0

    def dial(self):
        """Opens a TLS connection to the gateway; returns it."""
        link = TRUSTING.wrap_socket(socket.create_connection(("127.0.0.1", self.port), timeout=10))
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return link

    def ask(self, link, method, path, *fields, body=b""):
        """Sends a request; returns the head of the answer and the bytes after it."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Origin: https://127.0.0.1:{self.port}", *fields]
        link.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        heard = b""
        while b"\r\n\r\n" not in heard:
            heard += self.hear(link)
        return heard.split(b"\r\n\r\n", 1)

    def hear(self, link):
        """Returns the bytes that arrive next. Raises an error at the end of the connection."""
        heard = link.recv(65536)
        if not heard:
            raise ConnectionError
        return heard

    def come_in(self):
        """Opens a WebSocket and says hello; returns the connection."""
        self.arrivals += 1
        link = self.dial()
        head, heard = self.ask(
            link, "GET", "/link", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Sec-WebSocket-Protocol: tpp.v1, ticket.{self.ticket}")
        if b" 101 " not in head:
            raise ConnectionError
        link.sendall(hello(0))
        while b'"resume":"' not in heard:
            heard += self.hear(link)
        self.ticket = heard.split(b'"resume":"')[1][:22].decode()
        return link

    def pour(self, link, what, pause=0.0):
        """Sends `what(number)` again and again until the connection or the time ends. Reads and drops the answers."""
        number = 0
        while time.monotonic() < self.ends:
            number += 1
            bytes_, count = what(number)
            link.sendall(bytes_)
            self.said += count
            time.sleep(pause)
            while link.pending() or select.select([link], [], [], 0)[0]:
                self.hear(link)

    def play(self, way, seconds):
        """Plays for `seconds` in the given way, and reconnects after each end."""
        self.ends = time.monotonic() + seconds
        while time.monotonic() < self.ends:
            try:
                getattr(self, way)()
            except (OSError, IndexError):
                time.sleep(0.05)

    def hellos(self):
        """Sends hellos over a WebSocket."""
        with self.come_in() as link:
            self.pour(link, lambda number: (b"".join(hello(40 * number + each) for each in range(40)), 40), 0.15)

    def packets(self):
        """Sends packets with the state of a pad over a WebSocket."""
        def many(number):
            return b"".join(framed(BINARY, struct.pack("<I", 400 * number + each) + STATE) for each in range(400)), 400
        with self.come_in() as link:
            self.pour(link, many)

    def posts(self):
        """Sends requests whose bodies are full of packets."""
        self.arrivals += 1
        bearer = f"Authorization: Bearer {self.ticket}"
        with self.dial() as link, self.dial() as events:
            _, promise = self.ask(link, "POST", "/link/open", bearer, "Content-Length: 0")
            promise = json.loads(promise)
            self.ticket = promise["resume"]
            self.ask(events, "GET", f"/link/events/{promise['stream']}")
            fields = [f"Authorization: Bearer {self.ticket}", "Content-Type: application/json"]
            body = json.dumps({"type": "hello", "name": "Greedy"}).encode()
            self.ask(link, "POST", "/link", *fields, f"Content-Length: {len(body)}", body=body)
            fields[1] = "Content-Type: application/octet-stream"
            number = 0
            while time.monotonic() < self.ends:
                body = b""
                for _ in range(RECORDS):
                    number += 1
                    body += struct.pack("<HI", 4 + len(STATE), number) + STATE
                head, _ = self.ask(link, "POST", "/link", *fields, f"Content-Length: {len(body)}", body=body)
                self.said += RECORDS
                if b" 204 " not in head:
                    raise ConnectionError


if __name__ == "__main__":
    greedy = Greedy(int(sys.argv[1]), sys.argv[2])
    greedy.play(sys.argv[3], float(sys.argv[4]))
    print(json.dumps({"said": greedy.said, "arrivals": greedy.arrivals, "ticket": greedy.ticket}))
