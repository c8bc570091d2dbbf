"""Runs in the guest: prints what a game sees through SDL 2 or, with `--sdl 3`, through SDL 3, as JSON lines.

It prints {"device": {...}} for each joystick, {"ready": true} after the joysticks that are already there, then for the given
seconds one line for each controller event, in SDL's own names, and {"removed": id} when a joystick is removed. For a joystick
that is no controller to SDL, the names are "axis 0", "button 0" and "hat 0". A line {"battery": charge} has the charge in percent
from SDL 3, and from SDL 2 its level: 0 empty, 1 low, 2 medium, 3 full.
"""

import argparse
import ctypes
import json
import os
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")

SDL_INIT_GAMECONTROLLER = 0x2000
SDL_QUIT = 0x100  # what SDL makes of SIGTERM
JOYSTICK_ADDED, JOYSTICK_REMOVED = 0x605, 0x606
AXIS_MOTION, BUTTON_DOWN, BUTTON_UP = 0x650, 0x651, 0x652
JOYSTICK_AXIS, JOYSTICK_HAT, JOYSTICK_DOWN, JOYSTICK_UP = 0x600, 0x602, 0x603, 0x604
JOYSTICK_BATTERY = 0x607
TYPES = ("unknown", "xbox360", "xboxone", "ps3", "ps4", "switchpro", "virtual", "ps5", "luna", "stadia",
         "shield")
# The functions of SDL 2 that have another name in SDL 3. For one function SDL 3 has a property instead (CAN_RUMBLE).
IN_SDL_3 = {
    "SDL_IsGameController": "SDL_IsGamepad", "SDL_GameControllerOpen": "SDL_OpenGamepad",
    "SDL_GameControllerGetJoystick": "SDL_GetGamepadJoystick", "SDL_GameControllerName": "SDL_GetGamepadName",
    "SDL_GameControllerMapping": "SDL_GetGamepadMapping", "SDL_GameControllerFromInstanceID": "SDL_GetGamepadFromID",
    "SDL_GameControllerGetStringForButton": "SDL_GetGamepadStringForButton",
    "SDL_GameControllerGetStringForAxis": "SDL_GetGamepadStringForAxis",
    "SDL_JoystickOpen": "SDL_OpenJoystick", "SDL_JoystickName": "SDL_GetJoystickName",
    "SDL_JoystickInstanceID": "SDL_GetJoystickID", "SDL_JoystickGetGUID": "SDL_GetJoystickGUID",
    "SDL_JoystickGetGUIDString": "SDL_GUIDToString", "SDL_JoystickNumAxes": "SDL_GetNumJoystickAxes",
    "SDL_JoystickNumButtons": "SDL_GetNumJoystickButtons", "SDL_JoystickNumHats": "SDL_GetNumJoystickHats",
    "SDL_GameControllerGetType": "SDL_GetGamepadType",
}
TYPES_OF_SDL_3 = ("unknown", "standard", "xbox360", "xboxone", "ps3", "ps4", "ps5", "switchpro")
CAN_RUMBLE = b"SDL.joystick.cap.rumble"


class GUID(ctypes.Structure):
    """The structure SDL_JoystickGUID."""

    _fields_ = [("data", ctypes.c_uint8 * 16)]


class Event(ctypes.Structure):
    """The leading fields that all the joystick and controller events of SDL_Event share."""

    _fields_ = [("type", ctypes.c_uint32), ("timestamp", ctypes.c_uint32), ("which", ctypes.c_int32),
                ("control", ctypes.c_uint8), ("state", ctypes.c_uint8), ("padding", ctypes.c_uint8 * 2),
                ("value", ctypes.c_int16), ("rest", ctypes.c_uint8 * 110)]


