"""Tests of the page's size over the wire, as the gateway sends it."""

import look_tests
import real


class WeightTests(look_tests.Weighing, real.Scene):
    """The test of the page from a gateway that compresses it."""
