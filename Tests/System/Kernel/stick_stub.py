"""Runs in the guest: makes joysticks without the daemon, which `tiltpad join --stick` takes for real ones.

Each line on stdin is a JSON object:

    {"plug": KIND, "phys": PHYS}                                   plugs in a stick
    {"unplug": PHYS}                                               unplugs it
    {"write": PHYS, "events": [[type, code, value], ...]}          writes one batch of events

It prints {"plugged": PHYS, "path": NODE}, and {"done": true} after each other line. After each change of its effects, a wheel with a motor
prints {"forces": PHYS, "at": TIME, "torque": TORQUE, "conditions": [...], "stored": COUNT, "gain": ..., "autocenter": ...}. TORQUE is the
sum of the constant forces, by the formula of docs/wheels.md: 1 is the full torque to the right, and -1 to the left. TIME is in s, of
CLOCK_MONOTONIC.
"""

import ctypes
import fcntl
import json
import math
import os
import pathlib
import selectors
import sys
import time

import evdev
from evdev import AbsInfo, ecodes, ff
from pad_stub import (EV_FF, EV_UINPUT, FF_ERASE, INPUT_EVENT, UI_BEGIN_FF_ERASE, UI_BEGIN_FF_UPLOAD, UI_END_FF_ERASE, UI_END_FF_UPLOAD,
                      UI_FF_ERASE, UI_FF_UPLOAD, UI_GET_SYSNAME_64)
from stick_kinds import KINDS, MOTORS

CONDITIONS = {ecodes.FF_SPRING: "spring", ecodes.FF_DAMPER: "damper", ecodes.FF_FRICTION: "friction", ecodes.FF_INERTIA: "inertia"}
# The greatest number of events that uinput stores.
EVENTS = 16


def say(**fields):
    """Prints one JSON line at once."""
    print(json.dumps(fields), flush=True)


class Device(evdev.UInput):
    """A device whose node this program does not open.

    Opening the node blocks while an effect that another program uploads is not granted yet. This program grants it, so it would wait for itself.
    """

    def _find_device(self, *_):
        """Returns None instead of a reader of the device, for which python-evdev would open the node."""

    @property
    def path(self):
        """The path of the node."""
        name = fcntl.ioctl(self.fd, UI_GET_SYSNAME_64, bytes(64)).rstrip(b"\0").decode()
        [node] = pathlib.Path("/sys/devices/virtual/input", name).glob("event*")
        return f"/dev/input/{node.name}"


