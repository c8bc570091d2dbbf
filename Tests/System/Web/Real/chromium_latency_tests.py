"""Tests of the latency from a finger to the bridge, which writes the game's pad.

The latency has two parts. The part from the finger to the page is the browser's. The part from the page to the bridge is Tiltpad's, and has a limit.
The tests print the second part and the sum. A browser without a graphics processor reports events one or two frames late.
"""

import math
import random
import time

import house
import real
import standstill
import times

RADIUS_px, REST = 60, 0.06
COUNT, ROUNDS = 60, 3
# A script that records for each press and movement: the event's time, the time at which the page received it (both in s), and its x. %s is the event
# of movements that the page listens to.
NOTE = """window.told = { down: [], move: [] };
  for (const [kind, list] of [['pointerdown', told.down], ['%s', told.move]])
    addEventListener(kind, (event) => list.push([event.timeStamp / 1000, performance.now() / 1000, event.clientX]), true);"""


def clock(phone):
    """Returns the lead of CLOCK_MONOTONIC over the page's clock, and its uncertainty, both in s.

    The page is asked 20 times for its time, and the quickest answer counts.
    """
    found = []
    for _ in range(20):
        asked = time.monotonic()
        page = phone.run("performance.now()") / 1000
        answered = time.monotonic()
        found.append((answered - asked, (asked + answered) / 2 - page))
    round_trip, offset = min(found)
    return offset, round_trip / 2


def spread(values):
    """Returns the median and the 99th percentile of latencies in s, converted to ms."""
    values = sorted(1000 * value for value in values)
    return values[len(values) // 2], values[min(len(values) - 1, int(len(values) * 0.99))]


class LatencyTests(real.Scene):
    """The tests at 60 states a second."""

    rate, movement = 60, "pointermove"
    # The limits for the median time from the page to the bridge, in ms: one frame.
    limits = {"press": 1000 / 60, "lever": 1000 / 60}

    @standstill.again(3)
    def test_fingers_are_at_the_bridge_within_a_frame(self):
        phone, player = self.join()
        phone.run(NOTE % self.movement)
        for _ in range(ROUNDS):
            # The best of several measurements counts, since the machine's other work is not the page's fault.
            measured = {"press": self.presses(phone, player), "lever": self.moves(phone, player)}
            medians = {name: spread([ours for _, ours in found])[0] for name, found in measured.items()}
            for name, found in measured.items():
                print("({} at {} Hz: median {:.1f} ms, p99 {:.1f} ms; from the page to the bridge {:.1f}, {:.1f})".format(
                    name, self.rate, *spread([whole for whole, _ in found]), *spread([ours for _, ours in found])), end=" ", flush=True)
            if times.within(*((medians[name], limit) for name, limit in self.limits.items())):
                return
        self.fail(f"medians of {medians} ms from the page to the bridge")

    def presses(self, phone, player):
        """Returns two latencies in s of each press: from the finger to the bridge, and from the page, which receives the event, to the bridge."""
        offset, _ = clock(phone)
        place = phone.middle("[data-out=A]")
        first = self.edge(player)
        phone.run("told.down.length = 0")
        for _ in range(COUNT):
            time.sleep(random.uniform(0.03, 0.06))
            phone.touch(t=place)
            phone.lift()
        house.until(lambda: self.edge(player) == (first + 2 * COUNT) % 65536, "all edges")
        arrived = {}
        for arrival in self.house.arrivals(player):
            for number, *_ in arrival.edges:
                arrived.setdefault(number, arrival.at)
        # A press that has not arrived counts as infinitely late.
        found = [arrived.get((first + 2 * index) % 65536, math.inf) - offset for index in range(COUNT)]
        return [(at - event, at - told) for at, (event, told, _) in zip(found, phone.run("told.down"), strict=True)]

    def edge(self, player):
        """Returns the number of the next edge of a player."""
        states = self.states(player)
        return states[-1].state.next_edge if states else 0

    def moves(self, phone, player):
        """Returns the same two latencies in s of each movement of a thumb on a lever that reached the bridge."""
        offset, _ = clock(phone)
        x, y = phone.middle("[data-cell=left]")
        phone.run("told.move.length = 0")
        phone.touch(l=(x, y))
        asked = []
        for index in range(COUNT):
            # The movement comes at a random time between two frames of the screen.
            time.sleep(random.uniform(0.02, 0.054))
            way = 10 + index * 17 % 45
            asked.append((time.monotonic(), way))
            phone.slide(l=(x + way, y))
        self.until_state(player, lambda state: abs(state.sticks[0] - stick(way)) < 0.001, "the last movement")
        phone.lift()
        events = phone.run("told.move")
        moves = [self.one_move(player, began, stick(way), [event for event in events if abs(event[2] - x - way) < 0.01], offset)
                 for began, way in asked]
        # If the machine stands still, a movement may replace the previous movement before the page has sent it.
        told = [move for move in moves if move]
        self.assertTrue(told)
        return told

    def one_move(self, player, began, wanted, events, offset):
        """Returns both latencies in s of a movement that reached the bridge; None if it did not."""
        shown = next((state.at for state in self.states(player, began) if abs(state.state.sticks[0] - wanted) < 0.001), None)
        before = [event for event in events if shown is not None and event[1] <= shown - offset]
        if not before:
            return None
        event, told, _ = max(before)
        return shown - offset - event, shown - offset - told


def stick(way):
    """Returns the stick's position for a thumb that is `way` px from the lever's base."""
    return (way / RADIUS_px - REST) / (1 - REST)


class QuickLatencyTests(LatencyTests):
    """The tests at 120 states a second."""

    rate, movement = 120, "pointerrawupdate"
    # Without a screen, Chromium draws 60 times a second. A movement between two frames is often reported with the next one.
    limits = {"press": 1000 / 120, "lever": 2 * 1000 / 60}
    options = {"layout": {"rate": 120}}
