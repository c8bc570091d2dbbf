"""Tests of the gateway's texts and orders about the stage, with a FakeBridge."""

import asyncio
import time

import fake_bridge
import host_records
from dashboard import Dashboard
from tables import Mode, RoundPhase, Topic, Verb
from with_gateway import DEADLINE, Page, WithGateway


class Stage(fake_bridge.WithFakeBridge, WithGateway):
    """Tests of a gateway with a FakeBridge instead of a daemon."""

    async def until_true(self, is_true, what):
        """Waits until `is_true` holds; fails with `what`."""
        limit = time.monotonic() + DEADLINE
        while not is_true():
            self.assertLess(time.monotonic(), limit, what)
            await asyncio.sleep(0.02)

    async def quiz(self, page, is_wanted):
        """Returns the next text "quiz" of a page for which `is_wanted` holds."""
        while True:
            if is_wanted(said := await page.text("quiz")):
                return said

    def stage(self, *players, mode="buzzer", **fields):
        """Returns a stage with these players, each as (mode, team, points)."""
        return host_records.Stage(
            mode=mode, players={slot + 1: host_records.Part(mode=mode, team=team, points=points)
                                for slot, (mode, team, points) in enumerate(players)}, **fields)

    def test_pages_hear_the_points_at_once_and_when_they_change(self):
        async def test():
            self.bridge.show(self.stage(("buzzer", 1, 3), ("buzzer", 2, -1)))
            async with self.connect(self.ticket()) as first, self.connect(self.ticket()) as second:
                aki, mei = Page(first), Page(second)
                await aki.hello("Aki")
                await mei.hello("Mei")
                scores = [{"player": 1, "name": "Aki", "team": 1, "points": 3}, {"player": 2, "name": "Mei", "team": 2, "points": -1}]
                wanted = {"type": "quiz", "scores": scores, "teams": [{"team": 1, "points": 3}, {"team": 2, "points": -1}]}
                for page in (aki, mei):
                    self.assertEqual(await self.quiz(page, lambda said: said["scores"][1:] and said["scores"][1]["name"]), wanted)
                self.bridge.show(self.stage(("buzzer", 1, 3), ("buzzer", 1, 4)))
                for page in (aki, mei):
                    self.assertEqual((await page.text("quiz"))["teams"], [{"team": 1, "points": 7}])
                # Pages get a new text only if the points or the teams have changed.
                self.bridge.show(self.stage(("buzzer", 1, 3), ("buzzer", 1, 4), phase=RoundPhase.ARMED, round=5))
                self.bridge.show(self.stage(("play", 0, 0), ("play", 0, 0), mode="play"))
                self.assertEqual(await aki.text("quiz"), {"type": "quiz", "scores": [], "teams": []})
        asyncio.run(test())

    def test_devices_have_their_names_in_it_as_long_as_they_are_there(self):
        async def test():
            self.bridge.show(self.stage(("buzzer", 0, 0), ("buzzer", 0, 0)))
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello("Aki")
                await self.quiz(page, lambda said: True)
                self.bridge.introduce(2, "Sofa wheel")
                await self.quiz(page, lambda said: said["scores"][1]["name"] == "Sofa wheel")
                self.bridge.show(self.stage(("buzzer", 0, 0)))
                await self.quiz(page, lambda said: len(said["scores"]) == 1)
                self.bridge.show(self.stage(("buzzer", 0, 0), ("buzzer", 0, 0)))
                await self.quiz(page, lambda said: said["scores"][1:] and not said["scores"][1]["name"])
        asyncio.run(test())

    def test_without_a_quiz_pages_hear_nothing_of_one(self):
        async def test():
            self.bridge.show(self.stage(("play", 0, 0), mode="play"))
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello("Aki")
                await self.until_true(lambda: self.bridge.topics is not None, "a watch")
                self.assertFalse(self.bridge.topics & Topic.STATUS, "without a dashboard nobody needs the states")
                self.bridge.show(self.stage(("tank", 0, 0), mode="tank"))
                await page.say(type="hello", name="Mei")
                while (said := await page.text("quiz", "players")).get("players") != [{"player": 1, "name": "Mei"}]:
                    self.assertEqual(said["type"], "players")
                self.bridge.show(self.stage(("lobby", 0, 0), mode="lobby"))
                self.assertEqual((await page.text("quiz"))["scores"], [{"player": 1, "name": "Mei", "team": 0, "points": 0}])
        asyncio.run(test())

    def test_a_page_chooses_its_own_team_in_the_lobby_and_nothing_else(self):
        async def test():
            self.bridge.show(self.stage(("buzzer", 0, 0), ("lobby", 0, 0)))
            async with self.connect(self.ticket()) as first, self.connect(self.ticket()) as second:
                aki, mei = Page(first), Page(second)
                await aki.hello("Aki")
                await mei.hello("Mei")
                await self.quiz(mei, lambda said: True)
                await aki.say(type="team", team=3)
                for wrong in ({"team": 9}, {"team": -1}, {"team": "1"}, {}):
                    await mei.say(type="team", **wrong)
                await mei.say(type="mode", mode="play", slot=0, number=1)
                await mei.say(type="points", slot=2, by=5, number=2)
                await mei.say(type="team", team=8, slot=1, player=1)
                await self.until_true(lambda: self.bridge.orders, "the team")
                self.assertEqual(self.bridge.orders, [(Verb.CHOOSE, 8, 2, 0)])
        asyncio.run(test())

    def test_a_dashboard_has_the_stage_behind_every_state(self):
        async def test():
            stage = self.stage(("buzzer", 0, 7), round=9, phase=RoundPhase.ARMED)
            self.bridge.show(stage)
            async with self.connect_dashboard() as link:
                dashboard = Dashboard(link)
                await dashboard.hear("welcome")
                await self.until_true(lambda: self.bridge.topics == Topic.STATUS | Topic.PEERS | Topic.STAGE, "topics")
                for _ in range(2):
                    self.bridge.tell()
                    self.assertEqual((await dashboard.records())[-1], stage.packed())
                stage = self.stage(("lobby", 0, 7), mode="lobby")
                self.bridge.show(stage)
                self.bridge.tell()
                await dashboard.records(lambda found: found[-1] == stage.packed())
        asyncio.run(test())

    def test_orders_about_the_stage_reach_the_bridge_and_are_answered(self):
        orders = [({"type": "mode", "mode": "buzzer", "slot": 0}, (Verb.MODE, Mode.BUZZER, 0)), ({"type": "mode", "mode": "tank", "slot": 2}, (Verb.MODE, Mode.TANK, 2)),
                  ({"type": "buzzer", "do": "arm"}, (Verb.ARM, 0, 0)), ({"type": "buzzer", "do": "manual"}, (Verb.AUTOMATIC, 0, 0)),
                  ({"type": "team", "slot": 2, "team": 8}, (Verb.TEAM, 8, 2)), ({"type": "points", "slot": 1, "by": -2}, (Verb.POINTS, 254, 1))]

        async def test():
            async with self.connect_dashboard() as link:
                dashboard = Dashboard(link)
                await dashboard.hear("welcome")
                for order, wanted in orders:
                    kind = order.pop("type")
                    self.assertEqual(await dashboard.order(kind, **order), "done")
                    self.assertEqual(self.bridge.orders[-1][:3], wanted)
                self.assertEqual(await dashboard.order("buzzer", do="midpoint"), "notNow")
        asyncio.run(test())

    def test_the_tank_command_starts_the_tanks_only_when_it_is_told_to(self):
        for start, wanted in ((), []), (("--start",), [(Verb.MODE, Mode.TANK, 0)]):
            result = self.run_command("tank", "--link", *start, "--socket", self.socket, "--tickets", self.tickets)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual([order[:3] for order in self.bridge.orders], wanted)

    def test_the_tank_command_says_where_the_tanks_are(self):
        result = self.run_command("tank", "--plain", "--tickets", self.tickets)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn(f"on this machine: https://localhost:{self.port}/tank\n", result.stdout)
        result = self.run_command("tank", "--link", "--steer", "mix", "--address", "127.0.0.1", "--tickets", self.tickets)
        self.assertRegex(result.stdout, rf"^https://127\.0\.0\.1:{self.port}/tank\?steer=mix#[\w-]{{22}}\n$")

        async def test():
            async with self.connect_dashboard(result.stdout.strip().split("#")[1]) as link:
                self.assertIn("resume", await Dashboard(link).hear("welcome"))
        asyncio.run(test())
        self.assertEqual(self.run_command("tank", "--steer", "sideways").returncode, 2)

    def test_a_bridge_that_comes_back_says_it_again(self):
        async def test():
            self.bridge.show(self.stage(("buzzer", 0, 1)))
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello("Aki")
                await self.quiz(page, lambda said: said["scores"][0]["points"] == 1)
                await asyncio.to_thread(self.bridge.end)
                self.bridge = fake_bridge.FakeBridge(self.socket)
                self.bridge.show(self.stage(("buzzer", 0, 2)))
                await self.quiz(page, lambda said: said["scores"] and said["scores"][0]["points"] == 2)
        asyncio.run(test())


del WithGateway
