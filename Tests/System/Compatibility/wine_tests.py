"""Tests of a Windows program under Wine, which reads pads through XInput and DirectInput."""

import itertools
import math
import pathlib
import statistics
import subprocess
import tempfile
import time
import unittest

import players
import readers
import suite
import table
import wine_views
from browsers import AS_PLAYER
from shared_guest import GUEST_DIRECTORY, guest
from table import NO, NONE, YES, Seen

HERE = pathlib.Path(__file__).resolve().parent
COMPILE = ("x86_64-w64-mingw32-gcc", "-O2", "-Wall", "-Werror", str(HERE / "wine_probe.c"))
LIBRARIES = ("-ldinput8", "-ldxguid", "-lxinput1_3", "-lole32")
RUN = f"{AS_PLAYER} WINEDEBUG=-all /usr/lib/wine/wine64 {GUEST_DIRECTORY}/wine_probe.exe"
END = f"({AS_PLAYER} /usr/lib/wine/wineserver64 -k) || true"
TOLERANCE = 2
FORCES = "forces"
# DirectInput's types of devices (DI8DEVTYPE_JOYSTICK, DI8DEVTYPE_DRIVING).
JOYSTICK, DRIVING = 0x14, 0x16
TYPES = {"g29": (DRIVING, "wine-wheel"), "wheel": (JOYSTICK, "wine-unknown-wheel")}
EFFECTS = {f"GUID_{name}" for name in ("ConstantForce", "RampForce", "Sine", "Triangle", "SawtoothUp", "SawtoothDown", "Spring", "Damper",
                                       "Inertia", "Friction")}
# For each effect, orders to the program, each with the torque that follows, as a share of the full torque, positive to the right. Later orders change
# the effect that the first one began. An order has a level of at most 10000. If the effect has two axes, it also has the direction that the
# force comes from, in hundredths of a degree. Wine 8.0 turns ramps by 90°. It turns constant forces from 0° to 90° by 65536 hundredths, as a
# subtraction of 90° in 16 bits would do.
PUSHES = (
    {"force 5000": -0.5, "force -10000": 1, "force 1000": -0.1},
    {"force 2500 9000": -0.25, "force 7500 27000": 0.75, "force 5000 18000": 0},
    {"force 5000 4500": -0.5 * math.sin(math.radians(45 + 655.36))},
    {"ramp 5000 0": -0.5, "ramp 5000 9000": 0},
)
# For each wave: the mean of its torque without the sign, as a share of its height, and the share of time in which the torque to the right grows.
# A positive level pushes to the left, as a constant force does.
WAVES = {"sine": (2 / math.pi, 0.5), "triangle": (0.5, 0.5), "saw-up": (0.5, 0), "saw-down": (0.5, 1)}
WAVE_LEVEL, WAVE_SECONDS = 0.8, 3
# On a busy machine, the test misses the ends of a wave.
WAVE_TOLERANCE = 0.1
# The position of the stick while a spring pushes, the coefficient of the conditions, and the wheel in a normal hand: the full torque in N·m, the
# grip in N·m/rad, and half the range in rad (docs/wheels.md).
STICK, COEFFICIENT = 0.4, 0.5
TORQUE, GRIP, HALF_RANGE = 2.2, 6 * 2.2, math.radians(450)
SPRING = 4 * COEFFICIENT * STICK * GRIP / (GRIP + 4 * COEFFICIENT * TORQUE / HALF_RANGE)
SWING_STEPS, SWING_STEP_SECONDS = 40, 0.01


def setUpModule():
    """Starts the daemon."""
    players.start()


