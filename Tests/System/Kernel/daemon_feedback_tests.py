"""Tests of rumble: a game and a controller run in the guest, and all times are by the guest's monotonic clock."""

import json
import sys
import time
import unittest

import daemon_guest
import long_run
import shared_guest
import times
from json_lines import JSONLines
from shared_guest import guest

REACH_SECONDS = 0.1
# The time by which an effect may be early, because its clock may be ahead of the game's.
EARLIEST_SECONDS = 0.02
TOKEN = 61


def setUpModule():
    """Starts the daemon, which keeps the slot of a controller that is away."""
    daemon_guest.ready("keep_slot = 600\n")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def controller(token=TOKEN, options="--swing"):
    """Starts a controller in the guest that prints the feedback it gets."""
    return JSONLines(guest(), "echo {\\\"pid\\\": $$}; exec tiltpad send --show-feedback --json "
                              f"--token {token} {options} 127.0.0.1")


def game(arguments=""):
    """Starts a game in the guest."""
    return shared_guest.start("feedback_probe", arguments)


def ask(player, *words):
    """Gives a game an order; returns the game's answer."""
    player.send(json.dumps(words))
    return player.until(words[0])


def told(strong, weak=None, slack=0.01):
    """Returns a predicate for a controller's lines: the motors turn at these shares of their full speed, with any `weak` if it is None."""
    return lambda line: ("strong" in line and abs(line["strong"] - strong) <= slack
                         and (weak is None or abs(line["weak"] - weak) <= slack))


class WithController(unittest.TestCase):
    """A test with a controller, its pad, and a game that has the pad open."""

    def setUp(self):
        """Plugs the controller in, and begins the game."""
        daemon_guest.ready("keep_slot = 600\n")
        self.controller = controller()
        self.addCleanup(self.controller.close)
        self.pid = self.controller.until("pid")["pid"]
        daemon_guest.wait_for_pads(1)
        self.game = game()
        self.addCleanup(self.game.close)
        self.game_pid = self.game.until("ready")["ready"]

    def uploaded(self, *words):
        """Makes the game upload an effect and play it; returns its number and the time of play."""
        number = ask(self.game, *words)[words[0]]
        return number, ask(self.game, "play", number)["at"]

    def until_rest(self, since, timeout_seconds=30):
        """Waits until the motors stop; returns the time after `since`, and whether they stopped by themselves."""
        line = self.controller.until(told(0, 0, 0), timeout_seconds)
        return line["time"] - since, line["over"]


class Rumble(WithController):
    """Tests that the controller gets the effects that a game plays."""

    def test_it_reaches_the_controller_and_stops(self):
        """The game plays and stops an effect twenty times, by the kernel's own interface."""
        number = ask(self.game, "rumble", 0xC000, 0x4000)["rumble"]
        begins, ends = [], []
        for _ in range(20):
            at = ask(self.game, "play", number)["at"]
            begins.append(self.controller.until(told(0.75, 0.25))["time"] - at)
            at = ask(self.game, "play", number, 0)["at"]
            took, is_over = self.until_rest(at)
            self.assertFalse(is_over)
            ends.append(took)
        times.hold(self, "rumble reaches the controller, the worst of 20", max(begins), REACH_SECONDS)
        times.hold(self, "its end, the worst of 20", max(ends), REACH_SECONDS)

    def test_it_reaches_the_controller_through_sdl(self):
        """The game starts and stops rumble twenty times, through SDL 2."""
        with game("--sdl") as player:
            player.until("ready")
            took = []
            for _ in range(20):
                asked = ask(player, "rumble", 0x8000, 0xFFFF, 5000)
                self.assertEqual(asked["rumble"], 0)
                took.append(self.controller.until(told(0.5, 1))["time"] - asked["at"])
                self.until_rest(ask(player, "rumble", 0, 0, 0)["at"])
        times.hold(self, "rumble of SDL reaches the controller, the worst of 20", max(took), REACH_SECONDS)

    def test_it_stops_when_the_game_is_killed(self):
        """The kernel itself stops and erases the effects of a game that has ended."""
        self.uploaded("rumble", 0xFFFF, 0)
        self.controller.until(told(1, 0))
        killed = float(guest().run(f"cut -d' ' -f1 /proc/uptime; kill -KILL {self.game_pid}").stdout)
        took, is_over = self.until_rest(killed)
        self.assertFalse(is_over)
        times.hold(self, "rumble ends after its game was killed", took, REACH_SECONDS)

    def test_the_length_of_an_effect_ends_it(self):
        """The effect has a delay of 100 ms and a length of 300 ms, and is played three times in a row."""
        number = ask(self.game, "rumble", 0x8000, 0, 300, 100)["rumble"]
        at = ask(self.game, "play", number, 3)["at"]
        for turn in range(3):
            begin = self.controller.until(told(0.5, 0))["time"] - at
            end, is_over = self.until_rest(at)
            for moment, due in ((begin, turn * 0.4 + 0.1), (end, turn * 0.4 + 0.4)):
                self.assertGreater(moment, due - EARLIEST_SECONDS)
                times.hold(self, f"effect due after {due:.1f} s", moment - due, 2 * REACH_SECONDS)
            self.assertFalse(is_over)

    def test_gain_scales_it_and_effects_add_up(self):
        """Half the gain halves both motors. Two effects at once add up."""
        self.uploaded("rumble", 0x8000, 0x4000)
        self.controller.until(told(0.5, 0.25))
        ask(self.game, "gain", 0x8000)
        self.controller.until(told(0.25, 0.125))
        self.uploaded("rumble", 0x8000, 0)
        self.controller.until(told(0.5, 0.125))
        ask(self.game, "gain", 0xFFFF)
        self.controller.until(told(1, 0.25))

    def test_a_wave_swells_and_fades(self):
        """A wave of 1.5 s has an attack and a fade of 500 ms each. Both motors rise, stay and fall in many small steps."""
        _, at = self.uploaded("periodic", 0x7FFF, 1500, [500, 0, 500, 0])
        self.controller.until(told(1, 1))
        took, is_over = self.until_rest(at)
        levels = [line["strong"] for line in self.controller.seen if "strong" in line]
        top = levels.index(max(levels))
        self.assertFalse(is_over)
        self.assertGreater(took, 1.5 - EARLIEST_SECONDS)
        times.hold(self, "the end of a wave of 1.5 s", took - 1.5, 2 * REACH_SECONDS)
        self.assertEqual(levels[:top + 1], sorted(levels[:top + 1]))
        self.assertEqual(levels[top:], sorted(levels[top:], reverse=True))
        # Ideally there are fifteen steps up and fifteen down. There are fewer if the emulated processor has to wait.
        self.assertGreaterEqual(min(top, len(levels) - top), 4)
        self.assertLess(len(levels), 40)

    def test_a_change_of_a_playing_effect_is_felt_without_playing_it_again(self):
        """The game uploads a change of the effect under the same number."""
        number, _ = self.uploaded("rumble", 0xFFFF, 0)
        self.controller.until(told(1, 0))
        self.assertEqual(ask(self.game, "rumble", 0, 0x8000, 0, 0, number)["rumble"], number)
        self.controller.until(told(0, 0.5))


