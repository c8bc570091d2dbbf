"""Writes the records that the gateway sends to the dashboard (docs/protocol.md, "The local socket"), and QR codes of libqrencode."""

import ctypes
import dataclasses
import math
import struct

import status
from tables import VERSION, Button, Count, Message, Mode, Policy, StatusFrame, Transport


@dataclasses.dataclass
class Host:
    """The content of a packet HOST."""

    limit: int = 8
    kernel_pads: bool = True
    policy: str = "open"
    kernel_drops: int = 0
    drops: dict = dataclasses.field(default_factory=dict)

    def packed(self, players):
        """Returns the packet's bytes, for this number of players."""
        policy = Policy[self.policy.upper()]
        bridge = struct.pack("<BBBBIqQ", self.limit, players, self.kernel_pads, policy, self.kernel_drops, 10**9, 0)
        return bytes([Message.HOST, VERSION]) + status.frame(StatusFrame.BRIDGE, bridge) + status.frame(StatusFrame.DROPS, status.counters(self.drops))


@dataclasses.dataclass
class Player:
    """The content of a packet PLAYER.

    Angles are in rad, None without tilt. Sticks are −1…1, triggers 0…1. Times are in ms, with None for an unknown round trip.
    """

    stage: int = 0
    is_connected: bool = True
    battery: int = 255
    transport: int = Transport.WEBSOCKET
    raw: float = None
    smoothed: float = None
    buttons: tuple = ()
    sticks: tuple = (0, 0, 0, 0)
    triggers: tuple = (0, 0)
    jitter: float = 0
    silence: float = 5
    received: int = 0
    late: int = 0
    lost: int = 0
    recovered: int = 0
    round_trip: float = None
    delays: tuple = (0,) * 10
    handling: tuple = (0,) * 10

    def packed(self, slot):
        """Returns the packet's bytes, for a player in this slot."""
        mask = sum(1 << Button[name] for name in self.buttons)
        frames = {
            StatusFrame.CONTROLLER: struct.pack("<BBBBI24x", self.is_connected, self.stage, self.battery, self.transport, 42),
            StatusFrame.TIMES: struct.pack("<II", round(self.jitter * 1000), round(self.silence * 1000)),
            StatusFrame.TILT: b"" if self.raw is None else struct.pack("<6i", angle(self.raw), 0, 0, angle(self.smoothed), 0, 0),
            StatusFrame.PAD: struct.pack("<I4hBB", mask, *(round(value * 32767) for value in self.sticks), *(round(value * 255) for value in self.triggers)),
            StatusFrame.COUNTS: status.counters({Count.RECEIVED: self.received, Count.LATE: self.late, Count.LOST: self.lost, Count.RECOVERED: self.recovered}),
            StatusFrame.CLOCK: b"" if self.round_trip is None else struct.pack("<iiI?", 0, 0, round(self.round_trip * 1000), False),
            StatusFrame.DELAYS: struct.pack("<10I", *self.delays),
            StatusFrame.HANDLING: struct.pack("<10I", *self.handling),
        }
        return bytes([Message.PLAYER, slot]) + b"".join(status.frame(kind, body) for kind, body in frames.items())


@dataclasses.dataclass
class Part:
    """A player's part in the stage. `press` is (earliest, latest, received, doubts), with times in µs after the start of the round."""

    mode: str = "play"
    team: int = 0
    points: int = 0
    press: tuple = None


@dataclasses.dataclass
class Stage:
    """The content of the packet HOST with the stage. Times are in µs. `players` maps slots to parts, and the sets contain slots."""

    mode: str = "play"
    flags: int = 0
    phase: int = 0
    round: int = 0
    winner: int = 0
    contestants: tuple = ()
    tied: tuple = ()
    out: tuple = ()
    false_starts: tuple = ()
    unheard: tuple = ()
    winners: tuple = ()
    lead: int = None
    uncertainty: int = 0
    players: dict = dataclasses.field(default_factory=dict)
    apps: dict = dataclasses.field(default_factory=dict)
    # The shared pads: the main player, the number of the preset, the members, and those who steer now.
    shares: list = dataclasses.field(default_factory=list)

    def packed(self):
        """Returns the packet's bytes."""
        sets = (self.contestants, self.tied, self.out, self.false_starts, self.unheard, self.winners)
        lead = 2**32 - 1 if self.lead is None else self.lead
        parts = sorted(self.players.items())
        room = bytes([number(self.mode)]) + b"".join(struct.pack("<BBBi", slot, number(part.mode), part.team, part.points) for slot, part in parts)
        round_ = struct.pack("<BBHBx6HII", self.phase, self.flags, self.round, self.winner,
                             *(sum(1 << (slot - 1) for slot in slots) for slots in sets), lead, self.uncertainty)
        presses = b"".join(struct.pack("<BBiii", slot, part.press[3], *part.press[:3]) for slot, part in parts if part.press)
        apps = b"".join(struct.pack("<B16s", mode, name.encode()) for mode, name in self.apps.items())
        bodies = {StatusFrame.ROOM: room, StatusFrame.ROUND: round_, StatusFrame.PRESSES: presses} | ({StatusFrame.APPS: apps} if apps else {})
        if self.shares:
            bodies[StatusFrame.SHARES] = b"".join(
                struct.pack("<BBHHBB", main, preset, *(sum(1 << (slot - 1) for slot in slots) for slots in (members, steering)), 0, 30)
                for main, preset, members, steering in self.shares)
        return bytes([Message.HOST, VERSION]) + b"".join(status.frame(*each) for each in bodies.items())


def number(mode):
    """Returns the number of a mode.

    `mode` is the name of a mode of Tiltpad, the number of an app's mode, or that number after "mode".
    """
    if isinstance(mode, int):
        return mode
    return int(mode[4:]) if mode.startswith("mode") else Mode[mode.upper()]


def angle(radians):
    """Returns an angle in units of 2π/2³² rad; None counts as 0."""
    return round((radians or 0) / (2 * math.pi) * 2**32)


def batch(host, players, stage=None):
    """Returns a binary message with the packets of the host, of the players by their slots, and of the stage."""
    records = [host.packed(len(players)), *(player.packed(slot) for slot, player in players.items())]
    if stage:
        records.append(stage.packed())
    return joined(records)


def joined(records):
    """Returns packets in the form in which the gateway sends them, each with its length in front."""
    return b"".join(struct.pack("<H", len(record)) + record for record in records)


class Code(ctypes.Structure):
    """The struct QRcode of qrencode.h."""

    _fields_ = [("version", ctypes.c_int), ("width", ctypes.c_int), ("data", ctypes.POINTER(ctypes.c_ubyte))]


def rows(text):
    """Returns the modules of a QR code, as a string of 0 and 1 for each row."""
    library = ctypes.CDLL("libqrencode.so.4")
    library.QRcode_encodeString8bit.restype = ctypes.POINTER(Code)
    library.QRcode_free.argtypes = [ctypes.POINTER(Code)]
    code = library.QRcode_encodeString8bit(text.encode(), 0, 1)
    width = code.contents.width
    found = ["".join(str(code.contents.data[y * width + x] & 1) for x in range(width)) for y in range(width)]
    library.QRcode_free(code)
    return found
