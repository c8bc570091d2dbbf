"""Runs in the guest: those players of the fault tests that play inside it. Usage: guest_players.py PAGES NATIVE.

They are a paired controller, PAGES pages, and NATIVE native controllers (without encryption). Other native controllers play on the host.

Prints {"kind", "player"} for each player who has joined, then {"ready": true}. A line on stdin is an order: `press`, or `rest`,
whose answer {"sent": {player: count}} has the presses of each player so far.
"""

import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from hands import Hand, tap_of
from page_link import PageLink
from presser import Presser
from sender import Controller

RATE_Hz = 40
PORT = 28460
TOKENS = itertools.count(6000)
PATIENCE_SECONDS = 60
# The keys that `tiltpad send` expects in its terminal for some buttons of hands.KEYS; the other buttons have their own letter.
TYPED = {"left_shoulder": "q", "right_shoulder": "e", "back": "\x7f", "start": "\n"}


def say(**fields):
    """Prints one JSON line at once."""
    print(json.dumps(fields), flush=True)


def until(look):
    """Calls `look` until its result is not None, and returns the result."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (found := look()) is None:
        if time.monotonic() > deadline:
            sys.exit("guest_players: somebody did not come in")
        time.sleep(0.05)
    return found


def pads():
    """Returns the phys of each of the daemon's pads."""
    found = {path.read_text().strip() for path in pathlib.Path("/sys/class/input").glob("event*/device/phys")}
    return {phys for phys in found if phys.startswith("tiltpad/pad")}


def native(number):
    """Lets a controller without encryption join, which becomes player `number`; returns the number and the controller's hand."""
    controller = Controller("127.0.0.1", PORT, next(TOKENS)).run(RATE_Hz)
    until(lambda: True if f"tiltpad/pad{number}" in pads() else None)
    say(kind="native", player=number)
    return number, Hand(tap_of(controller), seed=number)


def page(number):
    """Lets a page join; returns the number of its player, and its hand. `number` is the seed of the hand."""
    link = PageLink()
    controller = Controller("127.0.0.1", 9, 0, link).run(RATE_Hz)
    player = until(lambda: link.player)
    say(kind="page", player=player)
    return player, Hand(tap_of(controller), seed=number)


def paired():
    """Pairs a controller and lets it join; returns the number of its player, and its hand."""
    place = pathlib.Path(tempfile.mkdtemp(prefix="paired-"))
    with subprocess.Popen(["timeout", str(PATIENCE_SECONDS), "tiltpad", "pair", "--link", "--address", "127.0.0.1"],
                          stdout=subprocess.PIPE, text=True) as pairing:
        presser = Presser("tiltpad", place / "controller", pairing.stdout.readline().strip(), os.environ)
    player = until(lambda: presser.player)
    say(kind="paired", player=player)
    return player, Hand(lambda key: presser.press(TYPED.get(key, key)), seed=0)


def main():
    """Lets all players join, then carries out the orders from stdin."""
    pages, natives = map(int, sys.argv[1:])
    hands = dict([*map(native, range(1, natives + 1)), paired(), *map(page, range(1, pages + 1))])
    say(ready=True)
    for line in sys.stdin:
        if line.strip() == "press":
            for hand in hands.values():
                hand.press()
        else:
            say(sent={player: hand.rest() for player, hand in hands.items()})


if __name__ == "__main__":
    main()
