"""Tests of a quiz in the guest: for the winner of a round, the daemon's keyboard presses the key that is configured for this player, and no other."""

import unittest

import daemon_guest
from daemon_lobby_tests import PAIR, Phone
from shared_guest import guest, start

KEYS = "tiltpad/keys"
KEY_1, KEY_2 = 2, 3
# Presses that come too soon lock nobody out, so that somebody who presses all the time wins each round.
SETTINGS = """players = 4
[session]
mode = buzzer
[buzzer]
lock_out = 0
result = 300
pause = 100
keys = {keys}
"""


def setUpModule():
    """Pairs two controllers."""
    guest().run("rm -rf /tmp/phone* /var/lib/tiltpad/*")
    daemon_guest.start(SETTINGS.format(keys="none"))
    for number in (1, 2):
        guest().run(PAIR.format(number=number), timeout_seconds=120)
        daemon_guest.wait_for_pads(0)


def tearDownModule():
    """Removes the daemon and the keys."""
    daemon_guest.stop()
    guest().run("rm -rf /tmp/phone* /var/lib/tiltpad/*")


class Keys(unittest.TestCase):
    """Tests with two players, and nobody who leads the quiz. The second player presses all the time."""

    def play(self):
        """Starts both controllers: the first becomes player 1, and the second player 2."""
        for number, options in ((1, "--swing --rate 60"), (2, "--press a --count 1000 --rate 60")):
            phone = Phone(number, options)
            self.addCleanup(phone.close)
            self.assertEqual(phone.until(lambda line: line.get("state") == "connected")["player"], number)

    def test_the_winner_of_each_round_presses_its_key_once(self):
        """In three rounds, the second player's key is pressed and released three times, and no other key."""
        daemon_guest.start(SETTINGS.format(keys="KEY_1 KEY_2"))
        with start("evdev_probe", f"--phys {KEYS} --seconds 90") as probe:
            probe.until("ready")
            self.play()
            for _ in range(3):
                probe.until(lambda line: line.get("type") == "EV_KEY" and line.get("value") == 0)
            edges = [(line["code"], line["value"]) for line in probe.seen if line.get("type") == "EV_KEY"]
        self.assertEqual(edges, 3 * [(KEY_2, 1), (KEY_2, 0)])
        rounds = guest().run("timeout 20 tiltpad buzzer log --format json").stdout.splitlines()
        self.assertGreaterEqual(len(rounds), 3)

    def test_without_the_key_in_the_configuration_there_is_no_keyboard(self):
        """With `keys = none` the daemon makes no keyboard."""
        daemon_guest.start(SETTINGS.format(keys="none"))
        self.play()
        devices = guest().run("grep -c 'Tiltpad Quiz Keys' /proc/bus/input/devices", check=False).stdout.strip()
        self.assertEqual(devices, "0")


if __name__ == "__main__":
    unittest.main()
