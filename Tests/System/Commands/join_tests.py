"""Tests of `tiltpad join` in a terminal, against a daemon on loopback. They need no network."""

import signal
import time

from terminal import Terminal
from ports import free_port
from with_daemon import DEADLINE, WithDaemon

DOWN = "\x1b[B"


class Join(WithDaemon):
    CONFIGURATION = "[host]\nname = Den\nplayers = 1\nconfirm = yes\n"

    def join(self, *arguments, number=1):
        """Starts a controller with its own key, in a terminal of its own; returns the terminal."""
        env = {**self.surroundings, "XDG_STATE_HOME": str(self.place / f"phone{number}"), "TERM": "xterm"}
        port = self.host.split(":")[1]
        terminal = Terminal("join", "--ask", self.host, "--port", port, "--keys", *arguments, env=env)
        self.addCleanup(terminal.close)
        return terminal

    def pin(self):
        """Opens pairing by PIN at the host; returns the six digits."""
        shown = self.start("pair", "--pin", "--socket", self.socket)
        return shown.stdout.readline().removeprefix("PIN ").strip()

    def link(self):
        """Opens pairing by QR code at the host; returns the link."""
        shown = self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket)
        return shown.stdout.readline().strip()

    def pair(self, number=1):
        """Pairs controller `number` by the host's link, and ends it."""
        terminal = self.join(number=number, *("--pair", self.link()))
        terminal.until("player 1")
        self.leave(terminal)

    def leave(self, terminal):
        """Ends a controller by a key. The daemon gets its goodbye."""
        terminal.type(".")
        self.assertEqual(terminal.wait(), 0, terminal.text)
        self.assertEqual(self.order("peers"), "no controller is connected\n")

    def test_a_host_of_the_list_is_paired_by_its_pin_and_known_the_next_time(self):
        pin = self.pin()
        first = self.join()
        first.until(r"> +1 +Den.* available +0/1 +new, pairs by pin, confirm")
        first.type("\r")
        first.until("Den.* are not paired yet")
        first.until("PIN +type its six digits")
        first.type(f"{pin}\r")
        first.until("looking for the host")
        first.until("player 1")
        first.until(r"Den.*: player 1 +\d+\.\d ms")
        edges = self.press(first, "a", r"rad +a ")
        first.until(r"rad +a ")
        first.until(r"rad +arrows")
        self.assertEqual(self.players()[0]["counts"]["edges"], edges)
        self.leave(first)
        again = self.join()
        again.until(r"> +1 +Den.* available .* known")
        again.type("\r")
        again.until("player 1")
        self.leave(again)

    def test_a_wrong_pin_is_asked_for_again(self):
        pin = self.pin()
        terminal = self.join("Den")
        terminal.until("not paired yet")
        terminal.type(("000000" if pin != "000 000" else "111111") + "\r")
        terminal.until("does not admit this controller: PIN wrong")
        terminal.type(f"{pin}\r")
        terminal.until("player 1")
        self.assertEqual(terminal.wait(signal.SIGINT), 0)

    def test_two_people_compare_six_digits(self):
        terminal = self.join("--host", self.host)
        terminal.until("comparison +press Enter")
        terminal.type("\r")
        digits = terminal.until(r"compare (\d{6}) with the number at the host").group(1)
        limit = time.monotonic() + DEADLINE
        while f"shows {digits}" not in self.order("peers"):
            self.assertLess(time.monotonic(), limit)
        wrong = f"{(int(digits) + 1) % 1_000_000:06}"
        self.assertIn(f"no waiting controller shows {wrong}", self.order("accept", wrong, status=1))
        self.assertIn("admitted", self.order("accept", digits))
        terminal.until("player 1")
        self.leave(terminal)

    def test_a_pasted_link_pairs_and_a_broken_one_is_said(self):
        terminal = self.join("Den")
        terminal.until("QR code +closed; at the host: tiltpad pair")
        link = self.link()
        terminal.type(f"{link[:-1]}%\r")
        terminal.until("that is neither a PIN nor a link")
        terminal.type(f"{link}\r")
        terminal.until("player 1")
        self.leave(terminal)

    def test_a_full_and_a_locked_host_are_unavailable_with_the_reason(self):
        self.pair(1)
        self.pair(2)
        first = self.join("Den", number=1)
        first.until("player 1")
        second = self.join(number=2)
        second.until(r"unavailable \(full\) +1/1 +known")
        second.type("\r")
        second.until("Den.* is full: 1 of 1 play")
        denied = self.join("Den", number=2)
        self.assertEqual(denied.wait(), 1)
        denied.until("denied: full")
        denied.until(r"tiltpad: Den.* does not admit this controller: full\s+while .*\s+try: ")
        self.leave(first)
        self.order("lock")
        second.until(r"unavailable \(locked\) +0/1")
        second.type("\r")
        second.until("Den.* is locked: it admits no new controllers")
        second.type("q")
        self.assertEqual(second.wait(), 0)
        denied = self.join("Den", number=2)
        self.assertEqual(denied.wait(), 1)
        denied.until("does not admit this controller: locked")

    def test_hosts_come_and_go_while_the_list_is_shown(self):
        self.end(self.daemon)
        terminal = self.join()
        terminal.until("0 hosts on the network")
        self.start_daemon()
        terminal.until("1 host on the network")
        terminal.type(DOWN + "1")
        self.assertEqual(terminal.wait(signal.SIGINT), 0)

    def test_a_host_that_is_away_is_found_again(self):
        self.pair()
        terminal = self.join("Den")
        terminal.until("player 1")
        self.end(self.daemon)
        terminal.until("Den.* is away; looking for it")
        self.start_daemon()
        terminal.until("back: player 1")
        self.leave(terminal)

    def test_who_is_taken_out_is_told_why_and_fails(self):
        self.pair()
        terminal = self.join("Den")
        terminal.until("player 1")
        self.order("kick", "1")
        self.assertEqual(terminal.wait(), 1)
        terminal.until("ended the session: denied by the host")

    def test_without_a_terminal_a_host_has_to_be_named_and_known(self):
        for words in ([], ["a", "b", "--pin", "123456"], ["a", "--host", "127.0.0.1"], ["--pad", "a", "--keys", "b"],
                      ["a", "--stick", "--keys"], ["a", "--merge"], ["a", "--wait", "0"]):
            self.assertEqual(self.run_command("join", *words).returncode, 2, words)
        result = self.run_command("join", "--host", self.host, "--key", str(self.place / "key"))
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("is not paired with Den", result.stderr)
        nobody = f"127.0.0.1:{free_port()}"
        result = self.run_command("join", "--host", nobody, "--key", str(self.place / "key"), "--wait", "0.3")
        self.assertEqual((result.returncode, len(result.stderr.splitlines())), (1, 3))
        self.assertIn(f"no host {nobody} was found within 0.3 s", result.stderr)


del WithDaemon
