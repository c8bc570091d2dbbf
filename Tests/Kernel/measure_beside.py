"""Measures Tiltpad and keyd in one guest: TILTPAD_REPOSITORY=.cache/apt /usr/bin/python3 Tests/Kernel/measure_beside.py KEYD.

KEYD is the program that keyd's own `make` builds. Prints the size of the package, the times of five cold starts, and memory at rest.
"""

import pathlib
import statistics
import subprocess
import sys

import daemon_guest
import shared_guest

STARTS = 5
COLD = "sync; echo 3 >/proc/sys/vm/drop_caches; "
# Tiltpad tells the service manager that it is ready; keyd prints a line when its keyboard is there.
UNIT = (COLD + "systemctl stop {0}; systemctl reset-failed {0}; " + COLD + "systemctl start {0}; "
        "systemctl show {0} -p ExecMainStartTimestampMonotonic -p ActiveEnterTimestampMonotonic | sort")
MEMORY = "grep -E '^(Rss|Pss|Pss_Anon):' /proc/{}/smaps_rollup | tr -s ' '"


def started(unit):
    """Returns the time of a cold start of a unit, from its process to its readiness, in ms."""
    said = shared_guest.guest().run(UNIT.format(unit), 120).stdout.split()
    ready, begun = (int(line.split("=")[1]) for line in said)
    return (ready - begun) / 1e3


def keyd_started():
    """Returns the same of keyd."""
    script = (f"{COLD} rm -f /tmp/keyd.log; from=$(date +%s%N); /opt/keyd >/tmp/keyd.log 2>&1 & pid=$!; "
              "until grep -q Starting /tmp/keyd.log; do sleep 0.005; done; now=$(date +%s%N); "
              f"sleep 2; {MEMORY.format('$pid')}; kill $pid; wait $pid; echo time $((now - from))")
    said = shared_guest.guest().run(f"bash -c '{script.replace(chr(39), chr(34))}'", 120).stdout
    return int(said.split("time ")[1]) / 1e6, said.split("time")[0]


def told(name, times):
    """Prints the times of the starts."""
    print(f"{name}: cold starts {', '.join(f'{each:.0f}' for each in times)} ms; median {statistics.median(times):.0f} ms")


def main():
    """Measures both, one after the other."""
    package = next((daemon_guest.REPOSITORY / "pool").glob("tiltpad_*.deb"))
    size = subprocess.run(["dpkg-deb", "-f", package, "Installed-Size"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"{package.name}: {package.stat().st_size} bytes, installed {size} KiB")
    guest = daemon_guest.installed()
    for unit in ("tiltpad", "tiltpad-web"):
        told(unit, [started(unit) for _ in range(STARTS)])
    for unit in ("tiltpad", "tiltpad-web"):
        pid = guest.run(f"sleep 5; systemctl show -P MainPID {unit}").stdout.strip()
        print(unit, guest.run(MEMORY.format(pid)).stdout.replace("\n", ", "))
    guest.put_file(sys.argv[1], "/opt/keyd", "755")
    guest.run("mkdir -p /etc/keyd; printf '[ids]\\n*\\n[main]\\n' >/etc/keyd/default.conf; systemctl stop tiltpad-web tiltpad; modprobe uinput")
    measured = [keyd_started() for _ in range(STARTS)]
    told("keyd", [each[0] for each in measured])
    print("keyd", measured[-1][1].replace("\n", ", "), pathlib.Path(sys.argv[1]).stat().st_size, "bytes")


if __name__ == "__main__":
    main()
