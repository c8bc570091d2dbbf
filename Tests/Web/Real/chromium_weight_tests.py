"""How heavy the page is over the wire, as the gateway sends it."""

import look_tests
import real


class WeightTests(look_tests.Weighing, real.Scene):
    """The page, from a gateway that packs it."""
