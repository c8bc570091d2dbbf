"""The records of docs/protocol.md ("The local socket") that the gateway sends to the dashboard, and QR codes of libqrencode."""

import ctypes
import dataclasses
import math
import struct

HOST, PLAYER, STAGE, DROPS = 0xE9, 0xEA, 0xF3, 38
UDP, WEBSOCKET, HTTP = 0, 1, 2
MODES = ("attract", "lobby", "play", "buzzer", "tank")
POLICIES = {"open": 0, "ask": 2, "locked": 4}
BUTTONS = {"A": 0, "B": 1, "X": 3, "Y": 4, "LB": 6, "RB": 7, "BACK": 10, "START": 11, "GUIDE": 12, "LS": 13, "RS": 14, "SHARE": 15,
           "UP": 16, "DOWN": 17, "LEFT": 18, "RIGHT": 19}


@dataclasses.dataclass
class Host:
    """The content of a HOST."""

    limit: int = 8
    kernel_pads: bool = True
    policy: str = "open"
    kernel_drops: int = 0
    drops: dict = dataclasses.field(default_factory=dict)

    def packed(self, players):
        """Returns the bytes, for a number of players."""
        flags = int(self.kernel_pads) | POLICIES[self.policy]
        return struct.pack("<BBBBIqQ", HOST, self.limit, players, flags, self.kernel_drops, 10**9, 0) + counters(self.drops, DROPS)


@dataclasses.dataclass
class Player:
    """The content of a PLAYER: angles in rad, None without tilt; sticks −1…1, triggers 0…1; times in ms, the round trip None if unknown."""

    stage: int = 0
    is_connected: bool = True
    battery: int = 255
    transport: int = WEBSOCKET
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

    def packed(self, slot):
        """Returns the bytes."""
        flags = int(self.is_connected) | (2 if self.raw is not None else 0) | (4 if self.round_trip is not None else 0)
        data = struct.pack("<BBBBBBHI24x", PLAYER, slot, self.stage, flags, self.battery, self.transport, 0, 42)
        data += struct.pack("<6i", angle(self.raw), 0, 0, angle(self.smoothed), 0, 0)
        mask = sum(1 << BUTTONS[name] for name in self.buttons)
        data += struct.pack("<I4hBBH", mask, *(round(value * 32767) for value in self.sticks), *(round(value * 255) for value in self.triggers), 0)
        data += struct.pack("<II", round(self.jitter * 1000), round(self.silence * 1000))
        data += struct.pack("<9Q", self.received, self.late, self.lost, 0, self.recovered, 0, 0, 0, 0)
        data += struct.pack("<iiI", 0, 0, round((self.round_trip or 0) * 1000)) + counters({}, DROPS)
        return data + struct.pack("<10I", *self.delays)


@dataclasses.dataclass
class Part:
    """A player's part in STAGE; `press` is (earliest, latest, received, doubts), times in µs after arming."""

    mode: str = "play"
    team: int = 0
    points: int = 0
    press: tuple = None


@dataclasses.dataclass
class Stage:
    """The content of a STAGE: sets of slots, times in µs; `players` are parts by their slots."""

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

    def packed(self):
        """Returns the bytes."""
        sets = (self.contestants, self.tied, self.out, self.false_starts, self.unheard, self.winners)
        lead = 2**32 - 1 if self.lead is None else self.lead
        data = struct.pack("<BBBBHBB", STAGE, MODES.index(self.mode), self.flags, self.phase, self.round, self.winner, 0)
        data += struct.pack("<6HII", *(sum(1 << (slot - 1) for slot in slots) for slots in sets), lead, self.uncertainty)
        parts = [self.players.get(slot) for slot in range(1, 17)]
        data += bytes(MODES.index(part.mode) if part else 255 for part in parts) + bytes(part.team if part else 0 for part in parts)
        data += struct.pack("<16i", *(part.points if part else 0 for part in parts))
        for part in parts:
            has = part is not None and part.press is not None
            data += struct.pack("<iiiBBH", *(part.press[:3] if has else (0, 0, 0)), has, part.press[3] if has else 0, 0)
        return data


def angle(radians):
    """Returns an angle in units of 2π/2³² rad."""
    return round((radians or 0) / (2 * math.pi) * 2**32)


def counters(values, count):
    """Returns a number of u64, all 0 but those by their places."""
    return struct.pack(f"<{count}Q", *(values.get(place, 0) for place in range(count)))


def batch(host, players, stage=None):
    """Returns a binary message: the host, then the players by their slots, then the stage."""
    records = [host.packed(len(players)), *(player.packed(slot) for slot, player in players.items())]
    if stage:
        records.append(stage.packed())
    return b"".join(struct.pack("<H", len(record)) + record for record in records)


class Code(ctypes.Structure):
    """QRcode of qrencode.h."""

    _fields_ = [("version", ctypes.c_int), ("width", ctypes.c_int), ("data", ctypes.POINTER(ctypes.c_ubyte))]


def rows(text):
    """Returns the modules of a QR code, a string of 0 and 1 for each row."""
    library = ctypes.CDLL("libqrencode.so.4")
    library.QRcode_encodeString8bit.restype = ctypes.POINTER(Code)
    library.QRcode_free.argtypes = [ctypes.POINTER(Code)]
    code = library.QRcode_encodeString8bit(text.encode(), 0, 1)
    width = code.contents.width
    found = ["".join(str(code.contents.data[y * width + x] & 1) for x in range(width)) for y in range(width)]
    library.QRcode_free(code)
    return found
