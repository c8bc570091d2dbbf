"""Tests with senders that simulate a faulty network, with a recording, and with a replay."""

import json
import signal
import time

from ports import free_port
from with_daemon import DEADLINE, WithDaemon

# The shortest standstill of the machine after which the scene with loss is repeated. An edge has to be acknowledged within a second, and the longest
# burst of loss takes up to 0.4 s of that.
STILL_IN_LOSS_seconds = 0.6


def edge_numbers(trace):
    """Returns the numbers of all edges in a trace, by player."""
    numbers = {}
    for line in trace.read_text().splitlines()[1:]:
        _, slot, text = line.split(" ")
        frames = bytes.fromhex(text)
        while frames:
            kind, length, body = frames[0], frames[1], frames[2 : 2 + frames[1]]
            if kind == 4:
                first = int.from_bytes(body[:2], "little")
                numbers.setdefault(slot, set()).update(range(first, first + (length - 2) // 3))
            frames = frames[2 + length :]
    return numbers


class EndToEnd(WithDaemon):
    def record(self, trace):
        """Starts a recording, and waits until the daemon has read its request; returns the recorder."""
        recorder = self.start("record", "--socket", self.socket, str(trace))
        limit = time.monotonic() + DEADLINE
        while not (trace.exists() and trace.read_text()):
            self.assertLess(time.monotonic(), limit)
            time.sleep(0.02)
        # Once this order is answered, the daemon has read all that was sent to it before.
        self.order("mode")
        return recorder

    def tally(self, *arguments):
        """Runs a sender, which waits up to a second for the last acknowledgements; returns its counts."""
        result = self.undisturbed(lambda: self.run_command(*arguments, "--json"))
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_every_edge_arrives_through_bursts_of_loss_and_again_in_a_replay(self):
        trace = self.place / "evening.trace"

        def play():
            trace.unlink(missing_ok=True)
            recorder = self.record(trace)
            sent = self.run_command(
                "send", self.host, "--swing", "--press", "all", "--duration", "20", "--seed", "7", "--json",
                "--loss", "20", "--burst", "100", "--longest-burst", "400", "--jitter", "3", "--duplicate", "5",
            )
            return sent, self.end(recorder, signal.SIGINT)
        sent, (status, _, messages) = self.undisturbed(play, STILL_IN_LOSS_seconds)
        self.assertEqual((sent.returncode, status), (0, 0), sent.stderr + messages)
        sent = json.loads(sent.stdout)
        self.assertEqual((sent["edges"], sent["acknowledged"]), (64, 64))
        self.assertGreater(sent["lost"], 20)
        self.assertEqual(edge_numbers(trace), {"1": set(range(64))})
        packets = len(trace.read_text().splitlines()) - 1
        replayed = self.tally("replay", str(trace), self.host, "--speed", "4")
        self.assertGreaterEqual(replayed["packets"], packets)
        self.assertEqual((replayed["edges"], replayed["acknowledged"]), (64, 64))
        again = self.tally("send", "--trace", str(trace), self.host, "--duration", "0.5")
        self.assertLess(again["packets"], packets)

    def test_a_signal_ends_a_sender_with_a_goodbye(self):
        def play():
            sender = self.start("send", self.host, "--swing", "--press", "a", "--count", "100")
            self.assertIn("joined", self.daemon.stderr.readline())
            return self.end(sender, signal.SIGINT)
        status, output, messages = self.undisturbed(play)
        self.assertEqual(status, 0, messages)
        self.assertIn("0 unacknowledged", output)
        self.assertIn("left", self.daemon.stderr.readline())

    def test_bare_presses_end_when_they_are_through(self):
        tally = self.tally("send", self.host, "--press", "a,b,start")
        self.assertEqual((tally["edges"], tally["acknowledged"]), (6, 6))

    def test_the_simplest_sender_is_not_answered_and_needs_no_answer(self):
        tally = self.tally("send", self.host, "--simple", "--swing", "--press", "a,b", "--duration", "0.6")
        self.assertEqual((tally["edges"], tally["acknowledged"]), (4, None))
        self.assertIn("joined", self.daemon.stderr.readline())
        self.assertIn("left", self.daemon.stderr.readline())

    def test_a_sender_that_shows_what_games_want_counts_it_and_shows_nothing_when_there_is_none(self):
        tally = self.tally("send", self.host, "--show-feedback", "--press", "a")
        self.assertEqual((tally["edges"], tally["feedback"]), (2, 0))
        for other in (["--quiet"], ["--simple"], ["--trace", "no.trace"]):
            result = self.run_command("send", self.host, "--show-feedback", *other)
            self.assertEqual((result.returncode, result.stdout), (2, ""), other)
            self.assertIn("cannot be used together", result.stderr)

    def test_nobody_answering_is_a_failure_of_three_lines(self):
        result = self.run_command("send", f"127.0.0.1:{free_port()}", "--swing", "--duration", "0.2", "--quiet")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertEqual(len(result.stderr.splitlines()), 3)
        self.assertIn("--allow-plain", result.stderr)

    def test_a_broken_trace_is_refused_by_its_line(self):
        trace = self.place / "broken.trace"
        trace.write_text("tiltpad-trace 1\n0 1 0102\n")
        result = self.run_command("replay", str(trace), self.host)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{trace}:2: ", result.stderr)

    def test_a_recording_ends_well_when_the_daemon_does(self):
        trace = self.place / "short.trace"

        def play():
            trace.unlink(missing_ok=True)
            recorder = self.record(trace)
            sender = self.run_command("send", self.host, "--press", "a", "--duration", "0.3")
            self.end(self.daemon)
            return sender, recorder, recorder.communicate(timeout=DEADLINE)
        sender, recorder, (_, messages) = self.undisturbed(play)
        self.assertEqual(sender.returncode, 0, sender.stderr)
        self.assertEqual(recorder.returncode, 0, messages)
        self.assertIn("the daemon ended", messages)
        self.assertEqual(edge_numbers(trace), {"1": {0, 1}})


del WithDaemon
