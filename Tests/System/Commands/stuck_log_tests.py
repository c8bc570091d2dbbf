"""Tests of a daemon whose log nobody reads."""

import fcntl
import signal

from with_daemon import WithDaemon

# The smallest pipe, one page in size. poll(2) reports room in it only once the line before has been read.
PIPE_BYTES = 4_096
RELOADS = 10


class StuckLog(WithDaemon):
    """Tests of a daemon whose standard error is a full pipe."""

    def test_a_log_that_nobody_reads_stops_nothing_and_the_lost_lines_are_counted(self):
        log = self.daemon.stderr
        fcntl.fcntl(log.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        # The answer of `peers` shows that the daemon has handled the signal. Signals that arrive before the first is handled would count as one.
        for _ in range(RELOADS):
            self.daemon.send_signal(signal.SIGHUP)
            self.assertEqual(self.run_command("peers", "--socket", self.socket).returncode, 0, "the daemon answers")
        while "lines lost" not in (line := log.readline()):
            self.assertIn("tiltpad: ", line)
            self.daemon.send_signal(signal.SIGHUP)
        self.assertGreater(int(line.rsplit(":", 1)[1]), 0)
