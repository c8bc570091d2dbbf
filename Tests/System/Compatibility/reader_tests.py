"""Tests of evtest, jstest, python3-evdev, libinput, and SDL's library and test programs, which all read one pad."""

import contextlib
import re
import unittest

import players
import readers
import suite
import table
import views
from printers import PRINTERS, SDL_JOYSTICK_PRINTERS, SDL_PAD_PRINTERS
from shared_guest import guest, start
from table import NO, NONE, YES, Seen


def setUpModule():
    """Starts the daemon."""
    players.start()


@suite.for_each_identity
class Printers(unittest.TestCase):
    """Tests that every program that prints values shows every step."""

    TITLE = "programs_that_print"

    def check(self, identity):
        """Shows the steps to all programs at once, and compares their names for the pad."""
        printers = PRINTERS | (SDL_PAD_PRINTERS if identity.is_pad else SDL_JOYSTICK_PRINTERS)
        with players.joined(identity) as [player]:
            event, js = players.nodes(1)
            with contextlib.ExitStack() as stack:
                opened = {program: stack.enter_context(readers.Reader(
                    printer.command.format(event=event, js=js), printer.fold, tolerance(printer, identity)))
                    for program, printer in printers.items()}
                names = {program: printers[program].name(reader) for program, reader in opened.items()}
                readers.play(player, identity, [(reader, {YES: printers[program].view})
                                                for program, reader in opened.items()])
            rumble = self.rumble(identity, player, event) | self.rumble_of_play(identity, player, event)
            listed = guest().run("libinput list-devices").stdout
        for program, name in names.items():
            cell, notes = rumble.get(program, (NONE, ()))
            held = suite.controls(identity, YES, printers[program].shows_share)
            table.record(identity, program, Seen(YES, name, held, cell, notes=printers[program].notes + notes))
        self.assertEqual(names, expected_names(identity, names))
        self.check_libinput(identity, listed)

    def check_sensors(self, identity):
        """Checks that a device without buttons and sticks is opened only by programs that read every input device."""
        with players.joined(identity):
            event, js = players.sensor_nodes()
            names = {program: self.opened_name(program, event, js) for program in ("evtest", "python3-evdev")}
            self.check_udev(event, js)
            with start("sdl_probe", "--seconds 3") as lines:
                lines.until("ready", 60)
            found = [line["device"] for line in lines.seen if "device" in line]
            self.check_testjoystick()
            listed = guest().run("libinput list-devices").stdout
        self.assertEqual(found, [])
        self.assertEqual(set(names.values()), {identity.device})
        for program, name in names.items():
            table.record(identity, program, Seen(YES, name, notes=("no-controls",)))
        table.record(identity, "jstest", Seen(NO))
        for program in ("SDL 2, its library", "SDL 2, testjoystick"):
            table.record(identity, program, Seen(NO, notes=("sensors-only",)))
        self.check_libinput(identity, listed)

    def check_testjoystick(self):
        """Checks that testjoystick describes no joystick."""
        with readers.Reader(SDL_JOYSTICK_PRINTERS["SDL 2, testjoystick"].command, lambda *_: None) as reader:
            with self.assertRaisesRegex(AssertionError, "no such line"):
                reader.wait_for("name: ", 10)

    def opened_name(self, program, event, js):
        """Returns a program's name for a device."""
        printer = PRINTERS[program]
        with readers.Reader(printer.command.format(event=event, js=js), printer.fold) as reader:
            return printer.name(reader)

    def check_udev(self, event, js):
        """Checks that udev treats the device as an accelerometer and not as a joystick, and that only root may open its js node."""
        printed = guest().run(f"udevadm info -q property -n /dev/input/{event}; stat -c mode=%a /dev/input/{js}").stdout
        self.assertRegex(printed, "(?m)^ID_INPUT_ACCELEROMETER=1$")
        self.assertRegex(printed, "(?m)^mode=600$")
        self.assertNotRegex(printed, "(?m)^ID_INPUT_JOYSTICK")

    def rumble_of_play(self, identity, player, event):
        """Returns each cell for rumble, and its notes. SDL's test programs request it when the player pulls a trigger or presses the first button."""
        program = "SDL 2, testgamecontroller" if identity.is_pad else "SDL 2, testjoystick"
        if not players.offers_rumble(event):
            return {program: (NO, ("no-effects",))}
        self.assertTrue(self.was_felt, f"{identity.name}: {program} asked in vain")
        return {program: (YES, ())}

    def rumble(self, identity, player, event):
        """Asks for rumble through evdev and SDL; returns the cell and the notes of each program."""
        self.was_felt = player.felt()
        programs = {"python3-evdev": f"--path /dev/input/{event}"}
        if identity.is_pad:
            programs["SDL 2, its library"] = "--seconds 1"
        if not players.offers_rumble(event):
            return dict.fromkeys(programs, (NO, ("no-effects",)))
        felt = {}
        for (program, arguments), probe in zip(programs.items(), ("evdev_probe", "sdl_probe")):
            player.link.heard.clear()
            with start(probe, f"{arguments} --rumble-ms 300") as lines:
                lines.until("rumble", 60)
                felt[program] = (YES if player.felt() else NO, ())
        self.assertEqual(set(felt.values()), {(YES, ())}, f"{identity.name}: {felt}")
        return felt

    def check_libinput(self, identity, listed):
        """Checks that libinput lists the guest's keyboard, and neither the pad nor a DualSense's touchpad."""
        self.assertIn("keyboard", listed)
        names = re.findall("(?m)^Device: +(.*)$", listed)
        found = [name for name in names if name.startswith(identity.device)]
        table.record(identity, "libinput", Seen(YES if found else NO, motion=NO, notes=("pointer",)))
        self.assertEqual(found, [])


def tolerance(printer, identity):
    """Returns the greatest permitted error of an axis in a program's output, in the program's own steps."""
    if printer.view == views.kernel:
        return identity.noise
    return printer.tolerance + identity.noise_of_whole * 3 // 2 + identity.flat * printer.leaves_out_flat


def expected_names(identity, programs):
    """Returns each program's expected name for a pad."""
    special = {"SDL 2, its library": identity.sdl or identity.device, "SDL 2, testgamecontroller": identity.kind}
    return {program: special.get(program, identity.device) for program in programs}
