"""The folder of the documents' pictures, and a scene that draws a phone's screen there."""

import pathlib

PLACE = pathlib.Path(__file__).resolve().parents[4] / "docs/screenshots"


class Drawing:
    """A scene that draws pictures of phones for the documents."""

    # The languages in which the page before play is drawn.
    languages = ("en", "ja", "zh")

    def draw(self, page, name):
        """Writes a picture of a phone's screen to the documents, at one pixel per CSS px."""
        turned = {"type": "landscapePrimary", "angle": 90} if page.width > page.height else {"type": "portraitPrimary", "angle": 0}
        page.call("Emulation.setDeviceMetricsOverride", width=page.width, height=page.height, deviceScaleFactor=1, mobile=True,
                  screenOrientation=turned)
        page.picture(PLACE / f"{name}.png")
