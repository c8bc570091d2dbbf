"""Guest: a game that pushes a wheel, steered on stdin, as JSON lines like those of feedback_probe.

Each line is [verb, argument...]; each answer {verb: result, "at": the time of the request, "took": its duration}. Fields of
effects are given by name in one object, and "kind" by its name in Linux without FF_.
"""

import argparse
import ctypes
import json
import os
import sys
import time

import sdl_probe
from evdev import ecodes, ff
from evdev_probe import find
from feedback_probe import obey

CONDITIONS = ("SPRING", "DAMPER", "FRICTION", "INERTIA")
MOTORS = 15
SDL_INIT_HAPTIC = 0x1200


def union(kind, fields):
    """Returns the part of a struct ff_effect that depends on its kind."""
    envelope = ff.Envelope(*fields.get("envelope", (0, 0, 0, 0)))
    if kind == "CONSTANT":
        return ff.EffectType(ff_constant_effect=ff.Constant(fields["level"], envelope))
    if kind == "RAMP":
        return ff.EffectType(ff_ramp_effect=ff.Ramp(fields["level"], fields["end"], envelope))
    if kind in CONDITIONS:
        one = ff.Condition(*(fields.get(name, usual) for name, usual in (
            ("right_saturation", 0xFFFF), ("left_saturation", 0xFFFF), ("right", 0), ("left", 0), ("band", 0), ("center", 0))))
        return ff.EffectType(ff_condition_effect=(ff.Condition * 2)(one, one))
    wave = ff.Periodic(getattr(ecodes, f"FF_{kind}"), fields["period"], fields["level"], fields.get("offset", 0),
                       fields.get("phase", 0), envelope)
    return ff.EffectType(ff_periodic_effect=wave)


class WheelGame:
    """A game that uses the kernel's own interface."""

    def __init__(self, phys, axis):
        """Opens the wheel."""
        self.wheel, self.axis = find(phys, None, 5), axis

    def upload(self, fields):
        """Uploads an effect or changes one; returns its number."""
        kind = fields["kind"]
        is_wave = kind not in CONDITIONS + ("CONSTANT", "RAMP")
        effect = ff.Effect(
            ecodes.FF_PERIODIC if is_wave else getattr(ecodes, f"FF_{kind}"), fields.get("number", -1),
            fields.get("direction", 0xC000), ff.Trigger(0, 0), ff.Replay(fields.get("length", 0), fields.get("delay", 0)),
            union(kind, fields))
        return self.wheel.upload_effect(effect)

    def play(self, number, count=1):
        """Plays an effect a number of times; 0 stops it."""
        self.wheel.write(ecodes.EV_FF, number, count)

    def erase(self, number):
        """Erases an effect."""
        self.wheel.erase_effect(number)

    def set(self, name, value):
        """Sets FF_GAIN or FF_AUTOCENTER."""
        self.wheel.write(ecodes.EV_FF, getattr(ecodes, f"FF_{name}"), value)

    def place(self):
        """Returns the position of the wheel."""
        return self.wheel.absinfo(self.axis).value

    def settled(self, quiet_seconds=0.3):
        """Waits until the wheel stands still; returns its position."""
        last, since = self.place(), time.monotonic()
        while time.monotonic() - since < quiet_seconds:
            time.sleep(0.01)
            if (now := self.place()) != last:
                last, since = now, time.monotonic()
        return last

    def reaches(self, low, high, limit_seconds=3):
        """Waits until the wheel is between two positions; returns the time that it took, or None."""
        began = time.monotonic()
        while not low <= self.place() <= high:
            if time.monotonic() - began > limit_seconds:
                return None
            time.sleep(0.001)
        return time.monotonic() - began

    def extremes(self, seconds):
        """Returns the lowest and the highest position in a time."""
        end, found = time.monotonic() + seconds, set()
        while time.monotonic() < end:
            found.add(self.place())
            time.sleep(0.002)
        return min(found), max(found)

    def stop_all(self, rounds, pushed, still):
        """Plays 15 effects and stops all of them in one row, over and over; returns the rounds after which the wheel was still."""
        full = {"kind": "CONSTANT", "level": 0x7FFF}
        numbers = [self.upload(full) for _ in range(MOTORS)]
        stopped, worst = 0, 0.0
        for _ in range(rounds):
            for number in numbers:
                self.play(number)
            if self.reaches(*pushed) is None:
                continue
            for number in numbers:
                self.play(number, 0)
            took = self.reaches(*still)
            stopped += took is not None
            worst = max(worst, took or 0)
        for number in numbers:
            self.erase(number)
        return {"stopped": stopped, "worst": worst, "numbers": numbers}

    def rate(self, frequency_Hz, seconds):
        """Changes an effect at a rate, as the ioctl EVIOCSFF; returns the durations, sorted, and the last level."""
        fields = {"kind": "CONSTANT", "level": 0}
        fields["number"] = self.upload(fields)
        self.play(fields["number"])
        durations, begin = [], time.monotonic()
        for count in range(int(frequency_Hz * seconds)):
            time.sleep(max(0, begin + count / frequency_Hz - time.monotonic()))
            fields["level"] = (count * 37 % 40_001) - 20_000
            before = time.monotonic()
            self.upload(fields)
            durations.append(time.monotonic() - before)
        durations.sort()
        return {"count": len(durations), "seconds": time.monotonic() - begin, "median": durations[len(durations) // 2],
                "p99": durations[len(durations) * 99 // 100], "worst": durations[-1], "level": fields["level"],
                "number": fields["number"]}

    def sdl(self, percent):
        """Returns what SDL makes of the wheel, and sets autocenter through it; SDL then closes the wheel."""
        sdl = sdl_probe.load()
        if sdl.SDL_Init(sdl_probe.SDL_INIT_GAMECONTROLLER | SDL_INIT_HAPTIC) != 0:
            raise SystemExit("force_probe: SDL would not start")
        sdl.SDL_HapticOpenFromJoystick.restype = ctypes.c_void_p
        joystick = ctypes.c_void_p(sdl.SDL_JoystickOpen(0))
        haptic = ctypes.c_void_p(sdl.SDL_HapticOpenFromJoystick(joystick))
        found = {"type": sdl.SDL_JoystickGetType(joystick), "effects": sdl.SDL_HapticQuery(haptic),
                 "room": sdl.SDL_HapticNumEffects(haptic), "axes": sdl.SDL_JoystickNumAxes(joystick),
                 "buttons": sdl.SDL_JoystickNumButtons(joystick), "hats": sdl.SDL_JoystickNumHats(joystick),
                 "autocenter": sdl.SDL_HapticSetAutocenter(haptic, percent)}
        sdl.SDL_HapticClose(haptic)
        sdl.SDL_Quit()
        return found


def main():
    """Opens the wheel and follows orders until stdin ends."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--phys", default="tiltpad/pad1")
    arguments.add_argument("--axis", type=int, default=0)
    chosen = arguments.parse_args()
    game = WheelGame(chosen.phys, chosen.axis)
    print(json.dumps({"ready": os.getpid()}), flush=True)
    for line in sys.stdin:
        verb, *rest = json.loads(line)
        obey(game, verb, rest)


if __name__ == "__main__":
    main()
