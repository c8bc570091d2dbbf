"""The programs that print values: their commands, and readers of their output."""

import dataclasses
import re
import typing

import views
from shared_guest import GUEST_DIRECTORY

SDL_TESTS = ("SDL_VIDEODRIVER=dummy SDL_RENDER_DRIVER=software SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS=1 "
             "exec stdbuf -oL -eL /usr/libexec/installed-tests/SDL2/")
LONGEST_s = 600


def fold_evtest(state, line):
    """Adds a line of evtest to the state."""
    if match := re.search(r"type ([13]) .*code (\d+) .*value (-?\d+)", line.get("text", "")):
        state[f"{'key' if match[1] == '1' else 'axis'} {match[2]}"] = int(match[3])


def fold_evdev(state, line):
    """Adds a line of evdev_probe to the state."""
    if line.get("type") in ("EV_KEY", "EV_ABS"):
        state[f"{'key' if line['type'] == 'EV_KEY' else 'axis'} {line['code']}"] = line["value"]


def fold_jstest(state, line):
    """Adds a line of `jstest --event` to the state."""
    if match := re.search(r"type (\d+), .*number (\d+), value (-?\d+)", line.get("text", "")):
        state[f"{'button' if int(match[1]) & 1 else 'axis'} {match[2]}"] = int(match[3])


def fold_sdl(state, line):
    """Adds a line of sdl_probe to the state."""
    if name := line.get("axis") or line.get("button"):
        state[name] = line["value"]


def fold_testjoystick(state, line):
    """Adds a line of SDL's testjoystick to the state. The program prints the hat's position in several lines."""
    text = line.get("text", "")
    if match := re.search(r"Joystick \d+ axis (\d+) value: (-?\d+)", text):
        state[f"axis {match[1]}"] = int(match[2])
    elif "hat 0 value:" in text:
        state["hat 0"] = 0
    elif match := re.search(r"INFO:  (up|right|down|left)", text):
        state["hat 0"] += 1 << ("up", "right", "down", "left").index(match[1])
    elif match := re.search(r"Joystick \d+ button (\d+) (up|down)", text):
        state[f"button {match[1]}"] = int(match[2] == "down")


def fold_testgamecontroller(state, line):
    """Adds a line of SDL's testgamecontroller to the state."""
    text = line.get("text", "")
    if match := re.search(r"Controller \d+ axis (\w+) changed to (-?\d+)", text):
        state[match[1]] = int(match[2])
    elif match := re.search(r"Controller \d+ button (\w+) (pressed|released)", text):
        state[match[1]] = int(match[2] == "pressed")


def printed(pattern, end):
    """Returns a function that reads a pad's name: the first group of the line that matches `pattern`. It then waits for a line that matches `end`."""
    def read(reader):
        name = reader.wait_for(pattern)[1]
        reader.wait_for(end)
        return name
    return read


def described(reader):
    """Returns the name of the pad from a probe's description of the device."""
    device = reader.lines.until("device", 60)["device"]
    reader.lines.until("ready", 60)
    return device.get("controller_name") or device["name"]


@dataclasses.dataclass(frozen=True)
class Printer:
    """One program. Its command has the placeholders {event} and {js} for the nodes of the pad."""

    command: str
    fold: typing.Callable
    name: typing.Callable
    view: typing.Callable
    tolerance: int = 0
    shows_share: bool = True
    # True if the program asks SDL to leave out the flat part in the middle of each stick, which the kernel describes.
    leaves_out_flat: bool = False
    notes: tuple = ()


PRINTERS = {
    "evtest": Printer("exec stdbuf -oL evtest /dev/input/{event}", fold_evtest,
                      printed('name: "(.*)"', "^Testing"), views.kernel, notes=("reads-only",)),
    "jstest": Printer("exec stdbuf -oL jstest --event /dev/input/{js}", fold_jstest,
                      printed(r"Joystick \((.*)\) has", "^Testing"), views.joystick, shows_share=False,
                      notes=("reads-only",)),
    "python3-evdev": Printer(
        f"exec python3 {GUEST_DIRECTORY}/evdev_probe.py --path /dev/input/{{event}} --seconds {LONGEST_s}",
        fold_evdev, described, views.kernel),
}

# The programs with SDL: first for pads, and then for devices that are joysticks to SDL.
SDL_PAD_PRINTERS = {
    "SDL 2, its library": Printer(
        f"exec python3 {GUEST_DIRECTORY}/sdl_probe.py --seconds {LONGEST_s}", fold_sdl, described,
        views.sdl_controller, tolerance=2, shows_share=False),
    "SDL 2, testgamecontroller": Printer(
        SDL_TESTS + "testgamecontroller", fold_testgamecontroller,
        printed(r"INFO: (.*) Controller 0: .* \(guid", "device 0 added"), views.sdl_controller, tolerance=2,
        leaves_out_flat=True, shows_share=False),
}
SDL_JOYSTICK_PRINTERS = {
    "SDL 2, its library": dataclasses.replace(
        SDL_PAD_PRINTERS["SDL 2, its library"], view=views.sdl_joystick, notes=("joystick", "sdl-rumble")),
    "SDL 2, testjoystick": Printer(
        SDL_TESTS + "testjoystick", fold_testjoystick, printed("name: (.*)", "VID/PID"), views.sdl_joystick,
        tolerance=2),
}
