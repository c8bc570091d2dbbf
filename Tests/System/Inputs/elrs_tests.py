"""Tests of the input ExpressLRS."""

import struct

from cells import Broken, Buttons, Cells
from speaker import Speaker

MIDDLE, END = 0x4000, 0x7FFF


class ELRSSpeaker(Speaker):
    """A transmitter's module. Its message: a byte 1, the number of channels, and 16 bits for each channel, little-endian."""

    def __init__(self, port, address):
        """Creates a module that sends from `address` of this machine to `port`."""
        super().__init__(port, address)
        self.switch = 0

    def tell(self, *sticks):
        """Sends the channels aileron, elevator, throttle and rudder, and the channel of a switch."""
        self.send(struct.pack("<BB5H", 1, 5, *sticks, self.switch))

    def announce(self):
        """Sends the announcement, which a real module repeats every five seconds."""
        self.send(b"ELRS\x01" + struct.pack("<HB", 11000, 2) + b"TX")

    def rest(self):
        """Announces the module, and sends the sticks in the middle."""
        self.announce()
        self.tell(MIDDLE, MIDDLE, MIDDLE, MIDDLE)

    def move(self):
        """Pushes the stick for roll (aileron) to the right."""
        self.tell(END, MIDDLE, MIDDLE, MIDDLE)

    def hold(self):
        """Keeps the switch on in all later messages."""
        self.switch = END

    def press(self):
        """Turns the switch on."""
        self.switch = END
        self.rest()

    def release(self):
        """Turns the switch off."""
        self.switch = 0
        self.rest()


class ELRS(Cells, Broken, Buttons):
    """Tests of the input ExpressLRS."""

    NAME, TITLE, SPEAKER = "elrs", "ExpressLRS", ELRSSpeaker

    def is_moved(self, pad):
        """Returns whether the right stick is at its right end."""
        return pad.right[0] == 1

    def test_a_switch_in_the_middle_presses_nothing(self):
        """A module sends the middle of a channel, 992 of 2048, as 16393 of 32767. Fully on, the switch presses; back in the middle, it releases."""
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
