"""A base for tests that have a daemon, a gateway, pages, the watcher of games, and stand-ins for games.

A stand-in is a program that opens a file in a directory that takes the place of /dev/input.
"""

import json
import pathlib
import shutil
import subprocess
import time

from with_gateway import DEADLINE, WithGateway

# The code of a stand-in. It opens the device, prints "open", and ends when its input ends.
GAME = "import sys; device = open(sys.argv[1], 'rb'); print('open', flush=True); sys.stdin.read()"
CATALOGUE = """
[game kart-racer]
name = Kart Racer
match = steam:12345 | exe:kart-racer
layout = kart
[game second]
match = exe:second-game
layout = wheel
for = 2
"""


class WithGames(WithGateway):
    """A test of phones that follow the game."""

    def setUp(self):
        super().setUp()
        self.devices = self.place / "input"
        self.devices.mkdir()
        for name in ("event7", "event8", "js0"):
            (self.devices / name).touch()
        self.catalogue = self.place / "games"
        self.catalogue.mkdir()
        (self.catalogue / "own.conf").write_text(CATALOGUE)
        # The path keeps the tests away from the session bus of the user who runs them.
        self.surroundings["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={self.place}/bus"

    def start_gateway(self):
        layouts = self.folder / "layouts"
        layouts.mkdir(exist_ok=True)
        for name in ("pad", "kart", "wheel"):
            text = {"id": name, "grid": ["a"], "controls": {"a": {"type": "button", "out": "A"}}}
            (layouts / f"{name}.json").write_text(json.dumps(text))
        return super().start_gateway()

    def options(self):
        return ["--catalogue", str(self.catalogue), "--device", str(self.devices / "event7")]

    def watch(self):
        """Starts the watcher of games; returns it."""
        watcher = self.start("games", "watch", *self.options(), "--socket", self.tickets)
        # Once the watcher sleeps, it has looked once.
        self.wait_until_asleep(watcher)
        return watcher

    def wait_until_asleep(self, program):
        """Waits until a program sleeps and does not wake up for half a second."""
        former, limit = None, time.monotonic() + DEADLINE
        # On a busy machine, a program that is ready may wait for a processor for so long. So its state is checked too.
        while (now := self.wake_ups(program)) != former or not self.is_asleep(program):
            self.assertIsNone(program.poll(), "the program has ended")
            self.assertLess(time.monotonic(), limit, "the program never sleeps")
            former = now
            time.sleep(0.5)

    @staticmethod
    def is_asleep(program):
        """Returns whether a program sleeps: it waits for an event, not for a processor."""
        return "State:\tS" in pathlib.Path(f"/proc/{program.pid}/status").read_text()

    @staticmethod
    def wake_ups(program):
        """Returns the number of times that a program has gone to sleep so far."""
        status = pathlib.Path(f"/proc/{program.pid}/status").read_text()
        return int(status.split("voluntary_ctxt_switches:")[1].split()[0])

    def play(self, name="kart-racer", device="event7", before=(), code=GAME):
        """Starts a stand-in called `name`; returns it. It opens `device`, unless another `code` is given."""
        program = self.place / name
        if not program.exists():
            shutil.copy("/usr/bin/python3", program)
        game = subprocess.Popen(
            [*before, str(program), "-c", code, str(self.devices / device)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env=self.surroundings)
        self.addCleanup(game.wait)
        self.addCleanup(game.kill)
        for end in (game.stdin, game.stdout):
            self.addCleanup(end.close)
        self.assertEqual(game.stdout.readline(), "open\n")
        return game

    @staticmethod
    def quit(game):
        """Kills a stand-in."""
        game.kill()
        game.wait(DEADLINE)
