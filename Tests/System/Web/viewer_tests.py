"""Tests of overlays on other machines: what a link opens, how many there may be, and how they end."""

import asyncio
import contextlib
import json
import pathlib
import socket
import subprocess
import threading
import time

import long_run
from overlays import WithOverlay, answer, refusal
from with_gateway import DEADLINE, Page, raw_link, state

A = 1
OTHER = "A" * 22
EIGHT, SIXTEEN = 8, 16
# A browser's request for the overlay's WebSocket.
REQUEST = ("GET /overlay HTTP/1.1\r\nHost: {host}\r\nOrigin: https://{host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: tpp.overlay.v1, ticket.{ticket}\r\n\r\n")


class Links(WithOverlay):
    def revoke(self, what):
        """Makes a link invalid. `what` is its number, or "all"."""
        result = self.overlay("revoke", what)
        self.assertEqual(result.returncode, 0, result.stderr)

    def listed(self):
        """Returns the number of open overlays of each link, by the link's number."""
        result = self.overlay("list", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return {link["number"]: link["overlays"] for link in map(json.loads, result.stdout.splitlines())}

    async def closed(self, link):
        """Waits until the gateway has closed a WebSocket; returns the texts that arrived before the end."""
        texts = []
        async with asyncio.timeout(DEADLINE):
            async for text in link:
                texts.append(text)
        return texts

    def test_a_link_shows_the_pads_over_tls(self):
        ticket = self.viewer_ticket()
        self.assertEqual(self.request("GET", "/overlay").status, 200)

        async def test():
            async with self.watch_by_link(ticket) as link, self.watch_by_link(ticket) as other:
                self.assertEqual(await link.recv(), '{"players":[]}')
                async with self.connect(await asyncio.to_thread(self.ticket)) as guest:
                    page = Page(guest)
                    await page.hello("Aki")
                    async with page.holding(state(A)):
                        for each in (link, other):
                            await self.shown(each, lambda players: [(player["name"], player["buttons"]) for player in players] == [("Aki", A)])
                self.assertEqual(await asyncio.to_thread(self.listed), {1: 2})
        asyncio.run(test())

    def test_a_link_opens_nothing_else_and_no_other_ticket_opens_the_overlay(self):
        ticket = self.viewer_ticket()
        crowd = self.run_command("crowd", "--socket", self.tickets, "--link").stdout.strip().split("#")[1]
        for path, protocol in (("/link", "tpp.v1"), ("/host", "tpp.host.v1"), ("/crowd", "tpp.crowd.v1"), ("/overlay", "tpp.host.v1")):
            self.assertEqual(refusal(self.watch_by_link, ticket, path=path, protocol=protocol), 403, path)
        self.assertEqual(self.request("POST", "/link/open", ticket).status, 403)
        for words in (("dashboard",), ("dashboard", "--kiosk")):
            host = self.run_command(*words, "--link", "--socket", self.tickets).stdout.strip().split("#")[1]
            self.assertEqual(refusal(self.watch_by_link, host), 403, words)
        for other in (self.ticket(), crowd, OTHER, None):
            self.assertEqual(refusal(self.watch_by_link, other), 403, other)
        self.assertEqual(refusal(self.watch_by_link, ticket, origin="https://evil.example"), 403)
        self.assertEqual(refusal(self.watch_by_link, ticket), 101)

    def test_every_wrong_ticket_is_counted_and_ends_its_connection(self):
        def refused():
            found = self.run_command("status", "--json", "--socket", self.socket, "--tickets", self.tickets)
            return json.loads(found.stdout)["gateway"]["refused"]["requests"]
        self.viewer_ticket()
        before = refused()
        for _ in range(5):
            with raw_link(self.port) as link:
                link.sendall(REQUEST.format(host=f"127.0.0.1:{self.port}", ticket=OTHER).encode())
                heard = b""
                while part := link.recv(4096):
                    heard += part
            self.assertRegex(heard, rb"^HTTP/1\.1 403 ")
        self.assertEqual(refused(), before + 5)

    def test_revoking_a_link_closes_its_overlays_at_once_and_no_others(self):
        first, second = self.viewer_ticket(), self.viewer_ticket()

        async def test():
            async with contextlib.AsyncExitStack() as links:
                gone = [await links.enter_async_context(self.watch_by_link(first)) for _ in range(3)]
                stays = await links.enter_async_context(self.watch_by_link(second))
                own = await links.enter_async_context(self.watch())
                await asyncio.to_thread(self.revoke, "1")
                for link in gone:
                    self.assertLessEqual(len(await self.closed(link)), 1)
                self.assertEqual(await answer(self.watch_by_link, first), 403)
                guest = Page(await links.enter_async_context(self.connect(await asyncio.to_thread(self.ticket))))
                await guest.hello()
                for link in (stays, own):
                    await self.shown(link, lambda players: players)
                await asyncio.to_thread(self.revoke, "all")
                await self.closed(stays)
                self.assertEqual(await answer(self.watch_by_link, second), 403)
                self.assertTrue(own.open)
        asyncio.run(test())
        self.assertEqual(self.listed(), {})

    def test_links_outlive_the_gateway_and_no_file_has_their_tickets(self):
        kept, revoked = self.viewer_ticket(), self.viewer_ticket()
        self.revoke("2")
        file = pathlib.Path(f"{self.tickets}.tickets")
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        for path in (path for path in self.place.rglob("*") if path.is_file()):
            for ticket in (kept, revoked):
                self.assertNotIn(ticket.encode(), path.read_bytes(), path)
        self.assertEqual(sum(line.startswith("viewer ") for line in file.read_text().splitlines()), 1)
        self.gateway.kill()
        self.gateway.wait(DEADLINE)
        with file.open("a") as lines:
            lines.write("future line of another version\n")
        self.start_gateway()
        self.assertEqual(refusal(self.watch_by_link, kept), 101)
        self.assertEqual(refusal(self.watch_by_link, revoked), 403)
        self.assertEqual(set(self.listed()), {1})

    def without_disk(self):
        """Puts a folder in place of the file of tickets, so that the gateway cannot write it; returns its path."""
        file = pathlib.Path(f"{self.tickets}.tickets")
        file.unlink()
        file.mkdir()
        return file

    def test_a_change_that_cannot_be_saved_is_said(self):
        ticket = self.viewer_ticket()
        self.without_disk()
        result = self.overlay("link", "--json")
        self.assertEqual((result.returncode, json.loads(result.stdout)["number"]), (0, 2))
        self.assertIn("link 2 is good, but would be lost by a restart", result.stderr)
        for what, said in (("1", "link 1 is invalid now, but a restart would undo that"), ("all", "all links are invalid now, but")):
            result = self.overlay("revoke", what)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(said, result.stderr)
            self.assertIn("journalctl -u tiltpad-web", result.stderr)
        self.assertEqual(refusal(self.watch_by_link, ticket), 403)
        self.assertIn("there is no link 1", self.overlay("revoke", "1").stderr)
        result = self.overlay("list")
        self.assertEqual((result.returncode, result.stdout), (0, "no link leads to the overlay from another machine\n"))
        self.assertIn("a restart would bring back earlier links", result.stderr)
        self.assertIn("journalctl -u tiltpad-web", result.stderr)

    @long_run.only
    def test_a_revocation_that_could_not_be_saved_is_saved_within_half_a_minute_without_guests(self):
        self.viewer_ticket()
        file = self.without_disk()
        self.assertEqual(self.overlay("revoke", "1").returncode, 1)
        file.rmdir()
        limit = time.monotonic() + DEADLINE
        while not file.exists():
            self.assertLess(time.monotonic(), limit)
            time.sleep(0.1)
        self.assertNotIn("viewer", file.read_text())
        self.assertEqual(self.overlay("revoke", "all").returncode, 0)

    def test_links_fill_no_more_than_the_room_and_this_machine_comes_first(self):
        ticket = self.viewer_ticket()

        async def test():
            async with contextlib.AsyncExitStack() as links:
                far = [await links.enter_async_context(self.watch_by_link(ticket)) for _ in range(SIXTEEN)]
                self.assertEqual(await answer(self.watch_by_link, ticket), 503)
                own = await links.enter_async_context(self.watch())
                self.assertEqual(await own.recv(), '{"players":[]}')
                await self.closed(far[-1])
                self.assertEqual(await asyncio.to_thread(self.listed), {1: SIXTEEN - 1})
                self.assertEqual(await answer(self.watch_by_link, ticket), 503)
        asyncio.run(test())


class Commands(WithOverlay):
    def test_a_link_has_a_number_and_wishes(self):
        result = self.overlay("link", "--json", "--address", "192.168.1.20", "--player", "2", "--show", "pad", "--size", "320")
        said = json.loads(result.stdout)
        self.assertEqual((said["number"], said["port"]), (1, self.port))
        self.assertRegex(said["link"], rf"^https://192\.168\.1\.20:{self.port}/overlay\?player=2&show=pad&size=320#[\w-]{{22}}$")
        result = self.overlay("link", "--plain")
        self.assertGreater(result.stdout.count("█"), 100)
        self.assertIn("until tiltpad overlay revoke 2", result.stdout)

    def test_links_are_listed_and_revoked(self):
        self.assertEqual(self.overlay("list").stdout, "no link leads to the overlay from another machine\n")
        self.assertEqual(self.overlay("list", "--json").stdout, "")
        self.viewer_ticket()
        self.assertRegex(self.overlay("list").stdout, r"^link 1: made 0:00:\d\d ago, 0 overlays are open\n$")
        self.assertEqual(self.overlay("revoke", "1").stdout, "link 1 is invalid now\n")
        result = self.overlay("revoke", "1")
        self.assertEqual(result.returncode, 1)
        self.assertIn("there is no link 1", result.stderr)
        self.assertEqual(self.overlay("revoke", "all").stdout, "all links are invalid now\n")

    def test_the_ninth_link_is_refused_with_the_way_out(self):
        for _ in range(EIGHT):
            self.viewer_ticket()
        result = self.overlay("link")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("there are 8 links already", result.stderr)
        self.assertIn("tiltpad overlay revoke", result.stderr)
        self.overlay("revoke", "5")
        self.assertEqual(json.loads(self.overlay("link", "--json").stdout)["number"], 5)

    def test_who_cannot_see_the_new_link_hears_how_to_find_it(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run(
                [self.program, "overlay", "link", "--socket", self.tickets], stdout=full, stderr=subprocess.PIPE, text=True, timeout=DEADLINE,
                env=self.surroundings, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("the link was made, but could not be printed", result.stderr)
        self.assertIn("tiltpad overlay list", result.stderr)
        result = self.overlay("link", *["--player", "1"] * 1500)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("tiltpad overlay revoke 2, and then tiltpad overlay link --link", result.stderr)
        self.assertEqual(self.overlay("list").stdout.count("link"), 2)

    def test_who_gets_no_answer_hears_how_to_find_the_link(self):
        path = str(self.place / "silent.sock")
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as silent:
            silent.bind(path)
            silent.listen()

            def hear():
                for _ in range(3):
                    program, _ = silent.accept()
                    program.recv(64)
                    program.close()
            listening = threading.Thread(target=hear, daemon=True)
            listening.start()
            for words, says in ((("link",), True), (("revoke", "1"), True), (("list",), False)):
                result = self.run_command("overlay", *words, "--socket", path)
                self.assertEqual(result.returncode, 1)
                self.assertIn("does not answer", result.stderr)
                self.assertEqual("tiltpad overlay list shows what was done" in result.stderr, says, words)
            listening.join(DEADLINE)

    def test_wrong_words_are_refused(self):
        for words in (("open",), ("link", "1"), ("list", "1"), ("revoke",), ("revoke", "0"), ("revoke", "9"), ("revoke", "1", "2"), ("revoke", "x"),
                      ("link", "--config", "x"), ("list", "--player", "1"), ("revoke", "1", "--json"), ("link", "--player", "17"),
                      ("link", "--address", "x")):
            result = self.overlay(*words)
            self.assertEqual((result.returncode, result.stdout), (2, ""), words)
        self.assertEqual(self.overlay().returncode, 2, "a socket without a link")
        result = self.run_command("overlay", "link", "--socket", str(self.place / "none.sock"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("no web gateway listens at", result.stderr)


class WithoutPort(WithOverlay):
    """Tests of a gateway without a port for the overlay, which is the default."""

    def start_gateway(self):
        self.extra = ()
        return super().start_gateway()

    def test_by_default_nobody_watches_and_links_need_no_port(self):
        self.assertEqual(self.request("GET", "/overlay").status, 200)
        self.assertEqual(refusal(self.watch_by_link, None), 403)
        self.assertEqual(refusal(self.watch_by_link, self.viewer_ticket()), 101)


del WithOverlay
