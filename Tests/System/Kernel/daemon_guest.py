"""Functions that install, configure, start, query and stop the daemon in the guest. It is installed from its package."""

import functools
import os
import pathlib
import time

import shared_guest
from sender import Controller

REPOSITORY = pathlib.Path(os.environ.get(
    "TILTPAD_REPOSITORY", pathlib.Path(__file__).resolve().parents[3] / ".cache" / "apt"))
DROP_IN = "/etc/tiltpad/tiltpad.conf.d/10-test.conf"
PROCESSES = "/sys/fs/cgroup/system.slice/tiltpad.service/cgroup.procs"
RECORDS, NO_RECORDS = "/run/tiltpad/pads", "tiltpad pads 1\n"
# The fuzz of a stick's axis. The kernel halves changes below twice the fuzz, so a stick at rest may keep less than the fuzz.
FUZZ = 16
PADS = "/sys/class/input/event*/device"
# The beginning of the names of udev's files about input nodes, which end with the minor number. Udev may have no file for 63, which all mice share.
UDEV_DATA, MICE = "/run/udev/data/c13:", "63"
# In the emulator's user network, every sender on the host has the address 10.0.2.2, and each socket a port of its own.
ALLOWED = "[host]\nallow_plain = 10.0.2.2 127.0.0.1\n"


@functools.cache
def installed():
    """Installs the package in the guest, with a configuration that allows controllers on the host and in the guest; returns the guest."""
    if not (REPOSITORY / "tiltpad.sources").exists():
        raise AssertionError(f"there is no repository at {REPOSITORY}: run scripts/test/kernel, which makes it")
    guest = shared_guest.guest()
    write(DROP_IN, ALLOWED)
    guest.install(REPOSITORY)
    return guest


def start(extra=""):
    """Restarts the daemon, without players, with the configuration ALLOWED and the lines `extra`; returns the guest."""
    guest = installed()
    write(DROP_IN, ALLOWED + extra)
    # It does not use `systemctl restart`, which would keep the pads of the test before.
    guest.run("systemctl stop tiltpad; systemctl reset-failed tiltpad; systemctl start tiltpad")
    return guest


def start_both():
    """Restarts the daemon and the gateway."""
    start().run("systemctl restart tiltpad-web")


def stop_both():
    """Stops the gateway and the daemon, and leaves no failed unit to later tests."""
    shared_guest.guest().run("systemctl stop tiltpad-web")
    stop()


def ready(extra=""):
    """Makes sure that a daemon without players runs, with the configuration ALLOWED and the lines `extra`; returns the guest.

    If such a daemon runs already, it is kept. Otherwise the daemon is restarted.
    """
    guest = installed()
    # The players of the test before may still be leaving.
    deadline = shared_guest.deadline(0.5)
    while not _is_free(found := guest.read(DROP_IN, PROCESSES, RECORDS, f"{PADS}/phys"), ALLOWED + extra):
        if time.monotonic() > deadline or found.get(DROP_IN) != ALLOWED + extra:
            return start(extra)
        time.sleep(0.05)
    return guest


def _is_free(found, configuration):
    """Returns whether a daemon runs with this configuration and has no pad, according to the guest's files `found`."""
    has_pad = any(text.startswith("tiltpad/") for path, text in found.items() if path.endswith("/phys"))
    return (found.get(DROP_IN) == configuration and bool(found.get(PROCESSES, "").strip())
            and found.get(RECORDS) == NO_RECORDS and not has_pad)


def stop():
    """Stops the daemon, and leaves no failed unit to later tests."""
    guest = shared_guest.guest()
    guest.run("systemctl stop tiltpad; systemctl reset-failed tiltpad 2>/dev/null; true")


def write(path, text):
    """Writes a file in the guest."""
    shared_guest.guest().write(path, text)


def configure(text):
    """Writes the configuration and makes the running daemon read it; returns the lines that the daemon logs meanwhile."""
    write(DROP_IN, text)
    return said_during("systemctl reload tiltpad")


def records():
    """Returns the lines of the daemon's file about the owners of pads."""
    return shared_guest.guest().read(RECORDS)[RECORDS].splitlines()


def uptime():
    """Returns the time of /proc/uptime in the guest, in s, to a hundredth of a second."""
    return float(shared_guest.guest().read("/proc/uptime")["/proc/uptime"].split()[0])


