"""Tests of the fields in the journal. A socket stands in for systemd's journal."""

import os
import re
import signal
import socket
import struct
import subprocess
import tempfile

from with_daemon import DEADLINE, ROOT, WithDaemon

PAGE = ROOT / "docs/watching.md"


def parsed(datagram):
    """Returns the fields of an entry in the journal's native protocol."""
    fields, rest = {}, datagram
    while rest:
        line, rest = rest.split(b"\n", 1)
        name, equals, value = line.partition(b"=")
        if not equals:
            size = struct.unpack("<Q", rest[:8])[0]
            value, rest = rest[8:8 + size], rest[8 + size + 1:]
        fields[name.decode()] = value.decode()
    return fields


class JournalFields(WithDaemon):
    """Tests of a daemon that writes to the journal, because its standard error is the stream that JOURNAL_STREAM names."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = f"{self.folder.name}/journal"
        self.journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.journal.close)
        self.journal.bind(self.path)
        self.journal.settimeout(DEADLINE)
        super().setUp()

    def start_daemon(self):
        self.surroundings["TILTPAD_JOURNAL"] = self.path
        self.daemon = self.serve()
        self.assertIn("listening", self.entry("started")["MESSAGE"])

    def serve(self, stream=None):
        """Starts a daemon with a pipe as its standard error; returns it. JOURNAL_STREAM names the pipe, or `stream` if it is given."""
        self.error, end = os.pipe()
        self.addCleanup(os.close, self.error)
        status = os.fstat(end)
        environment = {**self.surroundings, "JOURNAL_STREAM": stream or f"{status.st_dev}:{status.st_ino}"}
        child = subprocess.Popen(
            [self.program, "serve", "--pads", "memory", "--allow-plain", "127.0.0.0/8", "--socket", self.socket,
             "--port", self.host.split(":")[1], "--web", "no"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=end, text=True, env=environment)
        os.close(end)
        self.addCleanup(self.end, child)
        return child

    def entry(self, event):
        """Returns the fields of the next entry about this event."""
        while True:
            fields = parsed(self.journal.recv(65536))
            if fields.get("TILTPAD_EVENT") == event:
                return fields

    def test_events_have_a_name_a_slot_and_an_id_and_no_lines_are_written(self):
        ids = dict(re.findall(r"\| `([a-z-]+)` \| `([0-9a-f]{32})` \|", PAGE.read_text()))
        phone = self.phone(1, self.host, "--swing")
        attached = self.entry("attached")
        self.assertEqual((attached["TILTPAD_SLOT"], attached["PRIORITY"], attached["SYSLOG_IDENTIFIER"]), ("1", "6", "tiltpad"))
        self.assertEqual(attached["MESSAGE"], "tiltpad: player 1 joined, pad in memory")
        self.end_phone(phone)
        self.daemon.send_signal(signal.SIGTERM)
        stopping = self.entry("stopping")
        self.assertEqual(stopping["MESSAGE_ID"], ids["stopping"])
        self.assertEqual(self.daemon.wait(DEADLINE), 0)
        self.assertEqual(os.read(self.error, 65536), b"")

    def test_a_session_is_told_without_the_name_in_a_field(self):
        shown = self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket)
        self.phone(1, "--pair", shown.stdout.readline().strip(), "--swing")
        joined = self.entry("joined")
        name = joined["MESSAGE"].removeprefix("tiltpad: ").split(" joined")[0]
        self.assertEqual(joined["TILTPAD_SLOT"], "1")
        self.assertNotIn(name, [value for field, value in joined.items() if field != "MESSAGE"])

    def test_a_journal_that_hangs_stops_nothing_and_what_is_lost_is_counted(self):
        self.journal.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        for _ in range(600):
            self.daemon.send_signal(signal.SIGHUP)
            self.assertEqual(self.run_command("mode", "--socket", self.socket).returncode, 0, "the daemon answers")
            if self.is_full():
                break
        for _ in range(3):
            self.daemon.send_signal(signal.SIGHUP)
            self.run_command("mode", "--socket", self.socket)
        self.journal.settimeout(0.2)
        told = []
        try:
            while entry := self.journal.recv(65536):
                told.append(parsed(entry) if b"=" in entry else {})
        except TimeoutError:
            self.journal.settimeout(DEADLINE)
        self.daemon.send_signal(signal.SIGHUP)
        lost = next((entry for entry in told if entry.get("TILTPAD_EVENT") == "lines-lost"), None) or self.entry("lines-lost")
        self.assertRegex(lost["MESSAGE"], r"lines lost because the log was blocked: [1-9]")

    def is_full(self):
        """Returns whether the journal's socket is full."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
            other.setblocking(False)
            try:
                other.sendto(b"x", self.path)
            except BlockingIOError:
                return True
            return False

    def test_without_a_journal_there_are_lines(self):
        self.end(self.daemon)
        self.serve(stream="1:1")
        self.assertIn("tiltpad: listening on UDP port", os.read(self.error, 4096).decode())

    def test_lines_take_the_place_of_a_journal_that_is_gone(self):
        os.unlink(self.path)
        self.daemon.send_signal(signal.SIGHUP)
        self.assertEqual(os.read(self.error, 4096).decode(), "tiltpad: configuration reloaded\n")


del WithDaemon
