"""Tests of the sizes of controls in all layouts, on phones of several sizes, as listed in docs/layouts.md.

With TILTPAD_WRITE, they write the table.
"""

import json
import math
import os

import house
import scene
from reference_phones import PHONES

PAGE = house.WEB.parent / "docs/layouts.md"
HEADING = "| layout | "
# A script that returns the boxes of all controls that fingers touch. A cluster has four.
BOXES = """[...document.querySelectorAll('#pad .key, #pad .lever, #pad .dpad, #pad .slider, #pad .rim')].map((element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect(); return [left, right, top, bottom]; })"""


def measure(boxes, width, height, density):
    """Returns two lengths in mm: the shorter side of the smallest control, and the longest distance from a control to the nearer lower corner."""
    smallest = min(min(right - left, bottom - top) for left, right, top, bottom in boxes)
    farthest = max(math.hypot(min(max(left, 0), max(width - right, 0)), max(height - bottom, 0)) for left, right, _, bottom in boxes)
    return smallest / density, farthest / density


class ReachTests(scene.Scene):
    """Tests of the table of sizes, measured on the page."""

    options = {"limit": 100}

    def sizes(self, phone, layout, reference):
        """Returns the two lengths for a layout on a phone, in mm, in the form of docs/layouts.md."""
        held = reference.upright if layout.get("orientation") == "portrait" else reference
        held.become(phone)
        smallest, farthest = measure(phone.run(BOXES), held.width, held.height, held.density)
        return f"{smallest:.0f} · {farthest:.0f}"

    def test_the_document_has_the_sizes_of_every_layout(self):
        phone, player = self.join()
        rows = [f"{HEADING}{' | '.join(one.name for one in PHONES)} |", f"|---|{'---|' * len(PHONES)}"]
        for path in sorted((house.WEB / "layouts").glob("*.json")):
            layout = json.loads(path.read_text())
            self.host_chooses(phone, player, layout["id"])
            rows.append(f"| [`{layout['id']}`](screenshots/sizes-{layout['id']}.png) | {' | '.join(self.sizes(phone, layout, one) for one in PHONES)} |")
        before, _, after = PAGE.read_text().partition(HEADING)
        rest = after.partition("\n\n")[2]
        if "TILTPAD_WRITE" in os.environ:
            PAGE.write_text(before + "\n".join(rows) + "\n\n" + rest)
        self.assertIn("\n".join(rows) + "\n\n", PAGE.read_text())
