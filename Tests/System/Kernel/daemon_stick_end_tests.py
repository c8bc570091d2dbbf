"""Tests that the forces of a game end at a real wheel when the game, the daemon or the controller's command ends or hangs."""

import json
import unittest

import daemon_guest
import stick_guest
import times
from daemon_guest import axis
from pushed_stick import PERCENT, PushedStick, springs
from shared_guest import guest

EV_ABS, ABS_Y = 3, 1
FULL = 0xFFFF
# The time in s after which a torque has ended. When the host falls silent, the torque starts to fall after 0.1 s, and is 0 within another 0.05 s
# (docs/wheels.md).
REACH_SECONDS = 0.15
# Stops a process for two seconds, and prints the time at which it continues.
HANG = "kill -STOP {pid}; sleep 2; cut -d' ' -f1 /proc/uptime; kill -CONT {pid}"


def setUpModule():
    """Starts the daemon, and pairs a controller with it."""
    stick_guest.begin()


def tearDownModule():
    """Removes the daemon and the keys."""
    stick_guest.end()


class Ended(PushedStick):
    """Tests of the ways in which forces end."""

    def push(self):
        """Pushes the wheel as much as possible, and runs a spring."""
        self.play("CONSTANT", level=0x7FFF)
        self.play("SPRING", right=16_000, left=16_000)
        self.until_pushed()

    def until_pushed(self):
        """Waits until both the force and the spring push the wheel."""
        self.until_torque(1)
        self.until_spring()

    def hold_end(self, what, script):
        """Runs a script in the guest, and compares the time until the torque is 0 with its goal; returns the wheel's lines since the script began."""
        began, *until = map(float, guest().run(f"cut -d' ' -f1 /proc/uptime; {script}").stdout.split())
        end = daemon_guest.wait_until(
            lambda: next((line for line in self.told() if line["at"] >= began and line["torque"] == 0), None),
            what=f"the wheel is free after {what}")
        times.hold(self, f"the real wheel is free after {what}", end["at"] - began, REACH_SECONDS)
        self.assertLess(end["at"], min(until, default=float("inf")), "only when it went on")
        return [line for line in self.told() if line["at"] >= began]

    def test_the_forces_end_with_their_game(self):
        """The game is killed. The kernel then erases the game's effects."""
        self.begin("--force=100")
        self.push()
        self.hold_end("a game at the host was killed", f"kill -KILL {self.game_pid}")
        self.until_nothing()

    def test_the_forces_end_with_the_node(self):
        """The game closes the wheel but continues to run. Its forces end."""
        self.begin("--force=100")
        self.push()
        self.game.send(json.dumps(["close"]))
        began = self.game.until("close")["at"]
        line = self.until_nothing()
        times.hold(self, "the real wheel is free after a game has closed its copy", line["at"] - began, REACH_SECONDS)

    def test_the_forces_end_while_the_daemon_hangs_and_are_back_afterwards(self):
        """The daemon is stopped for two seconds. The forces become invalid at the wheel; the watchdog does nothing yet."""
        self.begin("--force=100")
        self.push()
        told = self.hold_end("the daemon hung", HANG.format(pid=daemon_guest.main_pid()))
        self.assertTrue([line for line in told if line["torque"] == 0 and not line["conditions"]])
        self.until_pushed()

    def test_the_torque_ends_while_the_command_hangs_and_is_back_afterwards(self):
        """The command cannot end the torque while it hangs. The effect ends by itself in the wheel."""
        self.begin("--force=100")
        self.play("CONSTANT", level=0x7FFF)
        self.until_torque(1)
        self.hold_end("the controller's command hung", HANG.format(pid=self.player.pid))
        self.until_torque(1)

    def test_the_forces_end_with_the_command(self):
        """The command is killed. The kernel then erases the effects that the command has stored in the wheel."""
        self.begin("--force=100")
        self.push()
        self.player.kill()
        self.forces(lambda line: line["stored"] == 0)
        # The player joins again to say goodbye at the end, so that the next test begins without it.
        self.join("--stick")

    def test_a_wheel_that_is_unplugged_has_nothing_when_it_is_back_and_its_game_has_ended(self):
        """If the game still plays, the wheel that is plugged in again is pushed again. If the game has ended, the wheel is free."""
        self.begin("--force=100")
        self.push()
        self.unplug("motor")
        twin, _ = self.watch("tiltpad/pad1")
        self.plug("motor")
        self.until_pushed()
        self.unplug("motor")
        self.game.close()
        self.plug("motor")
        self.write("motor", (EV_ABS, ABS_Y, 77))
        twin.until(axis(ABS_Y, lambda value: value == 77))
        self.forces(lambda line: line["gain"] == FULL and line["autocenter"] == 0)
        self.open_game()
        self.play("CONSTANT", level=3_000)
        self.until_torque(3_000 / 32_767)
        told = self.told()
        self.assertLessEqual(max(line["torque"] for line in told), 3_000 / 32_767 + PERCENT)
        self.assertFalse([line for line in told if springs(line)])

    def test_a_restarted_daemon_pushes_nothing_until_the_game_plays_anew(self):
        """The node stays, and the game continues to run, but its old effects push no longer."""
        self.begin("--force=100")
        self.push()
        self.hold_end("the daemon was killed", f"kill -KILL {daemon_guest.main_pid()}")
        self.until_nothing()
        number = self.play("CONSTANT", level=-16_000)
        self.until_torque(-16_000 / 32_767)
        self.ask("erase", number)
        self.until_torque(0)


if __name__ == "__main__":
    unittest.main()
