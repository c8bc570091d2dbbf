"""Tests of the input FreePIE IMU."""

import struct

from cells import Broken, Cells, Sensors
from speaker import Speaker
from tables import Message


class FreePIESpeaker(Speaker):
    """FreePIE IMU. Its message: number, flags, acceleration, rotation, magnetic field, and attitude (yaw, pitch, roll)."""

    def tell(self, acceleration=(0, 0, 9.80665), rotation=(0, 0, 0), attitude=(0, 0, 0)):
        """Sends the acceleration (m/s²), the rotation (rad/s) and the attitude (rad)."""
        self.send(struct.pack("<BB12f", 0, 3, *acceleration, *rotation, 0, 0, 0, *attitude))

    def rest(self):
        """Sends the state of a phone that lies on the table."""
        self.tell()

    def move(self):
        """Raises the top edge by an eighth of a turn. Android's getOrientation counts this pitch as negative."""
        self.tell(attitude=(0, -0.7855, 0))

    def turn(self):
        """Sends the readings of a phone that lies on a table and turns left (seen from above) at 90 °/s."""
        self.tell(rotation=(0, 0, 1.5708))

    def upright(self):
        """Sends the acceleration of a phone that stands upright."""
        self.tell(acceleration=(0, 9.80665, 0))


class FreePIE(Cells, Broken, Sensors):
    """Tests of the input FreePIE IMU."""

    NAME, TITLE, SPEAKER = "freepie", "FreePIE IMU", FreePIESpeaker

    def is_moved(self, pad):
        """Returns whether the right stick is at its upper end."""
        return pad.right[1] == -1

    def test_the_first_heading_is_the_middle_and_so_is_the_one_at_a_recentre(self):
        """The app sends a compass heading. The middle of the axis is the first heading, and after a re-centre the heading at that moment."""
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
