"""Tests of a daemon that gets descriptors of an earlier daemon from its service manager."""

import os
import socket
import subprocess

from ports import free_port
from with_daemon import BINARY, DEADLINE, WithDaemon

START = 'LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=pad1:pad7 exec "$@" 3</dev/null 4</dev/null'


class Inherited(WithDaemon):
    def test_descriptors_that_are_no_pads_are_given_up(self):
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.settimeout(DEADLINE)
        manager.bind(str(self.place / "manager"))
        (self.place / "pads").write_text("tiltpad pads 1\n1 xbox360 0123456789abcdef 0 nobody\n")
        child = subprocess.Popen(
            ["sh", "-c", START, "sh", BINARY, "serve", "--pads", "memory", "--port", str(free_port()),
             "--socket", str(self.place / "second.sock"), "--standing", "1"],
            stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "NOTIFY_SOCKET": str(self.place / "manager"), "RUNTIME_DIRECTORY": str(self.place)},
        )
        self.addCleanup(self.end, child)
        said = [manager.recv(500).decode() for _ in range(3)]
        self.assertEqual(said[:2], ["FDSTOREREMOVE=1\nFDNAME=pad1", "FDSTOREREMOVE=1\nFDNAME=pad7"])
        self.assertTrue(said[2].startswith("READY=1"), said[2])
        self.assertEqual((self.place / "pads").read_text(), "tiltpad pads 1\n")
        self.assertEqual((self.place / "pads").stat().st_mode & 0o777, 0o600)
        self.assertEqual(child.stderr.readline(), "tiltpad: pad 1 plugged in, waiting for a player (in memory)\n")


del WithDaemon
