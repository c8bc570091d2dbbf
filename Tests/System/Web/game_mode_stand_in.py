"""A stand-in for GameMode on a session bus. Each line of its input is a JSON list of process ids, which become its games.

Usage: python3 Tests/System/Web/game_mode_stand_in.py ADDRESS
"""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME, PATH = "com.feralinteractive.GameMode", "/com/feralinteractive/GameMode"


class GameMode(dbus.service.Object):
    """GameMode's object on the bus, with the list of games."""

    games = ()

    @dbus.service.method(NAME, out_signature="a(io)")
    def ListGames(self):
        """Returns each game's process id and object path."""
        return dbus.Array([(game, f"{PATH}/Games/{abs(game)}") for game in self.games], signature="(io)")

    @dbus.service.signal(NAME, signature="io")
    def GameRegistered(self, process, path):
        """The signal that a game has been registered."""

    def hear(self, source, _condition):
        """Reads the next list of games from the input, and sends the signal GameRegistered."""
        line = source.readline()
        if not line:
            return False
        self.games = json.loads(line)
        self.GameRegistered(0, PATH)
        return True


if __name__ == "__main__":
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(sys.argv[1])
    name = dbus.service.BusName(NAME, bus)
    mode = GameMode(bus, PATH)
    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, mode.hear)
    print("ready", flush=True)
    GLib.MainLoop().run()
