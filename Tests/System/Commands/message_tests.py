"""Tests of messages between programs. Both ends are the real program, and the daemon has no kernel pads."""

import contextlib
import json
import select

from with_daemon import WithDaemon

SAY = ("send", "--swing", "--message")


class Messages(WithDaemon):
    def first_line(self, child, words):
        """Reads a child's output up to a line that contains these words; returns that line."""
        return self.said(child, words)[-1].rstrip("\n")

    def listen(self, *arguments):
        """Starts a program that listens to the players' messages; returns it once it has received one."""
        child = self.start("message", "--listen", "--socket", self.socket, *arguments)
        is_heard = False
        while not is_heard:
            sender = self.start(*SAY, "ready", self.host)
            is_heard = select.select([child.stdout], [], [], 0.2)[0]
            # The sender may still be starting.
            self.end(sender)
        return child

    @contextlib.contextmanager
    def saying(self, text):
        """Runs a controller that sends this text, until the end of the `with` block."""
        child = self.start(*SAY, text, self.host)
        yield
        status, _, messages = self.end(child)
        self.assertEqual(status, 0, messages)

    def line(self, child):
        """Returns the next line that is not about a message "ready", which is sent at the start."""
        return next(line for line in child.stdout if '"ready"' not in line)

    def send(self, *arguments, status=0):
        """Sends a message; returns the output, or the error message if `status` is not 0."""
        result = self.run_command("message", "--socket", self.socket, *arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout if status == 0 else result.stderr

    def test_a_message_goes_to_all_to_some_and_comes_back(self):
        shown = self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket)
        first = self.phone(1, "--swing", "--pair", shown.stdout.readline().strip())
        self.said(first, "player 1")
        second = self.phone(2, "--swing", "--token", "7", "--json", self.host)
        self.until_playing(2)
        self.assertEqual(self.send("to all of you"), "sent to players 1, 2\n")
        self.assertEqual(self.first_line(first, "message"), 'message, channel 0: "to all of you"')
        self.assertEqual(
            json.loads(self.first_line(second, "text")),
            {"channel": 0, "reliable": True, "text": "to all of you", "bytes": b"to all of you".hex()})
        is_heard = False
        while not is_heard:
            self.assertEqual(self.send("--to", "2", "--channel", "9", "--unreliable", "só"), "sent to player 2\n")
            is_heard = select.select([second.stdout], [], [], 1)[0]
        self.assertEqual(
            json.loads(self.first_line(second, "text")),
            {"channel": 9, "reliable": False, "text": "só", "bytes": "só".encode().hex()})
        self.assertIn("player 3: not there", self.send("--to", "1,3", "hi", status=1))
        self.assertEqual(self.first_line(first, "message"), 'message, channel 0: "hi"')

    def test_what_players_send_is_printed(self):
        lines, objects = self.listen(), self.listen("--json")
        with self.saying('a "b" \x1b[2J'):
            self.assertEqual(self.line(lines), 'player 1, channel 0: "a \\"b\\" \\u001b[2J"\n')
            told = json.loads(self.line(objects))
        self.assertEqual((told["player"], told["reliable"], told["text"]), (1, True, 'a "b" \x1b[2J'))
        self.assertEqual(bytes.fromhex(told["bytes"]).decode(), 'a "b" \x1b[2J')
        status, _, _ = self.end(lines)
        self.assertEqual(status, 0)

    def test_a_burst_of_messages_comes_in_order_to_everyone_who_listens(self):
        listeners = [self.listen("--json") for _ in range(3)]
        for number in range(5):
            with self.saying(str(number)):
                self.assertEqual(json.loads(self.line(listeners[0]))["text"], str(number))
        for listener in listeners[1:]:
            texts = [json.loads(self.line(listener))["text"] for _ in range(5)]
            self.assertEqual(texts, ["0", "1", "2", "3", "4"])

    def test_nobody_there_is_a_failure(self):
        self.assertIn("no player accepts messages", self.send("hello", status=1))
        self.assertIn("players 1, 2: not there", self.send("--to", "1,2", "hello", status=1))

    def test_wrong_arguments_are_refused(self):
        cases = (
            (), ("a", "b"), ("--to", "0", "a"), ("--to", "1,,2", "a"), ("--channel", "256", "a"), ("x" * 201,),
            ("--listen", "a"), ("--listen", "--to", "1"), ("--json", "a"))
        for arguments in cases:
            self.send(*arguments, status=2)
        self.assertEqual(self.run_command("send", "--simple", "--message", "a").returncode, 2)
