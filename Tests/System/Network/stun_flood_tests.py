"""Tests of floods at the gateway's port for data channels, by strangers and by guests, while a phone plays (docs/threat-model.md)."""

import os
import sys
import time
import unittest

import matrix
import table
import times
import watch
from links import HOST, Flood, processors
from namespaces import ROOT
from phone_scene import PhoneScene, UNAVAILABLE, WAYS, WEB_PORT
from scene import Child

sys.path.append(str(ROOT / "Tests/System/Web"))

from rtc_peer import check, credentials  # noqa: E402
from tables import Transport

RATE = 150_000
SOURCES = 1000
SECONDS = 4
# The delay that a flood may add to the player's states, in ms.
TOLERANCE = 5
# A busy machine makes the results worse far more often than better, so the best of this many attempts counts.
ATTEMPTS = 3


@unittest.skipIf(UNAVAILABLE, UNAVAILABLE)
class StunFloodTests(unittest.TestCase):
    """Tests of datagrams that strangers and guests send uninvited."""

    def kinds(self, scene):
        """Returns the datagrams of each kind of flood, by name. A stranger knows at best the name in a ticket, and a guest also the password."""
        shown = Child(scene, scene.far, "ticket", "pair", "--phone", "--link", "--address", HOST, "--socket", scene.place / "web.sock")
        user, password = credentials(shown.until("#").rpartition("#")[2])
        wrong = password[:-6] + "AAAAAA"
        kinds = {
            "checks with a wrong password": [check(user, wrong, f"own{number:05}") for number in range(64)],
            "checks without a name": [check("nobody00", wrong, "stranger") for _ in range(64)],
            "random bytes": [os.urandom(80) for _ in range(64)],
            "checks of a guest": [check(user, password, f"own{number:05}") for number in range(64)],
        }
        return kinds if matrix.IS_FULL else dict(list(kinds.items())[:1])

    def delay(self, scene):
        """Plays; returns the 99th percentile of the time from a state to its arrival, in ms."""
        lead, began = scene.lead(), time.monotonic_ns()
        scene.play(SECONDS)
        return watch.percentile([(arrival - sample) / 1e6 for arrival, sample in scene.samples(began, lead)], 99)

    def flooded(self, scene, datagrams):
        """Plays during a flood; returns the delay in ms, and the number of datagrams a second."""
        with Flood(scene.far, WEB_PORT, SOURCES, RATE, 3 * SECONDS, processors()[-1]) as flood:
            flood.begin(datagrams)
            loud = self.delay(scene)
            sent = flood.stop()
        return loud, sent["sent"] / sent["seconds"]

    def test_a_flood_of_checks_holds_up_no_player(self):
        rows = []
        with PhoneScene(*WAYS["WebRTC"]) as scene:
            for name, datagrams in self.kinds(scene).items():
                for attempt in range(1, ATTEMPTS + 1):
                    quiet = self.delay(scene)
                    loud, rate = self.flooded(scene, datagrams)
                    print(f"({name}: {rate / 1000:.0f} kpps, p99 {quiet:.1f} -> {loud:.1f} ms)", end=" ", flush=True)
                    if loud - quiet <= TOLERANCE or attempt == ATTEMPTS or not times.IS_HELD:
                        break
                rows.append((name, rate, quiet, loud))
                times.hold(self, f"a player beside {name}, p99", loud / 1000, (quiet + TOLERANCE) / 1000)
            # On a busy machine, the page may continue over its WebSocket. A fault would delay its states there just as much.
            self.assertLessEqual({player.transport for player in scene.watch.players[-50:]}, {Transport.WEBRTC} if times.IS_HELD else {Transport.WEBRTC, Transport.WEBSOCKET})
        table.record("stun", rows)
