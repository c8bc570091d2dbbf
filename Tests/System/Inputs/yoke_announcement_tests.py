"""The announcement by which the app Yoke finds the host, through a stand-in for Avahi."""

import json
import pathlib
import select
import socket
import subprocess
import sys

from with_inputs import DEADLINE, WithInputs, free_port
from yoke_tests import YokeSpeaker

STAND_IN = pathlib.Path(__file__).with_name("avahi_stand_in.py")
HOST = socket.gethostname()


class YokeAnnouncement(WithInputs):
    """The gateway with Avahi on a bus of the test."""

    CONFIGURATION = "[host]\ndiscovery = no\n"

    def setUp(self):
        super().setUp()
        self.port, self.bus = free_port(), f"unix:path={self.place}/bus"
        self.surroundings["DBUS_SYSTEM_BUS_ADDRESS"] = self.bus

    def child(self, *arguments):
        """Starts a program that ends with the test, and returns it."""
        child = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(child.stdout.close)
        self.addCleanup(child.wait)
        self.addCleanup(child.terminate)
        return child

    def start_avahi(self):
        """Starts the bus and the stand-in."""
        bus = self.child("dbus-daemon", "--session", "--nofork", "--print-address", f"--address={self.bus}")
        self.assertIn(self.bus, bus.stdout.readline())
        self.avahi = self.child(sys.executable, str(STAND_IN), self.bus)

    def open(self, allow="127.0.0.0/8 192.0.2.0/24", sections=""):
        """Starts the gateway for everybody of a network."""
        self.start_inputs(f"{sections}[input yoke]\nenabled = yes\nconfirm = no\nport = {self.port}\nallow = {allow}\n")

    def told(self):
        """Returns what the stand-in says next."""
        self.assertTrue(select.select([self.avahi.stdout], [], [], DEADLINE)[0])
        return json.loads(self.avahi.stdout.readline())

    def play(self):
        """Plays until the player is there."""
        speaker = YokeSpeaker(self.port, "127.0.0.1")
        self.addCleanup(speaker.close)
        self.watch.until(lambda: self.watch.players.get(1, {}).get("connected"), speaker.rest)

    def test_the_app_finds_the_host(self):
        """By the name and type that it looks for, at the port of the configuration."""
        self.start_avahi()
        self.open()
        self.assertEqual(self.told(), ["published", f"{HOST}-Yoke-1", "_yoke._udp", self.port, 0])
        self.play()

    def test_without_avahi_everything_else_works(self):
        """It is found once Avahi is there."""
        self.open()
        self.play()
        self.start_avahi()
        self.assertEqual(self.told()[:2], ["published", f"{HOST}-Yoke-1"])

    def test_only_a_port_that_others_may_use_is_announced(self):
        """Not one of this machine, and none where the host is not to be found."""
        self.start_avahi()
        self.open("127.0.0.1")
        self.play()
        self.end(self.gateway)
        self.open(sections="[host]\ndiscovery = no\n")
        self.play()
        self.watch.catch_up()
        self.assertFalse(select.select([self.avahi.stdout], [], [], 0)[0])


del WithInputs
