"""The phones for which the documents list the sizes of controls, and draw the layouts."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Reference:
    """A phone in landscape: its screen in px, and the parts of it that a notch and a bar take, in px."""

    width: int
    height: int
    # The px per mm of common phones of that size.
    density: float
    left: int = 0
    right: int = 0
    below: int = 0

    @property
    def name(self):
        """The phone's name in tables."""
        return f"{self.width} × {self.height}"

    @property
    def upright(self):
        """The same phone in portrait, where the notch is above."""
        return Reference(self.height, self.width, self.density, below=max(self.left, self.right, self.below))

    def become(self, phone):
        """Gives a page the screen of this phone."""
        phone.resize(self.width, self.height)
        phone.call("Emulation.setSafeAreaInsetsOverride", insets={"left": self.left, "right": self.right, "bottom": self.below})
        phone.wait(f"innerWidth === {self.width} && innerHeight === {self.height}")
        phone.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


PHONES = [Reference(667, 375, 6.42), Reference(800, 360, 6.25), Reference(844, 390, 6.04, 47, 47, 21), Reference(932, 430, 6.0, 59, 59, 21),
          Reference(1180, 820, 5.2, below=20)]


def holds(layout):
    """Returns the phones in each of the ways in which a layout can be held."""
    ways = {"landscape": [False], "portrait": [True]}.get(layout.get("orientation"), [False, True])
    return [one.upright if is_upright else one for is_upright in ways for one in PHONES]
