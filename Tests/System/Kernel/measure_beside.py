"""Measures Tiltpad and other programs in one guest: TILTPAD_REPOSITORY=.cache/apt /usr/bin/python3 Tests/System/Kernel/measure_beside.py NAME=PATH...

NAME is one of OTHERS. PATH is its program, or a directory that becomes its root directory and has all that it needs. Prints the size of
the package, the times of five cold starts, and the memory at rest.
"""

import dataclasses
import pathlib
import statistics
import subprocess
import sys

import daemon_guest
import shared_guest

STARTS = 5
COLD = "sync; echo 3 >/proc/sys/vm/drop_caches; "
# Tiltpad tells the service manager that it is ready; the others print a line.
UNIT = (COLD + "systemctl stop {0}; systemctl reset-failed {0}; " + COLD + "systemctl start {0}; "
        "systemctl show {0} -p ExecMainStartTimestampMonotonic -p ActiveEnterTimestampMonotonic | sort")
MEMORY = "grep -E '^(Rss|Pss|Pss_Anon):' /proc/{}/smaps_rollup | tr -s ' '"


def started(unit):
    """Returns the time of a cold start of a unit, from its process to its readiness, in ms."""
    said = shared_guest.guest().run(UNIT.format(unit), 120).stdout.split()
    ready, begun = (int(line.split("=")[1]) for line in said)
    return (ready - begun) / 1e3


@dataclasses.dataclass(frozen=True)
class Other:
    """Another program: the command that starts it in the guest, and a word of the line with which it announces that it is ready."""

    command: str
    ready: str

    def started(self):
        """Returns the time of a cold start until the program is ready, in ms, and the lines about its memory some seconds later."""
        script = (f"{COLD} rm -f /tmp/said; from=$(date +%s%N); {self.command} >/tmp/said 2>&1 & pid=$!; "
                  f"until grep -q '{self.ready}' /tmp/said; do sleep 0.005; if ! kill -0 $pid; then tail /tmp/said; exit 1; fi; done; now=$(date +%s%N); "
                  f"sleep 5; {MEMORY.format('$pid')}; kill $pid; wait $pid; echo time $((now - from))")
        said = shared_guest.guest().run("exec timeout 60 bash || tail /tmp/said", 120, input=script).stdout
        return int(said.split("time ")[1]) / 1e6, said.split("time")[0]


# A program with a directory of its own is started by chroot, which replaces itself with the program. So the measured memory is the program's.
OTHERS = {
    "keyd": Other("/opt/keyd", "Starting"),
    "inputplumber": Other("env DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/dbus/system_bus_socket chroot /opt/inputplumber /usr/bin/inputplumber", "evdev device discovery"),
    "sunshine": Other("env HOME=/root XDG_RUNTIME_DIR=/run LANG=C.UTF-8 chroot /opt/sunshine /usr/bin/sunshine", "Configuration UI available"),
}


def place(name, path):
    """Puts another program into the guest."""
    guest = shared_guest.guest()
    if path.is_file():
        guest.put_file(path, f"/opt/{name}", "755")
        return
    guest.put_tree(path, f"/opt/{name}")
    guest.run(f"cd /opt/{name}; mkdir -p dev proc sys run tmp; for each in dev proc sys run; do mount --rbind /$each $each; done; "
              "test ! -d usr/share/dbus-1/system.d || (cp usr/share/dbus-1/system.d/* /etc/dbus-1/system.d/; systemctl reload dbus)")


def told(name, times):
    """Prints the times of the starts."""
    print(f"{name}: cold starts {', '.join(f'{each:.0f}' for each in times)} ms; median {statistics.median(times):.0f} ms")


def main():
    """Measures all programs, one after the other."""
    package = next((daemon_guest.REPOSITORY / "pool").glob("tiltpad_*.deb"))
    size = subprocess.run(["dpkg-deb", "-f", package, "Installed-Size"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"{package.name}: {package.stat().st_size} bytes, installed {size} KiB")
    guest = daemon_guest.installed()
    for unit in ("tiltpad", "tiltpad-web"):
        told(unit, [started(unit) for _ in range(STARTS)])
    for unit in ("tiltpad", "tiltpad-web"):
        pid = guest.run(f"sleep 5; systemctl show -P MainPID {unit}").stdout.strip()
        print(unit, guest.run(MEMORY.format(pid)).stdout.replace("\n", ", "))
    guest.run("mkdir -p /etc/keyd; printf '[ids]\\n*\\n[main]\\n' >/etc/keyd/default.conf; systemctl stop tiltpad-web tiltpad; modprobe uinput")
    for name, path in (word.split("=") for word in sys.argv[1:]):
        place(name, pathlib.Path(path))
        measured = [OTHERS[name].started() for _ in range(STARTS)]
        told(name, [each[0] for each in measured])
        print(name, measured[-1][1].replace("\n", ", "))


if __name__ == "__main__":
    main()
