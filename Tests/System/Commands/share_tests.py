"""Tests of shared pads and `tiltpad share`. Both ends are the real program, and the daemon has no kernel pads."""

import json
import signal

from with_daemon import WithDaemon


class Sharing(WithDaemon):
    def setUp(self):
        super().setUp()
        for token, arguments in [("1", ["--swing"]), ("2", ["--hold", "b"])]:
            self.start("send", "--token", token, "--quiet", *arguments, self.host)
            self.until_playing(int(token))

    def pad(self, number):
        """Returns the player `number` with the state of its pad, as the monitor shows it."""
        return next(player for player in self.players() if player["player"] == number)

    def test_a_pad_is_shared_listed_and_given_back(self):
        self.assertEqual(self.order("share"), "no pad is shared\n")
        self.assertEqual(self.order("share", "help", "1", "2"), "the pad of player 1 is shared, moved by 2 too: help\n")
        listed = json.loads(self.order("share", "list", "--json"))
        self.assertEqual(
            {name: listed[name] for name in ["player", "preset", "helpers", "feedback", "turn"]},
            {"player": 1, "preset": "help", "helpers": [2], "feedback": "all", "turn": 30})
        self.assertTrue(self.order("share").startswith("player 1: help with 2"))
        self.order("share", "turns", "1", "--turn", "240", "--feedback", "main")
        self.assertEqual(self.order("share", "next", "1"), "the next player has the pad of player 1\n")
        self.assertEqual(self.order("share"), "player 1: turns with 2, 2 steers\n")
        self.assertEqual(self.order("share", "leave", "2"), "player 2 has a pad of their own again\n")
        self.assertEqual(self.order("share", "--json"), "")

    def test_a_watcher_gets_a_line_for_each_change(self):
        watched = self.start("share", "--watch", "--json", "--socket", self.socket)
        self.order("share", "turns", "1", "2")
        shared = json.loads(watched.stdout.readline())
        self.assertEqual((shared["player"], shared["preset"]), (1, "turns"))
        self.order("share", "end", "1")
        status, _, _ = self.end(watched, signal.SIGINT)
        self.assertEqual(status, 0)

    def test_what_cannot_be_done_is_refused_with_a_remedy(self):
        self.assertIn("shares no pad", self.order("share", "end", "1", status=1))
        self.assertIn("is not there", self.order("share", "help", "1", "3", status=1))
        self.order("share", "one", "1", "2")
        self.assertIn("already shares", self.order("share", "one", "2", "1", status=1))
        self.assertIn("do not take turns", self.order("share", "next", "1", status=1))
        for arguments, words in [
            (["share", "quarters", "1", "2"], "quarters is none of help"),
            (["share", "help"], "help needs a player"),
            (["share", "help", "1", "1"], "cannot help themselves"),
            (["share", "help", "0", "1"], "0 is not a player"),
            (["share", "end", "1", "2"], "end needs one player"),
            (["share", "end", "1", "--turn", "9"], "--turn needs a preset"),
            (["share", "help", "1", "--turn", "4"], "turn"),
            (["share", "help", "1", "--feedback", "nobody"], "--feedback is not all"),
            (["share", "help", "1", "--json"], "--json lists shared pads"),
        ]:
            self.assertIn(words, self.order(*arguments, status=2))
