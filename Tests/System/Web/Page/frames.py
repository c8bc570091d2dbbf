"""Reads the inner frames of docs/protocol.md, independently of Tiltpad's code."""

import dataclasses
import math
import struct

STATE, HISTORY, MOTION, EDGES, BUZZ, PONG, TOUCHPAD = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x09
CONTROL, RECEIPT, MESSAGE = 0x13, 0x14, 0x16
ACKNOWLEDGEMENT, PING, FEEDBACK, ROUND, TORQUE = 0x10, 0x11, 0x12, 0x15, 0x17
MODE, FORCE = 74, 75
OUT, TIE, NO_MARGIN = 0x80, 255, 0xFFFFFFFF
TILT, STICKS, NEUTRAL, DISCONTINUITY = 1, 2, 4, 8


@dataclasses.dataclass
class State:
    """The content of a STATE: time in µs, angles in rad, sticks −1…1, triggers 0…1."""

    time: int
    flags: int
    battery: int
    roll: float
    pitch: float
    yaw: float
    buttons: int
    sticks: tuple
    triggers: tuple
    next_edge: int


@dataclasses.dataclass(frozen=True)
class Buzz:
    """The content of a BUZZ: the round, the number of the press's edge, and its time, in µs."""

    round: int
    edge: int
    time: int


@dataclasses.dataclass
class Arrival:
    """An arrived message: its time in s, its counter, its state, its edges as (number, button, is_press, age in ms), and the bodies of all frames."""

    at: float
    counter: int
    state: State
    edges: list
    bodies: dict

    @property
    def buzz(self):
        """Returns the message's BUZZ, or None."""
        return Buzz(*struct.unpack("<HHI", self.bodies[BUZZ])) if BUZZ in self.bodies else None


def split(data):
    """Returns the bodies of the frames in `data`, by type."""
    bodies, at = {}, 0
    while at < len(data):
        kind, length = data[at], data[at + 1]
        if at + 2 + length > len(data) or kind in bodies:
            raise ValueError("no frames")
        bodies[kind] = data[at + 2:at + 2 + length]
        at += 2 + length
    return bodies


def state(body):
    """Returns the content of the body of a STATE."""
    time, flags, battery, roll, pitch, yaw, buttons, *rest = struct.unpack("<IBBhhhI4hBBH", body)
    turn = 2 * math.pi / 65536
    return State(time, flags, battery, roll * turn, pitch * turn, yaw * turn, buttons,
                 tuple(value / 32767 for value in rest[:4]), tuple(value / 255 for value in rest[4:6]), rest[6])


def edges(body):
    """Returns the edges in the body of an EDGES, as (number, button, is_press, age in ms)."""
    first = struct.unpack_from("<H", body)[0]
    found = []
    for number, at in enumerate(range(2, len(body), 3)):
        code, age = struct.unpack_from("<BH", body, at)
        found.append(((first + number) % 65536, code & 0x7F, bool(code & 0x80), age / 10))
    return found


def arrival(at, counter, data):
    """Returns the message with this counter and the frames `data`, which arrived at the time `at`, in s."""
    bodies = split(data)
    return Arrival(at, counter, state(bodies[STATE]) if STATE in bodies else None,
                   edges(bodies[EDGES]) if EDGES in bodies else [], bodies)


def acknowledgement(newest, next_edge, last_round=0):
    """Returns an ACK frame."""
    return struct.pack("<BBIIHHH", ACKNOWLEDGEMENT, 14, newest, 0, next_edge, 0, last_round)


def control(number, code, argument):
    """Returns a CTRL frame."""
    return struct.pack("<BBHBB", CONTROL, 4, number, code, argument)


def receipt(number):
    """Returns a CTRLACK frame."""
    return struct.pack("<BBH", RECEIPT, 2, number)


def torque(torque, angle, degrees=900, acts=True):
    """Returns a TORQUE frame. Torque and angle are −1…1."""
    return struct.pack("<BBhhHBB", TORQUE, 8, round(torque * 32767), round(angle * 32767), degrees, 10, acts)


def round_(number, phase, winner=0, margin=NO_MARGIN):
    """Returns a ROUND frame. The margin is in µs."""
    return struct.pack("<BBHBBI", ROUND, 8, number, phase, winner, margin)


def feedback(strong, weak, duration, light=(0, 0, 0)):
    """Returns a FEEDBACK frame. The strengths of the motors are 0…1, and the duration is in ms."""
    return struct.pack("<BBHHB3B", FEEDBACK, 8, round(strong * 65535), round(weak * 65535), duration // 10, *light)
