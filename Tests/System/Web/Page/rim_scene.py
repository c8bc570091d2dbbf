"""A scene with a phone `pad` whose layout has a rim, a wheel drawn on the phone."""

import math
import re

import scene


class RimScene(scene.Scene):
    """The thumb on the rim, and the angle of the drawn wheel."""

    def point(self, degrees, share=0.8):
        """Returns a point of the rim, `degrees` clockwise from its top. `share` is its distance from the middle, as a share of the radius."""
        left, top, width, height = self.pad.run(
            "(() => { const b = document.querySelector('.rim').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()")
        radius, turn = share * min(width, height) / 2, math.radians(degrees)
        return left + width / 2 + radius * math.sin(turn), top + height / 2 - radius * math.cos(turn)

    def drag(self, start, end, step=15):
        """Puts the thumb on the rim at the angle `start`, and drags it round to `end`, in degrees."""
        self.pad.touch(t=self.point(start))
        for degrees in range(start, end, step if end > start else -step):
            self.pad.slide(t=self.point(degrees))
        self.pad.slide(t=self.point(end))

    def drawn(self):
        """Returns the angle at which the wheel is drawn, in degrees."""
        return float(re.search(r"-?[\d.]+", self.pad.run("document.querySelector('.rim svg').style.transform")).group())