class Event3(ctypes.Structure):
    """The same fields in SDL 3, in which times are in nanoseconds."""

    _fields_ = [("type", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("timestamp", ctypes.c_uint64), *Event._fields_[2:]]


class SDL3:
    """SDL 3 with the names and the results of SDL 2."""

    event, types = Event3, TYPES_OF_SDL_3

    def __init__(self):
        """Loads SDL 3."""
        self._library = ctypes.CDLL("libSDL3.so.0")
        for function in ("SDL_Init", "SDL_IsGamepad", "SDL_WaitEventTimeout", "SDL_RumbleGamepad", "SDL_GetBooleanProperty"):
            getattr(self._library, function).restype = ctypes.c_bool

    def __getattr__(self, name):
        """Returns a function of SDL 3 by its name in SDL 2."""
        return getattr(self._library, IN_SDL_3.get(name, name))

    def SDL_Init(self, systems):
        """Starts SDL; returns 0 for success."""
        return 0 if self._library.SDL_Init(systems) else -1

    def SDL_GameControllerHasRumble(self, controller):
        """Returns whether a controller has motors."""
        return self._library.SDL_GetBooleanProperty(self._library.SDL_GetGamepadProperties(controller), CAN_RUMBLE, False)

    def SDL_GameControllerRumble(self, *order):
        """Makes the motors run; returns 0 for success."""
        return 0 if self._library.SDL_RumbleGamepad(*order) else -1


def load(version=2):
    """Loads SDL and declares the results that are not plain integers."""
    if version == 3:
        sdl = SDL3()
    else:
        sdl = ctypes.CDLL("libSDL2-2.0.so.0")
        sdl.event, sdl.types = Event, TYPES
    for function in ("SDL_GetError", "SDL_JoystickName", "SDL_GameControllerName", "SDL_GameControllerMapping",
                     "SDL_GameControllerGetStringForButton", "SDL_GameControllerGetStringForAxis"):
        getattr(sdl, function).restype = ctypes.c_char_p
    for function in ("SDL_JoystickOpen", "SDL_GameControllerOpen", "SDL_GameControllerGetJoystick",
                     "SDL_GameControllerFromInstanceID"):
        getattr(sdl, function).restype = ctypes.c_void_p
    sdl.SDL_JoystickGetGUID.restype = GUID
    return sdl


def say(**fields):
    """Prints one JSON line at once."""
    print(json.dumps(fields), flush=True)


def text(value):
    """Returns a C string as text, or None."""
    return None if value is None else value.decode()


def open_device(sdl, index):
    """Opens the joystick at an index, as a controller if SDL maps it, and prints SDL's data on it."""
    controller = None
    if sdl.SDL_IsGameController(index):
        controller = ctypes.c_void_p(sdl.SDL_GameControllerOpen(index))
    joystick = ctypes.c_void_p(
        sdl.SDL_GameControllerGetJoystick(controller) if controller else sdl.SDL_JoystickOpen(index))
    guid = ctypes.create_string_buffer(33)
    sdl.SDL_JoystickGetGUIDString(sdl.SDL_JoystickGetGUID(joystick), guid, 33)
    device = {
        "id": sdl.SDL_JoystickInstanceID(joystick), "name": text(sdl.SDL_JoystickName(joystick)),
        "guid": guid.value.decode(), "axes": sdl.SDL_JoystickNumAxes(joystick),
        "buttons": sdl.SDL_JoystickNumButtons(joystick), "hats": sdl.SDL_JoystickNumHats(joystick),
        "is_controller": bool(controller),
    }
    if controller:
        kind = sdl.SDL_GameControllerGetType(controller)
        device.update(
            controller_name=text(sdl.SDL_GameControllerName(controller)),
            type=sdl.types[kind] if kind < len(sdl.types) else str(kind),
            mapping=text(sdl.SDL_GameControllerMapping(controller)),
            has_rumble=bool(sdl.SDL_GameControllerHasRumble(controller)))
    say(device=device)
    return controller


def tell(sdl, event):
    """Prints one event; skips events of other kinds."""
    now = time.monotonic()
    if event.type == AXIS_MOTION:
        say(id=event.which, axis=text(sdl.SDL_GameControllerGetStringForAxis(event.control)),
            value=event.value, monotonic_seconds=now)
    elif event.type in (BUTTON_DOWN, BUTTON_UP):
        say(id=event.which, button=text(sdl.SDL_GameControllerGetStringForButton(event.control)),
            value=event.state, monotonic_seconds=now)
    elif event.type == JOYSTICK_REMOVED:
        say(removed=event.which, monotonic_seconds=now)
    elif event.type == JOYSTICK_BATTERY:
        # SDL 2's level is in the field in which SDL 3 has the state. SDL 3's percentage comes after the state.
        say(id=event.which, battery=event.value if sdl.event is Event3 else event.control)
    elif sdl.SDL_GameControllerFromInstanceID(event.which):
        pass
    elif event.type == JOYSTICK_AXIS:
        say(id=event.which, axis=f"axis {event.control}", value=event.value, monotonic_seconds=now)
    elif event.type in (JOYSTICK_HAT, JOYSTICK_DOWN, JOYSTICK_UP):
        kind = "hat" if event.type == JOYSTICK_HAT else "button"
        say(id=event.which, button=f"{kind} {event.control}", value=event.state, monotonic_seconds=now)


def watch(sdl, seconds, rumble_ms):
    """Opens every current and new device, and prints the events until the time is up."""
    event, controllers, is_ready = sdl.event(), [], False
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline or not is_ready:
        if sdl.SDL_WaitEventTimeout(ctypes.byref(event), 50):
            if event.type == SDL_QUIT:
                return
            if event.type == JOYSTICK_ADDED:
                controllers.append(open_device(sdl, event.which))
            else:
                tell(sdl, event)
        elif not is_ready:
            is_ready = True
            say(ready=True)
            for controller in filter(None, controllers if rumble_ms is not None else []):
                say(rumble=sdl.SDL_GameControllerRumble(controller, 0xC000, 0x4000, rumble_ms))


def main():
    """Starts SDL and watches."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=0, help="how long to print events")
    arguments.add_argument("--rumble-ms", type=int, help="rumble every controller this long once ready")
    arguments.add_argument("--sdl", type=int, default=2, help="the version of SDL: 2 or 3")
    chosen = arguments.parse_args()
    sdl = load(chosen.sdl)
    if sdl.SDL_Init(SDL_INIT_GAMECONTROLLER) != 0:
        raise SystemExit(f"sdl_probe: SDL would not start: {text(sdl.SDL_GetError())}")
    watch(sdl, chosen.seconds, chosen.rumble_ms)


if __name__ == "__main__":
    main()
