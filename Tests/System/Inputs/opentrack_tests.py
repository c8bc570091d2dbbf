"""Tests of the input opentrack, and of the output that sends a player's tilt to opentrack as a head."""

import socket
import struct

from cells import Broken, Cells
from our_player import Player
from speaker import Speaker
from with_inputs import WithInputs


class OpenTrackSpeaker(Speaker):
    """opentrack's output "UDP over network": x, y, z in cm, and yaw, pitch, roll in degrees."""

    def rest(self):
        """Looks straight ahead."""
        self.send(struct.pack("<6d", 0, 0, 0, 0, 0, 0))

    def move(self):
        """Looks to the right, far enough to push the stick to its end."""
        self.send(struct.pack("<6d", 0, 0, 0, 90, 0, 0))


class OpenTrack(Cells, Broken):
    """Tests of the input opentrack."""

    NAME, TITLE, SPEAKER = "opentrack", "opentrack", OpenTrackSpeaker

    def is_moved(self, pad):
        """Returns whether the right stick is at its right end."""
        return pad.right[0] == 1

    def test_a_head_has_the_signs_of_opentrack(self):
        """Pitch is positive upwards, and roll towards the left shoulder. Angles need not be within ±180°."""
        speaker = self.speaker()
        look = lambda *angles: lambda: speaker.send(struct.pack("<6d", 0, 0, 0, *angles))  # noqa: E731
        self.watch.until(lambda: self.pad() and self.pad().right[1] == -1, look(0, 45, 0))
        self.watch.until(lambda: self.pad().right[0] < -0.1, look(350, 0, 0))
        self.watch.until(lambda: self.pad().left[0] == -1, look(0, 0, 80))
        self.watch.until(lambda: self.pad().left[0] == 1, look(0, 0, -80))


class Out(WithInputs):
    """Tests of the head that opentrack gets from a player."""

    def setUp(self):
        super().setUp()
        self.ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(self.ear.close)
        self.ear.bind(("127.0.0.1", 0))
        self.ear.settimeout(0.05)
        self.start_inputs(f"[output opentrack]\nenabled = yes\nplayer = 2\nto = 127.0.0.1:{self.ear.getsockname()[1]}\n")
        self.heads = [Player(self.host, token) for token in (1, 2)]
        for head in self.heads:
            self.addCleanup(head.close)

    def pose(self):
        """Sends the states of both players; returns the next pose, rounded to tenths, or None if none arrives."""
        for head, tilt in zip(self.heads, ((16384, 0, 0), (-4096, 2048, 8192))):
            head.send(tilt=tilt)
        try:
            message = self.ear.recv(100)
        except TimeoutError:
            return None
        return tuple(round(value, 1) for value in struct.unpack("<6d", message))

    def test_a_players_tilt_goes_out_as_a_head(self):
        """The position is 0. Yaw, pitch and roll are in degrees, and opentrack's roll is positive towards the left shoulder."""
        self.watch.until(lambda: self.pose() == (0, 0, 0, 45, 11.2, 22.5))

    def test_nothing_goes_out_without_the_player(self):
        """The configured player is absent. Another player's tilt is not sent."""
        del self.heads[1]
        self.watch.catch_up(lambda: self.assertIsNone(self.pose()))


del Broken, Cells, WithInputs
