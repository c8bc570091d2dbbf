"""How long it takes from a finger to the bridge, which is where a game's pad is written from."""

import math
import random
import time

import house
import real

RADIUS_px, REST = 60, 0.06
COUNT, ROUNDS = 60, 3
NOTE = "window.moves = []; for (const kind of ['pointerrawupdate', 'pointermove']) addEventListener(kind, (e) => moves.push([e.timeStamp, e.clientX]), true);"


def clock(phone):
    """How far CLOCK_MONOTONIC is ahead of the page's clock, and how sure that is, both in s: from the quickest of some questions."""
    found = []
    for _ in range(20):
        asked = time.monotonic()
        page = phone.run("performance.now()") / 1000
        answered = time.monotonic()
        found.append((answered - asked, (asked + answered) / 2 - page))
    round_trip, offset = min(found)
    return offset, round_trip / 2


def spread(values):
    """The median and the 99th percentile of latencies, ms."""
    values = sorted(1000 * value for value in values)
    return values[len(values) // 2], values[min(len(values) - 1, int(len(values) * 0.99))]


class LatencyTests(real.Scene):
    """At 60 states a second."""

    rate = 60

    def test_fingers_are_at_the_bridge_within_a_frame(self):
        phone, player = self.join()
        for _ in range(ROUNDS):
            # Of some times the best: what else the machine does is not the page's fault.
            measured = {"press": self.presses(phone, player), "lever": self.moves(phone, player)}
            medians = [spread(by_event)[0] for by_event, _ in measured.values()]
            for name, (by_event, by_driver) in measured.items():
                print("({} at {} Hz: median {:.1f} ms, p99 {:.1f} ms from the event; {:.1f}, {:.1f} from its injection)".format(
                    name, self.rate, *spread(by_event), *spread(by_driver)), end=" ", flush=True)
            if max(medians) <= 1000 / self.rate:
                return
        self.fail(f"medians of {medians} ms")

    def presses(self, phone, player):
        """Latencies of presses: from the time of the event, and from its injection."""
        offset, _ = clock(phone)
        place, asked = phone.middle("[data-out=A]"), []
        first = self.edge(player)
        for _ in range(COUNT):
            time.sleep(random.uniform(0.03, 0.06))
            asked.append(time.monotonic())
            phone.touch(t=place)
            phone.lift()
        house.until(lambda: self.edge(player) == (first + 2 * COUNT) % 65536, "all edges")
        arrived = {}
        for arrival in self.house.arrivals(player):
            for number, _, _, age in arrival.edges:
                arrived.setdefault(number, (arrival.at, arrival.state.time / 1e6 - age / 1000 + offset))
        # What has not come at all has taken for ever.
        found = [arrived.get((first + 2 * index) % 65536, (math.inf, 0)) for index in range(COUNT)]
        return [at - event for at, event in found], [at - began for (at, _), began in zip(found, asked)]

    def edge(self, player):
        """The number of the next edge of a player."""
        states = self.states(player)
        return states[-1].state.next_edge if states else 0

    def moves(self, phone, player):
        """Latencies of a thumb that moves a lever: from the time of the event, and from its injection."""
        offset, _ = clock(phone)
        x, y = phone.middle("[data-cell=left]")
        phone.run(NOTE)
        phone.touch(l=(x, y))
        asked = []
        for index in range(COUNT):
            # At any time between two frames of the screen.
            time.sleep(random.uniform(0.02, 0.054))
            way = 10 + index * 17 % 45
            asked.append((time.monotonic(), way))
            phone.slide(l=(x + way, y))
        self.until_state(player, lambda state: abs(state.sticks[0] - stick(way)) < 0.001, "the last movement")
        phone.lift()
        events = phone.run("moves")
        found = [self.one_move(player, began, stick(way), [at for at, place in events if abs(place - x - way) < 0.01], offset)
                 for began, way in asked]
        return [by_event for by_event, _ in found], [by_driver for _, by_driver in found]

    def one_move(self, player, began, wanted, events, offset):
        """The latencies of one movement."""
        at = next(state.at for state in self.states(player, began) if abs(state.state.sticks[0] - wanted) < 0.001)
        event = max(event / 1000 + offset for event in events if event / 1000 + offset <= at)
        return at - event, at - began


def stick(way):
    """Where a lever is whose thumb is so many px from its base."""
    return (way / RADIUS_px - REST) / (1 - REST)


class QuickLatencyTests(LatencyTests):
    """At 120 states a second."""

    rate = 120
    options = {"layout": {"rate": 120}}
