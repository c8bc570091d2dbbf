"""Tests of the size of the page as the gateway sends it."""

import look_tests
import real


class WeightTests(look_tests.Weighing, real.Scene):
    """The test of the page's size, with a gateway that compresses it."""
