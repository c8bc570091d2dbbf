"""An example session for the pictures of the documents and for tests: four players, and in `play` a fifth who waits to join."""

import dataclasses
import math
import random

import dashboard_scene
import house
import host_records
from tables import Silence, Transport

SECONDS = 14
# For each player but the fourth: the speed of the swinging tilt (rad/s), its reach and final phase (rad), the noise of the raw tilt (rad), and the
# weights of the delays.
SWING = {1: (1.5, 0.75, 0.9, 0.05, (70, 18, 7, 3, 1.4, 0.4, 0.2, 0, 0, 0)), 2: (2.4, 0.3, -1.2, 0.02, (30, 34, 20, 9, 4, 2, 1, 0, 0, 0)),
         3: (1, 0.5, 0.35, 0.03, (88, 9, 2, 0.6, 0.3, 0.1, 0, 0, 0, 0))}

# Packets a second, by player.
RATES = {1: 60, 2: 57, 3: 120}


def begin(server):
    """Adds the players, and the native controller of player 3."""
    server.record = host_records.Host(limit=8, policy="ask")
    server.names = [{"slot": 1, "name": "Aki", "colour": "#56B4E9"}, {"slot": 2, "name": "Mei", "colour": "#E69F00"},
                    {"slot": 4, "name": "Jonas", "colour": "#CC79A7"}]
    server.players = {
        1: host_records.Player(battery=83, raw=0.4, smoothed=0.36, jitter=1.4, round_trip=6.2, received=4000, recovered=2),
        2: host_records.Player(battery=41, raw=-0.2, smoothed=-0.17, transport=Transport.HTTP, jitter=4.8, round_trip=14.6, received=3100, late=3),
        3: host_records.Player(transport=Transport.UDP, raw=0.1, smoothed=0.1, jitter=0.3, round_trip=1.1, received=9000, lost=2, recovered=1),
        4: host_records.Player(battery=66, raw=0.3, smoothed=0.28, jitter=2.2, round_trip=9.4, received=1800, lost=9),
    }
    server.peers = [{"state": "connected", "slot": 3, "reason": 0, "code": "", "key": "cd" * 32, "name": "Sofa wheel"}]


def play(server, page):
    """Simulates SECONDS of play in real time, and a controller that waits to join."""
    source = random.Random(7)
    past = [0.0]

    def tick(period):
        past[0] += period
        for slot in SWING:
            server.players[slot] = dataclasses.replace(server.players[slot], **moved(server.players[slot], slot, past[0], period, source))
        # Player 1 is silent for a moment, and player 4 for the rest of the time.
        if 3 < past[0] < 3.4:
            server.players[1] = dataclasses.replace(server.players[1], stage=Silence.HOLDING, silence=(past[0] - 3) * 1000)
        if past[0] > 6:
            server.players[4] = dataclasses.replace(server.players[4], stage=Silence.RELEASED, is_connected=False, silence=(past[0] - 1) * 1000)

    server.on_tick = tick
    server.say(type="peer", state="connecting", slot=0, reason=0, code="482913", key=dashboard_scene.KEY, name="Pixel 7")
    house.until(lambda: past[0] > 8, "eight seconds of play")
    server.record.drops = {21: 3}
    house.until(lambda: past[0] > SECONDS, "play", 60)
    page.wait("document.querySelectorAll('#log li').length > 2")
    server.on_tick = None


def moved(player, slot, past, period, source):
    """Returns the changes of a player's record in one period."""
    speed, reach, phase, noise, shares = SWING[slot]
    smoothed = reach * math.sin(speed * (past - SECONDS) + phase) * math.cos(0.31 * (past - SECONDS))
    # The number of packets is whole, whatever the time between two messages is.
    count = round(RATES[slot] * past) - round(RATES[slot] * (past - period))
    delays = list(player.delays)
    for _ in range(count):
        delays[source.choices(range(10), shares)[0]] += 1
    return {"smoothed": smoothed, "raw": smoothed + source.gauss(0, noise), "received": player.received + count, "delays": tuple(delays),
            "silence": source.uniform(2, 16), "stage": 0, **held(slot, smoothed)}


def held(slot, tilt):
    """Returns the inputs that a player's thumbs hold at this tilt."""
    if slot == 1:
        return {"buttons": ("A", "RB"), "triggers": (0, 0.85), "sticks": (max(-1, min(1, tilt * 1.3)), 0, 0, 0)}
    if slot == 2:
        return {"buttons": ("X",), "sticks": (-0.6, -0.8, 0.3, 0.2), "triggers": (0.4, 0)}
    return {"buttons": ("UP", "START"), "sticks": (tilt, 0, 0, 0)}


def quiz():
    """Returns a stage in which three players have pressed. Player 1 was first."""
    part = host_records.Part
    players = {1: part("buzzer", 1, 12, (812_400, 813_500, 831_000, 0)), 2: part("buzzer", 2, 15, (824_600, 826_100, 839_000, 0)),
               3: part("buzzer", 2, -1, (861_000, 864_200, 902_000, 4)), 4: part("buzzer", 1, 7)}
    return host_records.Stage("buzzer", 0, 2, 14, 1, (1, 2, 3, 4), unheard=(), false_starts=(4,), lead=12_400, uncertainty=1_300, players=players)


# For each player, phases of a drive one after the other: seconds, left lever, right lever (forward is positive).
DRIVES = {1: ((1.2, 1, 1), (1.6, 1, 0.35), (9, 0.7, 1)), 2: ((0.8, 1, 1), (1.3, 0.3, 1), (9, 1, 0.8)),
          3: ((2.1, 1, 0.86), (9, 0.5, 1)), 4: ((0.9, 1, 1), (0.44, -1, 1), (9, 0.9, 0.75))}
DRIVE_s = 4.2


def levers(slot, past):
    """Returns the positions of a player's sticks at the time `past`, in s. Backwards is down, which is positive."""
    for seconds, left, right in DRIVES[slot]:
        if past < seconds:
            return 0, -left, 0, -right
        past -= seconds
    return 0, 0, 0, 0


def drive(server):
    """Drives the tanks in real time until player 1 has fired."""
    past = [0.0]

    def tick(period):
        past[0] += period
        for slot in DRIVES:
            buttons = (("A",) if slot == 1 and past[0] > DRIVE_s else ()) + (("RB",) if slot in (1, 3) and past[0] < 0.5 else ())
            server.players[slot] = dataclasses.replace(server.players[slot], sticks=levers(slot, past[0]), buttons=buttons, stage=Silence.LIVE, silence=5)

    server.on_tick = tick
    house.until(lambda: past[0] > DRIVE_s, "a drive")
