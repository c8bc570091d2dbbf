"""Faults of other programs: they do not read the data that they have requested, or they connect a thousand times a second."""

import sys
import time

import daemon_guest
import shared_guest
from crew import HERE
from faults_case import Faults
from shared_guest import guest

HELD_SECONDS = 5


class Readers(Faults):
    """Tests of slow and dead readers, and of floods of connections."""

    def setUp(self):
        """Puts dead_readers.py into the guest, and starts the metrics."""
        super().setUp()
        guest().put_tree(HERE, shared_guest.GUEST_DIRECTORY, ("dead_readers.py",))
        guest().run("systemctl start tiltpad-metrics")
        self.addCleanup(guest().run, "systemctl stop tiltpad-metrics")

    def test_slow_and_dead_readers_on_every_socket(self):
        """Several readers connect to each socket. The players notice nothing, and afterwards a new connection is accepted."""
        def inject():
            with shared_guest.start("dead_readers") as readers:
                count = readers.until("ready", timeout_seconds=60)["ready"]
                time.sleep(HELD_SECONDS)
                print(f"faults: {count} connections read nothing or too slowly", file=sys.stderr)
            return daemon_guest.uptime()
        self.suffer(f"slow and dead readers on every socket for {HELD_SECONDS} s", inject)
        guest().run("timeout 20 tiltpad status")

    def test_a_thousand_connects_a_second(self):
        """Two processes, one at the page's port and one at the daemon's own socket, together connect more than a thousand times a second."""
        def inject():
            with shared_guest.start("dead_readers", f"--connects {HELD_SECONDS}") as flood:
                rates = [line["connects"] / line["seconds"] for line in (flood.until("connects", 60) for _ in range(2))]
            print(f"faults: {' and '.join(f'{rate:.0f}' for rate in rates)} connects a second", file=sys.stderr)
            self.assertGreater(sum(rates), 1000)
            return daemon_guest.uptime()
        self.suffer(f"1,000 connects a second for {HELD_SECONDS} s", inject)
