"""Tests of the controller's sensors: their values and units in programs that read sensors, and the behaviour of programs that do not."""

import re
import time
import unittest

import motions
import players
import readers
import suite
import table
from printers import PRINTERS
from shared_guest import GUEST_DIRECTORY, guest
from table import NO, NONE, YES

# Prints the number of sensors that SDL finds apart from controllers.
LOOSE_SENSORS = ("python3 -c 'import ctypes; sdl = ctypes.CDLL(\"libSDL2-2.0.so.0\"); "
                 "assert sdl.SDL_Init(0x8000) == 0; print(sdl.SDL_NumSensors())'")
SDL_PROBE = f"exec python3 {GUEST_DIRECTORY}/sdl_sensor_probe.py --seconds 600"
IN_SDL = ("dualsense",)


def setUpModule():
    """Starts the daemon."""
    players.start()


@suite.for_each_identity
class Sensors(unittest.TestCase):
    """Tests that every program that prints sensors shows every pose and turn."""

    TITLE = "the_sensors"

    def check(self, identity):
        """Compares evdev's values, and asks SDL and the old joystick interface for theirs."""
        with players.joined(identity) as [player]:
            if not identity.has_sensors:
                self.check_none(identity, player)
                return
            event, js = players.sensor_nodes()
            self.kernel(identity, player, event)
            self.joystick(identity, js)
            self.sdl(identity, player)

    check_sensors = check

    def check_none(self, identity, player):
        """Checks that there is no node of sensors, however the controller moves, and that SDL has no sensors."""
        for pose in motions.POSES:
            player.motion = pose
            time.sleep(0.5)
            self.assertFalse(players.has_sensor_node())
        self.sdl(identity, player)
        for program in ("evtest", "jstest", "python3-evdev", "SDL 2, its library"):
            table.record_motion(identity, program, NO, "no-sensors")

    def kernel(self, identity, player, event):
        """Compares the values and the units of the sensors' node in evtest and python3-evdev."""
        opened = [readers.Reader(PRINTERS[program].command.format(event=event), PRINTERS[program].fold,
                                 motions.TOLERANCE) for program in ("evtest", "python3-evdev")]
        evtest, evdev = opened
        for reader in opened:
            self.addCleanup(reader.__exit__)
        evtest.wait_for("^Testing")
        axes = evdev.lines.until("device", 60)["device"]["capabilities"]["EV_ABS"]
        evdev.lines.until("ready")
        motions.play(player, identity, opened)
        shown = [int(line["text"].split()[1]) for line in evtest.lines.seen
                 if re.match(r"\s*Resolution\s", line.get("text", ""))]
        units = [motions.PER_g] * 3 + [motions.PER_DEGREE] * 3
        self.assertEqual(shown, units)
        self.assertEqual([axes[str(code)]["resolution"] for code in range(6)], units)
        apart = () if not identity.keys else ("sensor-node",)
        for program in ("evtest", "python3-evdev"):
            table.record_motion(identity, program, YES, *apart)

    def joystick(self, identity, js):
        """Checks that jstest gets "Permission denied", because a user may not open the js node."""
        said = guest().run(f"runuser -u player -- jstest --event /dev/input/{js}", check=False)
        self.assertIn("Permission denied", said.stdout + said.stderr)
        table.record_motion(identity, "jstest", NO, "sensor-js")

    def sdl(self, identity, player):
        """Compares the controller's sensors in SDL, if SDL offers any. SDL must find no sensors outside a controller."""
        self.assertEqual(guest().run(LOOSE_SENSORS).stdout.strip(), "0")
        has_sensors = identity.name in IN_SDL
        if identity.is_pad:
            with readers.Reader(SDL_PROBE, motions.fold_sdl, motions.TOLERANCE) as reader:
                said = reader.lines.until("sensors", 60)["sensors"]
                self.assertEqual(said, [has_sensors] * 2)
                if has_sensors:
                    motions.play(player, identity, [reader])
        table.record_motion(identity, "SDL 2, its library", YES if has_sensors else NO,
                            *() if has_sensors else ("sensor-sdl",))
        program = "SDL 2, testgamecontroller" if identity.is_pad else "SDL 2, testjoystick"
        table.record_motion(identity, program, NONE)
