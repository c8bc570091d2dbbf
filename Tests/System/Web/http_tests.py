"""Tests of requests that no browser sends, at all three servers. The table in docs/threat-model.md says how each server answers."""

import contextlib
import itertools
import re
import socket
import subprocess
import time

from ports import free_port
from with_gateway import DEADLINE, ROOT, WithGateway, raw_link

TITLE = "## Requests that browsers do not send"
# The parts of each request, which are sent one after the other. {host} is the server's own address, {path} a path that it serves.
PLAIN = "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"
POST = "POST {path} HTTP/1.1\r\nHost: {host}\r\n"
FIELD = "GET {path} HTTP/1.1\r\nHost: {host}\r\n%s\r\n\r\n"
REQUESTS = {
    "a valid request": [PLAIN],
    # The test sends each byte of PLAIN separately.
    "a valid request, sent byte by byte": ["trickle"],
    "a valid request, after which the sender closes its side": [PLAIN, None],
    "two valid requests at once": [PLAIN + PLAIN],
    "a line that ends without CR": ["GET {path} HTTP/1.1\nHost: {host}\n\n"],
    "a field that continues on the next line": [FIELD % "X: a\r\n b"],
    "a space before the colon": [FIELD % "X : a"],
    "a field without a name": [FIELD % ": a"],
    "a zero byte in a field": [FIELD % "X: \0"],
    "two Host fields": [FIELD % "Host: {host}"],
    "no Host field": ["GET {path} HTTP/1.1\r\n\r\n"],
    "a foreign name in Host": ["GET {path} HTTP/1.1\r\nHost: example.org\r\n\r\n"],
    "a whole URL as target": ["GET http://{host}{path} HTTP/1.1\r\nHost: {host}\r\n\r\n"],
    "a whole URL of a foreign host as target": ["GET http://example.org{path} HTTP/1.1\r\nHost: {host}\r\n\r\n"],
    "a target that is not a path": ["GET * HTTP/1.1\r\nHost: {host}\r\n\r\n"],
    "an escaped zero byte in the path": ["GET {path}%00 HTTP/1.1\r\nHost: {host}\r\n\r\n"],
    "a path of 300 bytes": ["GET /" + "a" * 300 + " HTTP/1.1\r\nHost: {host}\r\n\r\n"],
    "a head of 20 KB": [FIELD % ("X: " + "a" * 20_000)],
    "two equal Content-Length fields": [POST + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na"],
    "two different Content-Length fields": [POST + "Content-Length: 1\r\nContent-Length: 2\r\n\r\naa"],
    "a Content-Length with a sign": [POST + "Content-Length: +1\r\n\r\na"],
    "a Content-Length that is a list": [POST + "Content-Length: 1, 1\r\n\r\na"],
    "a chunked body": [POST + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"],
    "a chunked body with a Content-Length": [POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    "a body with an unknown Transfer-Encoding": [POST + "Transfer-Encoding: xchunked\r\n\r\na"],
    "a body of 5 KB": [POST + "Content-Length: 5000\r\n\r\n" + "a" * 5_000],
    "a GET with a body": [FIELD % "Content-Length: 1" + "a"],
    "HEAD": ["HEAD {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"],
    "OPTIONS": ["OPTIONS {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"],
    "CONNECT": ["CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n"],
    "a method in lower case": ["get {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"],
    "a body that waits for the status 100": [POST + "Content-Length: 1\r\nExpect: 100-continue\r\n\r\n", "a"],
    "HTTP/1.0": ["GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n"],
    "HTTP/0.9": ["GET {path}\r\n\r\n"],
    "HTTP/2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    "an upgrade to HTTP/2": [FIELD % "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk"],
    "a WebSocket without a key": [FIELD % "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13"],
    "a WebSocket of version 8":
        [FIELD % "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 8\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="],
    "bytes that are not HTTP": ["\x00\x01\x02\x03\r\n\r\n"],
}


def table():
    """Returns the rows of the table: for each request, the answers of the web gateway, of the inputs gateway and of the metrics server."""
    text = (ROOT / "docs" / "threat-model.md").read_text().split(TITLE)[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")]
    return {name: answers for name, *answers in rows[1:]}


class Requests(WithGateway):
    """Tests of the three servers of one host."""

    def setUp(self):
        self.plain_port = free_port()
        self.extra = ("--plain-port", str(self.plain_port))
        super().setUp()
        yoke, metrics = free_port(), free_port()
        settings = self.place / "inputs.conf"
        settings.write_text(f"[input yoke]\nenabled = yes\nport = {yoke}\n")
        programs = [
            self.start("inputs", "--config", str(settings), "--socket", self.bridge_socket, "--state", str(self.place / "answers")),
            self.start("metrics", "--listen", f"127.0.0.1:{metrics}", "--socket", self.socket)]
        # For each server: its column in the table, its port, a path, and whether it uses TLS.
        self.servers = [(0, self.port, "/j/", True), (0, self.plain_port, "/j/", False), (1, yoke, "/manifest.json", False),
                        (2, metrics, "/metrics", False)]
        for _, port, _, _ in self.servers:
            limit = time.monotonic() + DEADLINE
            while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
                self.assertLess(time.monotonic(), limit)
                self.assertEqual([program.poll() for program in programs], [None] * len(programs))
                time.sleep(0.02)

    def answers(self, server, parts, count):
        """Sends these parts; returns the statuses of the answers.

        It reads until the connection ends, or until a moment of silence after `count` answers.
        """
        _, port, path, is_secure = server
        heard, statuses = b"", []
        with contextlib.suppress(OSError), raw_link(port, is_secure) as link:
            if parts == ["trickle"]:
                parts = list(PLAIN.format(host=f"127.0.0.1:{port}", path=path))
            for part in parts:
                if part is None:
                    link.shutdown(socket.SHUT_WR)
                    continue
                link.sendall(part.replace("{host}", f"127.0.0.1:{port}").replace("{path}", path).encode("latin-1"))
            link.settimeout(DEADLINE if count else 2)
            while part := link.recv(65536):
                heard += part
                # A status 100, which asks for the body, may come before the final one.
                statuses = [status for status in re.findall(r"HTTP/1\.1 (\d+) ", heard.decode("latin-1")) if status != "100"]
                if len(statuses) >= count:
                    link.settimeout(0.2)
        return statuses

    def test_each_request_has_the_answer_of_the_table(self):
        rows = table()
        self.assertEqual(set(rows), set(REQUESTS))
        wrong = []
        for (name, parts), server in itertools.product(REQUESTS.items(), self.servers):
            if None in parts and server[3]:
                # Python's TLS cannot close one direction alone.
                continue
            wanted = rows[name][server[0]]
            said = " ".join(self.answers(server, parts, len(re.findall(r"\d+", wanted)))) or "none"
            if said != wanted:
                wrong.append(f"{name}: port {server[1]} answers {said}, not {wanted}")
        self.assertEqual(wrong, [])

    def test_nobody_negotiates_tls_anew(self):
        """TLS 1.2 lets a client ask for a renegotiation. The letter R makes openssl do so."""
        self.assertIn("no renegotiation", self.openssl("-tls1_2", words="R\n"))

    def test_no_data_may_come_before_the_handshake_is_over(self):
        self.assertIn("Max Early Data: 0", self.openssl("-tls1_3", "-ign_eof"))

    def openssl(self, *options, words=""):
        """Returns the output of openssl, which connects to the page's port and requests the page."""
        request = PLAIN.format(host=f"127.0.0.1:{self.port}", path="/j/").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
        result = subprocess.run(
            ["openssl", "s_client", "-crlf", "-connect", f"127.0.0.1:{self.port}", *options], timeout=DEADLINE,
            input=words + request.replace("\r\n", "\n"), capture_output=True, text=True, check=False)
        return result.stdout + result.stderr


del WithGateway
