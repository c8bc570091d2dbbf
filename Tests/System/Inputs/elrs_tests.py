"""The row of ExpressLRS in the table of inputs."""

import struct

from cells import Broken, Buttons, Cells
from speaker import Speaker

MIDDLE, END = 0x4000, 0x7FFF


class ELRSSpeaker(Speaker):
    """A transmitter's module: a one, the number of channels, and 16 bits for each, little-endian."""

    def __init__(self, port, address):
        """Sends from this address of the machine."""
        super().__init__(port, address)
        self.switch = 0

    def tell(self, *sticks):
        """Sends aileron, elevator, throttle and rudder, and a switch."""
        self.send(struct.pack("<BB5H", 1, 5, *sticks, self.switch))

    def announce(self):
        """Announces the module, as it does every five seconds."""
        self.send(b"ELRS\x01" + struct.pack("<HB", 11000, 2) + b"TX")

    def rest(self):
        """Leaves the sticks in the middle."""
        self.announce()
        self.tell(MIDDLE, MIDDLE, MIDDLE, MIDDLE)

    def move(self):
        """Rolls to the right."""
        self.tell(END, MIDDLE, MIDDLE, MIDDLE)

    def hold(self):
        """Holds the switch from now on."""
        self.switch = END

    def press(self):
        """Turns the switch on."""
        self.switch = END
        self.rest()

    def release(self):
        """Turns it off."""
        self.switch = 0
        self.rest()


class ELRS(Cells, Broken, Buttons):
    """ExpressLRS."""

    NAME, TITLE, SPEAKER = "elrs", "ExpressLRS", ELRSSpeaker

    def is_moved(self, pad):
        """Returns whether the right stick is at its right end."""
        return pad.right[0] == 1

    def test_a_switch_in_the_middle_presses_nothing(self):
        """A module sends 992 of 2048, the middle of a channel, as 16393 of 32767; all the way it presses, and back it lets go."""
        speaker = self.speaker()
        self.play(speaker)
        speaker.switch = 16393
        self.watch.catch_up(speaker.rest)
        self.assertEqual(self.pad().buttons, set())
        speaker.switch = END
        self.watch.until(lambda: self.pad().buttons == {"a"}, speaker.rest)
        speaker.switch = 16393
        self.watch.until(lambda: self.pad().buttons == set(), speaker.rest)


del Broken, Buttons, Cells
