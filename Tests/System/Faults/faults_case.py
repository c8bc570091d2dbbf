"""The common part of the tests of faults: what may be lost, and the table."""

import dataclasses
import sys
import time
import unittest

import crew
import daemon_guest
import table
from shared_guest import guest


class Faults(unittest.TestCase):
    """A test with six players who press all the time, and faults meanwhile."""

    def setUp(self):
        """Lets the players join, unless they are there."""
        self.crew = crew.gathered()

    def suffer(self, fault, inject, times=1, is_normal=None, besides="", losers=(), is_by_gap=False):
        """Lets a fault happen so many times, and puts it into the table.

        No button may stay down, no pad may go, and no press may be lost but those that were too old when their pad was back;
        players of the kinds `losers` may lose more. With `is_by_gap` the time until normal is the longest for which a pad has
        shown no press, as the fault itself takes much longer than its effect.
        """
        results = [self.crew.suffer(inject, is_normal) for _ in range(times)]
        if is_by_gap:
            results = [dataclasses.replace(one, seconds=max(one.gaps.values())) for one in results]
        table.record(fault, results, besides)
        print(table.summary(fault), file=sys.stderr)
        for result in results:
            self.assertEqual(result.held, {}, f"{fault}: buttons stay down")
            for name, gap in result.gaps.items():
                if name.split()[0] not in losers:
                    self.assertIn(result.lost.get(name, 0), range(result.excused[name] + 1), f"{fault}: {name} was away for {gap:.2f} s: {result}")
                    self.assertNotIn(name, result.unplugged | result.moved, fault)
        return results


def mended(command):
    """Runs a command in the guest; returns the guest's uptime just after it."""
    guest().run(command, timeout_seconds=120)
    return daemon_guest.uptime()


def lasting(begin, seconds, end):
    """Runs a command in the guest, and another one some time later; returns the guest's uptime then."""
    guest().run(begin, timeout_seconds=120)
    time.sleep(seconds)
    return mended(end)