class Stick:
    """A stick that is plugged in, and the effects of its motor."""

    def __init__(self, kind, phys):
        """Plugs in a stick."""
        name, vendor, product, version, keys, axes = KINDS["wheel" if kind in MOTORS else kind]
        events = {ecodes.EV_KEY: keys} if keys else {}
        if axes:
            events[ecodes.EV_ABS] = [(code, AbsInfo(*values)) for code, values in axes.items()]
        if kind in MOTORS:
            events[ecodes.EV_FF] = [getattr(ecodes, f"FF_{effect}") for effect in MOTORS[kind]]
        self.device = Device(events, name=name, vendor=vendor, product=product, version=version, bustype=3, phys=phys)
        self.phys, self.effects, self.settings = phys, {}, {"gain": None, "autocenter": None}
        # The time at which each effect that plays ends by itself, by the number of the effect.
        self.playing = {}

    def serve(self):
        """Grants the requests of programs that play effects on the stick, and prints the forces that act then."""
        try:
            events = os.read(self.device.fd, INPUT_EVENT.size * EVENTS)
        except OSError:
            # Nothing is waiting, or the stick has just been unplugged.
            return
        for _, _, kind, code, value in INPUT_EVENT.iter_unpack(events):
            if kind == EV_UINPUT and code in (UI_FF_UPLOAD, UI_FF_ERASE):
                (self.store if code == UI_FF_UPLOAD else self.erase)(value)
            elif (kind, code) == (EV_FF, ecodes.FF_GAIN):
                self.settings["gain"] = value
            elif (kind, code) == (EV_FF, ecodes.FF_AUTOCENTER):
                self.settings["autocenter"] = value
            elif kind == EV_FF:
                self.playing.pop(code, None)
                if value:
                    self.begin(code)
        self.tell()

    def begin(self, number):
        """Plays an effect from now on, for the length that it has."""
        length = self.effects[number].ff_replay.length if number in self.effects else 0
        self.playing[number] = time.monotonic() + length / 1000 if length else math.inf

    def end_played(self):
        """Ends the effects whose time has passed; returns the time until the next one ends, in s, or None."""
        now = time.monotonic()
        ended = [number for number, end in self.playing.items() if end <= now]
        for number in ended:
            del self.playing[number]
        if ended:
            self.tell()
        next_end = min(self.playing.values(), default=math.inf)
        return None if next_end == math.inf else next_end - now

    def store(self, request):
        """Stores an effect. If it plays, it gets its new values at once."""
        upload = bytearray(ctypes.sizeof(ff.UInputUpload))
        upload[0:4] = request.to_bytes(4, "little")
        fcntl.ioctl(self.device.fd, UI_BEGIN_FF_UPLOAD, upload)
        effect = ff.UInputUpload.from_buffer_copy(upload).effect
        self.effects[effect.id] = effect
        if effect.id in self.playing:
            self.begin(effect.id)
        fcntl.ioctl(self.device.fd, UI_END_FF_UPLOAD, upload)

    def erase(self, request):
        """Forgets an effect."""
        answer = fcntl.ioctl(self.device.fd, UI_BEGIN_FF_ERASE, FF_ERASE.pack(request, 0, 0))
        number = FF_ERASE.unpack(answer)[2]
        fcntl.ioctl(self.device.fd, UI_END_FF_ERASE, answer)
        self.effects.pop(number, None)
        self.playing.pop(number, None)

    def tell(self):
        """Prints the forces that act now."""
        played = [effect for number, effect in self.effects.items() if number in self.playing]
        torque = sum(-math.sin(2 * math.pi * effect.direction / 0x10000) * effect.u.ff_constant_effect.level / 0x7FFF
                     for effect in played if effect.type == ecodes.FF_CONSTANT)
        conditions = [condition(effect) for effect in played if effect.type in CONDITIONS]
        say(forces=self.phys, at=time.monotonic(), torque=torque, conditions=conditions, stored=len(self.effects), **self.settings)


def condition(effect):
    """Returns the fields of a condition for its first axis."""
    one = effect.u.ff_condition_effect[0]
    return {"kind": CONDITIONS[effect.type], "saturation": [one.right_saturation, one.left_saturation],
            "coefficient": [one.right_coeff, one.left_coeff], "deadband": one.deadband, "center": one.center}


def obey(order, sticks, inputs):
    """Carries out one order, and prints the answer."""
    if "plug" in order:
        stick = sticks[order["phys"]] = Stick(order["plug"], order["phys"])
        inputs.register(stick.device.fd, selectors.EVENT_READ, stick)
        return say(plugged=order["phys"], path=stick.device.path)
    if "unplug" in order:
        stick = sticks.pop(order["unplug"])
        inputs.unregister(stick.device.fd)
        stick.device.close()
    else:
        device = sticks[order["write"]].device
        for kind, code, value in order["events"]:
            device.write(kind, code, value)
        device.syn()
    return say(done=True)


def main():
    """Carries out the orders from stdin until it ends."""
    sticks, inputs, unread = {}, selectors.DefaultSelector(), b""
    inputs.register(sys.stdin.fileno(), selectors.EVENT_READ, None)
    say(ready=True)
    patience = None
    while True:
        for key, _ in inputs.select(patience):
            if key.data is not None:
                key.data.serve()
            elif not (piece := os.read(key.fd, 65_536)):
                return
            else:
                *lines, unread = (unread + piece).split(b"\n")
                for line in lines:
                    obey(json.loads(line), sticks, inputs)
        # Effects end only after the arrived events are handled, because these may prolong an effect.
        patience = min((wait for stick in sticks.values() if (wait := stick.end_played()) is not None), default=None)


if __name__ == "__main__":
    main()
