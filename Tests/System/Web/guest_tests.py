"""Tests of guests who open many sockets with one ticket, and of the messages that a television receives."""

import asyncio
import json

import websockets
from dashboard import Dashboard
from with_gateway import DEADLINE, Page, WithGateway

SOCKETS = 127
# The number of guests that the gateway accepts, without the television.
GUESTS = 63


class Guests(WithGateway):
    def dashboard_ticket(self, *options):
        """Returns a new ticket for the dashboard."""
        return self.run_command(
            "dashboard", "--link", "--address", "127.0.0.1", "--socket", self.tickets, *options).stdout.strip().split("#")[1]

    async def resume(self, link, is_page):
        """Returns the ticket for reconnecting that a page or a dashboard receives."""
        if is_page:
            return (await Page(link).hello())["resume"]
        async with asyncio.timeout(DEADLINE):
            return json.loads(await link.recv())["resume"]

    async def crowd(self, ticket, connect, is_page):
        """Opens many sockets with one guest's ticket. Another player and the host must still get in."""
        links, good = [await connect(ticket)], self.ticket()
        again = await self.resume(links[0], is_page)
        for _ in range(SOCKETS):
            try:
                links.append(await connect(again))
            except (OSError, websockets.WebSocketException):
                pass
        async with self.connect(good) as link:
            self.assertEqual((await Page(link).hello("Mei"))["type"], "welcome")
        async with self.connect_dashboard() as host:
            self.assertEqual(await Dashboard(host).order("policy", policy="open"), "done")
        self.assertEqual(self.request("GET", "/j/").status, 200)
        for link in links[:-1]:
            async with asyncio.timeout(DEADLINE):
                await link.wait_closed()
        await links[-1].close()

    def test_a_guest_has_one_socket_whatever_its_role_and_takes_nobodys_place(self):
        for role, ticket, connect, is_page in (
                ("television", self.dashboard_ticket("--kiosk"), self.connect_dashboard, False),
                ("host", self.dashboard_ticket(), self.connect_dashboard, False),
                ("player", self.ticket(), self.connect, True)):
            with self.subTest(role):
                asyncio.run(self.crowd(ticket, connect, is_page))

    def test_who_takes_each_code_of_a_television_keeps_nobody_out(self):
        async def test():
            async with self.connect_dashboard(self.dashboard_ticket("--kiosk")) as television:
                codes = self.codes(television)
                links = [await self.connect(await anext(codes)) for _ in range(GUESTS)]
                page = None
                while not page:
                    # Guests who have sent nothing lose their place ten seconds after they came.
                    try:
                        page = Page(await self.connect(self.ticket()))
                    except websockets.InvalidStatusCode:
                        await asyncio.sleep(0.5)
                self.assertEqual((await page.hello("Mei"))["type"], "welcome")
                async with asyncio.timeout(DEADLINE):
                    await links[0].wait_closed()
                for link in [page.link, *links]:
                    await link.close()
        asyncio.run(test())

    async def codes(self, television):
        """Yields the ticket of each new QR code that a television shows."""
        last = None
        while True:
            async with asyncio.timeout(DEADLINE):
                message = await television.recv()
            if isinstance(message, str) and (said := json.loads(message))["type"] == "ticket" and said["url"] not in (None, last):
                last = said["url"]
                yield last.split("#")[1]

    def test_users_of_this_machine_have_eight_dashboards_without_a_ticket(self):
        async def test():
            links = [await self.connect_dashboard() for _ in range(24)]
            for link in links[:-8]:
                async with asyncio.timeout(DEADLINE):
                    await link.wait_closed()
            self.assertEqual(await Dashboard(links[-8]).order("policy", policy="open"), "done")
            for link in links:
                await link.close()
        asyncio.run(test())

    def test_a_television_hears_no_pin_that_the_host_asks_for(self):
        async def test():
            async with self.connect_dashboard() as host, self.connect_dashboard(self.dashboard_ticket("--kiosk")) as television:
                heard = []
                dashboard = Dashboard(host)
                self.assertEqual(await dashboard.order("pin"), "done")
                # The television must receive this change, which comes after the PIN, but not the PIN.
                self.assertEqual(await dashboard.order("layout", layout=""), "done")
                async with asyncio.timeout(DEADLINE):
                    while "layout" not in heard:
                        said = await television.recv()
                        heard += [json.loads(said)["type"]] if isinstance(said, str) else []
                self.assertFalse({"pin", "answer", "setup", "droidpad"} & set(heard), heard)
        asyncio.run(test())


del WithGateway
