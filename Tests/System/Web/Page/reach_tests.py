"""Sizes of the controls of all layouts on phones of several sizes, as docs/layouts.md lists them; with TILTPAD_WRITE, writes the table."""

import json
import math
import os

import house
import scene

PAGE = house.WEB.parent / "docs/layouts.md"
HEADING = "| layout | "
# The name of a phone, the size of its screen in px held in landscape, its px per mm, and the parts of the screen that a notch and a bar
# take, in px: left, right, below. The densities are those of common phones of that size.
PHONES = [("667 × 375", 667, 375, 6.42, (0, 0, 0)), ("800 × 360", 800, 360, 6.25, (0, 0, 0)), ("844 × 390", 844, 390, 6.04, (47, 47, 21)),
          ("932 × 430", 932, 430, 6.0, (59, 59, 21)), ("1180 × 820", 1180, 820, 5.2, (0, 0, 20))]
# The boxes of all controls that fingers touch, of which a cluster has four.
BOXES = """[...document.querySelectorAll('#pad .key, #pad .lever, #pad .dpad, #pad .slider')].map((element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect(); return [left, right, top, bottom]; })"""


def measure(boxes, width, height, density):
    """Returns the shorter side of the smallest control, and the farthest way from the nearer lower corner to a control, both in mm."""
    smallest = min(min(right - left, bottom - top) for left, right, top, bottom in boxes)
    farthest = max(math.hypot(min(max(left, 0), max(width - right, 0)), max(height - bottom, 0)) for left, right, _, bottom in boxes)
    return smallest / density, farthest / density


class ReachTests(scene.Scene):
    """The table of sizes, measured on the page."""

    options = {"limit": 100}

    def sizes(self, phone, layout, _, width, height, density, insets):
        """Returns a layout's entry for a phone."""
        if layout.get("orientation") == "portrait":
            width, height, insets = height, width, (0, 0, max(insets))
        phone.resize(width, height)
        left, right, below = insets
        phone.call("Emulation.setSafeAreaInsetsOverride", insets={"left": left, "right": right, "bottom": below})
        phone.wait(f"innerWidth === {width} && innerHeight === {height}")
        phone.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        smallest, farthest = measure(phone.run(BOXES), width, height, density)
        return f"{smallest:.0f} · {farthest:.0f}"

    def test_the_document_has_the_sizes_of_every_layout(self):
        phone, player = self.join()
        rows = [f"{HEADING}{' | '.join(name for name, *_ in PHONES)} |", f"|---|{'---|' * len(PHONES)}"]
        for path in sorted((house.WEB / "layouts").glob("*.json")):
            layout = json.loads(path.read_text())
            self.host_chooses(phone, player, layout["id"])
            rows.append(f"| `{layout['id']}` | {' | '.join(self.sizes(phone, layout, *size) for size in PHONES)} |")
        before, _, after = PAGE.read_text().partition(HEADING)
        rest = after.partition("\n\n")[2]
        if "TILTPAD_WRITE" in os.environ:
            PAGE.write_text(before + "\n".join(rows) + "\n\n" + rest)
        self.assertIn("\n".join(rows) + "\n\n", PAGE.read_text())
