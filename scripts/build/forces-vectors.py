#!/usr/bin/env python3
"""Writes Tests/Vectors/forces.json: the forces of effects of force feedback, and the motion of a wheel under them.

It is a second calculation of docs/wheels.md, and shares no code with the daemon. Sines come from the C library. Motion is computed in steps of
20 µs, in which friction stops the wheel exactly. Usage: scripts/build/forces-vectors.py > Tests/Vectors/forces.json
"""
import json
import math

TORQUE, INERTIA, VISCOSITY, FRICTION = 2.2, 0.03, 0.10, 0.03
STOP_STIFFNESS, STOP_DAMPING = 40, 1
UNIT_SPEED = 4 * math.pi
STEP = 20e-6
DIRECTIONS = (0, 0x4000, 0x8000, 0xC000, 0xE000)
GAINS = (0xFFFF, 0x4000)
ENVELOPES = ({}, {"attackLength": 100, "attackLevel": 0x2000, "fadeLength": 150, "fadeLevel": 0x7000})
WAVES = {
    "sine": lambda phase: math.sin(2 * math.pi * phase),
    "square": lambda phase: 1 if phase < 0.5 else -1,
    "triangle": lambda phase: abs(phase * 4 - 2) - 1,
    "sawUp": lambda phase: phase * 2 - 1,
    "sawDown": lambda phase: 1 - phase * 2,
}


def under(envelope, level, time, length):
    """Returns the `level` of an effect after its envelope, at a `time` in ms. A level is between −1 and 1."""
    sign = -1 if level < 0 else 1
    attack, fade = envelope.get("attackLength", 0), envelope.get("fadeLength", 0)
    if time < attack:
        begin = sign * min(envelope["attackLevel"], 32767) / 32767
        return begin * (1 - time / attack) + level * time / attack
    if length and time > length - fade:
        end, way = sign * min(envelope["fadeLevel"], 32767) / 32767, (length - time) / fade
        return end * (1 - way) + level * way
    return level


def push(effect, time):
    """Returns the force of a playing effect at a time in ms, as a share of the full torque to the right."""
    length = effect["length"]
    side = -math.sin(2 * math.pi * effect["direction"] / 65536)
    kind = effect["kind"]
    if kind == "constant":
        level = under(effect["envelope"], effect["level"] / 32767, time, length)
    elif kind == "ramp":
        share = time / length if length else 0
        level = under(effect["envelope"], (effect["level"] * (1 - share) + effect["end"] * share) / 32767, time, length)
    else:
        level = effect["offset"] / 32767
        if effect["period"]:
            phase = (time / effect["period"] + effect["phase"] / 65536) % 1
            level += WAVES[kind](phase) * under(effect["envelope"], effect["level"] / 32767, time, length)
    return side * level


def effects():
    """Yields effects of each kind in each direction, with and without an envelope."""
    for direction in DIRECTIONS:
        for envelope in ENVELOPES:
            common = {"direction": direction, "envelope": envelope, "level": -20000, "end": 0, "offset": 0, "period": 0, "phase": 0}
            yield {**common, "kind": "constant", "length": 500}
            yield {**common, "kind": "constant", "length": 0, "level": 32767}
            yield {**common, "kind": "ramp", "length": 500, "level": -32767, "end": 10000}
            yield {**common, "kind": "ramp", "length": 0, "level": 12345, "end": 10000}
            for wave in WAVES:
                yield {**common, "kind": wave, "length": 500, "period": 77, "offset": 3000, "phase": 0x2000}
            yield {**common, "kind": "sine", "length": 500, "offset": -8000}


def rows():
    """Yields rows with an effect, a gain, and the forces at several times in ms."""
    for effect in effects():
        for gain in GAINS:
            times = [0, 1, 13, 50, 99, 100, 101, 250, 349, 350, 351, 420, 499]
            pushes = [max(-1, min(1, push(effect, time))) * gain / 65535 for time in times]
            yield {**effect, "gain": gain, "times": times, "pushes": pushes}


def condition(kind, right, left=None, saturation=(65535, 65535), band=0, center=0):
    """Returns the fields of a condition. `right` and `left` are shares of the full coefficient."""
    left = right if left is None else left
    return {"kind": kind, "right": round(right * 32767), "left": round(left * 32767), "band": band, "center": center,
            "rightSaturation": saturation[0], "leftSaturation": saturation[1]}


