"""Tests of several players: the owner of each pad, and the effects of a crash and of a goodbye."""

import contextlib
import pathlib
import subprocess
import sys
import time
import unittest

import daemon_guest
import sender
import times
from daemon_guest import at_rest, axis, changes, key, watch
from shared_guest import guest

ABS_X, BTN_A, BTN_B = 0, 0x130, 0x131
RELEASE_SECONDS = 1.0
# The tolerance for an emulated processor that wakes up late. The times that are compared are both by the kernel's clock.
TOLERANCE_SECONDS = 0.05
SENDER = pathlib.Path(sender.__file__)


def setUpModule():
    """Starts the daemon; a silent controller's slot waits 3 s for it."""
    daemon_guest.ready("keep_slot = 3\n")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class Process:
    """A controller in a process of its own, which moves its pad with every packet until it is killed."""

    def __init__(self, token, roll, buttons):
        """Starts the process, and returns once it sends."""
        self._child = subprocess.Popen(
            [sys.executable, str(SENDER), str(guest().udp_port), str(token), str(roll), str(buttons)],
            stdout=subprocess.PIPE, text=True)
        self._child.stdout.readline()

    def kill(self):
        """Kills the process, like a crash; a second call does nothing."""
        self._child.kill()
        self._child.wait()
        self._child.stdout.close()


