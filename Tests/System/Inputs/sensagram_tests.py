"""Tests of the input SensaGram."""

import json

from cells import Broken, Cells, Sensors
from speaker import GRAVITY, Phone, Speaker


class SensaGramSpeaker(Phone, Speaker):
    """SensaGram: one reading of a sensor in each datagram, as JSON."""

    def tell(self, acceleration=(0, GRAVITY, 0), rotation=(0, 0, 0)):
        """Sends an accelerometer (m/s²) and a gyroscope (rad/s) reading."""
        for name, values in (("accelerometer", acceleration), ("gyroscope", rotation)):
            self.send(json.dumps({"type": f"android.sensor.{name}", "timestamp": 1234567890, "values": values}).encode())


class SensaGram(Cells, Broken, Sensors):
    """Tests of the input SensaGram."""

    NAME, TITLE, SPEAKER = "sensagram", "SensaGram", SensaGramSpeaker

    def is_moved(self, pad):
        """Returns whether the left stick, which tilt steers, is at its right end."""
        return pad.left[0] == 1


del Broken, Cells, Sensors