def crash(between=":"):
    """Stops the daemon with SIGSTOP, runs the command `between`, and kills the daemon; systemd then starts another one."""
    shared_guest.guest().run(
        f"systemctl kill -s STOP tiltpad; {between}; systemctl kill -s KILL tiltpad")


def said_during(command, wait_seconds=0.5):
    """Runs a command in the guest and returns the daemon's lines in the journal since it began."""
    guest = shared_guest.guest()
    script = (f"from=$(journalctl -u tiltpad -n 0 --show-cursor -q | sed -n 's/-- cursor: //p'); "
              f"{command}; sleep {wait_seconds}; journalctl --sync; "
              f"journalctl -u tiltpad -o cat --after-cursor=\"$from\"")
    return guest.run(script).stdout


def said():
    """Returns the daemon's journal since its last start."""
    return shared_guest.guest().run(
        "journalctl --sync; journalctl -o cat _SYSTEMD_INVOCATION_ID=$(systemctl show -P InvocationID tiltpad)").stdout


def show(*properties):
    """Returns properties of the daemon's unit, as {name: value}."""
    printed = shared_guest.guest().run(f"systemctl show tiltpad -p {','.join(properties)}").stdout
    return dict(line.split("=", 1) for line in printed.splitlines())


def main_pid():
    """Returns the process id of the daemon."""
    return int(show("MainPID")["MainPID"])


def controller(token, link=None):
    """Returns a controller on the host, with a port of its own."""
    return Controller("127.0.0.1", shared_guest.guest().udp_port, token, link)


def pads():
    """Returns the event nodes of the devices that have a phys of the daemon's, by their phys: pads, motion sensors and a quiz's keyboard."""
    found = shared_guest.guest().read(f"{PADS}/phys").items()
    return {phys.strip(): path.split("/")[4] for path, phys in found if phys.startswith("tiltpad/")}


def wait_for_pads(count, timeout_seconds=15):
    """Waits until there are `count` nodes of `pads`, and returns them."""
    deadline = shared_guest.deadline(timeout_seconds)
    while len(found := pads()) != count:
        if time.monotonic() > deadline:
            raise AssertionError(f"not {count} pads within {timeout_seconds} s but {found}")
        time.sleep(0.05)
    settle()
    return found


def settle():
    """Waits until udev has finished with all devices."""
    # To ask udev takes a process in the guest. The files that udev has written say the same, unless it has not looked at a device yet.
    found = shared_guest.guest().read("/run/udev/queue", "/sys/class/input/*/dev", f"{UDEV_DATA}*")
    nodes = {f"{UDEV_DATA}{text.strip().partition(':')[2]}" for path, text in found.items() if path.endswith("/dev")}
    known = {path for path in found if path.startswith(UDEV_DATA)}
    if "/run/udev/queue" in found or not nodes - {UDEV_DATA + MICE} <= known <= nodes:
        shared_guest.guest().run("udevadm settle")


def wait_until(look, timeout_seconds=20, what=""):
    """Calls `look` until its result is true, and returns the result. `what` is the text for a failure."""
    deadline = shared_guest.deadline(timeout_seconds)
    while not (found := look()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {timeout_seconds} s: {what}\n"
                                 + shared_guest.guest().run("journalctl -o cat -u tiltpad -n 30").stdout)
        time.sleep(0.2)
    return found


def watch(phys="tiltpad/pad1", seconds=60):
    """Starts reading a pad's events with the kernel's times; the first line is its description."""
    return shared_guest.start("evdev_probe", f"--phys {phys} --seconds {seconds}")


def axis(code, is_wanted):
    """Returns a predicate for a probe's lines: an axis has a value that is wanted."""
    return lambda line: line.get("type") == "EV_ABS" and line["code"] == code and is_wanted(line["value"])


def at_rest(code):
    """Returns a predicate for a probe's lines: an axis is at rest."""
    return axis(code, lambda value: abs(value) < FUZZ)


def key(code, value):
    """Returns a predicate for a probe's lines: a button goes down (1) or up (0)."""
    return lambda line: line.get("type") == "EV_KEY" and (line["code"], line["value"]) == (code, value)


def changes(lines, code, kind="EV_ABS"):
    """Returns the (kernel time, value) of each event of a code among a probe's lines."""
    return [(line["kernel_seconds"], line["value"]) for line in lines
            if line.get("type") == kind and line.get("code") == code]
