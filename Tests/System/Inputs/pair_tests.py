"""Tests of the QR code that sets up a pad in DroidPad. Another program scans it, and the pad is then played at the real gateway."""

import base64
import json
import shutil
import unittest
import zlib

import scan
from droidpad_tests import CONTROLS, WebSocketDroidPad
from with_inputs import WithInputs, free_port

ADDRESS = "192.168.100.123"
# The controls that the pad must have: their types by name.
PAD = {"l": "JOYSTICK", "r": "JOYSTICK", "d": "DPAD", "rumble": "GAUGE",
       **{name: "BUTTON" for name in "A B X Y LB RB LT RT BACK GUIDE START".split()}}


class Pairing(WithInputs):
    """Tests of `tiltpad pair --droidpad`."""

    def setUp(self):
        super().setUp()
        self.port = free_port()
        self.file = self.place / "inputs.conf"
        self.file.write_text(f"[host]\nname = Den\n\n[input droidpad]\nenabled = yes\nconfirm = no\nport = {self.port}\n")

    def pair(self, *words):
        """Runs the command."""
        return self.run_command("pair", "--droidpad", "--config", str(self.file), "--address", ADDRESS, *words)

    def pad(self):
        """Returns the pad that the code's text contains, decompressed as the app does."""
        return json.loads(zlib.decompress(base64.b64decode(self.pair("--link").stdout.strip(), validate=True)))

    @unittest.skipUnless(shutil.which("zbarimg"), "zbar-tools is missing")
    def test_zbarimg_reads_the_pad_from_the_printed_code(self):
        """zbarimg decodes the QR code that `tiltpad pair` prints. The decoded pad has every control, and the address and port of this host."""
        drawn = self.pair("--plain").stdout.splitlines()
        code = drawn[:next(number for number, line in enumerate(drawn) if line.startswith("In DroidPad"))]
        pad = json.loads(zlib.decompress(base64.b64decode(scan.text(scan.blocks(code)), validate=True)))
        self.assertEqual(pad, self.pad())
        self.assertEqual({item["itemIdentifier"]: item["itemType"] for item in pad["controlPadItems"]}, PAD)
        self.assertEqual(pad["controlPad"], {"name": "Den", "orientation": "LANDSCAPE", "width": 2200, "height": 1000})
        self.assertEqual(pad["connectionConfig"]["connectionType"], "WEBSOCKET")
        self.assertEqual(json.loads(pad["connectionConfig"]["configJson"]), {"host": ADDRESS, "port": self.port})
        self.assertIn(f"connects to {ADDRESS}:{self.port}.", " ".join(drawn))

    def test_each_control_of_the_pad_moves_what_it_says(self):
        """The pad plays at the real gateway and daemon, over the transport that the code names."""
        pad = self.pad()
        self.start_inputs(self.file.read_text())
        speaker = WebSocketDroidPad(json.loads(pad["connectionConfig"]["configJson"])["port"], "127.0.0.1")
        self.addCleanup(speaker.close)
        self.watch.until(lambda: self.watch.players.get(1, {}).get("connected") and self.watch.pads.get(1), speaker.rest)
        moved = set()
        for item in pad["controlPadItems"]:
            for name, messages in CONTROLS:
                if name != item["itemIdentifier"] or messages[0][0] != item["itemType"]:
                    continue
                moved.add(name)
                for kind, members, is_shown in messages:
                    with self.subTest(name=name, **members):
                        speaker.say(name, kind, **members)
                        self.watch.until(lambda is_shown=is_shown: is_shown(self.watch.pads[1]))
        self.assertEqual(moved, PAD.keys() - {"rumble"})

    def test_there_is_no_code_where_droidpad_does_not_play(self):
        """The command says which setting is missing, and in which file."""
        self.file.write_text("[input droidpad]\n")
        result = self.pair()
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn(f"in [input droidpad] of {self.file}", result.stderr)
        for way in ("--phone", "--pin"):
            result = self.pair(way)
            self.assertEqual(result.returncode, 2)
            self.assertIn("cannot be used together", result.stderr)


del WithInputs
