"""The base class of the fault tests. It checks that only permitted presses are lost, and records the results for the table."""

import dataclasses
import sys
import time
import unittest

import crew
import daemon_guest
import table
from shared_guest import guest


class Faults(unittest.TestCase):
    """A test that injects faults while six players press buttons all the time."""

    def setUp(self):
        """Lets the players join, unless they still play."""
        self.crew = crew.gathered()

    def suffer(self, fault, inject, times=1, is_normal=None, besides="", losers=(), is_by_gap=False):
        """Injects a fault `times` times, and records the results for the table. `besides` is a further loss, in words.

        No button may stay down, and no pad may be unplugged. A press may be lost only if it was too old when its pad showed presses again.
        Players of the kinds `losers` may lose more presses, and their pads. With `is_by_gap`, the time until normal is the longest time for which
        a pad has shown no press, because the fault itself takes much longer than its effect.
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
    """Runs a command in the guest; returns the guest's uptime just after the command, in s."""
    guest().run(command, timeout_seconds=120)
    return daemon_guest.uptime()


def lasting(begin, seconds, end):
    """Runs the command `begin` in the guest, and `seconds` later the command `end`; returns the guest's uptime just after that, in s."""
    guest().run(begin, timeout_seconds=120)
    time.sleep(seconds)
    return mended(end)
