"""Tests of a gateway that dies, and of a test run that a signal ends."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

import house
import real
import times

BACK_s = 2
# After this time without packets, in s, a page may have released all inputs.
LOST_s = 3
ROUNDS = 3
HERE = pathlib.Path(__file__).resolve().parent
WAITS = """
import time, unittest, real
class Waiting(real.Scene):
    def test_that_never_ends(self):
        self.phone()
        print("waiting", flush=True)
        time.sleep(100)
unittest.main()
"""


class Crashing:
    """Tests in which the gateway is killed while two phones play. Another is started `absence` seconds after both pages have noticed."""

    absence = 0

    def test_phones_play_again_after_a_new_gateway_as_the_same_players(self):
        phones = [self.join(layout="pad"), self.join(layout="pad")]
        taken = []
        for _ in range(ROUNDS):
            # The best of several times counts, since the machine's other work is not the page's fault.
            taken.append(self.crash(phones))
            if times.within((taken[-1], BACK_s)):
                break
        print("(back in " + ", ".join(f"{seconds:.1f}" for seconds in taken) + " s)", end=" ", flush=True)
        self.assertTrue(times.within((min(taken), BACK_s)))
        self.assertEqual(self.house.slots, [1, 2])

    def crash(self, phones):
        """Kills the gateway and starts another one; returns the time in s from that start until the last phone plays."""
        for phone, player in phones:
            self.hold(phone, player)
        self.house.kill_gateway()
        rest = [self.until_player(player, lambda pad: pad.is_at_rest, "rest without a gateway").at for _, player in phones]
        for phone, _ in phones:
            phone.wait("document.body.dataset.stage === 'lost'")
            phone.lift()
        time.sleep(self.absence)
        self.house.start_gateway()
        back = time.monotonic()
        first = [house.until(lambda: self.states(player, back), "states by the new gateway")[0].at for _, player in phones]
        for (phone, player), since in zip(phones, rest):
            self.assertTrue(all(pad.is_at_rest for pad in self.house.players(player) if since <= pad.at < back), "rest all the time")
            self.playing(phone)
            self.assertEqual(self.player_of(phone), player)
            phone.touch(a=phone.middle("[data-out=A]"))
            self.until_player(player, lambda pad: pad.buttons == 1, "A of the same pad")
            phone.lift()
        return max(first) - back

    def hold(self, phone, player, rounds=5):
        """Holds a stick and A. Repeats that if the page releases them because it has heard nothing for some seconds."""
        began, left = time.monotonic(), phone.middle("[data-cell=left]")
        phone.touch(l=left, a=phone.middle("[data-out=A]"))
        phone.slide(l=(left[0] + 200, left[1]))
        try:
            self.until_player(player, lambda pad: pad.sticks[0] > 0.99 and pad.buttons == 1, "a stick and A held")
        except AssertionError:
            if rounds == 1 or self.longest_pause(began) < LOST_s:
                raise
            phone.lift()
            self.playing(phone)
            self.hold(phone, player, rounds - 1)


class SocketCrashTests(Crashing, real.Scene):
    """The tests over a WebSocket. The absence is long enough for the pauses between attempts to grow."""

    absence = 5


class PostCrashTests(real.Posting, Crashing, real.Scene):
    """The tests by POST and server-sent events."""


def family(number):
    """Returns the ids of a process and of all its descendants."""
    found = [number]
    for task in pathlib.Path(f"/proc/{number}/task").glob("*/children"):
        # A thread may end meanwhile.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            found += (each for child in task.read_text().split() for each in family(int(child)))
    return found


def runs(number):
    """Returns whether a process exists and is not a zombie."""
    try:
        return pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class EndTests(unittest.TestCase):
    """Tests that the browser, the daemon and the gateway end when the test run ends."""

    def test_nothing_is_left_of_a_run_that_is_told_to_end(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            surroundings = {**os.environ, "PYTHONPATH": ":".join(sys.path)}
            run = subprocess.Popen([sys.executable, "-c", WAITS], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=surroundings)
            self.addCleanup(run.wait)
            self.addCleanup(run.kill)
            self.addCleanup(run.stdout.close)
            self.assertEqual(run.stdout.readline(), b"waiting\n")
            started = family(run.pid)
            self.assertGreater(len(started), 4, "daemon, gateway, and a browser of several processes")
            run.send_signal(number)
            self.assertNotEqual(run.wait(house.DEADLINE), 0)
            house.until(lambda: not any(map(runs, started)), f"nothing to be left after {number.name}")
