"""Tests of the dashboard's code for the app DroidPad."""

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
# The quiet zone of a code, in dots.
QUIET = 4


def framed(rows):
    """Returns rows of 0 and 1 with the quiet zone around them."""
    side = "0" * QUIET
    edge = [side + "0" * len(rows) + side] * QUIET
    return edge + [side + row + side for row in rows] + edge


class WithDroidPad(WithGateway):
    """A gateway whose host lets DroidPad play."""

    SECTION = f"[input droidpad]\nenabled = yes\nport = {PORT}\n"

    @property
    def extra(self):
        """Reads the configuration of the test."""
        path = self.place / "web.conf"
        path.write_text(f"[host]\nname = Den\n{self.SECTION}")
        return "--config", str(path)

    def asked(self):
        """Returns whether a dashboard is told that the app plays, and the code that it gets."""
        async def run():
            async with self.connect_dashboard() as link:
                dashboard = Dashboard(link)
                has = (await dashboard.hear("welcome"))["droidpad"]
                await dashboard.send("droidpad")
                return has, (await dashboard.hear("droidpad"))["rows"]
        return asyncio.run(run())

    @unittest.skipUnless(shutil.which("zbarimg"), "zbar-tools is missing")
    def test_its_code_is_the_pad_that_the_command_makes(self):
        """Read by another program, and inflated."""
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
    """A host where the app does not play."""

    SECTION = ""

    def test_its_code_is_the_pad_that_the_command_makes(self):
        """There is none."""
        self.assertEqual(self.asked(), (False, []))


del WithGateway
