"""The row of opentrack in the table of inputs."""

import struct

from cells import Cells
from speaker import Speaker


class OpenTrackSpeaker(Speaker):
    """opentrack's UDP over network: x, y, z in cm, yaw, pitch, roll in degrees."""

    def rest(self):
        """Looks straight ahead."""
        self.send(struct.pack("<6d", 0, 0, 0, 0, 0, 0))

    def move(self):
        """Looks to the right, by as much as the stick has way for."""
        self.send(struct.pack("<6d", 0, 0, 0, 90, 0, 0))


class OpenTrack(Cells):
    """opentrack."""

    NAME, TITLE, TRANSPORT, SPEAKER = "opentrack", "opentrack", 7, OpenTrackSpeaker

    def is_moved(self, pad):
        """Returns whether the right stick is at its right end."""
        return pad.right[0] == 1


del Cells
