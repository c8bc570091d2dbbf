"""Tests of the input Remote RetroPad of RetroArch."""

import ctypes

from cells import Broken, Buttons, Cells
from speaker import Speaker


class Message(ctypes.Structure):
    """The struct in RetroArch 0067dcc, cores/libretro-net-retropad/net_retropad_core.c, laid out by this machine's ABI."""

    _fields_ = [(name, ctypes.c_int) for name in ("port", "device", "index", "id")] + [("state", ctypes.c_uint16)]


class RetroPadSpeaker(Speaker):
    """RetroArch's Remote RetroPad: a C struct for each change."""

    def change(self, device, index, number, state):
        """Sends a change."""
        self.send(bytes(Message(0, device, index, number, state & 0xFFFF)))

    def rest(self):
        """Centres the left stick."""
        self.change(5, 0, 0, 0)

    def move(self):
        """Pushes the left stick to the right."""
        self.change(5, 0, 0, 32767)

    def press(self):
        """Presses the lower face button, which is B in libretro."""
        self.change(1, 0, 0, 1)

    def release(self):
        """Releases the button."""
        self.change(1, 0, 0, 0)

    hold = press


class RetroPad(Cells, Broken, Buttons):
    """Tests of the input Remote RetroPad of RetroArch."""

    NAME, TITLE, SPEAKER = "retropad", "RetroArch", RetroPadSpeaker

    def is_moved(self, pad):
        """Returns whether the left stick is at its right end."""
        return pad.left[0] == 1


del Broken, Buttons, Cells