def clamp(value, limit):
    """Returns the value, limited to ±limit."""
    return max(-limit, min(limit, value))


def spring(effect, place):
    """Returns the torque of a spring at a place between −1 and 1, as a share of the full torque."""
    center, band = effect["center"] / 32767, effect["band"] / 65535
    if place > center + band:
        return -clamp(4 * effect["right"] / 32767 * (place - center - band), effect["rightSaturation"] / 65535)
    if place < center - band:
        return clamp(4 * effect["left"] / 32767 * (center - band - place), effect["leftSaturation"] / 65535)
    return 0


def resistances(conditions, speed):
    """Returns the braking torque of dampers and frictions, which is at least 0, in N·m."""
    total = 0
    side = "left" if speed < 0 else "right"
    for effect in conditions:
        coefficient, limit = effect[side] / 32767, effect[side + "Saturation"] / 65535
        if effect["kind"] == "damper":
            start = max(0, effect["band"] / 65535 + (1 if side == "right" else -1) * effect["center"] / 32767)
            total += TORQUE * min(limit, max(0, coefficient) * max(0, abs(speed) / UNIT_SPEED - start))
        elif effect["kind"] == "friction":
            total += TORQUE * min(limit, abs(coefficient))
    return total


def trace(degrees, place, speed, conditions, constant=0, steps=75_000):
    """Returns the places of a free wheel every 10 ms, from −1 at the left stop to 1 at the right stop.

    By default, the 75,000 steps of 20 µs take 1.5 s.
    """
    half = math.radians(degrees) / 2
    angle, found = place * half, []
    mass = INERTIA + sum(2 * INERTIA * max(effect["right"], effect["left"], 0) / 32767
                         for effect in conditions if effect["kind"] == "inertia")
    springs = [effect for effect in conditions if effect["kind"] == "spring"]
    for number in range(steps):
        if number % 500 == 0:
            found.append(round(angle / half, 7))
        torque = TORQUE * (constant / 32767 + sum(spring(effect, angle / half) for effect in springs))
        if abs(angle) > half:
            torque -= STOP_STIFFNESS * (angle - math.copysign(half, angle)) + STOP_DAMPING * speed
        free = speed + STEP / mass * (torque - VISCOSITY * speed)
        brake = STEP / mass * (FRICTION + resistances(conditions, free))
        speed = 0 if abs(free) <= brake else free - math.copysign(brake, free)
        angle += STEP * speed
    return found


TRACES = [
    *((900, 0.2, 0, [condition("spring", share)]) for share in (0.25, 0.5, 1)),
    (270, -0.9, 0, [condition("spring", 1, saturation=(13107, 13107))]),
    (270, 0.5, 0, [condition("spring", 0.6, 0.3, band=6553, center=-6553)]),
    (72, 0.1, 0, [condition("spring", 0.5), condition("spring", -0.1)]),
    (900, 0, 20, []),
    *((900, 0, 20, [condition("damper", share)]) for share in (0.3, 1)),
    (900, 0, 12, [condition("damper", 1, saturation=(9000, 9000), band=3000)]),
    (900, 0, 20, [condition("friction", 0.2)]),
    (900, -0.1, -15, [condition("friction", 0.8, 0.1, saturation=(40000, 65535))]),
    *((900, 0.2, 0, [condition("spring", 0.5), condition("inertia", share)]) for share in (0.5, 1)),
    (270, 0, 0, [], 32767),
    (900, 0, 0, [condition("damper", 0.5)], -16000),
]


def main():
    """Prints the whole file."""
    turns = [{"degrees": degrees, "place": place, "speed": speed, "conditions": conditions,
              "constant": more[0] if more else 0, "places": trace(degrees, place, speed, conditions, *more)}
             for degrees, place, speed, conditions, *more in TRACES]
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows())
    traces = ",\n".join(json.dumps(row, separators=(",", ":")) for row in turns)
    print(f'{{"effects":[\n{lines}\n],"traces":[\n{traces}\n]}}')


if __name__ == "__main__":
    main()
