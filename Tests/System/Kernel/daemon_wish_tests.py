"""Tests of controllers that ask for an identity, and of their pads (docs/protocol.md)."""

import time
import unittest

import daemon_guest
import shared_guest
from shared_guest import guest
from tables import IDENTITIES

XBOX360, STICK, NOBODYS = IDENTITIES.index("xbox360"), IDENTITIES.index("flightstick"), 250
TRIGGER = 0x120
NAMES = {"xbox360": "Microsoft X-Box 360 pad", "wheel": "Tiltpad Wheel", "flightstick": "Tiltpad Flight Stick"}


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def name(event):
    """Returns the kernel's name of a pad."""
    path = f"/sys/class/input/{event}/device/name"
    return guest().read(path).get(path, "").strip()


class AWish(unittest.TestCase):
    """Tests of the device of a player who asks for an identity."""

    def setUp(self):
        """Begins without a pad."""
        daemon_guest.ready()

    def wait_for(self, identity, timeout_seconds=20):
        """Waits until the first player's pad has the name of an identity, and returns its node."""
        deadline = shared_guest.deadline(timeout_seconds)
        while True:
            pads = daemon_guest.pads()
            found = {phys: name(event) for phys, event in pads.items()}
            if found == {"tiltpad/pad1": NAMES[identity]}:
                return pads["tiltpad/pad1"]
            self.assertLess(time.monotonic(), deadline, f"no {identity} but {found}")
            time.sleep(0.1)

    def test_send_asks_from_the_start_and_there_is_no_other_pad_before(self):
        """The wheel is the first pad: the journal does not mention another one."""
        sender = guest().spawn("exec tiltpad send --swing --identity wheel --duration 30")
        try:
            said = daemon_guest.said_during("true", wait_seconds=2)
            self.wait_for("wheel")
        finally:
            sender.end()
        self.assertNotIn("another pad", said)

    def test_a_playing_controller_gets_another_pad_that_shows_what_is_held(self):
        """The old node is removed, and the new one has the button down. A second request for the same identity changes nothing."""
        with daemon_guest.controller(token=61).run() as player:
            self.wait_for("xbox360")
            player.set("a", True)
            with daemon_guest.watch() as old:
                old.until("ready")
                player.ask(STICK)
                old.until("gone")
            after = self.wait_for("flightstick")
            with daemon_guest.watch() as probe:
                probe.until("ready")
                self.assertEqual(self.held(after), [TRIGGER])
                player.ask(STICK)
                player.set("a", False)
                probe.until(daemon_guest.key(TRIGGER, 0))
            self.assertEqual(self.wait_for("flightstick"), after)

    def held(self, event):
        """Returns the codes of the keys that the kernel says are down."""
        script = f"import evdev; print(*evdev.InputDevice('/dev/input/{event}').active_keys())"
        return [int(code) for code in guest().run(f'python3 -c "{script}"').stdout.split()]

    def test_a_number_that_nobody_has_changes_nothing(self):
        """A request for an identity number that does not exist changes nothing, and neither does one for the identity that the player already has."""
        with daemon_guest.controller(token=62).run() as player:
            before = self.wait_for("xbox360")
            time.sleep(1.1)
            player.ask(NOBODYS)
            time.sleep(0.5)
            player.ask(XBOX360)
            time.sleep(1.5)
            self.assertEqual(self.wait_for("xbox360"), before)

    def test_the_configuration_of_a_player_wins_over_the_wish(self):
        """The identity in the player's section wins. If controllers may not choose, the host's identity wins, too."""
        for lines, identity in (("[player 1]\nidentity = wheel\n", "wheel"),
                                ("identity_by_controller = no\n", "xbox360")):
            with self.subTest(identity=identity):
                daemon_guest.start(lines)
                with daemon_guest.controller(token=63).run() as player:
                    player.ask(STICK)
                    before = self.wait_for(identity)
                    time.sleep(2)
                    self.assertEqual(self.wait_for(identity), before)
