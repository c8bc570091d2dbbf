"""Tests of a phone's page over bad networks, by each of its ways to the host (docs/network.md)."""

import concurrent.futures
import dataclasses
import math
import os
import statistics
import subprocess
import sys
import time
import unittest

import matrix
import namespaces
import table
import watch
from links import HOST
from namespaces import ROOT
from scene import Child, Scene

sys.path.append(str(ROOT / "Tests/Web/Page"))

import bidi  # noqa: E402
import engines  # noqa: E402
import house  # noqa: E402
import page_copy  # noqa: E402
import page_tests  # noqa: E402
import processes  # noqa: E402
import stand_in  # noqa: E402

WEB_PORT = 28443
# The page elsewhere, as the gateway is told; tests have it at an address of their own.
ELSEWHERE = "https://page.example/"
# The ways, each with the script that leaves a page no better one, and its number in the status of the player.
WAYS = {"WebRTC": ("", 3), "WebSocket": (page_tests.NO_CHANNEL, 1), "POST": (page_tests.NO_CHANNEL + page_tests.NO_SOCKET, 2)}
# Loss in percent, and the mean length of its bursts in ms.
LOSSES = [(0, 1), (1, 1), (3, 1), (10, 1), (1, 30), (3, 30), (10, 30)] if matrix.IS_FULL else [(0, 1), (3, 1)]
SECONDS = 20 if matrix.IS_FULL else 6
# To measure, one page plays at a time; each browser needs a processor for itself.
SIDE_BY_SIDE = 1 if matrix.IS_FULL else len(WAYS)
OWN_SHARE_ms = matrix.OWN_SHARE if matrix.IS_FULL else matrix.TWO_FRAMES
DARK_SECONDS = 2
# The delay of the link each way, and the thumb's way on the lever in px.
DELAY_ms, RADIUS_px = 2, 40
PRESS_SECONDS, PRESS_PERIOD = 0.1, 0.5
UNAVAILABLE = namespaces.unavailable() or (None if os.path.exists(engines.BINARY) else f"{engines.BINARY} is not installed")


@dataclasses.dataclass
class Outcome:
    """The states and presses that came over one network by one way; times in ms."""

    way: str
    loss: int
    burst: int
    delays: list
    ages: list
    sent: int
    taken: int
    given_up: int


