"""Sizes of the controls of all layouts on phones of several sizes, as docs/layouts.md lists them; with TILTPAD_WRITE, writes the table."""

import json
import math
import os

import house
import scene
from reference_phones import PHONES

PAGE = house.WEB.parent / "docs/layouts.md"
HEADING = "| layout | "
# The boxes of all controls that fingers touch, of which a cluster has four.
BOXES = """[...document.querySelectorAll('#pad .key, #pad .lever, #pad .dpad, #pad .slider, #pad .rim')].map((element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect(); return [left, right, top, bottom]; })"""


def measure(boxes, width, height, density):
    """Returns the shorter side of the smallest control, and the farthest way from the nearer lower corner to a control, both in mm."""
    smallest = min(min(right - left, bottom - top) for left, right, top, bottom in boxes)
    farthest = max(math.hypot(min(max(left, 0), max(width - right, 0)), max(height - bottom, 0)) for left, right, _, bottom in boxes)
    return smallest / density, farthest / density


class ReachTests(scene.Scene):
    """The table of sizes, measured on the page."""

    options = {"limit": 100}

    def sizes(self, phone, layout, reference):
        """Returns a layout's entry for a phone."""
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
