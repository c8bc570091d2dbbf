"""Tests of the examples and names in the README, the page for players and other documents, and of the entry in the desktop's menu."""

import json
import os
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys
import time

from ports import free_port
from with_daemon import BINARY, DEADLINE, ROOT, WithDaemon

PAGES = ("README.md", "docs/playing.md")


class Documented(WithDaemon):
    def test_the_ten_lines_of_python_steer_a_pad(self):
        page = (ROOT / "docs/protocol.md").read_text()
        code = re.search(r"```python\n(.*?)```", page, re.S).group(1)
        self.assertLessEqual(len([line for line in code.splitlines() if line.strip()]), 12)
        code = code.replace('("127.0.0.1", 28460)', repr(("127.0.0.1", int(self.host.split(":")[1]))))
        child = subprocess.Popen([sys.executable, "-c", code])
        self.addCleanup(child.kill)
        seen = set()
        limit = time.monotonic() + DEADLINE
        while len(seen) < 5 and time.monotonic() < limit:
            for player in self.players():
                seen.add(round(player["leftStick"]["x"], 2))
            time.sleep(0.1)
        self.assertGreaterEqual(len(seen), 5, "the stick moves")
        child.kill()
        child.wait(DEADLINE)

    def test_the_lines_of_python_for_a_motor_play_and_follow_the_torque(self):
        page = (ROOT / "docs/protocol.md").read_text()
        code = re.findall(r"```python\n(.*?)```", page, re.S)[1]
        self.assertLessEqual(len([line for line in code.splitlines() if line.strip()]), 25)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as host:
            host.bind(("127.0.0.1", 0))
            host.settimeout(DEADLINE)
            code = code.replace('("127.0.0.1", 28460)', repr(host.getsockname()))
            child = subprocess.Popen([sys.executable, "-u", "-c", code], stdout=subprocess.PIPE, text=True)
            self.addCleanup(child.stdout.close)
            self.addCleanup(child.wait)
            self.addCleanup(child.kill)
            first, peer = host.recvfrom(512)
            self.assertEqual((first[0], first[8:10], first[38:]), (0xDB, bytes([0x01, 28]), bytes([0x13, 4, 0, 0, 75, 17])))
            torque = struct.pack("<BBHI", 0xDB, 0, 0, 8) + struct.pack("<BBIxx", 0x7F, 6, 0) + struct.pack("<BBhhHBB", 0x17, 8, -16384, 0, 900, 10, 1)
            host.sendto(torque, peer)
            seen = (float(line) for line in child.stdout)
            self.assertAlmostEqual(next(value for value in seen if value), -0.5, places=3)
            self.assertEqual(next(value for value in seen if value > -0.5), 0, "the lifetime has passed")

    def test_the_game_of_the_page_about_modes_is_the_one_that_is_tested(self):
        code = re.search(r"```swift\n(.*?)```", (ROOT / "docs/modes.md").read_text(), re.S).group(1)
        self.assertIn(code, (ROOT / "Tests/Support/ReactionGame/ReactionGame.swift").read_text())
        self.assertLessEqual(len(code.splitlines()), 65)

    def test_every_command_of_the_readme_and_of_the_page_for_players_is_there_and_has_help(self):
        text = "".join((ROOT / page).read_text() for page in PAGES)
        commands = set(re.findall(r"tiltpad (serve|send|join|monitor|status|metrics|report|discover|record|replay|pair|dashboard|web|peers|devices|doctor)\b", text))
        # In the text's code, the word after `tiltpad` is a command.
        commands.update(re.findall(r"`(?:sudo )?tiltpad ([a-z]+)", text))
        for command in sorted(commands):
            result = self.run_command(command, "--help")
            self.assertEqual(result.returncode, 0, command)
            self.assertIn(f"Usage: tiltpad {command}", result.stdout)
        self.assertRegex(self.run_command("--version").stdout, r"^tiltpad \d+\.\d+\.\d+\n$")

    def test_each_option_on_the_page_for_players_is_one_of_its_command(self):
        calls = re.findall(r"`(?:sudo )?tiltpad ([a-z]+)([^`]*)`", (ROOT / "docs/playing.md").read_text())
        options = [(command, option) for command, rest in calls for option in re.findall(r"--[a-z-]+", rest)]
        self.assertGreaterEqual(len(options), 3)
        for command, option in options:
            self.assertRegex(self.run_command(command, "--help").stdout, rf"(?m)^  (-\w, |    ){option}( |$)", f"{command} {option}")

    def test_each_label_on_the_page_for_players_is_one_of_the_phone_or_of_the_dashboard(self):
        labels = re.findall(r"\*\*([^*]+)\*\*", (ROOT / "docs/playing.md").read_text())
        self.assertGreater(len(labels), 10)
        shown = {json.loads(file.read_text()).get("name", {}).get("en") for file in (ROOT / "web/layouts").glob("*.json")}
        for file in (ROOT / "web/words/en").glob("*.js"):
            shown.update(re.findall(r'(?m)^  "?[\w-]+"?:\s+"(.*)",$', file.read_text()))
        # A label may go on in the next line.
        self.assertEqual({" ".join(label.split()) for label in labels} - shown, set())

    def test_the_entry_of_the_desktops_menu_opens_the_dashboard(self):
        entry = (ROOT / "desktop/tiltpad.desktop").read_text()
        program, *words = re.search("(?m)^Exec=(.*)$", entry).group(1).split()
        self.assertEqual(program, "tiltpad")
        opener = self.place / "xdg-open"
        opener.write_text('#!/bin/sh\necho "opened $*"\n')
        opener.chmod(0o755)
        self.surroundings["PATH"] = f"{self.place}:{self.surroundings['PATH']}"
        self.assertRegex(self.run_command(*words).stdout, r"^opened https://localhost:\d+/\n$")

    def test_the_configurations_of_the_readme_and_of_the_page_for_players_are_good(self):
        texts = [text for page in PAGES for text in re.findall(r"```ini\n(.*?)```", (ROOT / page).read_text(), re.S)]
        self.assertGreaterEqual(len(texts), 1)
        for text in texts:
            file = self.place / "tiltpad.conf"
            file.write_text(text)
            result = self.run_command("serve", "--check", "--config", str(file))
            self.assertEqual((result.returncode, result.stderr), (0, ""), text)

    def test_make_run_shows_the_players_where_there_is_no_uinput(self):
        if pathlib.Path("/dev/uinput").is_char_device():
            self.skipTest("this machine has /dev/uinput: make run makes real pads here")
        port = free_port()
        child = subprocess.Popen(
            [ROOT / "scripts/run"], text=True,
            env={**os.environ, "BINARY": BINARY, "PORT": str(port), "SOCKET": str(self.place / "run.sock")},
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True,
            # Restores SIGINT, as at a terminal. A program in the background starts with SIGINT ignored, and bash cannot trap such a signal.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.addCleanup(child.stdout.close)
        for said in ("every user of this machine may play", "/dev/uinput cannot be opened", "this is the live view"):
            self.assertIn(said, child.stdout.readline())
        sender = self.start("send", f"127.0.0.1:{port}", "--swing")
        self.assertTrue(any(re.match(r" *1 +live", line) for line in child.stdout))
        os.killpg(child.pid, signal.SIGINT)
        self.assertEqual(child.wait(DEADLINE), 130)
        self.end(sender)


del WithDaemon
