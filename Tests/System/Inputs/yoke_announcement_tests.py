"""Tests of the announcement by which the app Yoke finds the host. A stand-in acts as Avahi."""

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
    """Tests of the gateway with a stand-in for Avahi on a D-Bus of the test."""

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
        """Starts the bus and the stand-in for Avahi."""
        bus = self.child("dbus-daemon", "--session", "--nofork", "--print-address", f"--address={self.bus}")
        self.assertIn(self.bus, bus.stdout.readline())
        self.avahi = self.child(sys.executable, str(STAND_IN), self.bus)

    def open(self, allow="127.0.0.0/8 192.0.2.0/24", sections=""):
        """Starts the gateway with the input yoke, which the addresses `allow` may use."""
        self.start_inputs(f"{sections}[input yoke]\nenabled = yes\nconfirm = no\nport = {self.port}\nallow = {allow}\n")

    def told(self):
        """Returns the next line of the stand-in, decoded."""
        self.assertTrue(select.select([self.avahi.stdout], [], [], DEADLINE)[0])
        return json.loads(self.avahi.stdout.readline())

    def play(self):
        """Sends until the player is connected."""
        speaker = YokeSpeaker(self.port, "127.0.0.1")
        self.addCleanup(speaker.close)
        self.watch.until(lambda: self.watch.players.get(1, {}).get("connected"), speaker.rest)

    def test_the_app_finds_the_host(self):
        """The announcement has the name and the type that the app looks for, and the configured port."""
        self.start_avahi()
        self.open()
        self.assertEqual(self.told(), ["published", f"{HOST}-Yoke-1", "_yoke._udp", self.port, 0])
        self.play()

    def test_without_avahi_everything_else_works(self):
        """Players can join without Avahi. Once Avahi runs, the host is announced."""
        self.open()
        self.play()
        self.start_avahi()
        self.assertEqual(self.told()[:2], ["published", f"{HOST}-Yoke-1"])

    def test_only_a_port_that_others_may_use_is_announced(self):
        """The port is not announced if only this machine may use it, or if `discovery` is off."""
        self.start_avahi()
        self.open("127.0.0.1")
        self.play()
        self.end(self.gateway)
        self.open(sections="[host]\ndiscovery = no\n")
        self.play()
        self.watch.catch_up()
        self.assertFalse(select.select([self.avahi.stdout], [], [], 0)[0])


del WithInputs
