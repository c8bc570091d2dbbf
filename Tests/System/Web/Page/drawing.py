"""The folder of the documents' pictures, and a scene that draws a phone's screen there."""

import pathlib

PLACE = pathlib.Path(__file__).resolve().parents[4] / "docs/screenshots"


class Drawing:
    """A scene whose pictures of phones are written to the documents."""

    # The languages of the pictures of the page before play.
    languages = ("en", "ja", "zh")

    def draw(self, page, name):
        """Draws a phone's screen, a px for a px."""
        turned = {"type": "landscapePrimary", "angle": 90} if page.width > page.height else {"type": "portraitPrimary", "angle": 0}
        page.call("Emulation.setDeviceMetricsOverride", width=page.width, height=page.height, deviceScaleFactor=1, mobile=True,
                  screenOrientation=turned)
        page.picture(PLACE / f"{name}.png")