@suite.for_each_identity
class Wine(unittest.TestCase):
    """Tests of Wine, which reads pads through SDL. Only devices that SDL has a mapping for become XInput pads."""

    TITLE = "wine"

    @classmethod
    def setUpClass(cls):
        """Builds the Windows program, and starts it once, so that Wine sets itself up."""
        with tempfile.TemporaryDirectory() as directory:
            program = pathlib.Path(directory, "wine_probe.exe")
            subprocess.run([*COMPILE, "-o", program, *LIBRARIES], check=True)
            guest().put_file(program, f"{GUEST_DIRECTORY}/wine_probe.exe", mode="755")
        with readers.Reader(RUN, wine_views.fold, TOLERANCE) as program:
            program.lines.until("ready", 240)

    def setUp(self):
        """Restarts Wine, because it may show no new pads once a pad has been removed."""
        guest().run(END)
        self.program = readers.Reader(RUN, wine_views.fold, TOLERANCE)
        self.addCleanup(self.program.__exit__)
        self.program.lines.until("ready", 120)

    def check(self, identity):
        """Compares every value, and asks for rumble."""
        self.program.tolerance = TOLERANCE + identity.noise_of_whole * 3 // 2
        with players.joined(identity) as [player]:
            opened = self.wait_for_windows(identity)
            view = wine_views.pad if identity.is_pad else wine_views.joystick
            readers.play(player, identity, [(self.program, {YES: view})])
            rumble, notes = self.rumble(identity, player)
            pushed, more = self.forces(identity, player, opened)
        self.program.lines.until("closed", 60)
        held = suite.controls(identity, YES, shows_share=False)
        xinput = Seen(YES, "XInput pad", held, rumble, NO, notes=(*notes, "windows-sensors"))
        if not identity.is_pad:
            xinput = Seen(NO, notes=("wine-joystick",))
        table.record(identity, "Wine, XInput", xinput)
        table.record(identity, "Wine, DirectInput", Seen(
            YES, opened["opened"], held, pushed, NO, notes=(*more, "windows-sensors")))
        self.assertEqual(opened["opened"], identity.windows or identity.device)

    def wait_for_windows(self, identity):
        """Waits until DirectInput shows the device, and XInput does too if it is a pad; returns DirectInput's description of it."""
        found = {}

        def is_there(line):
            """Reads a line of the program; returns whether the pad is there."""
            wine_views.fold(self.program.state, line)
            found.update({key: line for key in ("opened", "xinput") if key in line and "gone" not in line})
            return "opened" in found and ("xinput" in found or not identity.is_pad)

        self.program.lines.until(is_there, 60)
        return found["opened"]

    def check_sensors(self, identity):
        """Checks that neither interface shows a device without buttons and sticks."""
        with players.joined(identity):
            players.sensor_nodes()
            with self.assertRaisesRegex(AssertionError, "no such line"):
                self.program.lines.until(lambda line: "opened" in line or "xinput" in line, 10)
        for program in ("Wine, XInput", "Wine, DirectInput"):
            table.record(identity, program, Seen(NO, notes=("sensors-only",)))

    def rumble(self, identity, player):
        """Asks for rumble through XInput; returns the cell of the table, and its notes."""
        if not players.offers_rumble(players.nodes(1)[0]):
            return NO, ("no-effects",)
        player.link.heard.clear()
        self.program.lines.send("rumble")
        self.assertEqual(player.felt(), identity.is_pad)
        return YES, ()

    def forces(self, identity, player, opened):
        """Pushes a wheel through DirectInput, and compares its type and the list of effects; returns the cell of the table, and its notes."""
        if not identity.has_forces:
            return NONE, ("wine-rumble",)
        kind, note = TYPES[identity.name]
        self.assertEqual((opened["type"], opened["forces"], set(opened["effects"])), (kind, 1, EFFECTS))
        player.ask_for_torque()
        for pushes in PUSHES:
            for order, torque in {**pushes, "still": 0}.items():
                self.order(player, order)
                player.until_torque(torque)
        self.waves(player)
        self.conditions(player)
        return FORCES, (note, "wine-forces", "wine-turned")

    def waves(self, player):
        """Plays each wave, and compares its height, its mean and its slope."""
        for kind, (mean, growing) in WAVES.items():
            self.order(player, f"{kind} {round(10_000 * WAVE_LEVEL)}")
            time.sleep(WAVE_SECONDS)
            torques = list(player.link.torques)
            steps = [after - before for before, after in itertools.pairwise(torques) if after != before]
            for found, wanted in ((max(torques), WAVE_LEVEL), (min(torques), -WAVE_LEVEL),
                                  (statistics.fmean(map(abs, torques)), mean * WAVE_LEVEL),
                                  (sum(step > 0 for step in steps) / len(steps), growing)):
                self.assertAlmostEqual(found, wanted, delta=WAVE_TOLERANCE, msg=kind)
            self.still(player)

    def conditions(self, player):
        """Plays each condition: a spring on a wheel that is held, and the other conditions on a wheel that is swung."""
        player.steer(STICK)
        self.order(player, f"spring {round(10_000 * COEFFICIENT)}")
        player.until_torque(-SPRING)
        self.still(player)
        for kind in ("damper", "friction", "inertia"):
            self.order(player, f"{kind} {round(10_000 * COEFFICIENT)}")
            to_right, to_left = self.swing(player, 1), self.swing(player, -1)
            if kind == "inertia":
                # Inertia makes the wheel heavier, but has no torque of its own.
                self.assertFalse(any([*to_right, *to_left]), kind)
            else:
                self.assertTrue(statistics.median(to_right) < 0 < statistics.median(to_left), kind)
            if kind == "friction":
                self.assertAlmostEqual(min(to_right), -COEFFICIENT, delta=players.PERCENT)
                self.assertAlmostEqual(max(to_left), COEFFICIENT, delta=players.PERCENT)
            self.still(player)

    def swing(self, player, side):
        """Steers from one side to the other, to the right if `side` is 1 and to the left if it is -1; returns the torques meanwhile."""
        player.steer(-side * STICK)
        time.sleep(1)
        player.link.torques.clear()
        for step in range(SWING_STEPS + 1):
            player.steer(side * STICK * (2 * step / SWING_STEPS - 1))
            time.sleep(SWING_STEP_SECONDS)
        return list(player.link.torques)

    def still(self, player):
        """Ends the effect, and waits until nothing pushes."""
        self.order(player, "still")
        player.until_torque(0)

    def order(self, player, order):
        """Sends an order about forces to the program, and waits until DirectInput has carried it out."""
        player.link.torques.clear()
        self.program.lines.send(order)
        self.assertGreaterEqual(self.program.lines.until("pushed", 60)["pushed"], 0, order)
