"""Faults of the network: it is down for a while, the host's address changes, and no service announces the host."""

from crew import Cable
from faults_case import Faults, lasting
from kill_tests import found
from shared_guest import guest

HERE, THERE = "10.0.2.15/24", "10.0.2.16/24"
MOVE = "ip address del {0} dev eth0; ip address add {1} dev eth0; ip route replace default via 10.0.2.2"
DOWN, UP = "ip link set eth0 down", "ip link set eth0 up; ip route replace default via 10.0.2.2"


def without_network(seconds):
    """Takes the network down for `seconds`; returns the guest's uptime when it is up again, in s."""
    Cable.is_plugged = False
    try:
        return lasting(DOWN, seconds, UP)
    finally:
        Cable.is_plugged = True


class Network(Faults):
    """Tests of a network that is down for a while, of another address, and of missing announcements."""

    def test_the_network_is_gone_and_comes_back(self):
        """The network is down for less than the time for which a press is valid (1 s), and for longer."""
        self.addCleanup(guest().run, UP)
        for seconds in (0.5, 4):
            self.suffer(f"the network gone for {seconds} s", lambda seconds=seconds: without_network(seconds), times=3)

    def test_the_address_changes_and_changes_back(self):
        """A new link has the new address at once. Controllers that send to the old address play again when it is back."""
        self.addCleanup(guest().run, f"ip address show dev eth0 | grep -q {HERE} || {{ {MOVE.format(THERE, HERE)}; }}")

        def away():
            guest().run(MOVE.format(HERE, THERE))
            link = guest().run("timeout 30 tiltpad pair --phone --link").stdout
            self.assertIn(THERE.split("/")[0], link)
            return lasting(":", 2, MOVE.format(THERE, HERE))
        self.suffer("another address for some seconds, then the former one", away, times=2)

    def test_nobody_tells_of_the_host(self):
        """Avahi and D-Bus are stopped for a while. Afterwards a browser finds the host again."""
        stop = "systemctl stop avahi-daemon.socket avahi-daemon dbus.socket dbus"
        start = "systemctl start dbus.socket dbus avahi-daemon.socket avahi-daemon"
        self.addCleanup(guest().run, start)
        self.suffer("D-Bus and Avahi gone for 3 s", lambda: lasting(stop, 3, start), times=2, is_normal=found)
