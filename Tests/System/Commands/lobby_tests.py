"""Tests of pairing and admission. Both ends are the real program, and the daemon has no kernel pads."""

import contextlib
import json
import os
import sqlite3
import time

from with_daemon import BINARY, DEADLINE, WithDaemon

# The program of the controllers. CONTROLLER_BINARY may name an older version, with which this daemon must work.
CONTROLLER = os.environ.get("CONTROLLER_BINARY", BINARY)


class Admission(WithDaemon):
    controller_program = CONTROLLER

    def phone(self, number, *arguments):
        """Starts a controller that has its own key and swings a tilt; returns its process, which ends with the test."""
        return super().phone(number, "--swing", *arguments)

    def peers(self):
        """Returns the controllers that `tiltpad peers` lists."""
        return [json.loads(line) for line in self.order("peers", "--json").splitlines()]

    def pair(self, number):
        """Pairs controller `number` by a link, and ends it."""
        shown = self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket)
        link = shown.stdout.readline().strip()
        phone = self.phone(number, "--pair", link)
        self.said(phone, "player 1")
        self.said(shown, "player 1")
        self.assertEqual(shown.wait(DEADLINE), 0)
        phone.terminate()
        self.assertEqual(phone.wait(DEADLINE), 0)
        self.wait_for(lambda: self.peers() == [])

    def wait_for(self, is_true):
        """Waits until `is_true` holds; fails after DEADLINE seconds."""
        limit = time.monotonic() + DEADLINE
        while not is_true():
            self.assertLess(time.monotonic(), limit, self.peers())
            time.sleep(0.05)

    def test_who_pairs_by_the_link_plays_and_is_known(self):
        self.pair(1)
        phone = self.phone(1, "--host", self.host)
        self.said(phone, "player 1")
        self.assertEqual([(peer["state"], peer["player"]) for peer in self.peers()], [("connected", 1)])
        listed = json.loads(self.run_command("devices", "--json").stdout)
        self.assertEqual((listed["way"], listed["role"]), ("qr", "gamepad"))
        self.assertIn("there is no such controller", self.order("kick", "3", status=1))
        self.assertEqual(self.order("kick", "1"), "player 1 removed\n")
        self.said(phone, "denied by the host")
        self.assertEqual(phone.wait(DEADLINE), 1)
        self.assertEqual(self.peers(), [])

    def test_a_person_lets_in_and_sends_away(self):
        self.pair(1)
        self.pair(2)
        self.assertEqual(self.order("lock", "ask"), "admission is now ask\n")
        first, second = self.phone(1, "--host", self.host), self.phone(2, "--host", self.host)
        self.said(first, "waiting")
        self.said(second, "waiting")
        self.wait_for(lambda: [peer["state"] for peer in self.peers()] == ["connecting"] * 2)
        key = self.peers()[0]["fingerprint"][:16]
        self.assertIn("admitted", self.order("accept", key))
        self.wait_for(lambda: sorted(peer["state"] for peer in self.peers()) == ["connected", "connecting"])
        self.assertIn("rejected", self.order("deny"))
        self.wait_for(lambda: [peer["state"] for peer in self.peers()] == ["connected"])
        self.assertIn("no controller is waiting", self.order("deny", status=1))

    def test_nobody_is_let_in_by_a_name_or_without_a_word(self):
        self.pair(1)
        self.order("lock", "ask")
        phone = self.phone(1, "--host", self.host)
        self.said(phone, "waiting")
        self.wait_for(lambda: [peer["state"] for peer in self.peers()] == ["connecting"])
        waiting = self.peers()[0]
        key = waiting["fingerprint"][:16]
        for words in ((), (waiting["name"],), (key[:15],), ("",)):
            result = self.run_command("accept", *words, "--socket", self.socket)
            self.assertEqual(result.returncode, 1, words)
            self.assertIn(f"tiltpad accept {key}", result.stdout, words)
            self.assertEqual(len(result.stderr.splitlines()), 3, words)
        self.assertIn("no waiting controller shows 123456", self.order("accept", "123456", status=1))
        self.assertEqual([peer["state"] for peer in self.peers()], ["connecting"])
        self.assertIn("admitted", self.order("accept", key))
        self.wait_for(lambda: [peer["state"] for peer in self.peers()] == ["connected"])
        self.assertIn("no controller is waiting", self.order("accept", status=1))

    def test_a_link_is_good_once_and_a_closed_pairing_for_nobody(self):
        shown = self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket)
        link = shown.stdout.readline().strip()
        self.assertRegex(link, r"^tpp://127\.0\.0\.1:\d+/\?k=[\w-]{43}&s=[\w-]{22}&e=\d+&n=")
        status, _, _ = self.end(shown)
        self.assertEqual(status, 1)
        late = self.phone(1, "--pair", link, "--duration", "1")
        self.assertEqual(late.wait(3 * DEADLINE), 1)
        self.assertEqual(self.peers(), [])

    def test_a_pairing_that_cannot_be_written_down_is_said_to_who_pairs_and_written_later(self):
        shown = self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket)
        link = shown.stdout.readline().strip()
        with contextlib.closing(sqlite3.connect(self.place / "state" / "tiltpad.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            phone = self.phone(1, "--pair", link)
            self.said(phone, "player 1")
            _, messages = shown.communicate(timeout=DEADLINE)
            self.assertEqual(shown.returncode, 1)
            self.assertIn("could not be saved", messages)
            other.execute("ROLLBACK")
        self.assertEqual(self.run_command("devices", "--json").stdout, "")
        self.order("kick", "1")
        self.said(self.phone(1, "--host", self.host), "player 1")
        # The controller may report that it plays a moment before the daemon has stored the pairing.
        self.wait_for(lambda: self.run_command("devices", "--json").stdout)
        self.assertEqual(json.loads(self.run_command("devices", "--json").stdout)["way"], "qr")

    def test_a_revoked_controller_is_no_longer_paired(self):
        self.pair(1)
        key = json.loads(self.run_command("devices", "--json").stdout)["fingerprint"][:16]
        self.assertEqual(self.run_command("devices", "revoke", key).returncode, 0)
        self.assertEqual(self.run_command("devices").stdout, "no controller is paired\n")

    def test_a_program_closes_no_pairing_but_its_own(self):
        shown = []
        for _ in range(2):
            shown.append(self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket))
            link = shown[-1].stdout.readline().strip()
        self.end(shown[0])
        self.said(self.phone(1, "--pair", link), "player 1")

    def test_a_program_that_ends_closes_its_pin_though_another_has_opened_a_code(self):
        by_pin = self.start("pair", "--pin", "--socket", self.socket)
        pin = "".join(by_pin.stdout.readline().split()[1:3])
        by_code = self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket)
        link = by_code.stdout.readline().strip()
        self.end(by_pin)
        self.said(self.phone(1, "--host", self.host, "--pin", pin, "--duration", "1"), "no answer")
        self.said(self.phone(2, "--pair", link), "player 1")

    def test_the_changes_come_as_they_happen(self):
        self.pair(1)
        phone = self.phone(1, "--host", self.host)
        self.said(phone, "player 1")
        follower = self.start("peers", "--json", "--follow", "--socket", self.socket)
        states = [json.loads(follower.stdout.readline())["state"]]
        self.end_phone(phone)
        states.append(json.loads(follower.stdout.readline())["state"])
        self.phone(1, "--host", self.host)
        states.append(json.loads(follower.stdout.readline())["state"])
        self.assertEqual(states, ["connected", "disconnected", "connected"])

    def test_without_a_daemon_each_command_says_so_in_three_lines(self):
        for command in (("peers",), ("accept",), ("deny",), ("kick", "1"), ("lock",), ("pair",)):
            result = self.run_command(*command, "--socket", str(self.place / "none.sock"))
            self.assertEqual(result.returncode, 1, command)
            self.assertEqual(len(result.stderr.splitlines()), 3, command)
