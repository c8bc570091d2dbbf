"""Tests of the input DroidPad over TCP."""

import droidpad_tests
from streams import Streams


class DroidPadTCP(Streams, droidpad_tests.DroidPadUDP):
    """DroidPad over TCP."""

    SPEAKER = droidpad_tests.TCPDroidPad


del Streams
