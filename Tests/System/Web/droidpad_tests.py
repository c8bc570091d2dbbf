"""Tests of the dashboard's QR code for the app DroidPad."""

import asyncio
import base64
import json
import shutil
import unittest
import zlib

import scan
from dashboard import Dashboard
from with_gateway import WithGateway

PORT = 38123
# The width of the empty margin around a QR code, in modules.
QUIET = 4


def framed(rows):
    """Returns the rows of 0 and 1 with the empty margin around them."""
    side = "0" * QUIET
    edge = [side + "0" * len(rows) + side] * QUIET
    return edge + [side + row + side for row in rows] + edge


class WithDroidPad(WithGateway):
    """Tests of a gateway whose host lets DroidPad play."""

    SECTION = f"[input droidpad]\nenabled = yes\nport = {PORT}\n"

    @property
    def extra(self):
        """Writes the configuration; returns the option that names it."""
        path = self.place / "web.conf"
        path.write_text(f"[host]\nname = Den\n{self.SECTION}")
        return "--config", str(path)

    def asked(self):
        """Returns whether the dashboard's welcome offers DroidPad, and the rows of the QR code that the dashboard gets."""
        async def run():
            async with self.connect_dashboard() as link:
                dashboard = Dashboard(link)
                has = (await dashboard.hear("welcome"))["droidpad"]
                await dashboard.send("droidpad")
                return has, (await dashboard.hear("droidpad"))["rows"]
        return asyncio.run(run())

    @unittest.skipUnless(shutil.which("zbarimg"), "zbar-tools is missing")
    def test_its_code_is_the_pad_that_the_command_makes(self):
        """Another program reads the code, and Python inflates its text."""
        has, rows = self.asked()
        self.assertTrue(has)
        pad = json.loads(zlib.decompress(base64.b64decode(scan.text(framed(rows)), validate=True)))
        place = json.loads(pad["connectionConfig"]["configJson"])
        self.assertEqual((pad["controlPad"]["name"], place["port"]), ("Den", PORT))
        made = self.run_command(
            "pair", "--droidpad", "--link", "--address", place["host"].strip("[]"), "--config", str(self.place / "web.conf"))
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(json.loads(zlib.decompress(base64.b64decode(made.stdout))), pad)


class WithoutDroidPad(WithDroidPad):
    """Tests of a gateway whose host does not let DroidPad play."""

    SECTION = ""

    def test_its_code_is_the_pad_that_the_command_makes(self):
        """The dashboard gets no code."""
        self.assertEqual(self.asked(), (False, []))


del WithGateway
