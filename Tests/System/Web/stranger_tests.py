"""Tests of refusals: wrong tickets, pages of other origins, other host names, and excessive clients."""

import asyncio
import contextlib
import gzip
import os
import pathlib
import socket
import ssl
import subprocess
import time
import unittest

import times
import websockets
from with_gateway import DEADLINE, TRUSTING, Page, Poster, WithGateway, state


class Files(WithGateway):
    def test_the_page_and_its_files_are_served(self):
        joined = self.request("GET", "/j/")
        self.assertEqual((joined.status, joined.headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertIn(b"<title>join", joined.body)
        self.assertEqual(self.request("GET", "/j/anything").body, joined.body)
        script = self.request("GET", "/web/link.js")
        self.assertEqual(script.headers["Content-Type"], "text/javascript; charset=utf-8")
        again = self.request("GET", "/web/link.js", If_None_Match=script.headers["ETag"])
        self.assertEqual((again.status, again.body), (304, b""))
        for path, title in (("/", b"<title>dashboard"), ("/tank", b"<title>tank")):
            self.assertIn(title, self.request("GET", path).body)

    def test_what_is_not_of_the_page_is_not_there(self):
        (self.place / "secret.json").write_text("{}")
        for path in ("/web/nothing.js", "/web/../secret.json", "/web/%2e%2e/secret.json", "/web/", "/other", "/link"):
            self.assertIn(self.request("GET", path).status, (403, 404), path)
        self.assertEqual(self.request("DELETE", "/j/").status, 405)

    def test_every_answer_says_what_a_browser_may_do(self):
        for answer in (self.request("GET", "/j/"), self.request("GET", "/nothing"), self.request("POST", "/link")):
            self.assertIn("default-src 'self'", answer.headers["Content-Security-Policy"])
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(answer.headers["Cross-Origin-Opener-Policy"], "same-origin")
            self.assertNotIn("Access-Control-Allow-Origin", answer.headers)
            self.assertNotIn("Set-Cookie", answer.headers)

    def test_files_are_packed_for_those_who_can_unpack_them(self):
        text = b"// a script\n" * 100
        (self.folder / "long.js").write_bytes(text)
        self.end(self.gateway)
        self.start_gateway()
        packed = self.request("GET", "/web/long.js", Accept_Encoding="gzip, deflate, br")
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertLess(len(packed.body), len(text) / 5)
        self.assertEqual(gzip.decompress(packed.body), text)
        for encodings in ({}, {"Accept_Encoding": "br"}, {"Accept_Encoding": "gzip;q=0"}):
            plain = self.request("GET", "/web/long.js", **encodings)
            self.assertEqual((plain.body, plain.headers["Content-Encoding"]), (text, None), encodings)
        again = self.request("GET", "/web/long.js", Accept_Encoding="gzip", If_None_Match=packed.headers["ETag"])
        self.assertEqual((again.status, again.body), (304, b""))

    def test_the_certificate_is_for_this_machine(self):
        text = ssl.get_server_certificate(("127.0.0.1", self.port))
        context = ssl.create_default_context(cadata=text)
        for name in ("127.0.0.1", "localhost", f"{socket.gethostname().split('.')[0]}.local"):
            with socket.create_connection(("127.0.0.1", self.port)) as raw:
                with context.wrap_socket(raw, server_hostname=name) as link:
                    self.assertEqual(link.version(), "TLSv1.3")


@unittest.skipUnless(any(pathlib.Path("/sys/class/net").glob("*/device")) and os.getuid() == 0, "a LAN, and root, are needed")
class Certificates(WithGateway):
    def setUp(self):
        name, self.inside = f"tp{os.getpid() % 100000}", f"10.77.{os.getpid() >> 8 & 255}.{os.getpid() & 127 | 128}"
        subprocess.run(["ip", "link", "add", name, "type", "veth", "peer", "name", f"{name}p"], check=True)
        self.addCleanup(subprocess.run, ["ip", "link", "del", name], check=True)
        subprocess.run(["ip", "address", "add", f"{self.inside}/24", "dev", name], check=True)
        subprocess.run(["ip", "link", "set", name, "up"], check=True)
        super().setUp()

    def test_the_certificate_tells_nobody_of_networks_inside_the_machine(self):
        text = (self.place / "state/web.crt").read_text()
        shown = subprocess.run(["openssl", "x509", "-noout", "-ext", "subjectAltName"], input=text, capture_output=True, text=True, check=True)
        self.assertIn("IP Address:127.0.0.1", shown.stdout)
        self.assertNotIn(self.inside, shown.stdout)
        # A program inside that network still gets the page there.
        self.assertEqual(self.request("GET", "/j/", Host=f"{self.inside}:{self.port}").status, 200)


class Listening(WithGateway):
    extra = ("--listen", "127.0.0.2")

    def test_a_gateway_of_one_address_is_not_there_at_another(self):
        with socket.create_connection(("127.0.0.2", self.port), 5):
            pass
        for other in ("127.0.0.1", "127.0.0.3", "::1"):
            with self.assertRaises(ConnectionRefusedError, msg=other):
                socket.create_connection((other, self.port), 5)


class Strangers(WithGateway):
    def status(self, ticket, origin=None, **options):
        """Returns the status with which a WebSocket is refused; 101 if it opens."""
        async def attempt():
            async with self.connect(ticket, origin, **options):
                return 101
        try:
            return asyncio.run(attempt())
        except websockets.InvalidStatusCode as refused:
            return refused.status_code

    def test_a_wrong_ticket_and_none_are_refused(self):
        for ticket in ("A" * 22, "", "A" * 21):
            self.assertEqual(self.status(ticket), 403, ticket)
            self.assertEqual(self.request("POST", "/link/open", ticket).status, 403)
        self.assertEqual(self.request("POST", "/link").status, 403)
        self.assertEqual(self.request("GET", "/link/events/" + "A" * 22).status, 403)

    def test_a_ticket_is_good_for_one_page(self):
        ticket = self.ticket()

        async def two():
            async with self.connect(ticket) as link:
                await Page(link).hello()
                with self.assertRaises(websockets.InvalidStatusCode) as refused:
                    await self.connect(ticket)
                self.assertEqual(refused.exception.status_code, 403)
                self.assertEqual(self.request("POST", "/link/open", ticket).status, 403)
        asyncio.run(two())

    def test_a_stream_is_good_once(self):
        page = Poster(self, self.ticket())
        self.addCleanup(page.close)
        self.assertEqual(self.request("GET", f"/link/events/{page.promise}").status, 403)

    def test_a_page_of_another_origin_is_refused(self):
        ticket = self.ticket()
        for origin in ("https://evil.example", f"http://127.0.0.1:{self.port}", "null", f"https://localhost:{self.port}"):
            self.assertEqual(self.status(ticket, origin), 403, origin)
            self.assertEqual(self.request("POST", "/link/open", ticket, Origin=origin).status, 403, origin)
        self.assertEqual(self.status(ticket), 101)

    def test_a_name_that_was_rebound_to_this_machine_is_refused(self):
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1", "", f"127.0.0.1:{self.port}, evil"):
            self.assertIn(self.request("GET", "/j/", Host=host).status, (400, 421), host)
        name = f"localhost:{self.port}"
        self.assertEqual(self.request("GET", "/j/", Host=name).status, 200)
        ticket = self.ticket()
        rebound = {"Host": f"evil.example:{self.port}"}
        self.assertEqual(self.request(
            "POST", "/link/open", ticket, Origin=f"https://evil.example:{self.port}", **rebound).status, 421)

    def test_packets_that_make_no_sense_move_nobody(self):
        page = Poster(self, self.ticket())
        self.addCleanup(page.close)
        page.hello()
        self.assertEqual(page.send(state()[:-1], b"", b"\x10\x00"), 204)
        for body in (b"\x01", b"\x00\x00", b"\xff\xff1234"):
            self.assertEqual(self.request("POST", "/link", page.ticket, body).status, 400)
        self.assertEqual(self.request("POST", "/link", page.ticket, b"{", "application/json").status, 204)
        self.assertEqual(len(self.players()), 1)


class Excess(WithGateway):
    def test_a_body_that_is_too_long_is_refused(self):
        self.assertEqual(self.request("POST", "/link", "A" * 22, b"x" * 4097).status, 413)

    def test_headers_that_are_far_too_long_are_told_so(self):
        self.assertEqual(self.request("GET", "/j/", X_Long="x" * 70_000).status, 431)
        self.assertEqual(self.request("GET", "/j/").status, 200)

    def test_an_address_has_so_many_connections(self):
        links = []
        self.addCleanup(lambda: [link.close() for link in links])
        for _ in range(30):
            links.append(socket.create_connection(("127.0.0.1", self.port)))
        limit = time.monotonic() + DEADLINE
        while self.gone(links) < 6:
            self.assertLess(time.monotonic(), limit)
        time.sleep(0.3)
        self.assertEqual(self.gone(links), 6)

    def gone(self, links):
        """Returns how many of these connections have ended."""
        ended = 0
        for link in links:
            link.settimeout(0.01)
            try:
                ended += link.recv(1) == b""
            except TimeoutError:
                pass
            except OSError:
                ended += 1
        return ended

    def test_a_request_that_takes_too_long_is_given_up(self):
        with socket.create_connection(("127.0.0.1", self.port)) as raw, TRUSTING.wrap_socket(raw) as link:
            link.settimeout(DEADLINE)
            began, heard = time.monotonic(), b""
            with contextlib.suppress(ConnectionError, ssl.SSLError):
                for letter in b"GET /j/ HTTP/1.1\r\nHost: " + b"a" * 200:
                    link.send(bytes([letter]))
                    time.sleep(0.1)
                while part := link.recv(65536):
                    heard += part
            self.assertIn(heard[:12], (b"", b"HTTP/1.1 408"), "the end, or what it is told before")
            times.hold(self, "a request that takes too long", time.monotonic() - began, 17)
