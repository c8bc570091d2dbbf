"""Tests of the input DroidPad over WebSocket."""

import droidpad_tests
from streams import Streams


class DroidPadWebSocket(Streams, droidpad_tests.DroidPadUDP):
    """DroidPad over WebSocket."""

    SPEAKER = droidpad_tests.WebSocketDroidPad


del Streams
