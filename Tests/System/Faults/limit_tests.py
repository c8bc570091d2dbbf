"""Faults of limits: the daemon and the gateway get no more descriptors, both at once, and then no more memory or processes, one after the other."""

import sys

import daemon_guest
from faults_case import Faults, lasting, mended
from shared_guest import guest

UNITS = ("tiltpad", "tiltpad-web")
# Allows no descriptor above the highest in use. The free ones below it are soon used up by the connections of KNOCK, which last three seconds.
NO_DESCRIPTORS = ("for unit in tiltpad tiltpad-web; do pid=$(systemctl show -P MainPID $unit); "
                  "prlimit --pid $pid --nofile=$(($(ls /proc/$pid/fd | sort -n | tail -1) + 1)):; done")
DESCRIPTORS = "for unit in tiltpad tiltpad-web; do prlimit --pid $(systemctl show -P MainPID $unit) --nofile=1024:; done"
KNOCK = """
import socket, time
links = [socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(40)] + [socket.socket() for _ in range(40)]
for number, link in enumerate(links):
    link.settimeout(0.2)
    try:
        link.connect("/run/tiltpad/bridge.sock" if number < 40 else ("127.0.0.1", 28443))
    except OSError:
        pass
time.sleep(3)
"""


class Limits(Faults):
    """Tests of units to which the kernel refuses resources."""

    def test_no_descriptor_is_left(self):
        """The daemon refuses programs that connect. It keeps running, and the test prints how much processor time it used."""
        self.addCleanup(guest().run, DESCRIPTORS)

        def inject():
            guest().run(NO_DESCRIPTORS)
            process, before = daemon_guest.main_pid(), processor_seconds("tiltpad")
            guest().run("python3 -", input=KNOCK)
            self.assertEqual(daemon_guest.main_pid(), process, daemon_guest.said_during(":"))
            print(f"faults: meanwhile the daemon took {processor_seconds('tiltpad') - before:.2f} s of a processor", file=sys.stderr)
            return mended(DESCRIPTORS)
        self.suffer("no descriptor left for 3 s, 80 connects", inject)
        guest().run("timeout 20 tiltpad status")

    def test_no_memory_is_left(self):
        """The kernel kills the process (OOM). systemd starts it again as soon as there is memory."""
        for unit in UNITS:
            self.addCleanup(guest().run, f"systemctl revert {unit}; systemctl reset-failed {unit}; systemctl start {unit}")
            self.suffer(f"no memory left for {unit} for 2 s", lambda unit=unit: lasting(
                f"systemctl set-property --runtime {unit} MemoryMax=1M", 2, f"systemctl set-property --runtime {unit} MemoryMax=256M"), times=2)

    def test_no_process_may_start(self):
        """The pads stay, and the unit works again as soon as it may start processes and threads."""
        for unit in UNITS:
            self.addCleanup(guest().run, f"systemctl revert {unit}; systemctl reset-failed {unit}; systemctl start {unit}")
            self.suffer(f"{unit} killed, and no second process or thread for 2 s (TasksMax=1)", lambda unit=unit: lasting(
                f"systemctl set-property --runtime {unit} TasksMax=1; systemctl kill -s KILL {unit}", 2,
                f"systemctl set-property --runtime {unit} TasksMax=8"), times=2)


def processor_seconds(unit):
    """Returns the processor time of a unit's main process, in s."""
    ticks = guest().run(f"cut -d' ' -f14,15 /proc/$(systemctl show -P MainPID {unit})/stat").stdout.split()
    return sum(map(int, ticks)) / 100
