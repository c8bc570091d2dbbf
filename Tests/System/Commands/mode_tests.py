"""Tests of modes and `tiltpad mode`. Both ends are the real program, and the daemon has no kernel pads."""

import json
import pathlib
import signal
import time

from with_daemon import BINARY, DEADLINE, WithDaemon

EVERYTHING = "room: play\n"


class Modes(WithDaemon):
    CONFIGURATION = "[session]\nmode_button = guide\n"

    def play(self, number, *arguments):
        """Pairs and starts a controller; returns it once it plays. It swings a tilt, unless `arguments` replace that."""
        shown = self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket)
        link = shown.stdout.readline().strip()
        phone = self.phone(number, "--pair", link, *(arguments or ("--swing",)))
        self.said(phone, "player")
        self.end(shown)
        return phone

    def shown(self, number):
        """Returns the player `number` in the monitor's output."""
        players = json.loads(self.order("monitor", "--once", "--json"))["players"]
        return next(player for player in players if player["player"] == number)

    def wait_for(self, is_true):
        """Waits until `is_true` holds; fails after DEADLINE seconds."""
        limit = time.monotonic() + DEADLINE
        while not is_true():
            self.assertLess(time.monotonic(), limit)
            time.sleep(0.05)

    def test_an_empty_room_has_a_mode_which_can_be_changed_and_watched(self):
        self.assertEqual(self.order("mode"), EVERYTHING)
        self.assertEqual(json.loads(self.order("mode", "--json")), {"room": "play", "players": []})
        watched = self.start("mode", "--watch", "--socket", self.socket)
        self.assertEqual(watched.stdout.readline(), EVERYTHING)
        self.assertEqual(self.order("mode", "tank"), "everybody is in tank\n")
        self.assertEqual(watched.stdout.readline(), "room: tank\n")
        self.order("mode", "tank")
        self.order("mode", "lobby")
        self.assertEqual(watched.stdout.readline(), "room: lobby\n", "what has not changed is not said")
        status, rest, _ = self.end(watched, signal.SIGINT)
        self.assertEqual((status, rest), (0, ""))

    def test_each_player_has_a_mode_and_hears_of_it(self):
        first, second = self.play(1), self.play(2)
        watched = self.start("mode", "--watch", "--json", "--socket", self.socket)
        before = json.loads(watched.stdout.readline())
        self.assertEqual(before["players"], [{"player": 1, "mode": "play"}, {"player": 2, "mode": "play"}])
        self.wait_for(lambda: self.shown(1)["leftStick"]["x"] != 0)
        self.assertEqual(self.order("mode", "lobby", "--player", "1"), "player 1 is in lobby\n")
        self.said(first, "mode lobby")
        self.assertEqual(json.loads(watched.stdout.readline())["players"][0]["mode"], "lobby")
        self.assertEqual(self.order("mode", "--player", "1"), "player 1: lobby\n")
        self.assertEqual(self.order("mode"), "room: play\nplayer 1: lobby\nplayer 2: play\n")
        for _ in range(5):
            self.assertEqual(self.shown(1)["leftStick"], {"x": 0, "y": 0})
        self.wait_for(lambda: self.shown(2)["leftStick"]["x"] != 0)
        self.order("mode", "buzzer")
        self.said(first, "mode buzzer")
        self.said(second, "mode buzzer")
        self.order("mode", "play")
        self.said(first, "mode play")
        self.wait_for(lambda: self.shown(1)["leftStick"]["x"] != 0)

    def test_a_reload_leaves_the_mode_as_it_is_and_a_restart_begins_in_that_of_the_file(self):
        self.order("mode", "buzzer")
        (self.place / "tiltpad.conf").write_text("[session]\nmode = lobby\n")
        self.daemon.send_signal(signal.SIGHUP)
        self.assertIn("configuration reloaded", self.daemon.stderr.readline())
        self.assertEqual(self.order("mode"), "room: buzzer\n")
        self.end(self.daemon)
        self.CONFIGURATION = "[session]\nmode = lobby\n"
        self.start_daemon()
        self.assertEqual(self.order("mode"), "room: lobby\n")

    def test_an_app_of_somebody_else_is_started_by_its_name(self):
        self.end(self.daemon)
        self.program = str(pathlib.Path(BINARY).with_name("reaction-game"))
        self.start_daemon()
        self.program = BINARY
        phone = self.play(1)
        watched = self.start("mode", "--watch", "--socket", self.socket)
        self.assertEqual(watched.stdout.readline(), EVERYTHING)
        self.assertEqual(self.order("mode", "reaction"), "everybody is in reaction\n")
        self.said(phone, "mode mode130")
        self.assertEqual(self.order("mode"), "room: reaction\nplayer 1: reaction\n")
        self.assertEqual(json.loads(self.order("status", "--json"))["mode"], "reaction")
        self.assertEqual(self.order("mode", "play", "--player", "1"), "player 1 is in play\n")
        self.assertIn("attract, lobby, play, buzzer, tank, reaction", self.order("mode", "dance", status=2))
        self.assertIn("the host has no such mode", self.order("mode", "mode131", status=1))

    def test_what_makes_no_sense_is_said(self):
        self.assertIn("there is no such player now", self.order("mode", "play", "--player", "3", status=1))
        self.assertIn("there is no player 3", self.order("mode", "--player", "3", status=1))
        self.assertIn("dance is not a mode", self.order("mode", "dance", status=2))
        self.assertIn("from 1 to 16", self.order("mode", "--player", "0", status=2))
        self.assertIn("unexpected argument", self.order("mode", "play", "tank", status=2))
        for option in ("--watch", "--json"):
            self.assertIn("cannot change them", self.order("mode", "play", option, status=2))

    def test_the_mode_button_of_a_controller_turns_the_room(self):
        phone = self.play(1, "--press", "guide", "--duration", "60")
        self.said(phone, "mode buzzer")
        self.wait_for(lambda: "room: buzzer\n" in self.order("mode"))
