"""Tests of a phone's page over bad networks, with each of its transports (docs/network.md)."""

import concurrent.futures
import dataclasses
import os
import statistics
import time
import unittest

import long_run
import matrix
import table
import times
import watch
from phone_scene import DELAY_ms, PhoneScene, UNAVAILABLE, WAYS
from scene import PATIENCE

# From Tests/System/Web/Page, which phone_scene has put on the path.
import bidi
import processes

# Loss in percent, and the mean length of its bursts in ms.
LOSSES = [(0, 1), (1, 1), (3, 1), (10, 1), (1, 30), (3, 30), (10, 30)] if matrix.IS_FULL else [(0, 1), (3, 1)]
SECONDS = 20 if matrix.IS_FULL else 6
# For exact measurements, one page plays at a time, because each browser needs its own processor.
SIDE_BY_SIDE = 1 if matrix.IS_FULL else len(WAYS)
OWN_SHARE_ms = matrix.OWN_SHARE if matrix.IS_FULL else matrix.TWO_FRAMES
DARK_SECONDS = 2
# Up to this loss, in percent, a transport does not count as dead.
STEADY_LOSS = 3


@dataclasses.dataclass
class Outcome:
    """The states and presses that arrived over one network by one transport. Times are in ms."""

    way: str
    loss: int
    burst: int
    delays: list
    ages: list
    sent: int
    taken: int
    given_up: int
    transports: set


def measure(scene, way, loss, burst):
    """Plays over a network with this loss; returns the outcome once everything in flight has arrived."""
    former, uptime = scene.watch.player.counts, scene.watch.host
    lead, began = scene.lead(), time.monotonic_ns()
    scene.link.set(loss=loss, burst=burst)
    edges = scene.play(SECONDS)
    ended = time.monotonic_ns()
    scene.link.set(loss=0)
    try:
        scene.watch.until(lambda: scene.watch.player and scene.watch.player.counts.edges - former.edges >= edges, PATIENCE, "all edges")
    except AssertionError:
        pass
    scene.watch.listen(0.2)
    now, samples = scene.watch.player.counts, scene.samples(began, lead)
    return Outcome(
        way, loss, burst, [(arrival - sample) / 1e6 for arrival, sample in samples if arrival < ended],
        watch.ages(samples, began + 500_000_000, ended), edges, now.edges - former.edges,
        now.skipped + now.hurried - former.skipped - former.hurried,
        {player.transport for player in scene.watch.players if player.time > uptime})


def darken(scene):
    """Cuts the network for 2 s while a button is held.

    Returns the buttons at the host before the network was back, and the time in ms from then until the first state arrived.
    """
    place = scene.phone.middle("[data-out=A]")
    scene.phone.touch(button=place)
    scene.watch.until(lambda: scene.watch.player and scene.watch.player.buttons, PATIENCE, "the button")
    scene.link.set(blackout=1)
    scene.watch.listen(DARK_SECONDS)
    held = scene.watch.players[-1].buttons
    light = time.monotonic_ns()
    scene.link.set(blackout=0)
    back = scene.watch.until(lambda: [one.time for one in scene.watch.arrivals if one.time > light], PATIENCE, "the way back")[0]
    scene.watch.until(lambda: scene.watch.player and scene.watch.player.buttons, PATIENCE, "the button again")
    scene.phone.lift()
    scene.watch.until(lambda: scene.watch.player and not scene.watch.player.buttons, PATIENCE, "no button")
    return held, (back - light) / 1e6


def play_all(way):
    """Plays over all networks by one transport; returns the outcomes, and the result of `darken`."""
    with PhoneScene(*WAYS[way]) as scene:
        return [measure(scene, way, *network) for network in LOSSES], darken(scene)


