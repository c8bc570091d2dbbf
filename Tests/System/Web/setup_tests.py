"""Tests of the set-up at the dashboard's first visit: the order to the daemon, the file, and those who may not give the order."""

import asyncio
import json

import status
import websockets
from dashboard import Dashboard
from with_gateway import DEADLINE, Page, WithGateway, signal

ANSWERS = {"join": "ask", "browser": "yes", "steam": "no", "gyro": "no", "page": "https://pads.example/x/"}


class FirstVisits(WithGateway):
    def setUp(self):
        super().setUp()
        self.file = self.place / "state" / "setup.conf"

    def settings(self):
        """Returns the lines of the file that set a key."""
        return [line for line in self.file.read_text().splitlines() if "=" in line]

    def run_dashboard(self, test):
        """Runs `test` with a dashboard on this machine."""
        async def run():
            async with self.connect_dashboard() as link:
                return await test(Dashboard(link))
        return asyncio.run(run())

    def asks(self):
        """Returns whether a new dashboard is asked to set the host up. The question comes before its first records."""
        async def test(dashboard):
            is_asked = False
            while isinstance(message := await asyncio.wait_for(dashboard.link.recv(), DEADLINE), str):
                is_asked = is_asked or json.loads(message) == {"type": "setup", "open": True}
            return is_asked
        return self.run_dashboard(test)

    def test_the_answers_are_kept_used_at_once_and_asked_for_once(self):
        async def test(dashboard):
            said = await dashboard.hear_each("setup", "ticket")
            self.assertTrue(said["setup"]["open"])
            self.assertIn(f":{self.port}/j/#", said["ticket"]["url"])
            await dashboard.send("setup", **ANSWERS)
            said = await dashboard.hear_each("setup", "ticket", "answer")
            self.assertEqual((said["setup"]["open"], said["answer"]["result"]), (False, "done"))
            self.assertTrue(said["ticket"]["url"].startswith(ANSWERS["page"] + "#1."), said["ticket"]["url"])
            await dashboard.records(lambda found: status.bridge(found[0]).policy == "ask")
            self.assertEqual(await dashboard.order("setup", **ANSWERS), "notNow")
            self.assertEqual(await dashboard.order("noSetup"), "notNow")
        self.run_dashboard(test)
        self.assertEqual(self.settings(), ["admission = ask", "identity = xboxone-bt", f"page = {ANSWERS['page']}"])
        self.assertFalse(self.asks())
        self.assertTrue(self.link().startswith(ANSWERS["page"]), "tiltpad pair shows the same page")

    def test_a_daemon_that_is_started_again_still_uses_them(self):
        self.run_dashboard(lambda dashboard: self.give(dashboard, "done", "setup", **ANSWERS))
        self.end(self.daemon)
        self.start_daemon()

        async def test(dashboard):
            await dashboard.records(lambda found: status.bridge(found[0]).policy == "ask")
        self.run_dashboard(test)
        self.assertFalse(self.asks())

    async def give(self, dashboard, wanted, kind, **members):
        """Waits until the set-up is open, gives an order, and checks its result."""
        await dashboard.hear("setup")
        self.assertEqual(await dashboard.order(kind, **members), wanted)

    def test_who_puts_it_off_is_not_asked_again_and_nothing_is_set(self):
        self.run_dashboard(lambda dashboard: self.give(dashboard, "done", "noSetup"))
        self.assertEqual(self.settings(), [])
        self.assertFalse(self.asks())

    def test_after_setup_in_a_terminal_nobody_is_asked(self):
        async def test(dashboard):
            self.assertTrue((await dashboard.hear("setup"))["open"])
            done = await asyncio.to_thread(self.run_command, "setup", "--config", str(self.place / "tiltpad.conf"), "--yes")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.daemon.send_signal(signal.SIGHUP)
            self.assertFalse((await dashboard.hear("setup"))["open"])
            self.assertEqual(await dashboard.order("setup", **ANSWERS), "notNow")
        self.run_dashboard(test)

    def test_a_file_that_cannot_be_written_changes_nothing(self):
        self.file.with_suffix(".conf.new").mkdir()
        self.run_dashboard(lambda dashboard: self.give(dashboard, "failed", "setup", **ANSWERS))
        self.assertFalse(self.file.exists())
        self.assertTrue(self.asks())

    def test_what_is_no_answer_writes_nothing(self):
        async def test(dashboard):
            await dashboard.hear("setup")
            for wrong in ({}, {**ANSWERS, "join": "locked"}, {**ANSWERS, "page": "https://x/\n[host]"}, {**ANSWERS, "page": "own "},
                          {**ANSWERS, "page": "https://" + "x" * 153}):
                await dashboard.send("setup", **wrong)
            self.assertEqual(await dashboard.order("policy", policy="open"), "done")
        self.run_dashboard(test)
        self.assertFalse(self.file.exists())

    def test_a_television_a_players_page_and_a_stranger_cannot_set_the_host_up(self):
        television = self.run_command("dashboard", "--link", "--kiosk", "--address", "127.0.0.1", "--socket", self.tickets).stdout
        order = json.dumps({"type": "setup", "number": 1, **ANSWERS})

        async def test():
            async with self.connect_dashboard(television.strip().split("#")[1]) as link:
                await link.send(order)
                await link.send(json.dumps({"type": "noSetup", "number": 2}))
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello()
                await link.send(order)
                async with self.connect_dashboard() as host:
                    # The gateway reads the earlier messages before it answers this order.
                    self.assertEqual(await Dashboard(host).order("policy", policy="open"), "done")
            with self.assertRaises(websockets.InvalidStatusCode):
                await self.connect_dashboard(self.ticket())
        asyncio.run(test())
        self.assertFalse(self.file.exists())
        self.assertTrue(self.asks())


del WithGateway
