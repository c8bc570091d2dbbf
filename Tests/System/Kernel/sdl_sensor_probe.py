"""Runs in the guest: prints SDL 2's readings of a pad's sensors as JSON lines, and sends orders to the pad through SDL 2.

First it prints {"sensors": [...], "has_rumble": ..., "has_light": ...} and {"ready": true}; then, for the given seconds, one line
{"sensor": "accelerometer" or "gyroscope", "values": [x, y, z], "microseconds": t} for each event, in m/s² and rad/s. Each line on
stdin is an order, which it carries out at once: "rumble LOW HIGH MS" or "light RED GREEN BLUE".
"""

import argparse
import ctypes
import os
import select
import sys
import time

import sdl_probe

SENSOR_UPDATE = 0x659
SENSORS = {1: "accelerometer", 2: "gyroscope"}


class SensorEvent(ctypes.Structure):
    """The structure SDL_ControllerSensorEvent."""

    _fields_ = [("type", ctypes.c_uint32), ("timestamp", ctypes.c_uint32), ("which", ctypes.c_int32),
                ("sensor", ctypes.c_int32), ("data", ctypes.c_float * 3), ("microseconds", ctypes.c_uint64),
                ("rest", ctypes.c_uint8 * 88)]


def wait_for_controller(sdl, seconds=20):
    """Opens the first controller, with its sensors switched on.

    SDL learns from the first report that there are sensors and motors. On an emulated machine this report may be late.
    """
    deadline = time.monotonic() + seconds
    controller = None
    while time.monotonic() < deadline:
        sdl.SDL_PumpEvents()
        if controller is None and sdl.SDL_NumJoysticks() > 0 and sdl.SDL_IsGameController(0):
            controller = ctypes.c_void_p(sdl.SDL_GameControllerOpen(0))
            deadline = min(deadline, time.monotonic() + 5)
        if controller and all([sdl.SDL_GameControllerSetSensorEnabled(controller, kind, 1) == 0 for kind in SENSORS]):
            break
        time.sleep(0.05)
    if controller is None:
        sys.exit("sdl_sensor_probe: there is no controller")
    sdl_probe.say(sensors=[bool(sdl.SDL_GameControllerHasSensor(controller, kind)) for kind in SENSORS],
                  has_rumble=bool(sdl.SDL_GameControllerHasRumble(controller)),
                  has_light=bool(sdl.SDL_GameControllerHasLED(controller)))
    return controller


def obey(sdl, controller, line):
    """Carries out the order in a line."""
    command, *numbers = line.split()
    numbers = [int(number) for number in numbers]
    if command == "rumble":
        low, high, milliseconds = numbers
        result = sdl.SDL_GameControllerRumble(controller, low, high, milliseconds)
    else:
        result = sdl.SDL_GameControllerSetLED(controller, *numbers)
    sdl_probe.say(done=command, result=result)


def stream(sdl, controller, seconds):
    """Prints sensor events and follows the orders of stdin, until the time is up."""
    event, deadline, waiting = SensorEvent(), time.monotonic() + seconds, b""
    while time.monotonic() < deadline:
        while sdl.SDL_PollEvent(ctypes.byref(event)):
            if event.type == sdl_probe.SDL_QUIT:
                return
            if event.type == SENSOR_UPDATE:
                sdl_probe.say(sensor=SENSORS.get(event.sensor), values=list(event.data),
                              microseconds=event.microseconds)
        if select.select([sys.stdin], [], [], 0.002)[0]:
            waiting += (read := os.read(sys.stdin.fileno(), 4096))
            *lines, waiting = waiting.split(b"\n")
            for line in lines:
                obey(sdl, controller, line.decode())
            if not read:
                return


def main():
    """Starts SDL, finds the pad, and watches."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=60)
    chosen = arguments.parse_args()
    sdl = sdl_probe.load()
    if sdl.SDL_Init(sdl_probe.SDL_INIT_GAMECONTROLLER) != 0:
        raise SystemExit("sdl_sensor_probe: SDL would not start")
    controller = wait_for_controller(sdl)
    sdl_probe.say(ready=True)
    stream(sdl, controller, chosen.seconds)


if __name__ == "__main__":
    main()
