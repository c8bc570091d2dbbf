"""The phones for which the documents list the sizes of controls, and draw the layouts."""

import re
from dataclasses import dataclass

import house


@dataclass(frozen=True)
class Reference:
    """A phone in landscape: its screen in px, and the parts of it that a notch and a bar take, in px."""

    width: int
    height: int
    # The px per mm of common phones with this screen.
    density: float
    left: int = 0
    right: int = 0
    below: int = 0

    @property
    def name(self):
        """Returns the phone's name in tables."""
        return f"{self.width} × {self.height}"

    @property
    def upright(self):
        """Returns the same phone in portrait, where the notch is at the top."""
        return Reference(self.height, self.width, self.density, below=max(self.left, self.right, self.below))

    def become(self, phone):
        """Gives a page the screen of this phone."""
        phone.resize(self.width, self.height)
        phone.call("Emulation.setSafeAreaInsetsOverride", insets={"left": self.left, "right": self.right, "bottom": self.below})
        phone.wait(f"innerWidth === {self.width} && innerHeight === {self.height}")
        phone.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


# Finds the table of phones in the source of the editor of layouts.
ROW = re.compile(r"\{ width: (\d+), height: (\d+), density: ([\d.]+), insets: \[(\d+), (\d+), (\d+)\] \}")
PHONES = [Reference(int(width), int(height), float(density), *map(int, insets))
          for width, height, density, *insets in ROW.findall((house.WEB / "edit/checks.js").read_text())]


def holds(layout):
    """Returns the phones in each orientation in which a layout can be held."""
    ways = {"landscape": [False], "portrait": [True]}.get(layout.get("orientation"), [False, True])
    return [one.upright if is_upright else one for is_upright in ways for one in PHONES]
