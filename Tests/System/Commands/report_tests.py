"""Tests of `tiltpad report`. A real daemon and its journal contain secrets of every kind, and the report must contain none of them."""

import base64
import os
import re
import secrets
import socket
import stat

from with_daemon import WithDaemon

NAME, PLAYER, GONE = "Den of Zaphod", "Trillian's phone", "Marvin the 2nd"
ADDRESSES = ("203.0.113.77", "2001:db8::77", "de:ad:be:ef:00:77")
PIN, CODE = "271828", "314159"


class Report(WithDaemon):
    CONFIGURATION = f"[host]\nname = {NAME}\nallow_plain = {ADDRESSES[0]} 2001:db8:77::/48\n"

    def setUp(self):
        super().setUp()
        self.key = secrets.token_bytes(32)
        self.secrets = {
            "hexadecimal": self.key.hex(), "base64": base64.b64encode(self.key).decode(),
            "base64url": base64.urlsafe_b64encode(self.key[:16]).decode().rstrip("="), "fingerprint": self.key.hex()[:16],
        }

    def pair(self):
        """Pairs a controller and lets it play; returns the link and the fingerprint of its key."""
        shown = self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket)
        link = shown.stdout.readline().strip()
        self.said(self.phone(1, "--pair", link, "--swing"), "player 1")
        return link, self.order("peers").split()[0]

    def journal(self, lines):
        """Puts a program journalctl on the PATH that prints these lines for the daemon's unit."""
        programs = self.place / "programs"
        programs.mkdir()
        (programs / "journal").write_text("".join(f"Nov 23 tiltpad[9]: {line}\n" for line in lines))
        program = programs / "journalctl"
        program.write_text(f'#!/bin/sh\ncase "$*" in *tiltpad.service) cat {programs}/journal;; esac\n')
        program.chmod(0o755)
        self.surroundings["PATH"] = f"{programs}:{self.surroundings['PATH']}"

    def report(self, *arguments):
        """Writes a report, and returns its text and the output of the command."""
        file = self.place / "report.txt"
        result = self.run_command("report", "--socket", self.socket, "--config", str(self.place / "tiltpad.conf"), *arguments, str(file))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o600)
        return file.read_text(), result.stdout

    def test_no_planted_secret_is_in_the_report(self):
        link, fingerprint = self.pair()
        page = f"https://192.0.2.5:28443/j/#{self.secrets['base64url']}"
        said = [f"tiltpad: {GONE} joined as player 3", f"tiltpad: {GONE}, player 3, left", f"tiltpad: {PLAYER} asks to be paired: if it shows "
                f"{CODE}, tiltpad accept {CODE}; otherwise deny", f"PIN {PIN}", f"link {link} and {page}", *ADDRESSES,
                *(f"{kind} {secret}" for kind, secret in self.secrets.items()), f"from [{ADDRESSES[1]}]:40000 or {ADDRESSES[0]}:40000"]
        self.journal(said)
        text, words = self.report()
        for secret in (*self.secrets.values(), *ADDRESSES, NAME, PLAYER, GONE, PIN, CODE, link, page, fingerprint, "192.0.2.5",
                       re.search(r"s=([\w-]+)", link)[1], "2001:db8:77::", f'"{socket.gethostname()}"'):
            self.assertNotIn(secret, text, "a secret is left")
        self.assertRegex(text, r"(?m)tiltpad: (name-\d+) joined as player 3\n.*tiltpad: \1, player 3, left$")
        self.assertRegex(text, r"from \[(address-\d+)\]:40000 or (address-\d+):40000")
        self.assertRegex(words, r"key [1-9]\d*, link [1-9]\d*, pin 2, address [1-9]\d*, name [1-9]\d*")

    def test_a_configuration_with_a_fault_keeps_its_names_too(self):
        """The values of a faulty configuration are unknown, but its lines are in the report, so its names must be removed there."""
        self.journal(["tiltpad: configuration reloaded"])
        (self.place / "tiltpad.conf").write_text(
            "[host]\nname = Den of Ford\n[web]\ndomain = pads.ford.example\ncertificate = /srv/ford/chain.pem\nkey=/srv/ford/key.pem\ngopher = 1\n")
        text, _ = self.report()
        self.assertIn("gopher = 1", text)
        for secret in ("Den of Ford", "ford.example", "/srv/ford"):
            self.assertNotIn(secret, text)

    def test_it_has_what_a_reader_needs(self):
        self.journal(["tiltpad: configuration reloaded"])
        text, words = self.report()
        for section in ("version", "system", "doctor", "status", "units", "journal of tiltpad.service",
                        "journal of tiltpad-inputs.service", "libraries", "input devices"):
            self.assertIn(f"== {section} ==\n", text)
        self.assertIn("tiltpad: configuration reloaded", text)
        self.assertIn('"mode":"play"', text)
        self.assertRegex(text, r"libsodium\.so\.\d+")
        self.assertRegex(text, r"(?m)^allow_plain = address-\d+ address-\d+/48$")
        self.assertIn("read it before you send it", words)

    def test_without_a_daemon_it_says_so_and_overwrites_nothing(self):
        self.end(self.daemon)
        text, _ = self.report()
        self.assertIn(f"no daemon listens at {self.socket}", text)
        again = self.run_command("report", str(self.place / "report.txt"))
        self.assertEqual((again.returncode, len(again.stderr.splitlines())), (1, 3))
        self.assertIn("== doctor ==", self.run_command("report", "-", "--socket", self.socket).stdout)


del WithDaemon
