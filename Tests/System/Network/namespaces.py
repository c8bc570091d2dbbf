"""Network namespaces for tests, and sockets inside them."""

import contextlib
import ctypes
import functools
import itertools
import os
import pathlib
import shutil
import socket
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOLS = ROOT / ".cache/network"
CLONE_NEWNET = 0x40000000
PREFIX = "tiltpad-test"
# The time in s within which an expected event must happen, even on a busy machine.
PATIENCE = 60

_libc = ctypes.CDLL(None, use_errno=True)
_numbers = itertools.count(1)


def spawn(command, **options):
    """Starts a process with a higher priority than the rest of the machine, if the kernel allows it (sched(7), autogroups).

    The process ends when this one ends, for any reason.
    """
    command = ["setpriv", "--pdeathsig", "TERM", "--", *map(str, command)]
    child = subprocess.Popen(command, start_new_session=True, **options)
    with contextlib.suppress(OSError):
        pathlib.Path(f"/proc/{child.pid}/autogroup").write_text("-15", encoding="ascii")
    return child


@functools.cache
def unavailable():
    """Returns the reason why namespaces with TUN devices cannot be made on this machine, or None if they can."""
    if os.geteuid() != 0:
        return "network namespaces and TUN devices are root's"
    for tool, package in (("ip", "iproute2"), ("setpriv", "util-linux"), ("taskset", "util-linux")):
        if shutil.which(tool) is None:
            return f"there is no {tool}: package {package}"
    if not (TOOLS / "impair").exists():
        return "the tools are not built: scripts/test/network"
    try:
        with Namespace() as near, Namespace() as far:
            command = [TOOLS / "impair", near.name, "10.77.0.1/16", far.name, "10.77.0.2/16"]
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=PATIENCE)
    except (OSError, subprocess.SubprocessError) as error:
        return f"the kernel gives no namespace or no TUN device ({error})"
    return None


class Namespace:
    """A network namespace that exists until the end of the `with` block."""

    def __init__(self):
        """Chooses a name that nobody else has."""
        self.name = f"{PREFIX}-{os.getpid()}-{next(_numbers)}"

    def __enter__(self):
        """Makes the namespace."""
        subprocess.run(["ip", "netns", "add", self.name], check=True, capture_output=True, timeout=PATIENCE)
        return self

    def __exit__(self, *_):
        """Removes the namespace."""
        subprocess.run(["ip", "netns", "delete", self.name], check=False, capture_output=True, timeout=PATIENCE)

    def command(self, *words):
        """Returns the command that runs `words` inside the namespace. It replaces the process that it starts in (exec)."""
        return ["ip", "netns", "exec", self.name, *map(str, words)]

    def socket(self, kind=socket.SOCK_DGRAM):
        """Returns a socket inside the namespace."""
        with self.entered():
            return socket.socket(socket.AF_INET, kind)

    @contextlib.contextmanager
    def entered(self):
        """Moves this thread into the namespace, until the end of the `with` block."""
        with open("/proc/thread-self/ns/net", encoding="utf-8") as home, \
                open(f"/run/netns/{self.name}", encoding="utf-8") as inside:
            _enter(inside)
            try:
                yield
            finally:
                _enter(home)


def _enter(file):
    if _libc.setns(file.fileno(), CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def sweep():
    """Removes the namespaces of a run that was killed."""
    listed = subprocess.run(["ip", "netns", "list"], check=False, capture_output=True, text=True, timeout=PATIENCE).stdout
    for line in listed.splitlines():
        name = line.split(" ")[0]
        if name.startswith(f"{PREFIX}-") and not pathlib.Path(f"/proc/{name.split('-')[2]}").exists():
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True, timeout=PATIENCE)
