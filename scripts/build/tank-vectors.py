#!/usr/bin/env python3
"""Writes Tests/Vectors/tank.json: the places to which scripted levers bring a tank, computed without steps.

While both levers keep their positions, a tank on its tracks follows an arc of a circle, or a line. A single lever turns the tank at a constant
rate until it faces the lever's direction. Its speed is in proportion to the cosine of the remaining angle, or 0 if that is negative. Both
motions have exact integrals.

Places are in units of the field, x to the right and y down; headings are in rad, clockwise from up. Levers are as in reports: [x, y] each, right
and down positive. `--check` compares the file with the output instead of writing it.
"""

import json
import math
import pathlib
import sys

FILE = pathlib.Path(__file__).resolve().parents[2] / "Tests/Vectors/tank.json"
# The values are in units, units/s and rad/s.
TABLE = {"width": 1280, "height": 720, "margin": 36, "gauge": 90, "topSpeed": 160, "turnRate": 3}
START = {"x": 160, "y": 600, "heading": 0}
EVERY_s = 0.25

# The parts of each scheme's script: name, duration in s, left lever, right lever.
SCRIPTS = {
    "tracks": [("start", 1, (0, -1), (0, -1)), ("arc", 2, (0, -1), (0, -0.5)), ("pivot", 1, (0, -1), (0, 1)),
               ("about one track", 0.75, (0, 0), (0, -0.8)), ("stop", 0.5, (0, 0), (0, 0)), ("back", 0.5, (0, 0.6), (0, 0.6))],
    "mix": [("start", 1, (0, -1), (0, 0)), ("arc", 1.5, (0, -0.8), (0.4, 0)), ("pivot", 0.75, (0, 0), (-1, 0)),
            ("slowly on", 1, (0, -0.5), (0.25, 0)), ("stop", 0.5, (0, 0), (0, 0))],
    "single": [("start", 1, (0, -1), (0, 0)), ("turn and go", 1.5, (0.8, 0.6), (0, 0)), ("half", 1.25, (0.3, -0.4), (0, 0)),
               ("stop", 0.5, (0, 0), (0, 0))],
}


def wrapped(angle):
    """Returns an angle, wrapped to −π…π."""
    return math.remainder(angle, 2 * math.pi)


def tracked(pose, left, right, time):
    """Returns the pose after a time on two tracks. Speeds are positive forward, and the tank moves on a circle or on a line."""
    x, y, heading = pose
    speed, turn = TABLE["topSpeed"] * (left + right) / 2, TABLE["topSpeed"] * (left - right) / TABLE["gauge"]
    if not turn:
        return x + speed * time * math.sin(heading), y - speed * time * math.cos(heading), heading
    radius, after = speed / turn, heading + turn * time
    # The centre of the circle is to the right of the tank if the radius is positive.
    middle = x + radius * math.cos(heading), y + radius * math.sin(heading)
    return middle[0] - radius * math.cos(after), middle[1] - radius * math.sin(after), after


def mixed(pose, left, right, time):
    """Returns the pose after a time in the scheme with throttle and spin."""
    throttle, spin = -left[1], right[0]
    most = max(1, abs(throttle) + abs(spin))
    return tracked(pose, (throttle + spin) / most, (throttle - spin) / most, time)


def single(pose, lever, time):
    """Returns the pose after a time with one lever.

    The tank turns on the spot while its heading is more than 90° from the lever's direction, then drives a curve, and then straight.
    """
    x, y, heading = pose
    length = min(1, math.hypot(*lever))
    if not length:
        return pose
    aim, speed = math.atan2(lever[0], -lever[1]), TABLE["topSpeed"] * length
    left = wrapped(aim - heading)
    rate = math.copysign(TABLE["turnRate"] * length, left)
    on_the_spot = min(time, max(0, abs(left) - math.pi / 2) / abs(rate))
    left -= rate * on_the_spot
    curve = min(time - on_the_spot, abs(left) / abs(rate))
    end = left - rate * curve
    if curve:
        # These are the integrals of cos(e)·sin(aim − e) and cos(e)·cos(aim − e), while e goes from `left` to `end` at `rate`.
        x += speed / 2 * (curve * math.sin(aim) + (math.cos(aim - 2 * left) - math.cos(aim - 2 * end)) / (2 * rate))
        y -= speed / 2 * (curve * math.cos(aim) + (math.sin(aim - 2 * end) - math.sin(aim - 2 * left)) / (2 * rate))
    straight = time - on_the_spot - curve
    return x + speed * straight * math.sin(aim), y - speed * straight * math.cos(aim), aim - end


def moved(scheme, pose, left, right, time):
    """Returns the pose after a time in a `scheme`."""
    if scheme == "single":
        return single(pose, left, time)
    return mixed(pose, left, right, time) if scheme == "mix" else tracked(pose, -left[1], -right[1], time)


def path(scheme):
    """Returns the tank's places, four per second."""
    points, pose, begin = [], (START["x"], START["y"], START["heading"]), 0
    for _, seconds, left, right in SCRIPTS[scheme]:
        for count in range(1, round(seconds / EVERY_s) + 1):
            x, y, heading = moved(scheme, pose, left, right, count * EVERY_s)
            inside = all(TABLE["margin"] < value < TABLE[size] - TABLE["margin"] for value, size in ((x, "width"), (y, "height")))
            assert inside, "walls are not part of the paths"
            points.append({"at": begin + count * EVERY_s, "x": round(x, 4), "y": round(y, 4), "heading": round(wrapped(heading), 6)})
        pose, begin = moved(scheme, pose, left, right, seconds), begin + seconds
    return points


def document():
    """Returns the text of the whole file."""
    scripts = [{"scheme": scheme, "parts": [{"name": name, "seconds": seconds, "left": left, "right": right} for name, seconds, left, right in parts],
                "path": path(scheme)} for scheme, parts in SCRIPTS.items()]
    lines = json.dumps({"table": TABLE, "start": START, "scripts": scripts}, indent=1)
    # A list of numbers is on one line, and so is an object that contains only plain values and such lists.
    return json_lines(lines)


def json_lines(text):
    """Returns the indented JSON `text`, shortened: a list or an object is on one line if it has only plain values and one-line lists."""
    found, depth, open_at = [], [], []
    for line in text.splitlines():
        found.append(line)
        stripped = line.strip()
        if stripped.endswith(("{", "[")):
            open_at.append(len(found) - 1)
            depth.append(True)
        elif stripped.startswith(("}", "]")):
            begin, is_inner = open_at.pop(), depth.pop()
            if is_inner:
                found[begin:] = [found[begin] + " ".join(part.strip() for part in found[begin + 1:-1]) + stripped]
            if depth and (not is_inner or stripped[0] == "}"):
                depth[-1] = False
    return "\n".join(found) + "\n"


if sys.argv[1:] == ["--check"]:
    same = FILE.read_text() == document()
    print(f"tank vectors: {'the file is what the formulas give' if same else 'the file is another'}")
    sys.exit(not same)
FILE.write_text(document())
