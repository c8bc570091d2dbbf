"""The row of SensaGram in the table of inputs."""

import json

from cells import Broken, Cells, Sensors
from speaker import Speaker

GRAVITY = 9.80665


class SensaGramSpeaker(Speaker):
    """SensaGram: one reading of a sensor in each datagram, as JSON."""

    def tell(self, acceleration=(0, GRAVITY, 0), rotation=(0, 0, 0)):
        """Sends the accelerometer and the gyroscope."""
        for name, values in (("accelerometer", acceleration), ("gyroscope", rotation)):
            self.send(json.dumps({"type": f"android.sensor.{name}", "timestamp": 1234567890, "values": values}).encode())

    def rest(self):
        """Stands upright."""
        self.tell()

    upright = rest

    def move(self):
        """Is turned to the right by 90 degrees, twice what the profile has way for."""
        self.tell(acceleration=(-GRAVITY, 0, 0))

    def turn(self):
        """Turns on the table, to the left as seen from above, by 90 degrees a second."""
        self.tell(acceleration=(0, 0, GRAVITY), rotation=(0, 0, 1.5708))


class SensaGram(Cells, Broken, Sensors):
    """SensaGram."""

    NAME, TITLE, TRANSPORT, SPEAKER = "sensagram", "SensaGram", 10, SensaGramSpeaker

    def is_moved(self, pad):
        """Returns whether the left stick, which tilt steers, is at its right end."""
        return pad.left[0] == 1


del Broken, Cells, Sensors
