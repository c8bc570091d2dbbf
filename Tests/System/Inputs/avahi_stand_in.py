"""A stand-in for Avahi's daemon on a bus of its own: it reports in lines of JSON what is published and withdrawn."""

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
    """A group of services, of which there is one."""

    service = None

    @dbus.service.method(GROUP, in_signature="iiussssqaay")
    def AddService(self, _interface, _version, _flags, name, kind, domain, host, port, txt):
        """Keeps a service."""
        self.service = (str(name), str(kind), int(port), len(txt))

    @dbus.service.method(GROUP)
    def Commit(self):
        """Publishes it."""
        say("published", *self.service)

    @dbus.service.method(GROUP)
    def Free(self):
        """Withdraws it."""
        say("withdrawn")


class Server(dbus.service.Object):
    """The daemon, which runs."""

    @dbus.service.method(SERVER, out_signature="i")
    def GetState(self):
        """Says that it runs."""
        return 2

    @dbus.service.method(SERVER, out_signature="o")
    def EntryGroupNew(self):
        """Gives the one group."""
        return "/group"


if __name__ == "__main__":
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(sys.argv[1])
    name = dbus.service.BusName(NAME, bus)
    kept = Server(bus, "/"), Group(bus, "/group")
    GLib.MainLoop().run()
