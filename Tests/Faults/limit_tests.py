"""Faults of limits: no descriptor, no memory and no thread is left for the daemon, and then for the gateway."""

import sys

from faults_case import Faults, lasting, mended
from shared_guest import guest

UNITS = ("tiltpad", "tiltpad-web")
# All descriptors that are free are taken away; somebody connects to the local socket again and again meanwhile.
NO_DESCRIPTORS = "for unit in tiltpad tiltpad-web; do pid=$(systemctl show -P MainPID $unit); prlimit --pid $pid --nofile=$(ls /proc/$pid/fd | wc -l):; done"
DESCRIPTORS = "for unit in tiltpad tiltpad-web; do prlimit --pid $(systemctl show -P MainPID $unit) --nofile=1024:; done"
KNOCK = "timeout 1 tiltpad status >/dev/null 2>&1; timeout 1 tiltpad pair --phone --link >/dev/null 2>&1; true"


class Limits(Faults):
    """Tests of what the kernel refuses."""

    def test_no_descriptor_is_left(self):
        """A program that connects is refused, and costs no more than that."""
        self.addCleanup(guest().run, DESCRIPTORS)

        def inject():
            guest().run(NO_DESCRIPTORS)
            before = processor_seconds("tiltpad")
            guest().run(f"for i in 1 2 3; do {KNOCK}; sleep 1; done", timeout_seconds=60)
            print(f"faults: meanwhile the daemon took {processor_seconds('tiltpad') - before:.2f} s of a processor", file=sys.stderr)
            return mended(DESCRIPTORS)
        self.suffer("no descriptor left, programs knock", inject)
        guest().run("timeout 20 tiltpad status")

    def test_no_memory_is_left(self):
        """The kernel ends the process (OOM); it starts again as soon as there is memory."""
        for unit in UNITS:
            self.addCleanup(guest().run, f"systemctl revert {unit}; systemctl reset-failed {unit}; systemctl start {unit}")
            self.suffer(f"no memory left for {unit} for 2 s", lambda unit=unit: lasting(
                f"systemctl set-property --runtime {unit} MemoryMax=1M", 2, f"systemctl set-property --runtime {unit} MemoryMax=256M"), times=2)

    def test_no_thread_may_start(self):
        """The daemon then writes its file on its only thread."""
        for unit in UNITS:
            with self.subTest(unit):
                self.addCleanup(guest().run, f"systemctl revert {unit}; systemctl reset-failed {unit}; systemctl start {unit}")
                guest().run(f"systemctl set-property --runtime {unit} TasksMax=1")
                self.suffer(f"no further thread or process for {unit} (TasksMax=1), killed", lambda unit=unit: mended(f"systemctl kill -s KILL {unit}"))


def processor_seconds(unit):
    """Returns the processor time of a unit's main process, in s."""
    ticks = guest().run(f"cut -d' ' -f14,15 /proc/$(systemctl show -P MainPID {unit})/stat").stdout.split()
    return sum(map(int, ticks)) / 100
