"""Runs in the guest: prints SDL 2's readings of a pad's touchpad, as JSON lines.

First it prints {"sensors": ...}, {"touchpads": n, "fingers": n} and {"ready": true}; then, for the given seconds, one line for each event:
{"finger": n, "is": "down", "moved" or "up", "place": [x, y]} with places 0 to 1, or {"button": name, "is": "down" or "up"}.
"""

import argparse
import ctypes
import time

import sdl_probe
import sdl_sensor_probe

TOUCH = {0x656: "down", 0x657: "moved", 0x658: "up"}
BUTTONS = {sdl_probe.BUTTON_DOWN: "down", sdl_probe.BUTTON_UP: "up"}


class TouchEvent(ctypes.Structure):
    """The structure SDL_ControllerTouchpadEvent."""

    _fields_ = [("type", ctypes.c_uint32), ("timestamp", ctypes.c_uint32), ("which", ctypes.c_int32),
                ("touchpad", ctypes.c_int32), ("finger", ctypes.c_int32), ("x", ctypes.c_float), ("y", ctypes.c_float),
                ("pressure", ctypes.c_float), ("rest", ctypes.c_uint8 * 96)]


def stream(sdl, seconds):
    """Prints the events until the time is up."""
    event, deadline = TouchEvent(), time.monotonic() + seconds
    while time.monotonic() < deadline:
        while sdl.SDL_PollEvent(ctypes.byref(event)):
            if event.type == sdl_probe.SDL_QUIT:
                return
            if event.type in TOUCH:
                sdl_probe.say(**{"finger": event.finger, "is": TOUCH[event.type], "place": [event.x, event.y]})
            elif event.type in BUTTONS:
                button = sdl_probe.Event.from_buffer(event).control
                sdl_probe.say(**{"button": sdl_probe.text(sdl.SDL_GameControllerGetStringForButton(button)), "is": BUTTONS[event.type]})
        time.sleep(0.002)


def main():
    """Opens the first controller and prints its events."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    chosen = parser.parse_args()
    sdl = sdl_probe.load()
    if sdl.SDL_Init(sdl_probe.SDL_INIT_GAMECONTROLLER) != 0:
        raise SystemExit("sdl_touch_probe: SDL would not start")
    controller = sdl_sensor_probe.wait_for_controller(sdl)
    sdl_probe.say(touchpads=sdl.SDL_GameControllerGetNumTouchpads(controller),
                  fingers=sdl.SDL_GameControllerGetNumTouchpadFingers(controller, 0))
    sdl_probe.say(ready=True)
    stream(sdl, chosen.seconds)


if __name__ == "__main__":
    main()
