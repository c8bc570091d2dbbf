"""Tests of the page without TLS. It is off unless the host allows it, and then it is for players only."""

import asyncio
import http.client

import websockets
from with_daemon import DEADLINE
from ports import free_port
from with_gateway import Page, WithGateway, state

A = 1


class Plain(WithGateway):
    def setUp(self):
        self.plain_port = free_port()
        self.extra = ("--plain-port", str(self.plain_port))
        super().setUp()

    def get(self, path, host=None):
        """Sends a request without TLS; returns the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.plain_port, timeout=DEADLINE)
        connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{self.plain_port}"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    def test_a_guest_plays_without_tls(self):
        result = self.run_command(
            "pair", "--phone", "--http", "--link", "--address", "127.0.0.1", "--socket", self.tickets)
        self.assertRegex(result.stdout, rf"^http://127.0.0.1:{self.plain_port}/j/#[\w-]{{22}}\n$")
        joined = self.get("/j/")
        self.assertEqual(joined.status, 200)
        self.assertIn(f"connect-src 'self' ws://127.0.0.1:{self.plain_port};", joined.headers["Content-Security-Policy"])

        async def play():
            async with self.connect_plainly(self.plain_port, result.stdout.strip().split("#")[1]) as link:
                page = Page(link)
                self.assertEqual((await page.hello())["player"], 1)
                async with page.holding(state(A)):
                    await self.until(lambda players: players[0]["buttons"] == ["a"])
        asyncio.run(play())

    def test_the_host_gives_no_orders_without_tls(self):
        for path in ("/", "/tank"):
            self.assertEqual(self.get(path).status, 403)

        async def attempt():
            async with self.connect_plainly(self.plain_port, "A" * 22, path="/host"):
                pass
        with self.assertRaises(websockets.InvalidStatusCode) as refused:
            asyncio.run(attempt())
        self.assertEqual(refused.exception.status_code, 403)

    def test_names_and_pages_of_others_are_refused_here_too(self):
        self.assertEqual(self.get("/j/", host=f"evil.example:{self.plain_port}").status, 421)
        self.assertEqual(self.get("/j/", host=f"127.0.0.1:{self.port}").status, 421)
        ticket = self.ticket()
        for origin in (f"https://127.0.0.1:{self.port}", "http://example.com", f"https://127.0.0.1:{self.plain_port}"):
            async def attempt():
                async with self.connect_plainly(self.plain_port, ticket, origin=origin):
                    pass
            with self.assertRaises(websockets.InvalidStatusCode) as refused:
                asyncio.run(attempt())
            self.assertEqual(refused.exception.status_code, 403, origin)

    def test_a_port_that_is_taken_is_named(self):
        result = self.run_command(
            "web", "--folder", str(self.folder), "--port", str(free_port()), "--plain-port", str(self.plain_port),
            "--socket", self.bridge_socket, "--tickets", str(self.place / "other.sock"))
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"cannot listen on TCP port {self.plain_port}", result.stderr)
        self.assertIn("--plain-port", result.stderr)


class Usual(WithGateway):
    def test_without_being_allowed_there_is_no_page_without_tls(self):
        result = self.run_command("pair", "--phone", "--http", "--link", "--socket", self.tickets)
        self.assertEqual(result.returncode, 1)
        self.assertIn("serves no page without TLS", result.stderr)


del WithGateway
