"""Runs in the guest: a game that rumbles, with orders on stdin and answers as JSON lines.

Each order is [verb, argument...]; each answer {verb: result, "at": the time of the request, "took": its duration}, in
seconds of the monotonic clock. An error of the kernel is {verb: null, "error": its name}. With --sdl a line
["rumble", strong, weak, milliseconds] goes through SDL instead of the kernel's own interface.
"""

import argparse
import ctypes
import errno
import json
import os
import sys
import time

import evdev
from evdev import ecodes
from evdev_probe import find

NEW = -1


def effect(kind, union, length, delay, number):
    """Returns a struct ff_effect. The number -1 makes a new effect; other numbers change that effect."""
    return evdev.ff.Effect(kind, number, 0, evdev.ff.Trigger(0, 0), evdev.ff.Replay(length, delay), union)


class EvdevGame:
    """A game that uses the kernel's own interface."""

    def __init__(self, phys):
        """Opens the pad."""
        self.pad = find(phys, None, 5)

    def rumble(self, strong, weak, length=0, delay=0, number=NEW):
        """Uploads an effect for both motors, or changes effect `number`; returns its number."""
        motors = evdev.ff.Rumble(strong_magnitude=strong, weak_magnitude=weak)
        union = evdev.ff.EffectType(ff_rumble_effect=motors)
        return self.pad.upload_effect(effect(ecodes.FF_RUMBLE, union, length, delay, number))

    def periodic(self, magnitude, length, envelope=(0, 0, 0, 0), waveform=ecodes.FF_SINE):
        """Uploads a wave with an envelope: attack length and level, fade length and level."""
        union = evdev.ff.EffectType()
        union.ff_periodic_effect = evdev.ff.Periodic(
            waveform, 50, magnitude, 0, 0, evdev.ff.Envelope(*envelope))
        return self.pad.upload_effect(effect(ecodes.FF_PERIODIC, union, length, 0, NEW))

    def play(self, number, count=1):
        """Plays an effect a number of times; 0 stops it."""
        self.pad.write(ecodes.EV_FF, number, count)

    def erase(self, number):
        """Erases an effect."""
        self.pad.erase_effect(number)

    def gain(self, value):
        """Sets the gain of all effects."""
        self.pad.write(ecodes.EV_FF, ecodes.FF_GAIN, value)

    def count(self):
        """Returns the number of effects for which the pad has room."""
        return self.pad.ff_effects_count

    def churn(self, count):
        """Uploads, plays and erases an effect over and over; returns the numbers of the effects, and the worst time."""
        numbers, worst = set(), 0
        for _ in range(count):
            began = time.monotonic()
            number = self.rumble(0x8000, 0x8000)
            self.play(number)
            self.erase(number)
            numbers.add(number)
            worst = max(worst, time.monotonic() - began)
        return {"numbers": sorted(numbers), "worst": worst}


class SDLGame:
    """A game that uses SDL 2."""

    def __init__(self, _):
        """Opens the first controller."""
        import sdl_probe
        self.sdl = sdl_probe.load()
        if self.sdl.SDL_Init(sdl_probe.SDL_INIT_GAMECONTROLLER) != 0:
            raise SystemExit("feedback_probe: SDL would not start")
        self.sdl.SDL_JoystickUpdate()
        self.pad = ctypes.c_void_p(self.sdl.SDL_GameControllerOpen(0))

    def rumble(self, strong, weak, milliseconds):
        """Rumbles; returns 0 for success."""
        return self.sdl.SDL_GameControllerRumble(self.pad, strong, weak, milliseconds)


def obey(game, verb, arguments):
    """Carries out one order, and prints its result and duration."""
    answer, began = {}, time.monotonic()
    try:
        answer[verb] = getattr(game, verb)(*arguments)
    except OSError as error:
        answer[verb] = None
        answer["error"] = errno.errorcode[error.errno]
    answer["at"] = began
    answer["took"] = time.monotonic() - began
    print(json.dumps(answer), flush=True)


def main():
    """Opens the pad and follows orders until stdin ends."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--phys", default="tiltpad/pad1")
    arguments.add_argument("--sdl", action="store_true")
    chosen = arguments.parse_args()
    game = (SDLGame if chosen.sdl else EvdevGame)(chosen.phys)
    print(json.dumps({"ready": os.getpid()}), flush=True)
    for line in sys.stdin:
        verb, *rest = json.loads(line)
        obey(game, verb, rest)


if __name__ == "__main__":
    main()
