"""The status of the local socket (docs/protocol.md, "Status frames"): HOST and PLAYER, and the WATCH that asks for them."""

import collections
import socket
import struct

from tables import SLOTS, VERSION, Count, Drop, Message, Policy, StatusFrame

NOBODY = 255
NO_LEAD = (1 << 32) - 1
HEADER = struct.Struct("<BH")
COUNTER = struct.Struct("<BQ")

Bridge = collections.namedtuple("Bridge", "limit players kernel_pads policy dropped_by_kernel uptime reports drops")
# Angles are in units of 2π/2³² rad, or None without tilt; jitter and silence are in µs.
Player = collections.namedtuple(
    "Player", "slot connected phase battery transport token address port raw smoothed buttons sticks triggers jitter silence counts drops clock delays handling")
Counts = collections.namedtuple("Counts", [count.name.lower() for count in Count])
# The least and most clock offset, and the round trip, are in µs.
Clock = collections.namedtuple("Clock", "least most round_trip is_suspect")
# Times are in µs after the round was armed.
Press = collections.namedtuple("Press", "earliest latest received doubts")
# Players are identified by their numbers, from 1. `heard` is the time of arrival, in ns of CLOCK_MONOTONIC.
Stage = collections.namedtuple(
    "Stage", "heard mode flags phase round winner contestants tied out false_starts unheard winners lead uncertainty modes teams points presses")


def watch(topics, period_ms, version=VERSION):
    """Returns the bytes of a WATCH message."""
    return struct.pack("<BBHI", Message.WATCH, topics, period_ms, version)


def frame(kind, body):
    """Returns the bytes of a status frame; none if the body is empty."""
    return HEADER.pack(kind, len(body)) + body if body else b""


def frames(message):
    """Returns the bodies of a message's frames by their types."""
    found, place = {}, 2
    while place < len(message):
        kind, length = HEADER.unpack_from(message, place)
        place += HEADER.size + length
        found[kind] = message[place - length:place]
    return found


def counters(values):
    """Returns the bytes of the counters that are not 0, in the order of their numbers."""
    return b"".join(COUNTER.pack(number, count) for number, count in sorted(values.items()) if count)


def counted(body, table):
    """Returns the count of each name in a table; 0 for names that are missing from the counters."""
    found = dict(COUNTER.iter_unpack(body))
    return tuple(found.get(number, 0) for number in table)


def bridge(message):
    """Returns the host's status in a HOST message; None if the message is about the stage."""
    found = frames(message)
    if StatusFrame.BRIDGE not in found:
        return None
    limit, count, flags, policy, by_kernel, uptime, reports = struct.unpack("<BBBBIqQ", found[StatusFrame.BRIDGE])
    return Bridge(limit, count, bool(flags & 1), Policy(policy).name.lower(), by_kernel, uptime, reports,
                  counted(found.get(StatusFrame.DROPS, b""), Drop))


def player(message):
    """Returns the content of a PLAYER message."""
    found = frames(message)
    flags, phase, battery, transport, token, _, low, _, port = struct.unpack("<BBBBIQQIHxx", found[StatusFrame.CONTROLLER])
    buttons, *sticks, left, right = struct.unpack("<I4hBB", found[StatusFrame.PAD])
    tilt, clock = found.get(StatusFrame.TILT), found.get(StatusFrame.CLOCK)
    return Player(
        message[1], bool(flags & 1), phase, battery, transport, token, socket.inet_ntoa(struct.pack(">I", low & 0xFFFFFFFF)), port,
        tilt and struct.unpack("<3i", tilt[:12]), tilt and struct.unpack("<3i", tilt[12:]), buttons, tuple(sticks), (left, right),
        *struct.unpack("<II", found[StatusFrame.TIMES]), Counts(*counted(found.get(StatusFrame.COUNTS, b""), Count)),
        counted(found.get(StatusFrame.DROPS, b""), Drop), clock and Clock(*struct.unpack("<iiI?", clock)),
        struct.unpack("<10I", found[StatusFrame.DELAYS]), struct.unpack("<10I", found[StatusFrame.HANDLING]))


def stage(message, heard=0):
    """Returns the stage in a HOST message; None if the message is about the host."""
    found = frames(message)
    if StatusFrame.ROOM not in found:
        return None
    phase, flags, number, winner, *sets, lead, uncertainty = struct.unpack("<BBHBx6HII", found[StatusFrame.ROUND])
    seats = {slot: (mode, team, points) for slot, mode, team, points in struct.iter_unpack("<BBBi", found[StatusFrame.ROOM][1:])}
    modes, teams, points = ({slot: seats.get(slot, (NOBODY, 0, 0))[place] for slot in range(1, SLOTS + 1)} for place in range(3))
    presses = {slot: Press(*times, doubts) for slot, doubts, *times in struct.iter_unpack("<BBiii", found.get(StatusFrame.PRESSES, b""))}
    return Stage(heard, found[StatusFrame.ROOM][0], flags, phase, number, winner, *map(players, sets), lead, uncertainty, modes, teams, points, presses)


def players(bits):
    """Returns the numbers of the players whose bits are set."""
    return {number for number in range(1, SLOTS + 1) if bits >> number - 1 & 1}
