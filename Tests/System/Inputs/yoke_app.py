"""The app Yoke, as its source describes it (yoke-android 9e77ea9).

It fetches its page by HTTP, shows it in Chromium, and sends the controls that the page reports.
"""

import json
import pathlib
import socket
import sys
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Web/Page"))

import cdp  # noqa: E402
from with_daemon import DEADLINE  # noqa: E402

# The object that the app's WebView gives to the page.
INTERFACE = "window.Yoke = { update_vals(text) { window.said = text; }, set_bye(text) { window.bye = text; }, alert() {} };"


class YokeApp:
    """The app on a phone that is held sideways."""

    def __init__(self, browser, port, place):
        """Keeps its page in the folder `place`, which is empty at first, and sends to `port`."""
        self.base, self.folder, self.phone = f"http://127.0.0.1:{port}/", place, cdp.Phone(browser)
        self.phone.before(INTERFACE)
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.connect(("127.0.0.1", port))

    def fetch(self, name):
        """Returns a file of the host."""
        with urllib.request.urlopen(self.base + name, timeout=DEADLINE) as answer:
            return answer.read()

    def upgrade(self):
        """Fetches the page, like the app's "Upgrade gamepad"; returns the manifest with the list of files."""
        manifest = json.loads(self.fetch("manifest.json"))
        for name in manifest["files"]:
            (self.folder / name).write_bytes(self.fetch(name))
        return manifest

    def connect(self):
        """Asks for the manifest, as the app does to see if the host is there (with two slashes in the path), and opens the page."""
        self.fetch("/manifest.json")
        self.phone.open(f"file://{self.folder}/main.html")

    def poll(self):
        """Sends the newest controls from the page, as the app does every 20 ms; returns them."""
        said = self.phone.run("window.said || ''")
        if said:
            self.send(said)
        return said

    def leave(self):
        """Sends three goodbyes."""
        for _ in range(3):
            self.send(self.phone.run("window.bye"))

    def turn(self, x, y, z):
        """Gives the page this acceleration with gravity, in m/s², in the phone's own frame."""
        self.phone.run(f"dispatchEvent(new DeviceMotionEvent('devicemotion', {{accelerationIncludingGravity: {{x: {x}, y: {y}, z: {z}}}}}))")

    def send(self, text):
        """Sends a text, one byte for each character."""
        try:
            self.link.send(text.encode("latin-1"))
        except ConnectionRefusedError:
            pass

    def close(self):
        """Ends the app."""
        self.link.close()
        self.phone.close()
