"""The row of RetroArch's Remote RetroPad in the table of inputs."""

import struct

from cells import Buttons, Cells
from speaker import Speaker


class RetroPadSpeaker(Speaker):
    """RetroArch's Remote RetroPad: a C struct of 20 bytes for each change."""

    def change(self, device, index, number, state):
        """Sends a change."""
        self.send(struct.pack("<iiiiHH", 0, device, index, number, state & 0xFFFF, 0xAAAA))

    def rest(self):
        """Lets the left stick go."""
        self.change(5, 0, 0, 0)

    def move(self):
        """Pushes the left stick to the right."""
        self.change(5, 0, 0, 32767)

    def press(self):
        """Presses the lower face button, which is B in libretro."""
        self.change(1, 0, 0, 1)

    def release(self):
        """Lets it go."""
        self.change(1, 0, 0, 0)

    hold = press


class RetroPad(Cells, Buttons):
    """RetroArch's Remote RetroPad."""

    NAME, TITLE, TRANSPORT, SPEAKER = "retropad", "RetroArch", 11, RetroPadSpeaker

    def is_moved(self, pad):
        """Returns whether the left stick is at its right end."""
        return pad.left[0] == 1


del Buttons, Cells
