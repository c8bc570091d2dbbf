"""Tests of requests that no browser sends: several at once, requests cut in pieces, needless bodies, and unknown upgrades."""

import contextlib
import itertools
import json
import os
import pathlib
import socket
import ssl
import time

from ports import free_port
from with_gateway import DEADLINE, TRUSTING, Poster, WithGateway, raw_link

METHODS = ("GET", "POST", "PUT", "OPTIONS")
# The fields about a body, and the bytes of the body that are sent.
BODIES = (
    ("", b""), ("Content-Length: 0\r\n", b""), ("Content-Length: 10\r\n", b""), ("Content-Length: 10\r\n", b"abc"),
    ("Content-Length: 10\r\n", b"0123456789"), ("Transfer-Encoding: chunked\r\n", b"3\r\nabc\r\n0\r\n\r\n"),
)
REQUESTS = tuple(itertools.product(METHODS, BODIES))
# A gateway that nobody uses counts as spinning above this share of a processor, even on a busy machine.
SPIN = 0.1


class Pipelining(WithGateway):
    def setUp(self):
        self.plain_port = free_port()
        self.extra = ("--plain-port", str(self.plain_port))
        super().setUp()

    def spoken(self, method, body=BODIES[0], port=None, path="/nothing", fields=""):
        """Returns the bytes of a request."""
        said, sent = body
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port or self.port}\r\n{fields}{said}\r\n"
        return head.encode() + sent

    def raw(self, is_plain=False):
        """Returns a connection for any bytes, with TLS or without, to use in a `with` statement."""
        return raw_link(self.plain_port if is_plain else self.port, not is_plain)

    def answers(self, *parts, is_plain=False, patience=1):
        """Sends each of `parts` in one write; returns the answers.

        Reads until nothing arrives for `patience` seconds, or for 50 ms after the first bytes.
        """
        heard = b""
        with contextlib.suppress(OSError), self.raw(is_plain) as link:
            link.settimeout(DEADLINE)
            for part in parts:
                link.sendall(part)
            link.settimeout(patience)
            while part := link.recv(65536):
                heard += part
                link.settimeout(0.05)
        return heard

    def assert_answers(self, why):
        """Fails if the gateway no longer serves the page."""
        try:
            with self.raw() as link:
                link.sendall(self.spoken("GET", path="/j/"))
                self.assertIn(b" 200 ", link.recv(4096), why)
        except OSError as error:
            load = self.load()
            self.gateway.kill()
            self.fail(f"{why}: {error}; the gateway takes {load:.2f} of a processor")

    def load(self):
        """Returns the share of a processor that the gateway uses in one second."""
        def spent():
            fields = pathlib.Path(f"/proc/{self.gateway.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        before, began = spent(), time.monotonic()
        time.sleep(1)
        return (spent() - before) / (time.monotonic() - began)

    def test_two_requests_at_once_of_any_kind_never_hang_the_gateway(self):
        for is_plain in (False, True):
            port = self.plain_port if is_plain else self.port
            for one, other in itertools.product(REQUESTS, REQUESTS):
                heard = self.answers(self.spoken(*one, port) + self.spoken(*other, port), is_plain=is_plain)
                # Counts only the gateway's own answers. Bytes that are not HTTP get an answer from the library.
                self.assertLessEqual(heard.count(b"X-Content-Type-Options"), 1, (one, other))
            self.assert_answers(is_plain)

    def test_two_requests_cut_anywhere_never_hang_the_gateway(self):
        for one, other in itertools.product(("GET", "POST"), (("POST", BODIES[3]), ("GET", BODIES[3]), ("POST", BODIES[4]))):
            first = self.spoken(one, BODIES[4] if one == "POST" else BODIES[0])
            both = first + self.spoken(*other) + self.spoken(*other)
            for cut in (*range(len(first) - 1, len(first) + 8), len(both) - 15):
                self.answers(both[:cut], both[cut:])
        self.assert_answers("cut")

    def test_a_body_is_only_taken_behind_a_post_that_says_its_length(self):
        for method, body in REQUESTS:
            if method not in ("GET", "POST"):
                expected = b" 405 "
            elif body is BODIES[0]:
                expected = b" 404 " if method == "GET" else b" 413 "
            elif method == "POST" and "Transfer" not in body[0]:
                # An incomplete body has no effect. A complete one is refused, since it comes from an unknown page.
                expected = b" 403 " if body in (BODIES[1], BODIES[4]) else b""
            else:
                expected = b" 413 "
            answer = self.answers(self.spoken(method, body), patience=DEADLINE if expected else 1)
            self.assertIn(expected, answer.split(b"\r\n")[0], (method, body))

    def test_requests_one_after_the_other_use_one_connection(self):
        poster = Poster(self, self.ticket())
        self.addCleanup(poster.close)
        page = f"Origin: {self.origin}\r\nAuthorization: Bearer {poster.ticket}\r\n"
        # A body that is a record of eight bytes.
        record = (BODIES[4][0], b"\x08".ljust(10, b"\0"))
        for is_plain in (False, True):
            port = self.plain_port if is_plain else self.port
            with self.raw(is_plain) as link:
                for number in range(100):
                    kind = 1 if is_plain else number % 3
                    method, body, path = (("POST", record, "/link"), ("GET", BODIES[0], "/nothing"), ("POST", BODIES[1], "/link"))[kind]
                    request = self.spoken(method, body, port, path, page)
                    # Browsers send the body of a larger request separately.
                    for part in ([request[:-10], request[-10:]] if body is record else [request]):
                        link.sendall(part)
                    self.assertIn(b"HTTP/1.1 404" if method == "GET" else b"HTTP/1.1 204", self.heard(link), (is_plain, number))

    def test_what_fourteen_strangers_ask_at_once_costs_no_page_its_posts(self):
        poster = Poster(self, self.ticket())
        self.addCleanup(poster.close)
        page = f"Origin: {self.origin}\r\nAuthorization: Bearer {poster.ticket}\r\n"
        post = self.spoken("POST", (BODIES[4][0], b"\x08".ljust(10, b"\0")), path="/link", fields=page)
        # The second request waits for the first one's answer, and then for the rest of its body.
        waiting = self.spoken("GET") + self.spoken("POST", BODIES[3])
        with contextlib.ExitStack() as strangers, self.raw() as link:
            for number in range(14):
                strangers.enter_context(self.raw()).sendall(waiting)
                for _ in range(5):
                    link.sendall(post)
                    self.assertIn(b"HTTP/1.1 204", self.heard(link), number)

    def test_requests_without_end_on_one_connection_are_told_so(self):
        for is_plain in (False, True):
            with self.raw(is_plain) as link:
                heads = []
                while b" 429 " not in (heads or [b""])[-1]:
                    self.assertLess(len(heads), 10_000)
                    link.sendall(self.spoken("GET", port=self.plain_port if is_plain else self.port))
                    heads.append(self.heard(link))
                self.assertGreater(len(heads), 128)
                self.assertEqual(link.recv(1), b"", "the connection has ended")

    def heard(self, link):
        """Reads the next answer on `link`, with its body; returns its head."""
        heard = b""
        while b"\r\n\r\n" not in heard:
            part = link.recv(65536)
            self.assertTrue(part, "the connection has ended")
            heard += part
        head, body = heard.split(b"\r\n\r\n", 1)
        length = next((int(line[15:]) for line in head.split(b"\r\n") if line.startswith(b"Content-Length")), 0)
        while len(body) < length:
            body += link.recv(65536)
        return head

    def test_bytes_behind_a_request_for_events_keep_nothing_busy(self):
        poster = Poster(self, self.ticket())
        self.addCleanup(poster.close)
        poster.stream.fp.raw._sock.sendall(b"GET /j/ HTTP/1.1\r\n")
        self.assertLess(self.load(), SPIN, "bytes after a request for events")
        promise = json.loads(self.request("POST", "/link/open", poster.ticket).body)["stream"]
        with self.raw() as link:
            link.sendall(self.spoken("GET", path=f"/link/events/{promise}") + self.spoken("GET"))
            self.assertLess(self.load(), SPIN, "bytes together with a request for events")
        self.assert_answers("busy")

    @contextlib.contextmanager
    def unread(self):
        """Yields a TLS connection with a tiny receive buffer, so that answers have to wait in the gateway."""
        with socket.socket() as link:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            link.settimeout(DEADLINE)
            link.connect(("127.0.0.1", self.port))
            with TRUSTING.wrap_socket(link) as secure:
                yield secure

    def test_an_answer_that_nobody_reads_with_a_request_behind_it_keeps_nothing_busy(self):
        for path in ("/j/controls.js", "/web/controls.js"):
            with contextlib.ExitStack() as links:
                for _ in range(4):
                    links.enter_context(self.unread()).sendall(self.spoken("GET", path=path) + self.spoken("GET"))
                self.assertLess(self.load(), SPIN, path)
        self.assert_answers("unread")

    def test_a_page_that_breaks_the_rules_while_its_answers_wait_never_hangs_the_gateway(self):
        desk = self.run_command("dashboard", "--link", "--address", "127.0.0.1", "--socket", self.tickets).stdout
        for path, protocol, ticket in (
            ("/link", "tpp.v1", self.ticket()), ("/host", "tpp.host.v1", desk.strip().split("#")[1]),
        ):
            upgrade = (f"Origin: {self.origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                       f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: {protocol}, ticket.{ticket}\r\n")
            with self.unread() as link:
                link.sendall(self.spoken("GET", path=path, fields=upgrade))
                time.sleep(0.05)
                # A frame of an unknown kind. Each record then has more bytes than the library reads for a message at once.
                for _ in range(2):
                    with contextlib.suppress(OSError):
                        link.sendall(bytes([0x83, 0x80]) + bytes(8000))
                self.assert_answers(path)
                self.assertLess(self.load(), SPIN, path)

    def test_a_connection_that_ends_before_the_gateway_does_keeps_nothing_busy(self):
        for _ in range(12):
            with self.raw() as link:
                link.sendall(self.spoken("GET", path="/j/", fields="Connection: close\r\n"))
                # The end of TLS is sent at once, without the end of the TCP connection.
                with contextlib.suppress(OSError, ssl.SSLError):
                    link.settimeout(0.05)
                    link.unwrap()
        self.assertLess(self.load(), SPIN)
        self.assert_answers("ended")

    def test_an_upgrade_to_something_unknown_is_refused_and_the_gateway_still_answers(self):
        for upgrade in ("nonsense", "h2c", "websocket, nonsense", "x" * 200):
            with self.raw() as link:
                link.sendall(self.spoken("GET", path="/j/"))
                self.heard(link)
                with contextlib.suppress(OSError):
                    link.sendall(self.spoken("GET", path="/link", fields=f"Connection: Upgrade\r\nUpgrade: {upgrade}\r\n"))
                    while part := link.recv(65536):
                        self.assertNotIn(b" 101 ", part)
            self.assert_answers(upgrade)

    def test_a_tunnel_is_refused(self):
        self.assertIn(b" 405 ", self.answers(self.spoken("CONNECT"), patience=DEADLINE).split(b"\r\n")[0])
        with self.raw() as link:
            link.sendall(self.spoken("CONNECT"))
            self.heard(link)
            with contextlib.suppress(ConnectionError):
                self.assertEqual(link.recv(1), b"", "the connection has ended")


del WithGateway