class Room(WithController):
    """Tests of the number of effects that a pad has room for, and of leaks."""

    def test_sixteen_effects_have_room_and_the_seventeenth_has_not(self):
        """A real pad has room for the same number. Each upload is answered at once."""
        self.assertEqual(ask(self.game, "count")["count"], 16)
        answers = [ask(self.game, "rumble", 1, 1) for _ in range(17)]
        self.assertEqual([answer["rumble"] for answer in answers[:16]], list(range(16)))
        self.assertEqual(answers[16]["error"], "ENOSPC")
        times.hold(self, "the upload of an effect, the worst of 17", max(answer["took"] for answer in answers), 0.5)

    @long_run.only
    def test_ten_thousand_effects_leave_nothing_behind(self):
        """Afterwards the daemon uses no more memory or descriptors than before, no effect is stored, and the motors rest."""
        pid = daemon_guest.main_pid()
        ask(self.game, "churn", 200)
        before = self.held(pid)
        self.game.send(json.dumps(["churn", 10_000]))
        churned = self.game.until("churn", timeout_seconds=400)
        after = self.held(pid)
        print(f"kernel: 10000 effects in {churned['took']:.1f} s, the worst {churned['churn']['worst'] * 1e3:.0f} ms; "
              f"resident {before[1]} to {after[1]} kB", file=sys.stderr)
        self.assertEqual(churned["churn"]["numbers"], [0])
        self.assertEqual(after[0], before[0])
        self.assertLess(after[1] - before[1], 200)
        self.assertEqual([ask(self.game, "rumble", 1, 1)["rumble"] for _ in range(16)], list(range(16)))
        self.check_rest()

    def held(self, pid):
        """Returns the number of the daemon's open descriptors, and its memory in kB."""
        printed = guest().run(f"ls /proc/{pid}/fd | wc -l; grep VmRSS /proc/{pid}/status").stdout.split()
        return int(printed[0]), int(printed[2])

    def check_rest(self):
        """Checks that the last feedback at the controller is rest."""
        time.sleep(0.5)
        try:
            while True:
                self.controller.until("strong", timeout_seconds=0.2)
        except AssertionError:
            pass
        self.assertEqual([line for line in self.controller.seen if "strong" in line][-1]["strong"], 0)


class Trouble(WithController):
    """Tests that a game gets an answer even if the controller is away or the network is blocked."""

    def test_a_game_is_answered_while_the_controller_is_away_which_is_told_on_its_return(self):
        """The controller is killed, and its pad waits. An effect that still plays is sent when the controller is back."""
        guest().run(f"kill -KILL {self.pid}")
        time.sleep(6)
        answer = ask(self.game, "rumble", 0x4000, 0)
        ask(self.game, "play", answer["rumble"])
        times.hold(self, "the upload of an effect without a controller", answer["took"], 0.5)
        self.assertEqual(list(daemon_guest.pads()), ["tiltpad/pad1"])
        with controller() as back:
            back.until(told(0.25, 0))

    def test_a_game_is_answered_while_the_network_is_blocked_and_the_motors_stop_by_themselves(self):
        """Nothing reaches the controller. It stops its motors 400 ms after the last feedback."""
        self.uploaded("rumble", 0xFFFF, 0)
        self.controller.until(told(1, 0))
        time.sleep(1)
        self.addCleanup(lambda: guest().run("ip link set lo up"))
        blocked = float(guest().run("ip link set lo down; cut -d' ' -f1 /proc/uptime").stdout)
        took, is_over = self.until_rest(blocked)
        answer = ask(self.game, "rumble", 0x4000, 0)
        self.assertTrue(is_over)
        self.assertGreater(took, 0.4 - 2 * REACH_SECONDS)
        times.hold(self, "the motors stop by themselves without a network", took, 0.4 + REACH_SECONDS)
        times.hold(self, "the upload of an effect without a network", answer["took"], 0.5)
        guest().run("ip link set lo up")
        self.controller.until(told(1, 0))


del WithController
