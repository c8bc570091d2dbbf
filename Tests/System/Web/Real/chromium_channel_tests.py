"""Tests of all inputs, modes and rounds over a data channel.

They run in Chromium alone. Firefox does not use loopback addresses, which these hosts have, as ICE candidates. Its tests over WebRTC are in
Tests/System/Network/phone_tests.py.
"""

import both_mode_tests
import both_play_tests
import long_run
import real


class PlayTests(real.Channels, both_play_tests.Pads, real.Scene):
    """The tests of all inputs, from the page with TLS."""


class PlainPlayTests(real.Plain, both_play_tests.Thumbs, real.Scene):
    """The tests of two thumbs and of tilt, from the page without TLS."""


class ModeTests(real.Channels, both_mode_tests.ModeTests):
    """The tests of modes, from the page with TLS."""


@long_run.only
class PlainModeTests(real.Plain, both_mode_tests.ModeTests):
    """The tests of modes, from the page without TLS."""