class PhoneScene(Scene):
    """A scene with a web gateway and a browser at the other end of the link."""

    def __init__(self, script, transport, engine=engines, is_elsewhere=False):
        """Opens the page, which `script` leaves one way to the host, and plays by that way; the page may come from elsewhere."""
        super().__init__(delay=DELAY_ms)
        try:
            for space in (self.near, self.far):
                subprocess.run(space.command("ip", "link", "set", "lo", "up"), check=True, timeout=10)
            tickets = self.place / "web.sock"
            Child(self, self.far, "gateway", "web", "--folder", ROOT / "web", "--port", WEB_PORT, "--socket", self.socket,
                  "--tickets", tickets, *(["--page", ELSEWHERE] if is_elsewhere else [])).until("serving the page")
            link = Child(self, self.far, "ticket", "pair", "--phone", "--link", "--address", HOST, "--socket", tickets).until("#")
            with self.near.entered():
                self.phone = engine.Phone(self.enter_context(engine.Browser()))
            self.phone.permit("granted")
            for source in (house.settings(), script):
                self.phone.before(source)
            self.join(link.replace(ELSEWHERE, self.copy()) if is_elsewhere else link)
            self.watch.until(lambda: self.watch.player and self.watch.player.transport == transport, 20, f"transport {transport}")
        except BaseException:
            self.close()
            raise

    def copy(self):
        """Serves a copy of the page beside the host, over TLS; returns its address."""
        with self.far.entered():
            copy = page_copy.PageCopy(HOST, stand_in.certificate(self.place))
        self.callback(copy.end)
        return f"https://{HOST}:{copy.port}/"

    def join(self, link):
        """Opens the page by a link, taps PLAY and chooses a pad with a lever."""
        self.phone.open(link)
        self.phone.wait("document.body?.dataset.stage === 'join' && document.querySelector('#card-title').textContent")
        self.phone.run("document.querySelector('#join .action').click()", is_tap=True)
        self.phone.wait("document.body.dataset.stage === 'play'")
        self.phone.run("document.querySelector('#open-menu').click()")
        self.phone.wait("document.querySelector('#settings select')")
        self.phone.run("(() => { const s = document.querySelector('#settings select'); s.value = 'pad';"
                       "s.dispatchEvent(new Event('change')); document.querySelector('#menu').close(); })()")
        self.phone.wait("document.querySelector('#pad').dataset.layout === 'pad' && document.body.dataset.stage === 'play'")
        self.wait_for_player()

    def lead(self):
        """Returns the lead of CLOCK_MONOTONIC over the page's clock in µs, from the quickest of some questions."""
        found = []
        for _ in range(20):
            asked = time.monotonic_ns()
            page = self.phone.run("performance.now()")
            answered = time.monotonic_ns()
            found.append((answered - asked, (asked + answered) / 2000 - page * 1000))
        return min(found)[1]

    def play(self, seconds):
        """Turns a lever with one thumb, and presses a button over and over with the other; returns the number of edges."""
        (x, y), button = self.phone.middle("[data-cell=left]"), self.phone.middle("[data-out=A]")
        began, edges, is_down = time.monotonic(), 0, False
        self.phone.touch(lever=(x, y))
        while (now := time.monotonic() - began) < seconds:
            wants_down = now % PRESS_PERIOD < PRESS_SECONDS and now + PRESS_PERIOD < seconds
            if wants_down != is_down:
                is_down, edges = wants_down, edges + 1
                self.phone.touch(button=button) if is_down else self.phone.lift("button")
            turn = math.tau * now
            self.phone.slide(lever=(x + RADIUS_px * math.cos(turn), y + RADIUS_px * math.sin(turn)))
            self.watch.drain()
        self.phone.lift()
        return edges

    def samples(self, since, lead):
        """Returns (arrival, time of the sample) of each state since a time, both in ns of CLOCK_MONOTONIC."""
        return [(one.time, one.time - 1000 * since_sample(one, lead)) for one in self.watch.arrivals if one.time > since and one.sample]


