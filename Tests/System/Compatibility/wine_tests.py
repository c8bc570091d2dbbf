"""A Windows program under Wine, which reads XInput and DirectInput."""

import pathlib
import subprocess
import tempfile
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


def setUpModule():
    """Starts the daemon."""
    players.start()


@suite.for_each_identity
class Wine(unittest.TestCase):
    """Wine reads pads through SDL, and makes XInput pads of what SDL maps."""

    TITLE = "wine"

    @classmethod
    def setUpClass(cls):
        """Builds the Windows program, and has Wine set itself up."""
        with tempfile.TemporaryDirectory() as directory:
            program = pathlib.Path(directory, "wine_probe.exe")
            subprocess.run([*COMPILE, "-o", program, *LIBRARIES], check=True)
            guest().put_file(program, f"{GUEST_DIRECTORY}/wine_probe.exe", mode="755")
        with readers.Reader(RUN, wine_views.fold, TOLERANCE) as program:
            program.lines.until("ready", 240)

    def setUp(self):
        """Restarts Wine: once a pad has gone, it may show no new ones."""
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
        self.program.lines.until("closed", 60)
        held = suite.controls(identity, YES, shows_share=False)
        xinput = Seen(YES, "XInput pad", held, rumble, NO, notes=(*notes, "windows-sensors"))
        if not identity.is_pad:
            xinput = Seen(NO, notes=("wine-joystick",))
        table.record(identity, "Wine, XInput", xinput)
        table.record(identity, "Wine, DirectInput", Seen(
            YES, opened, held, NONE, NO, notes=("wine-rumble", "windows-sensors")))
        self.assertEqual(opened, identity.windows or identity.device)

    def wait_for_windows(self, identity):
        """Waits until both interfaces show the pad, each when it is ready; returns DirectInput's name for it."""
        found = {}

        def is_there(line):
            """Reads a line of the program; returns whether the pad is there."""
            wine_views.fold(self.program.state, line)
            found.update({key: line[key] for key in ("opened", "xinput") if key in line and "gone" not in line})
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
        """Asks for rumble through XInput."""
        if not players.offers_rumble(players.nodes(1)[0]):
            return NO, ("no-effects",)
        player.link.heard.clear()
        self.program.lines.send("rumble")
        self.assertEqual(player.felt(), identity.is_pad)
        return YES, ()
