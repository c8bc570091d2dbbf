"""Draws sheets. A sheet shows a layout on all reference phones in one picture, with the same px per mm for all."""

import base64
import html
import json

import house
import scene
from drawing import PLACE
from reference_phones import holds

# The px per mm, and in px: the width of the sheet, and the space between two phones.
SCALE, WIDTH, SPACE = 2.2, 1280, 16


def picture(phone, reference):
    """Returns the HTML of a phone's picture for a sheet, with the phone's name below."""
    scale = SCALE / reference.density
    clip = {"x": 0, "y": 0, "width": reference.width, "height": reference.height, "scale": scale}
    data = phone.call("Page.captureScreenshot", format="png", clip=clip)["data"]
    return (f'<figure><img src="data:image/png;base64,{data}" width="{reference.width * scale:.0f}" height="{reference.height * scale:.0f}">'
            f"<figcaption>{html.escape(reference.name)}</figcaption></figure>")


def draw(sheet, pictures, path):
    """Puts the pictures into an empty page, row by row, and writes a screenshot of it to a file."""
    style = (f"body {{ margin: 0; padding: {SPACE}px; display: flex; flex-wrap: wrap; gap: {SPACE}px; align-items: end; width: {WIDTH}px;"
             " box-sizing: border-box; background: #888; color: #fff; font: 13px sans-serif }"
             " figure { margin: 0; text-align: center } img { display: block; border-radius: 6px }")
    content = f"<style>{style}</style>{''.join(pictures)}"
    sheet.run(f"document.body.innerHTML = {json.dumps(content)};"
              "Promise.all([...document.images].map((image) => image.decode()))")
    sheet.call("Emulation.setDeviceMetricsOverride", width=WIDTH, height=400, deviceScaleFactor=1, mobile=False)
    height = sheet.run("Math.ceil(document.body.getBoundingClientRect().height)")
    clip = {"x": 0, "y": 0, "width": WIDTH, "height": height, "scale": 1}
    data = sheet.call("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)["data"]
    path.write_bytes(base64.b64decode(data))


class SheetTests(scene.Scene):
    """Draws a sheet for each layout in web/layouts."""

    options = {"limit": 100}

    def look(self, phone, reference):
        """Returns the picture of a phone for the sheet."""
        return picture(phone, reference)

    def finish(self, sheet, pictures, name):
        """Writes the sheet of a layout to the documents."""
        draw(sheet, pictures, PLACE / f"sizes-{name}.png")

    def test_every_layout_on_every_phone(self):
        phone, player = self.join()
        # The round-trip time differs in each run, so it is hidden.
        phone.run("document.getElementById('round').style.visibility = 'hidden'")
        sheet = self.phone(width=WIDTH, height=400)
        for path in sorted((house.WEB / "layouts").glob("*.json")):
            layout = json.loads(path.read_text())
            self.host_chooses(phone, player, layout["id"])
            pictures = []
            for reference in holds(layout):
                reference.become(phone)
                pictures.append(self.look(phone, reference))
            self.finish(sheet, pictures, layout["id"])
