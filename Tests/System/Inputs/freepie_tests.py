"""The row of FreePIE IMU in the table of inputs."""

import struct

from cells import Broken, Cells, Sensors
from speaker import Speaker
from tables import Message


class FreePIESpeaker(Speaker):
    """FreePIE IMU: number, flags, acceleration, rotation, field, and yaw, pitch, roll."""

    def tell(self, acceleration=(0, 0, 9.80665), rotation=(0, 0, 0), attitude=(0, 0, 0)):
        """Sends the sensors and the attitude."""
        self.send(struct.pack("<BB12f", 0, 3, *acceleration, *rotation, 0, 0, 0, *attitude))

    def rest(self):
        """Lies on the table."""
        self.tell()

    def move(self):
        """Its top edge goes up by an eighth of a turn, which Android's getOrientation counts below zero."""
        self.tell(attitude=(0, -0.7855, 0))

    def turn(self):
        """Turns on the table, to the left as seen from above, by 90 degrees a second."""
        self.tell(rotation=(0, 0, 1.5708))

    def upright(self):
        """Stands upright."""
        self.tell(acceleration=(0, 9.80665, 0))


class FreePIE(Cells, Broken, Sensors):
    """FreePIE IMU."""

    NAME, TITLE, SPEAKER = "freepie", "FreePIE IMU", FreePIESpeaker

    def is_moved(self, pad):
        """Returns whether the right stick is at its upper end."""
        return pad.right[1] == -1

    def test_the_first_heading_is_the_middle_and_so_is_the_one_at_a_recentre(self):
        """The app sends the compass: a phone that lies still to the south-east looks straight ahead."""
        self.reopen("confirm = no\nsilence = 3600")
        speaker = self.speaker()
        head = lambda heading: lambda: speaker.tell(attitude=(heading, 0, 0))  # noqa: E731
        self.watch.until(lambda: self.pad() and self.watch.players.get(1, {}).get("connected"), head(2.147))
        self.watch.catch_up(head(2.147))
        self.assertEqual(self.pad().right, (0, 0))
        self.watch.until(lambda: self.pad().right[0] > 0.4, head(2.147 + 0.7854))
        self.watch.link.send(struct.pack("<BB6x", Message.RECENTRE, 1))
        self.watch.until(lambda: self.pad().right[0] == 0, head(2.147 + 0.7854))
        self.watch.until(lambda: self.pad().right[0] == 1, head(2.147 + 0.7854 + 1.5709))


del Broken, Cells, Sensors