@unittest.skipIf(UNAVAILABLE, UNAVAILABLE)
class PhoneTests(unittest.TestCase):
    """Tests of a page for each transport. All tests check the outcomes of the same games."""

    @classmethod
    def setUpClass(cls):
        """Plays over all networks by all transports."""
        processes.obey_signals()
        with concurrent.futures.ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            found = dict(zip(WAYS, pool.map(play_all, WAYS)))
        cls.outcomes = [one for outcomes, _ in found.values() for one in outcomes]
        cls.dark = {way: dark for way, (_, dark) in found.items()}
        print("\n".join(["", *map(table.phone_line, cls.outcomes), *(f"{way}: back after {back:.0f} ms" for way, (_, back) in cls.dark.items())]))
        table.record("phone", (cls.outcomes, cls.dark))

    def test_each_page_kept_its_way(self):
        # If nothing arrives for 0.4 s, a page tries another transport. So only networks with little loss are checked.
        for one in self.outcomes:
            if one.loss <= STEADY_LOSS:
                with self.subTest(way=one.way, loss=one.loss, burst=one.burst):
                    self.assertEqual(one.transports, {WAYS[one.way][1]})

    def test_no_press_is_lost_on_any_way(self):
        for one in self.outcomes:
            with self.subTest(way=one.way, loss=one.loss, burst=one.burst):
                self.assertEqual((one.taken, one.given_up), (one.sent, 0))

    def test_a_quiet_network_adds_its_delay_and_little_else(self):
        for one in self.outcomes:
            if one.loss == 0:
                times.hold(self, f"the median by {one.way}", statistics.median(one.delays) / 1000, (DELAY_ms + OWN_SHARE_ms) / 1000)

    def test_without_a_network_the_button_is_up_and_then_as_the_thumb_is(self):
        self.assertEqual({way: held for way, (held, _) in self.dark.items()}, dict.fromkeys(WAYS, 0))


@unittest.skipIf(UNAVAILABLE, UNAVAILABLE)
@unittest.skipUnless(os.path.exists(bidi.BINARY), f"{bidi.BINARY} is not installed")
class FirefoxTests(unittest.TestCase):
    """Tests of Firefox over WebRTC. Its three entries play at the same time.

    Firefox does not use loopback addresses as ICE candidates, so these tests run on a network of their own.
    """

    @classmethod
    def setUpClass(cls):
        """Starts a game from each entry."""
        processes.obey_signals()
        pool = concurrent.futures.ThreadPoolExecutor()
        cls.addClassCleanup(pool.shutdown)
        cls.games = {entry: pool.submit(play_in_firefox, entry) for entry in ("tls", "plain", "elsewhere")}

    def plays(self, entry):
        """Checks that no press was lost, and that the button was up while there was no network."""
        games, transport = self.games[entry].result()
        for sent, counts, held, back in games:
            self.assertEqual((counts, held), ((sent, 0, 0), 0))
            print(f"(back after {back:.0f} ms)", end=" ", flush=True)
        self.assertEqual(transport, WAYS["WebRTC"][1])

    def test_firefox_plays_over_webrtc_from_the_page_of_the_host(self):
        self.plays("tls")

    def test_firefox_plays_over_webrtc_from_the_page_without_tls(self):
        self.plays("plain")

    @long_run.only
    def test_firefox_plays_over_webrtc_from_a_page_elsewhere(self):
        self.plays("elsewhere")


def play_in_firefox(entry):
    """Twice plays, and then cuts the network for 2 s while a button is held. Then steers by tilt where that is allowed, and plays a quiz.

    Returns for each of the two games (edges, (edges at the host, skipped, hurried), buttons without a network, ms until the first state
    after that), and the transport at the end.
    """
    games = []
    with PhoneScene(*WAYS["WebRTC"], engine=bidi, entry=entry) as scene:
        for _ in range(2):
            former = scene.watch.player.counts
            edges = scene.play(SECONDS / 2)
            scene.watch.until(lambda: scene.watch.player and scene.watch.player.counts.edges - former.edges >= edges, PATIENCE, "all edges")
            now = scene.watch.player.counts
            games.append((edges, (now.edges - former.edges, now.skipped, now.hurried), *darken(scene)))
        scene.until_transport(WAYS["WebRTC"][1])
        if entry != "plain":
            scene.steer()
        scene.buzz()
        return games, scene.watch.player.transport
