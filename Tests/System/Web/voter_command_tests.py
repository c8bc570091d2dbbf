"""Tests of `tiltpad crowd`, of long windows, of what a crowd's code opens, and of what a voter receives."""

import asyncio
import contextlib
import json
import time

from voters import FIELDS, FULL, A, Reports, WithCrowd, at_rest, secret
from with_gateway import DEADLINE, Page, signal


class Strangers(WithCrowd):
    def test_only_its_own_code_opens_a_page_s_socket_and_it_opens_nothing_else(self):
        for options in ({"code": self.ticket()}, {"code": secret(9)}, {"protocol": "tpp.v1"}, {"path": "/link"},
                        {"path": "/link", "protocol": "tpp.v1"}, {"path": "/host", "protocol": "tpp.host.v1"}):
            self.assertEqual(self.refusal(**options), 403, options)
        self.assertEqual(self.request("POST", "/link/open", self.code).status, 403)
        self.assertEqual(self.request("GET", "/crowd").status, 200)

    def test_what_is_no_vote_is_counted_and_changes_nothing(self):
        texts = ["", "{}", "[1]", "null", '{"vote":[1,2,3,4]}', '{"vote":[40000,0,0,0,0]}', '{"vote":[0,0,0,0,4]}', '{"type":"bye"}', b"\0"]

        async def test():
            async with contextlib.AsyncExitStack() as links:
                voter = await self.enter(links, 1)
                for text in texts:
                    await voter.link.send(text)
                    await asyncio.sleep(0.15)
                await voter.vote(x=FULL)
                self.assertEqual((await voter.hear(lambda said: said["of"]))["result"], [FULL, 0, 0, 0, 0])
        asyncio.run(test())
        refused = json.loads(self.run_command("status", "--json", "--socket", self.socket, "--tickets", self.tickets).stdout)["gateway"]["refused"]
        self.assertEqual(refused["messages"], len(texts))

    def test_a_voter_hears_no_code_no_ticket_no_name_and_no_address(self):
        async def test():
            async with contextlib.AsyncExitStack() as links:
                used, unused = [await asyncio.to_thread(self.ticket) for _ in range(2)]
                one, two = [await self.enter(links, device) for device in (1, 2)]
                page = Page(await links.enter_async_context(self.connect(used)))
                resume = (await page.hello("Akiko"))["resume"]
                await links.enter_async_context(two.voting(x=FULL))
                await one.hear(lambda said: said["of"] == 1)
                await asyncio.sleep(0.5)
                return one.said, (used, unused, resume)
        said, secrets = asyncio.run(test())
        for hidden in (*secrets, self.code, secret(1), secret(2), "127.0.0.1", "Akiko", str(self.port)):
            self.assertNotIn(hidden, "\n".join(said))
        for text in said:
            self.assertEqual(set(json.loads(text)), FIELDS)


class LongWindows(WithCrowd):
    options = ("--preset", "latest", "--window", "1.5")

    def test_the_latest_vote_counts_at_the_end_and_shows_for_a_second(self):
        reports = Reports(self.socket)
        self.addCleanup(reports.close)

        async def test():
            async with contextlib.AsyncExitStack() as links:
                one, two = [await self.enter(links, device) for device in (1, 2)]
                await two.vote(x=FULL)
                await two.hear(lambda said: said["open"])
                await one.vote(y=-FULL, buttons=A)
                said = await one.hear(lambda said: said["round"] == 1)
                self.assertEqual((said["result"], said["of"], said["agree"]), ([0, -FULL, 0, 0, A], 2, 1))
                limit = time.monotonic() + DEADLINE
                while ((0, -FULL), A) not in reports.shown:
                    self.assertLess(time.monotonic(), limit, reports.shown[-3:])
                    await asyncio.sleep(0.02)
                said = await one.hear(lambda said: said["shown"] == [0, 0, 0, 0, 0])
                self.assertEqual(said["result"], [0, -FULL, 0, 0, A])
                await self.player(at_rest)
        asyncio.run(test())


class Commands(WithCrowd):
    def watch(self, *options):
        """Starts the command that shows the crowd; returns the process."""
        return self.start("crowd", "--socket", self.tickets, "--address", "127.0.0.1", *options)

    def test_it_shows_voters_and_result_and_ends_the_crowd(self):
        child = self.watch("--json", "--preset", "ballot")
        found = json.loads(child.stdout.readline())
        self.assertEqual((found["preset"], found["window"], found["voters"], found["player"]), ("ballot", 200, 0, 1))
        self.assertTrue(found["link"].endswith(f"/crowd#{self.code}"))

        async def vote():
            async with contextlib.AsyncExitStack() as links:
                voter = await self.enter(links, 1)
                async with voter.voting(x=FULL, buttons=A):
                    while json.loads(await asyncio.to_thread(child.stdout.readline))["counted"] != 1:
                        pass
        asyncio.run(vote())
        status, output, messages = self.end(child, signal.SIGINT)
        self.assertEqual((status, messages), (0, "The crowd has ended.\n"))
        last = json.loads(output.splitlines()[-1])
        self.assertEqual((last["voters"], last["stick"]), (0, [0, 0]))
        self.assertEqual(self.players(), [])

    def test_it_ends_the_crowd_when_nobody_reads_its_output(self):
        child = self.watch("--json")
        child.stdout.readline()
        child.stdout.close()

        async def test():
            async with contextlib.AsyncExitStack() as links:
                await self.enter(links, 1)
                self.assertEqual(await asyncio.to_thread(child.wait, DEADLINE), -signal.SIGPIPE)
        asyncio.run(test())
        self.assertEqual(self.refusal(), 403, "its ticket has ended with it")

    def test_it_prints_the_code_and_a_line_for_each_change(self):
        child = self.watch("--plain")
        lines = self.said(child, "player 1, together: 0 phones")
        self.assertTrue(any(f"/crowd#{self.code}" in line for line in lines))
        self.assertGreater(sum("█" in line for line in lines), 10)
        self.gateway.kill()
        self.gateway.wait(DEADLINE)
        self.said(child, "Looking for it")
        self.start_gateway()
        self.said(child, "player 1, together")
        self.assertEqual(self.crowd("--stop").returncode, 0)
        self.said(child, "The crowd has ended.")
        self.assertEqual(child.wait(DEADLINE), 0)

    def test_a_crowd_ends_with_a_command_that_is_killed_and_stays_after_one_for_its_link(self):
        self.assertEqual(len(self.players()), 1, "the command with --link has ended")
        child = self.watch("--json")
        child.stdout.readline()

        async def test():
            async with contextlib.AsyncExitStack() as links:
                voter = await self.enter(links, 1)
                child.kill()
                self.assertEqual(await voter.end(), "ended")
                await self.until(lambda players: not players)
        asyncio.run(test())
        child.wait(DEADLINE)
        self.assertEqual(self.refusal(), 403, "its ticket has ended with it")

    def test_wrong_options_are_refused(self):
        for words in (("--preset", "many"), ("--window", "0.09"), ("--window", "31"), ("--window", "x"), ("--limit", "0"), ("--limit", "101"),
                      ("--stop", "--link"), ("--json", "--link"), ("--stop", "--window", "1"), ("more",)):
            result = self.crowd(*words)
            self.assertEqual((result.returncode, result.stdout), (2, ""), words)
        result = self.run_command("crowd", "--link", "--socket", str(self.place / "none.sock"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("no web gateway listens at", result.stderr)


del WithCrowd
