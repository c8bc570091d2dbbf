"""Tests of the unit of the metrics: it is off by default, reads the sockets of the daemon and the gateway, and may do nothing else."""

import re
import sys
import unittest

import daemon_guest
from shared_guest import guest

MOST_EXPOSED = 0.2
FETCH = "python3 -c 'import urllib.request; print(urllib.request.urlopen(\"http://127.0.0.1:9464/metrics\", timeout=9).read().decode())'"


def setUpModule():
    """Starts the daemon, the gateway and the metrics."""
    daemon_guest.start_both()


def tearDownModule():
    """Stops the metrics, the daemon and the gateway."""
    guest().run("systemctl stop tiltpad-metrics tiltpad-metrics.socket")
    daemon_guest.stop_both()


class TheMetrics(unittest.TestCase):
    """Tests of the metrics of the running services."""

    def test_it_is_off_until_it_is_started_and_then_reads_the_daemon_and_the_gateway(self):
        """The metrics' user may open both sockets because of its group."""
        self.assertEqual(guest().run("systemctl is-enabled tiltpad-metrics", check=False).stdout.strip(), "disabled")
        guest().run("systemctl start tiltpad-metrics")
        text = guest().run(FETCH).stdout
        for line in ("tiltpad_up 1", "tiltpad_gateway_up 1", "tiltpad_players_limit 4"):
            self.assertIn(f"{line}\n", text)
        self.assertRegex(text, r"(?m)^tiltpad_database_bytes \d+$")

    def test_its_score_is_small_and_it_may_open_no_internet_socket(self):
        """The unit may not open Internet sockets itself. The only one that it has is opened by its socket unit."""
        guest().run("systemctl start tiltpad-metrics")
        printed = guest().run("systemd-analyze security --no-pager tiltpad-metrics").stdout
        score = float(re.search(r"exposure level for \S+: ([0-9.]+)", printed)[1])
        print(f"kernel: systemd-analyze security scores {score} for tiltpad-metrics", file=sys.stderr)
        self.assertLessEqual(score, MOST_EXPOSED)
        self.assertEqual(guest().run("systemctl show -P RestrictAddressFamilies tiltpad-metrics").stdout.strip(), "AF_UNIX")
        self.assertIn("127.0.0.1:9464", guest().run("ss -Hlnt sport = 9464").stdout)
