"""Tests of what goes back to other people's controllers, with a daemon that the test plays itself."""

import os
import pathlib
import socket
import struct
import tempfile
import time

from dsu_tests import DSUSpeaker
from with_daemon import DEADLINE
from with_inputs import WithInputs, free_port

FRAMES, SEAT = 0xE0, 0xF2


class Rumble(WithInputs):
    """A gateway whose daemon says that a game rumbles."""

    def setUp(self):
        """Listens in the daemon's place."""
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)
        self.socket = str(self.place / "bridge.sock")
        self.surroundings = dict(os.environ)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.addCleanup(self.listener.close)
        self.listener.bind(f"{self.socket}.gateway")
        self.listener.listen()

    def test_a_games_rumble_reaches_a_server_of_dsu(self):
        """Both motors, by the unofficial message, and the stop too."""
        port = free_port()
        speaker = DSUSpeaker(port, "127.0.0.1")
        self.addCleanup(speaker.close)
        self.start_inputs(f"[input dsu]\nenabled = yes\nconfirm = no\nservers = 127.0.0.1:{port}\n")
        daemon, _ = self.listener.accept()
        self.addCleanup(daemon.close)
        daemon.settimeout(0.05)
        end, controller = time.monotonic() + DEADLINE, None
        wanted = [(0xFFFF, 0x8000), (0, 0)]
        while wanted and time.monotonic() < end:
            speaker.rest()
            try:
                message = daemon.recv(1024)
            except TimeoutError:
                continue
            if message[0] != FRAMES:
                continue
            if controller is None:
                controller, = struct.unpack_from("<I", message, 4)
                daemon.send(struct.pack("<BBBBI", SEAT, 1, 0, 4, controller))
            strong, weak = wanted[0]
            header = struct.pack("<BBHIIIq", FRAMES, 5, 0, controller, 1, 0, time.monotonic_ns())
            daemon.send(header + struct.pack("<BBHHBBBB", 0x12, 8, strong, weak, 40, 0, 0, 0))
            expected = [(0, 0, strong >> 8), (0, 1, weak >> 8)]
            if speaker.rumbles[-2:] == expected:
                wanted.pop(0)
        self.assertEqual(wanted, [])


del WithInputs