def since_sample(arrival, lead):
    """Returns the time from the page's sample to its arrival in µs: 32 bits of the page's clock are on the wire."""
    late = int(arrival.time // 1000 - arrival.sample // 1000 - lead) % 2**32
    return late - 2**32 if late >= 2**31 else late


def measure(scene, way, loss, burst):
    """Plays over a network with losses, and returns the outcome, after everything has come that was under way."""
    former, lead, began = scene.watch.player.counts, scene.lead(), time.monotonic_ns()
    scene.link.set(loss=loss, burst=burst)
    edges = scene.play(SECONDS)
    ended = time.monotonic_ns()
    scene.link.set(loss=0)
    try:
        scene.watch.until(lambda: scene.watch.player and scene.watch.player.counts.edges - former.edges >= edges, 10, "all edges")
    except AssertionError:
        pass
    scene.watch.listen(0.2)
    now, samples = scene.watch.player.counts, scene.samples(began, lead)
    return Outcome(
        way, loss, burst, [(arrival - sample) / 1e6 for arrival, sample in samples if arrival < ended],
        watch.ages(samples, began + 500_000_000, ended), edges, now.edges - former.edges,
        now.skipped + now.hurried - former.skipped - former.hurried)


def darken(scene):
    """Cuts the network for 2 s under a held button; returns the time until the host had the thumb again, in ms."""
    place = scene.phone.middle("[data-out=A]")
    scene.phone.touch(button=place)
    scene.watch.until(lambda: scene.watch.player and scene.watch.player.buttons, 10, "the button")
    scene.link.set(blackout=1)
    scene.watch.listen(DARK_SECONDS)
    held = scene.watch.players[-1].buttons
    light = time.monotonic_ns()
    scene.link.set(blackout=0)
    back = scene.watch.until(lambda: [one.time for one in scene.watch.arrivals if one.time > light], 20, "the way back")[0]
    scene.watch.until(lambda: scene.watch.player and scene.watch.player.buttons, 10, "the button again")
    scene.phone.lift()
    scene.watch.until(lambda: scene.watch.player and not scene.watch.player.buttons, 10, "no button")
    return held, (back - light) / 1e6


def play_all(way):
    """Plays over all networks by one way; returns the outcomes, that without a network, and the transports of the page meanwhile."""
    with PhoneScene(*WAYS[way]) as scene:
        began = scene.watch.host
        outcomes = [measure(scene, way, *network) for network in LOSSES]
        transports = {player.transport for player in scene.watch.players if player.time > began}
        return outcomes, darken(scene), transports


@unittest.skipIf(UNAVAILABLE, UNAVAILABLE)
class PhoneTests(unittest.TestCase):
    """Tests of one page for each way, played once."""

    @classmethod
    def setUpClass(cls):
        """Plays over all networks by all ways."""
        processes.obey_signals()
        with concurrent.futures.ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            found = dict(zip(WAYS, pool.map(play_all, WAYS)))
        cls.outcomes = [one for outcomes, _, _ in found.values() for one in outcomes]
        cls.dark = {way: dark for way, (_, dark, _) in found.items()}
        cls.transports = {way: transports for way, (_, _, transports) in found.items()}
        print("\n".join(["", *map(table.phone_line, cls.outcomes), *(f"{way}: back after {back:.0f} ms" for way, (_, back) in cls.dark.items())]))
        table.record("phone", (cls.outcomes, cls.dark))

    def test_each_page_kept_its_way(self):
        self.assertEqual(self.transports, {way: {number} for way, (_, number) in WAYS.items()})

    def test_no_press_is_lost_on_any_way(self):
        for one in self.outcomes:
            with self.subTest(way=one.way, loss=one.loss, burst=one.burst):
                self.assertGreater(one.sent, 10)
                self.assertEqual((one.taken, one.given_up), (one.sent, 0))

    def test_a_quiet_network_adds_its_delay_and_little_else(self):
        for one in self.outcomes:
            if one.loss == 0:
                self.assertLess(statistics.median(one.delays), DELAY_ms + OWN_SHARE_ms, one.way)

    def test_without_a_network_the_button_is_up_and_then_as_the_thumb_is(self):
        self.assertEqual({way: held for way, (held, _) in self.dark.items()}, dict.fromkeys(WAYS, 0))


@unittest.skipIf(UNAVAILABLE, UNAVAILABLE)
@unittest.skipUnless(os.path.exists(bidi.BINARY), f"{bidi.BINARY} is not installed")
class FirefoxTests(unittest.TestCase):
    """Tests of Firefox over WebRTC. It leaves out loopback when it looks for ways to a host, so it is tried here."""

    def plays(self, **options):
        """Plays, loses the network for 2 s under a held button, and plays on."""
        with PhoneScene(*WAYS["WebRTC"], engine=bidi, **options) as scene:
            for _ in range(2):
                former = scene.watch.player.counts
                edges = scene.play(SECONDS / 2)
                self.assertGreater(edges, 2)
                scene.watch.until(lambda: scene.watch.player and scene.watch.player.counts.edges - former.edges >= edges, 10, "all edges")
                now = scene.watch.player.counts
                self.assertEqual((now.edges - former.edges, now.skipped, now.hurried), (edges, 0, 0))
                held, back = darken(scene)
                self.assertEqual(held, 0)
                print(f"(back after {back:.0f} ms)", end=" ", flush=True)

    def test_firefox_plays_over_webrtc_from_the_page_of_the_host(self):
        self.plays()

    def test_firefox_plays_over_webrtc_from_a_page_elsewhere(self):
        self.plays(is_elsewhere=True)
