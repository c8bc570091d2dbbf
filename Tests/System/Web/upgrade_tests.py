"""Tests of upgrades that fail after they were allowed. The next client at the same index of the connection table must not get their rights."""

import asyncio
import contextlib
import json
import socket
import struct

from with_gateway import DEADLINE, TRUSTING, Page, WithGateway, state

A = 1
WHOLE = {
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "Sec-WebSocket-Version": "13",
}
FAILING = {
    "no Connection": {"Connection": None}, "another Connection": {"Connection": "close"}, "no key": {"Sec-WebSocket-Key": None},
    "no protocol that is known": {"Sec-WebSocket-Protocol": "tpp.host.v1x"},
    "too many protocols": {"Sec-WebSocket-Protocol": "tpp.host.v1, " + ", ".join(f"p{number}" for number in range(40))},
}


class Upgrades(WithGateway):
    def upgrade(self, path, protocols, changes=None, resets=False):
        """Requests a WebSocket; returns the answer, or empty bytes if `resets` is set, which resets the connection at once."""
        fields = {"Host": f"127.0.0.1:{self.port}", "Origin": self.origin, **WHOLE, "Sec-WebSocket-Protocol": protocols, **(changes or {})}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
        raw = socket.create_connection(("127.0.0.1", self.port), DEADLINE)
        with TRUSTING.wrap_socket(raw) as link, contextlib.suppress(OSError):
            if resets:
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            link.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
            return b"" if resets else link.recv(4096)
        return b""

    async def assert_is_player(self, why):
        """Fails if a page with a player's ticket has other rights than a player's."""
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            await page.say(type="policy", policy="locked", number=1)
            await page.say(type="pin", number=2)
            welcome = await page.hello()
            self.assertIn("player", welcome, why)
            await page.send(state())
            await page.frame(0x10)
            await page.say(type="bye")
        shown = json.loads(self.run_command("monitor", "--once", "--json", "--socket", self.socket).stdout)
        self.assertNotIn("locked", json.dumps(shown), why)

    def test_a_dashboard_that_fails_to_open_leaves_its_rights_to_nobody(self):
        for why, changes in FAILING.items():
            self.assertNotIn(b" 101 ", self.upgrade("/host", "tpp.host.v1", changes), why)
            asyncio.run(self.assert_is_player(why))

    def test_a_dashboard_whose_connection_is_reset_leaves_its_rights_to_nobody(self):
        # At most sixteen tickets can be unused. A reset that arrives before the request is read leaves its ticket unused.
        for attempt in range(12):
            link = self.run_command("dashboard", "--link", "--address", "127.0.0.1", "--socket", self.tickets).stdout
            self.upgrade("/host", f"tpp.host.v1, ticket.{link.strip().split('#')[1]}", resets=True)
            asyncio.run(self.assert_is_player(attempt))

    def test_a_host_ticket_whose_upgrade_failed_still_opens_the_dashboard(self):
        link = self.run_command("dashboard", "--link", "--address", "127.0.0.1", "--socket", self.tickets).stdout
        ticket = link.strip().split("#")[1]
        self.upgrade("/host", f"tpp.host.v1, ticket.{ticket}", {"Connection": None})

        async def test():
            async with self.connect_dashboard(ticket) as link:
                self.assertIn("welcome", await asyncio.wait_for(link.recv(), DEADLINE))
        asyncio.run(test())

    def test_a_player_whose_upgrade_failed_is_moved_by_nobody_else(self):
        asyncio.run(self.fail_as_player())

    async def fail_as_player(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            resume = (await page.hello())["resume"]
            await page.send(state())
            heard = self.upgrade("/link", f"tpp.v1, ticket.{resume}", {"Connection": None})
            self.assertNotIn(b" 101 ", heard)
            async with self.connect_dashboard() as dashboard:
                await dashboard.recv()
                other = Page(dashboard, 1000)
                for _ in range(10):
                    await other.send(state(A))
                await page.send(state())
                players = await asyncio.to_thread(self.players)
                self.assertEqual((players[0]["buttons"], players[0]["counts"]["lost"]), ([], 0))


del WithGateway
