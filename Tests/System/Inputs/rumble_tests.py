"""Tests of the rumble that goes back to controllers of other apps. The test acts as the daemon."""

import json
import os
import pathlib
import socket
import struct
import tempfile
import time

from droidpad_tests import TCPDroidPad, UDPDroidPad, WebSocketDroidPad
from dsu_tests import DSUSpeaker
from osc_tests import OSCSpeaker
from tables import Message
from with_daemon import DEADLINE
from with_inputs import WithInputs, free_port


class Rumble(WithInputs):
    """Tests of a gateway whose daemon reports that a game rumbles."""

    def setUp(self):
        """Listens on the daemon's socket in its place."""
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)
        self.socket = str(self.place / "bridge.sock")
        self.surroundings = dict(os.environ)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.addCleanup(self.listener.close)
        self.listener.bind(f"{self.socket}.gateway")
        self.listener.listen()

    def show(self, wanted, speaker, has_heard):
        """Acts as the daemon: orders each pair of motor strengths in `wanted`, until `has_heard` returns that the controller has received it."""
        daemon, _ = self.listener.accept()
        self.addCleanup(daemon.close)
        daemon.settimeout(0.05)
        end, controller = time.monotonic() + DEADLINE, None
        wanted = list(wanted)
        while wanted and time.monotonic() < end:
            speaker.rest()
            try:
                message = daemon.recv(1024)
            except TimeoutError:
                continue
            if message[0] != Message.FRAMES:
                continue
            if controller is None:
                controller, = struct.unpack_from("<I", message, 4)
                daemon.send(struct.pack("<BBBBI", Message.SEAT, 1, 0, 4, controller))
            strong, weak = wanted[0]
            header = struct.pack("<BBHIIIq", Message.FRAMES, message[1], 0, controller, 1, 0, time.monotonic_ns())
            daemon.send(header + struct.pack("<BBHHBBBB", 0x12, 8, strong, weak, 40, 0, 0, 0))
            if has_heard(strong, weak):
                wanted.pop(0)
        self.assertEqual(wanted, [])

    def test_a_games_rumble_reaches_a_server_of_dsu(self):
        """The unofficial message sets both motors. The end of the rumble is sent too."""
        port = free_port()
        speaker = DSUSpeaker(port, "127.0.0.1")
        self.addCleanup(speaker.close)
        self.start_inputs(f"[input dsu]\nenabled = yes\nconfirm = no\nservers = 127.0.0.1:{port}\n")
        self.show(((0xFFFF, 0x8000), (0, 0)), speaker, lambda strong, weak: speaker.rumbles[-2:] == [(0, 0, strong >> 8), (0, 1, weak >> 8)])

    def test_a_games_rumble_moves_the_gauge_of_a_droidpad_and_lights_its_lamp(self):
        """The order goes over the transport that the pad uses. Over TCP each message is a line."""
        for kind in (UDPDroidPad, TCPDroidPad, WebSocketDroidPad):
            with self.subTest(kind=kind.__doc__):
                port = free_port()
                speaker = kind(port, "127.0.0.1")
                self.addCleanup(speaker.close)
                told = []

                def hears(strong, weak, speaker=speaker, told=told):
                    messages = [json.loads(message) for message in speaker.heard()]
                    told.extend((message["type"], message.get("value", message.get("state"))) for message in messages
                                if message["id"] == "rumble")
                    return told[-2:] == ([("GAUGE", 1.0), ("LED", "BLINK")] if strong else [("GAUGE", 0.0), ("LED", "OFF")])
                self.start_inputs(f"[input droidpad]\nenabled = yes\nconfirm = no\nport = {port}\n")
                self.show(((0xFFFF, 0x8000), (0, 0)), speaker, hears)
                self.end(self.gateway)

    def test_a_games_rumble_reaches_osc(self):
        """The message goes to the sender of the controller's messages, with the configured OSC address and a strength from 0 to 1."""
        port = free_port()
        speaker = OSCSpeaker(port, "127.0.0.1")
        self.addCleanup(speaker.close)
        self.start_inputs(f"[input osc]\nenabled = yes\nport = {port}\nconfirm = no\nrumble = /1/led1\n")
        self.show(((0x4000, 0xFFFF), (0, 0)), speaker, lambda strong, weak: self.heard(speaker.link) == osc("/1/led1", max(strong, weak) / 0xFFFF))

    def test_a_games_rumble_reaches_osc_at_another_port(self):
        """Some boards listen at another port than they send from. The configuration names this port."""
        port = free_port()
        speaker = OSCSpeaker(port, "127.0.0.1")
        self.addCleanup(speaker.close)
        ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(ear.close)
        ear.bind(("127.0.0.1", 0))
        self.start_inputs(f"[input osc]\nenabled = yes\nport = {port}\nconfirm = no\nrumble = /buzz {ear.getsockname()[1]}\n")
        self.show(((0xFFFF, 0), (0, 0)), speaker, lambda strong, weak: self.heard(ear) == osc("/buzz", max(strong, weak) / 0xFFFF))

    def heard(self, link):
        """Returns the newest message that has arrived; None if there is none."""
        link.setblocking(False)
        newest = None
        try:
            while True:
                newest = link.recv(2048)
        except (BlockingIOError, ConnectionRefusedError):
            return newest


def osc(address, number):
    """Returns an OSC message with one float."""
    filled = lambda text: text.encode() + bytes(4 - len(text) % 4)  # noqa: E731
    return filled(address) + filled(",f") + struct.pack(">f", number)


del WithInputs
