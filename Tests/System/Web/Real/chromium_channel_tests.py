"""Tests of all inputs, modes and rounds over a data channel.

Chromium alone: Firefox leaves out loopback, where these hosts are, when it looks for ways to a host. It plays over WebRTC in
Tests/System/Network/phone_tests.py.
"""

import both_mode_tests
import both_play_tests
import long_run
import real


class PlayTests(real.Channels, both_play_tests.Pads, real.Scene):
    """All inputs, from the page with TLS."""


class PlainPlayTests(real.Plain, both_play_tests.Thumbs, real.Scene):
    """Two thumbs and tilt, from the page without TLS."""


class ModeTests(real.Channels, both_mode_tests.ModeTests):
    """Modes, from the page with TLS."""


@long_run.only
class PlainModeTests(real.Plain, both_mode_tests.ModeTests):
    """Modes, from the page without TLS."""
