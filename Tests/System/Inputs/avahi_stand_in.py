"""A stand-in for Avahi's daemon on a private D-Bus. It prints a line of JSON whenever a service is published or withdrawn."""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME, SERVER, GROUP = "org.freedesktop.Avahi", "org.freedesktop.Avahi.Server", "org.freedesktop.Avahi.EntryGroup"


def say(*words):
    """Writes a line of JSON."""
    print(json.dumps(words), flush=True)


class Group(dbus.service.Object):
    """Avahi's group of services. The stand-in keeps one service at a time."""

    service = None

    @dbus.service.method(GROUP, in_signature="iiussssqaay")
    def AddService(self, _interface, _version, _flags, name, kind, domain, host, port, txt):
        """Keeps the service that a call of Commit publishes."""
        self.service = (str(name), str(kind), int(port), len(txt))

    @dbus.service.method(GROUP)
    def Commit(self):
        """Reports the service as published."""
        say("published", *self.service)

    @dbus.service.method(GROUP)
    def Free(self):
        """Reports the service as withdrawn."""
        say("withdrawn")


class Server(dbus.service.Object):
    """Avahi's server object, which is always in the state "running"."""

    @dbus.service.method(SERVER, out_signature="i")
    def GetState(self):
        """Returns 2, the number of the state "running"."""
        return 2

    @dbus.service.method(SERVER, out_signature="o")
    def EntryGroupNew(self):
        """Returns the path of the only group."""
        return "/group"


if __name__ == "__main__":
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(sys.argv[1])
    name = dbus.service.BusName(NAME, bus)
    kept = Server(bus, "/"), Group(bus, "/group")
    GLib.MainLoop().run()
