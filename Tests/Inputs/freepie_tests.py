"""The row of FreePIE IMU in the table of inputs."""

import struct

from cells import Broken, Cells, Sensors
from speaker import Speaker


class FreePIESpeaker(Speaker):
    """FreePIE IMU: number, flags, acceleration, rotation, field, and yaw, pitch, roll."""

    def tell(self, acceleration=(0, 0, 9.80665), rotation=(0, 0, 0), attitude=(0, 0, 0)):
        """Sends the sensors and the attitude."""
        self.send(struct.pack("<BB12f", 0, 3, *acceleration, *rotation, 0, 0, 0, *attitude))

    def rest(self):
        """Lies on the table."""
        self.tell()

    def move(self):
        """Is turned to the right by a quarter."""
        self.tell(attitude=(1.5708, 0, 0))

    def turn(self):
        """Turns on the table, to the left as seen from above, by 90 degrees a second."""
        self.tell(rotation=(0, 0, 1.5708))

    def upright(self):
        """Stands upright."""
        self.tell(acceleration=(0, 9.80665, 0))


class FreePIE(Cells, Broken, Sensors):
    """FreePIE IMU."""

    NAME, TITLE, TRANSPORT, SPEAKER = "freepie", "FreePIE IMU", 8, FreePIESpeaker

    def is_moved(self, pad):
        """Returns whether the right stick is at its right end."""
        return pad.right[0] == 1


del Broken, Cells, Sensors
