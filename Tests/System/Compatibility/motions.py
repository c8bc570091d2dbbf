"""The poses and turns of a controller that the tests show to every program that displays sensors."""

import math

# The acceleration in g and then the rotation in °/s, by the axes of a screen that lies on its back: x to the right, y away and z up.
REST = (0, 0, 1, 0, 0, 0)
POSES = (REST, (0, 1, 0, 90, 0, 0), (1, 0, 0, 0, -90, 0), (-2.5, 0.5, -1, 45, 30, 360), (0, 0, -1, 0, 0, -720), REST)

# The steps per unit of the kernel's sensor nodes (docs/pads.md), and the number of steps by which a value may be wrong. Their fuzz is 16,
# and the kernel does not report all changes that are smaller.
PER_g, PER_DEGREE = 8192, 1024
TOLERANCE = 60
STANDARD_GRAVITY = 9.80665


def sensors(_, pose):
    """Returns a sensor node's values for a pose: x to the right, y up, z towards the player."""
    right, away, up, *turning = pose
    values = [PER_g * share for share in (right, up, -away)]
    values += [PER_DEGREE * speed for speed in (turning[0], turning[2], -turning[1])]
    return {f"axis {code}": value for code, value in enumerate(values)}


def fold_sdl(state, line):
    """Adds a line of sdl_sensor_probe to the state, converted from m/s² and rad/s to the steps of a sensor node."""
    if line.get("sensor") == "accelerometer":
        state.update({f"axis {code}": value / STANDARD_GRAVITY * PER_g for code, value in enumerate(line["values"])})
    elif line.get("sensor") == "gyroscope":
        state.update({f"axis {3 + code}": math.degrees(value) * PER_DEGREE for code, value in enumerate(line["values"])})


def play(player, identity, readers, timeout_seconds=30):
    """Puts the controller into every pose and turn, and waits each time until every reader shows it."""
    for reader in readers:
        reader.state = sensors(identity, REST) | reader.state
    for pose in POSES:
        player.motion = pose
        for reader in readers:
            expected = sensors(identity, pose)
            if not reader.agreeing({"sensors": expected}, timeout_seconds):
                raise AssertionError(f"{identity.name}: {pose} is shown otherwise: {reader.missing(expected)}")
