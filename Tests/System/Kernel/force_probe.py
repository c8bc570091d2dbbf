"""Runs in the guest: a game that pushes a wheel, with orders on stdin and answers as JSON lines, like feedback_probe.

Each order is [verb, argument...]; each answer {verb: result, "at": the time of the request, "took": its duration}. The fields of an
effect are in one object, by their names. Its "kind" is the name in Linux without FF_.
"""

import argparse
import ctypes
import json
import os
import select
import sys
import time

import bare_way
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

    def close(self):
        """Closes the wheel; the kernel then erases its effects."""
        self.wheel.close()

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
        """Waits until the wheel is between two positions; returns the time that it took, in s, or None after the limit."""
        began = time.monotonic()
        while not low <= self.place() <= high:
            if time.monotonic() - began > limit_seconds:
                return None
            time.sleep(0.001)
        return time.monotonic() - began

    def extremes(self, seconds):
        """Returns the lowest and the highest position during the next `seconds`."""
        end, found = time.monotonic() + seconds, set()
        while time.monotonic() < end:
            found.add(self.place())
            time.sleep(0.002)
        return min(found), max(found)

    def stop_all(self, rounds, pushed, still):
        """Plays 15 effects and stops all at once, `rounds` times; returns the number of rounds after which the wheel rested, and the worst time.

        `pushed` and `still` are the ranges of the wheel's position while it is pushed, and at rest.
        """
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

    def series(self, effects, rest_seconds):
        """Plays effects one after the other, each with its gain, for its length and a rest; returns the time just before each was played."""
        times = []
        for fields, gain in effects:
            self.set("GAIN", gain)
            number = self.upload(fields)
            times.append(time.monotonic())
            self.play(number)
            time.sleep(fields["length"] / 1000 + rest_seconds)
            self.erase(number)
        return times

    def steps(self, count, pause_seconds):
        """Changes a constant force step by step; returns (time just before, level) for each step."""
        fields = {"kind": "CONSTANT", "level": 0}
        fields["number"] = self.upload(fields)
        self.play(fields["number"])
        found = []
        for step in range(count):
            time.sleep(pause_seconds)
            # Two successive levels differ enough for a packet of their own, and a level is repeated only after 91 steps.
            fields["level"] = (step * 37 % 91 - 45) * 600
            found.append((time.monotonic(), fields["level"]))
            self.upload(fields)
        self.erase(fields["number"])
        return found

    def bare(self, count, pause_seconds):
        """Returns the times that datagrams take through a process that does no work (see bare_way.py), in s, sorted."""
        return bare_way.times(count, pause_seconds)

    def swing(self, number, quiet_seconds=0.6):
        """Erases an effect; returns the positions of the wheel until it stands still, as (kernel time since the erasure in s, position)."""
        while select.select([self.wheel.fd], [], [], 0)[0]:
            list(self.wheel.read())
        began, found = time.time(), []
        self.erase(number)
        while select.select([self.wheel.fd], [], [], quiet_seconds)[0]:
            found += [(event.timestamp() - began, event.value) for event in self.wheel.read()
                      if (event.type, event.code) == (ecodes.EV_ABS, self.axis)]
        return found

    def rate(self, frequency_Hz, seconds):
        """Changes an effect at a rate, by the ioctl EVIOCSFF; returns figures about the durations of the ioctl in s, and the last level."""
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
        """Sets autocenter through SDL, and closes the wheel; returns SDL's data on the wheel."""
        sdl, joystick, haptic = self.opened()
        found = {"type": sdl.SDL_JoystickGetType(joystick), "effects": sdl.SDL_HapticQuery(haptic),
                 "room": sdl.SDL_HapticNumEffects(haptic), "axes": sdl.SDL_JoystickNumAxes(joystick),
                 "buttons": sdl.SDL_JoystickNumButtons(joystick), "hats": sdl.SDL_JoystickNumHats(joystick),
                 "autocenter": sdl.SDL_HapticSetAutocenter(haptic, percent)}
        sdl.SDL_HapticClose(haptic)
        sdl.SDL_Quit()
        return found

    def race(self, percent):
        """Opens the wheel as SuperTuxKart does: SDL sets autocenter and prepares rumble; returns the results of both, 0 for success."""
        self.racer = sdl, _, haptic = self.opened()
        return sdl.SDL_HapticSetAutocenter(haptic, percent), sdl.SDL_HapticRumbleInit(haptic)

    def crash(self, strength, milliseconds):
        """Rumbles through SDL, as SuperTuxKart does when a kart crashes; returns 0 for success."""
        sdl, _, haptic = self.racer
        return sdl.SDL_HapticRumblePlay(haptic, ctypes.c_float(strength), ctypes.c_uint32(milliseconds))

    def finish(self):
        """Closes the wheel through SDL."""
        sdl, _, haptic = self.racer
        sdl.SDL_HapticClose(haptic)
        sdl.SDL_Quit()

    @staticmethod
    def opened():
        """Starts SDL; returns it, the first joystick, and the joystick's haptic device."""
        sdl = sdl_probe.load()
        if sdl.SDL_Init(sdl_probe.SDL_INIT_GAMECONTROLLER | SDL_INIT_HAPTIC) != 0:
            raise SystemExit("force_probe: SDL would not start")
        sdl.SDL_HapticOpenFromJoystick.restype = ctypes.c_void_p
        joystick = ctypes.c_void_p(sdl.SDL_JoystickOpen(0))
        return sdl, joystick, ctypes.c_void_p(sdl.SDL_HapticOpenFromJoystick(joystick))


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
