"""Tests of a daemon that has used up its file descriptors. It refuses a program that connects, and does not spin."""

import os
import resource
import socket
import time

from with_daemon import DEADLINE, WithDaemon

KNOCKS = 3
MEASURED_SECONDS = 1


class NoDescriptor(WithDaemon):
    # Discovery is off, because the search for Avahi uses a descriptor for a moment.
    CONFIGURATION = "[host]\ndiscovery = no\n"

    def processor_seconds(self):
        """Returns the processor time of the daemon, in s."""
        fields = open(f"/proc/{self.daemon.pid}/stat", encoding="ascii").read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def descriptors(self):
        """Returns the number of descriptors that the daemon has at rest.

        It takes the least of 20 counts, because the daemon may have another one for a moment.
        """
        return min(len(os.listdir(f"/proc/{self.daemon.pid}/fd")) for _ in range(20) if not time.sleep(0.02))

    def limit(self, count):
        """Sets the daemon's limit of descriptors."""
        hard = resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE, (count, hard))

    def test_a_program_is_refused_at_once_and_the_daemon_rests(self):
        usual = resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE)[0]
        self.limit(self.descriptors())
        for _ in range(KNOCKS):
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as program:
                program.settimeout(DEADLINE)
                program.connect(self.socket)
                self.assertEqual(program.recv(1), b"")
        before = self.processor_seconds()
        time.sleep(MEASURED_SECONDS)
        # A daemon that spins uses a whole processor.
        self.assertLess(self.processor_seconds() - before, MEASURED_SECONDS / 2)
        self.limit(usual)
        self.assertIn("players   0 of", self.order("status"))


del WithDaemon
