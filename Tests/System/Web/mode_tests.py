"""Tests of modes, teams and points: from the dashboard and the page to the daemon, and back."""

import asyncio

import status
from dashboard import Dashboard
from tables import Message, Mode
from with_gateway import Page, WithGateway, state

ACKNOWLEDGEMENT = 0x10


def stage(records):
    """Returns the stage in the records of a state: the room's mode, and (mode, team, points) of each current player.

    It is (None, {}) if the records have no stage.
    """
    found = status.stage(records[-1]) if records[-1][0] == Message.HOST else None
    if not found:
        return None, {}
    return found.mode, {slot: (mode, found.teams[slot], found.points[slot]) for slot, mode in found.modes.items() if mode != status.NOBODY}


class Modes(WithGateway):
    """Tests with a dashboard at a gateway and its daemon."""

    def run_dashboard(self, test):
        """Runs `test` with a dashboard, and the page of a player."""
        async def run():
            async with self.connect_dashboard() as host, self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello("Aki")
                await test(Dashboard(host), page)
        asyncio.run(run())

    async def until_stage(self, dashboard, is_wanted):
        """Waits for a state whose stage fulfils `is_wanted`; returns the stage."""
        return stage(await dashboard.records(lambda found: is_wanted(*stage(found))))

    def test_the_room_and_a_player_are_sent_to_modes(self):
        async def test(dashboard, _):
            await self.until_stage(dashboard, lambda room, players: room == Mode.PLAY and players == {1: (Mode.PLAY, 0, 0)})
            self.assertEqual(await dashboard.order("mode", mode="lobby", slot=0), "done")
            await self.until_stage(dashboard, lambda room, players: room == Mode.LOBBY and players[1][0] == Mode.LOBBY)
            self.assertEqual(await dashboard.order("mode", mode="tank", slot=1), "done")
            await self.until_stage(dashboard, lambda room, players: room == Mode.LOBBY and players[1][0] == Mode.TANK)
        self.run_dashboard(test)

    def test_a_page_chooses_its_team_in_the_lobby_and_everybody_sees_it(self):
        async def test(dashboard, page):
            await page.say(type="team", team=7)
            # Texts of the page and orders of the dashboard take different connections. This packet follows the text, so once it is acknowledged, the
            # daemon has the text.
            await page.send(state())
            await page.frame(ACKNOWLEDGEMENT)
            self.assertEqual(await dashboard.order("mode", mode="lobby", slot=0), "done")
            self.assertEqual((await page.text("quiz"))["scores"], [{"player": 1, "name": "Aki", "team": 0, "points": 0}])
            await page.say(type="team", team=3)
            self.assertEqual((await page.text("quiz"))["teams"], [{"team": 3, "points": 0}])
            await self.until_stage(dashboard, lambda _, players: players[1] == (Mode.LOBBY, 3, 0))
            self.assertEqual(await dashboard.order("team", slot=1, team=0), "done")
            self.assertEqual((await page.text("quiz"))["teams"], [])
        self.run_dashboard(test)

    def test_the_host_gives_and_takes_points(self):
        async def test(dashboard, page):
            self.assertEqual(await dashboard.order("mode", mode="buzzer", slot=0), "done")
            await page.text("quiz")
            for by, wanted in ((5, 5), (-7, -2)):
                self.assertEqual(await dashboard.order("points", slot=1, by=by), "done")
                self.assertEqual((await page.text("quiz"))["scores"][0]["points"], wanted)
                await self.until_stage(dashboard, lambda _, players: players[1][2] == wanted)
            self.assertEqual(await dashboard.order("buzzer", do="undo"), "done")
            self.assertEqual((await page.text("quiz"))["scores"][0]["points"], 5)
            self.assertEqual(await dashboard.order("buzzer", do="right"), "notNow")
        self.run_dashboard(test)

    def test_the_tank_command_has_everybody_drive(self):
        async def test(dashboard, _):
            result = await asyncio.to_thread(self.run_command, "tank", "--link", "--start", "--socket", self.socket, "--tickets", self.tickets)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            await self.until_stage(dashboard, lambda room, players: room == Mode.TANK and players[1][0] == Mode.TANK)
        self.run_dashboard(test)


del WithGateway
