"""Tests of how soon a crowd's result is on the pad, and of the delay that a crowd causes to other players.

They measure the release build.
"""

import asyncio
import contextlib
import statistics
import struct
import sys
import time
import unittest

import times
import voters
from load_tests import RELEASE, why_not
from voters import FULL, WithCrowd
from with_gateway import Page, state

# The crowd joins first, so its pad is in slot 1.
VOTERS, PLAYERS, CROWD = 100, 4, 1
WINDOW_s, RATE, SECONDS = 0.2, 60, 10
# The time in s from the end of a window to the pad's report, and the time in s that a crowd may add to the 99th percentile of players' delays.
REPORT_GOAL_s, NOTICE_GOAL_s = 0.005, 0.002
# The values of the right stick. Each value identifies the packet that brought it.
STEP, VALUES = 8, 4_000


class Reports(voters.Reports):
    """Records the reports of all pads, as (time, slot, left x, right x), when they reach a local program."""

    # The slot is in byte 1, and the sticks begin at byte 8.
    REPORT = struct.Struct("<BB6x4h")

    def note(self, report):
        """Records a REPORT."""
        _, slot, left_x, _, right_x, _ = self.REPORT.unpack_from(report)
        self.shown.append((time.monotonic(), slot, left_x, right_x))


def p99(values):
    """Returns the 99th percentile of the values."""
    return statistics.quantiles(values, n=100)[98]


@unittest.skipIf(why_not(), why_not())
class Pace(WithCrowd):
    program = str(RELEASE / "tiltpad")
    options = ("--limit", str(VOTERS))
    CONFIGURATION = f"[host]\nplayers = {PLAYERS + 1}\n"

    async def play(self, pages):
        """Plays with all pages for SECONDS. Returns the times in s from each packet to its report, and all reports."""
        reports, sent = Reports(self.socket), {}
        end, number = time.monotonic() + SECONDS, 0
        while time.monotonic() < end:
            number += 1
            for slot, page in pages.items():
                value = (number + slot) % VALUES * STEP
                sent[slot, value] = time.monotonic()
                await page.send(state(right_x=value))
                await asyncio.sleep(1 / RATE / len(pages))
        await asyncio.sleep(WINDOW_s)
        await asyncio.to_thread(reports.close)
        ways = [at - sent[slot, right] for at, slot, _, right in reports.shown if (slot, right) in sent]
        self.assertGreater(len(ways), len(sent) / 2)
        return ways, reports.shown

    async def vote(self, voters):
        """Makes all voters vote left and right in turn, one side in each window."""
        side = FULL
        self.opened = time.monotonic()
        while True:
            for voter in voters:
                await voter.vote(x=side)
                await asyncio.sleep(WINDOW_s / len(voters))
            side = -side

    def test_a_result_is_on_the_pad_at_once_and_players_do_not_notice_the_crowd(self):
        async def test():
            async with contextlib.AsyncExitStack() as links:
                pages = {}
                for _ in range(PLAYERS):
                    page = Page(await links.enter_async_context(self.connect(await asyncio.to_thread(self.ticket))))
                    pages[(await page.hello())["player"]] = page
                before, _ = await self.play(pages)
                voters = [await self.enter(links, device) for device in range(VOTERS)]
                voting = asyncio.create_task(self.vote(voters))
                meanwhile, seen = await self.play(pages)
                voting.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await voting
                shown = [(at, left) for at, slot, left, _ in seen if slot == CROWD]
                return before, meanwhile, [at for (_, former), (at, left) in zip(shown, shown[1:]) if left != former]
        before, meanwhile, changes = asyncio.run(test())
        self.assertGreater(len(changes), SECONDS / WINDOW_s / 2)
        # Windows end at equal intervals from the first vote. That vote also took some time to reach the gateway.
        moved = [(at - self.opened) % WINDOW_s for at in changes]
        longest = max(later - earlier for earlier, later in zip(changes, changes[1:]))
        figures = (f"(players' packets: median {1000 * statistics.median(before):.2f}, p99 {1000 * p99(before):.2f} ms before; "
                   f"{1000 * statistics.median(meanwhile):.2f}, {1000 * p99(meanwhile):.2f} ms meanwhile; close to report: median "
                   f"{1000 * statistics.median(moved):.2f} ms, {len(moved)} reports, {1000 * longest:.0f} ms between two at most)")
        print(f"web: {VOTERS} voters {figures}", file=sys.stderr)
        times.hold(self, "the close of a crowd's window to the report of its pad, p99", p99(moved), REPORT_GOAL_s)
        times.check(self, "a crowd adds at most 2 ms to the p99 of players", p99(meanwhile) <= p99(before) + NOTICE_GOAL_s, figures)


del WithCrowd
