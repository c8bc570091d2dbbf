"""A page that takes all it can get: python3 greedy_page.py PORT TICKET WAY SECONDS.

WAY is `hellos` (40 at once every 150 ms), `packets` or `posts` (as fast as it can). A page that is closed returns, with the same ticket.
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
# What fits into the body of one request.
RECORDS = 100


def framed(kind, payload):
    """Returns a WebSocket's frame, with a mask of zeros (RFC 6455 §5.2)."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else struct.pack(">BH", 0xFE, len(payload))
    return bytes([kind]) + size + bytes(4) + payload


def hello(number):
    """Returns the text of a hello, with another name each time."""
    return framed(TEXT, json.dumps({"type": "hello", "name": f"Greedy {number}", "counter": 0}).encode())


class Greedy:
    """A page, and the number of times that it had to reconnect."""

    def __init__(self, port, ticket):
        """Prepares to play at `port` of this machine."""
        self.port, self.ticket, self.arrivals, self.said = port, ticket, 0, 0

    def dial(self):
        """Returns a TLS connection."""
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
        """Returns some bytes; raises an error at the end."""
        heard = link.recv(65536)
        if not heard:
            raise ConnectionError
        return heard

    def come_in(self):
        """Opens a WebSocket and plays; returns the connection."""
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
        """Sends `what(number)` until the connection ends, and reads the answers."""
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
        """Plays that way, again and again."""
        self.ends = time.monotonic() + seconds
        while time.monotonic() < self.ends:
            try:
                getattr(self, way)()
            except (OSError, IndexError):
                time.sleep(0.05)

    def hellos(self):
        """Sends hellos."""
        with self.come_in() as link:
            self.pour(link, lambda number: (b"".join(hello(40 * number + each) for each in range(40)), 40), 0.15)

    def packets(self):
        """Sends packets that move the stick."""
        def many(number):
            return b"".join(framed(BINARY, struct.pack("<I", 400 * number + each) + STATE) for each in range(400)), 400
        with self.come_in() as link:
            self.pour(link, many)

    def posts(self):
        """Sends requests that move the stick."""
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