class TwoPlayers(unittest.TestCase):
    """Tests with two players, each with a pad of its own."""

    def setUp(self):
        """Begins without a pad."""
        daemon_guest.ready("keep_slot = 3\n")

    def test_each_moves_its_own_pad_and_never_the_other(self):
        """First one player moves and presses while the other rests, and then the other way round."""
        with daemon_guest.controller(token=41).run() as first:
            one = daemon_guest.wait_for_pads(1)
            with daemon_guest.controller(token=42).run() as second:
                both = daemon_guest.wait_for_pads(2)
                self.assertEqual((list(one), set(both)), (["tiltpad/pad1"], {"tiltpad/pad1", "tiltpad/pad2"}))
                self.assertEqual(both["tiltpad/pad1"], one["tiltpad/pad1"])
                with watch("tiltpad/pad1") as left, watch("tiltpad/pad2") as right:
                    for probe in (left, right):
                        probe.until("ready")
                    self.move(first, left, "a", 0.5)
                    self.move(second, right, "b", -0.5)
        for probe, own, other, sign in ((left, BTN_A, BTN_B, 1), (right, BTN_B, BTN_A, -1)):
            self.assertEqual([value for _, value in changes(probe.seen, own, "EV_KEY")], [1, 0])
            self.assertEqual(changes(probe.seen, other, "EV_KEY"), [])
            self.assertGreater(min(sign * value for _, value in changes(probe.seen, ABS_X)), -100)

    def move(self, player, probe, button, roll):
        """Tilts to a side, presses a button, and waits until the pad has shown both."""
        player.roll = roll
        probe.until(axis(ABS_X, lambda value: abs(value) > 19000))
        player.tap(button)
        probe.until(key(BTN_A if button == "a" else BTN_B, 0))

    def test_a_killed_senders_pad_is_at_rest_within_a_second(self):
        """A sender is killed with SIGKILL while it holds a button and tilts. The pad of the other player continues to move."""
        killed, other = Process(43, roll=0.4, buttons=sender.bit("a")), Process(44, roll=-0.3, buttons=0)
        self.addCleanup(killed.kill)
        self.addCleanup(other.kill)
        daemon_guest.wait_for_pads(2)
        with watch("tiltpad/pad1") as left, watch("tiltpad/pad2") as right:
            left.until(axis(ABS_X, lambda value: value > 10000))
            right.until(axis(ABS_X, lambda value: value < -7000))
            time.sleep(0.5)
            killed.kill()
            rest = left.until(at_rest(ABS_X))
            time.sleep(0.3)
            right.until(lambda line: line.get("kernel_seconds", 0) > rest["kernel_seconds"] + 0.2)
        released = [at for at, value in changes(left.seen, BTN_A, "EV_KEY") if value == 0][0]
        last_packet = max(at for at, _ in changes(left.seen, ABS_X) if at < released - 0.5)
        released_in, centred_in = released - last_packet, rest["kernel_seconds"] - last_packet
        print(f"kernel: after kill -9 the button was up in {released_in:.3f} s, "
              f"the axis centred in {centred_in:.3f} s",
              file=sys.stderr)
        times.hold(self, "the pad of a killed sender rests", max(released_in, centred_in), RELEASE_SECONDS + TOLERANCE_SECONDS)
        self.assertGreater(min(released_in, centred_in), 0.8)
        self.check_undisturbed(right, last_packet)

    def check_undisturbed(self, probe, since):
        """Checks that the pad's axis kept moving, and never towards rest."""
        moves = [(at, value) for at, value in changes(probe.seen, ABS_X) if at > since]
        times.hold(self, "the longest pause of another player", max(later[0] - earlier[0] for earlier, later in zip(moves, moves[1:])), 0.3)
        self.assertLess(max(value for _, value in moves), -7000)

    def test_a_goodbye_unplugs_the_pad_at_once(self):
        """After a goodbye the node is removed, and a program that has it open gets an error."""
        player = daemon_guest.controller(token=45).run()
        daemon_guest.wait_for_pads(1)
        with watch() as probe:
            probe.until("ready")
            player.stop()
            began = time.monotonic()
            player.bye()
            probe.until("gone")
            took = time.monotonic() - began
        player.link.close()
        self.assertEqual(daemon_guest.pads(), {})
        times.hold(self, "a pad is unplugged after a goodbye", took, 0.8)

    def test_a_crashed_player_finds_the_same_pad_again_until_the_slot_is_freed(self):
        """After 5 s of silence the player counts as gone; its pad waits 3 s more, at rest, under the same name."""
        first = Process(46, roll=0.4, buttons=0)
        self.addCleanup(first.kill)
        before = daemon_guest.wait_for_pads(1)
        with watch(seconds=40) as probe:
            probe.until(axis(ABS_X, lambda value: value > 10000))
            first.kill()
            time.sleep(5.8)
            self.assertEqual(daemon_guest.pads(), before)
            # This controller is not a process of its own, because its start would take much of the time that is left.
            second = daemon_guest.controller(token=46)
            self.addCleanup(second.link.close)
            second.roll = -0.4
            second.run()
            self.addCleanup(second.stop)
            probe.until(axis(ABS_X, lambda value: value < -10000))
            self.assertEqual(daemon_guest.pads(), before)
            began = time.monotonic()
            second.stop()
            probe.until("gone", timeout_seconds=60)
            took = time.monotonic() - began
            self.assertGreater(took, 5 + 3 - 0.8)
            times.hold(self, "the pad of a crashed player goes after 5 + 3 s", took, 5 + 3.8)
        self.assertEqual(daemon_guest.pads(), {})


class AFullHouse(unittest.TestCase):
    """Tests with sixteen players, the most there can be."""

    def test_sixteen_pads_come_and_leave_no_node(self):
        """Sixteen players join at once. All pads are there within 10 s, and after the last goodbye no node is left."""
        daemon_guest.start("players = 16\n")
        self.addCleanup(setUpModule)
        before = self.nodes()
        began = time.monotonic()
        with contextlib.ExitStack() as stack:
            for token in range(60, 76):
                stack.enter_context(daemon_guest.controller(token).run(rate_Hz=20))
            daemon_guest.wait_for_pads(16)
            took = time.monotonic() - began
        daemon_guest.wait_for_pads(0)
        times.hold(self, "sixteen pads", took, 10)
        self.assertEqual(self.nodes(), before)

    def nodes(self):
        """Returns the names of the event and js nodes."""
        return guest().run("ls /dev/input").stdout
