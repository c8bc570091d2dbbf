"""Faults: the daemon, the web gateway, the metrics, Avahi and D-Bus are killed several times each, in random order."""

import random
import sys
import time

from faults_case import Faults, mended
from shared_guest import guest

SEED = 17
TIMES = {"tiltpad": 10, "tiltpad-web": 6, "tiltpad-metrics": 4, "avahi-daemon": 3, "dbus": 3}
NAMES = {"tiltpad": "the daemon killed", "tiltpad-web": "the web gateway killed", "tiltpad-metrics": "the metrics killed",
         "avahi-daemon": "Avahi killed", "dbus": "D-Bus killed"}
# Prints the time at which a request for the metrics first succeeds, in s by the clock of /proc/uptime.
ASK = """
import time, urllib.request
deadline = time.monotonic() + 30
while True:
    try:
        assert b"tiltpad_" in urllib.request.urlopen("http://127.0.0.1:9464/metrics", timeout=5).read()
        break
    except (OSError, AssertionError):
        assert time.monotonic() < deadline
        time.sleep(0.05)
print(time.clock_gettime(time.CLOCK_BOOTTIME))
"""
# Prints the time at which Avahi's browser first finds the daemon's service, in s by the same clock.
BROWSE = """
end=$(($(date +%s) + 60))
until timeout 10 avahi-browse -rpt _tiltpad._udp 2>/dev/null | grep -q '^=;eth0;IPv4;.*;28460;'; do
  [ $(date +%s) -lt $end ] || exit 1
  sleep 0.1
done
cut -d' ' -f1 /proc/uptime
"""


def answered():
    """Waits until a request for the metrics succeeds; returns the guest's uptime then, in s."""
    return float(guest().run("python3 -", input=ASK).stdout)


def found():
    """Waits until Avahi's browser finds the host; returns the guest's uptime then, in s."""
    return float(guest().run(BROWSE, timeout_seconds=90).stdout)


NORMAL = {"tiltpad-metrics": answered, "avahi-daemon": found, "dbus": found}
# Debian's units of Avahi and D-Bus do not restart by themselves: a person, or the next program that needs them, starts them.
AFTERWARDS = {"avahi-daemon": "systemctl start avahi-daemon", "dbus": "systemctl start dbus avahi-daemon"}


class Kills(Faults):
    """Tests of SIGKILL at random moments of play."""

    def test_every_process_is_killed_at_random(self):
        """The moments and the order are random, from a fixed seed."""
        guest().run("systemctl start dbus avahi-daemon tiltpad-metrics")
        self.addCleanup(guest().run, "systemctl stop tiltpad-metrics; systemctl start dbus avahi-daemon")
        chance = random.Random(SEED)
        print(f"faults: kills at random from seed {SEED}", file=sys.stderr)
        order = [unit for unit, times in TIMES.items() for _ in range(times)]
        chance.shuffle(order)
        for unit in order:
            def kill(unit=unit):
                time.sleep(chance.uniform(0, 0.6))
                afterwards = AFTERWARDS.get(unit, ":")
                return mended(f"systemctl kill -s KILL {unit}; {afterwards}")
            self.suffer(NAMES[unit], kill, is_normal=NORMAL.get(unit))
