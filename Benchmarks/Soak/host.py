"""The host of a soak test: runs the daemon and its gateway as they are installed, and measures the resources that they use."""

import ctypes
import os
import pathlib
import re
import socket
import subprocess
import time

import status
from ports import free_port
from tables import Message, Topic

TICKS = os.sysconf("SC_CLK_TCK")
DEADLINE_SECONDS = 20
CONFIGURATION = """[host]
players = 16
keep_slot = 1
[buzzer]
result = 400
pause = 300
"""
BUCKET_ENDS_US = (16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)


def die_with_parent():
    """Makes the kernel kill the child process when this program ends for any reason (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, 9)


class Host:
    """A daemon, whose pads `soak-load` reads, and its web gateway."""

    def __init__(self, programs, place):
        """Takes the folder of the programs, and the folder `place` for all files; starts nothing yet."""
        self.programs, self.place = pathlib.Path(programs), place
        self.port, self.page_port = free_port(), free_port()
        self.socket, self.tickets = place / "bridge.sock", place / "web.sock"
        self.surroundings = {**os.environ, "STATE_DIRECTORY": str(place / "state")}
        self.daemon = self.gateway = None
        self.is_hurried = False

    def start(self, has_kernel_pads):
        """Starts the daemon, with its real-time policy if that is allowed, and the gateway; without `has_kernel_pads`, pads are sockets."""
        configuration = self.place / "tiltpad.conf"
        configuration.write_text(CONFIGURATION)
        preloaded = {} if has_kernel_pads else {"LD_PRELOAD": str(self.place / "pads.so"), "TILTPAD_PADS": str(self.place / "pads")}
        self.daemon = self._start(
            "daemon", "serve", "--pads", "uinput", "--config", configuration, "--web", "no", "--port", self.port,
            "--allow-plain", "127.0.0.0/8", "--socket", self.socket, **preloaded)
        self.is_hurried = subprocess.run(
            ["chrt", "--rr", "--reset-on-fork", "--pid", "1", str(self.daemon.pid)], check=False,
            stderr=subprocess.DEVNULL).returncode == 0
        self.gateway = self._start(
            "gateway", "web", "--folder", pathlib.Path("web").resolve(), "--port", self.page_port, "--socket",
            f"{self.socket}.gateway", "--tickets", self.tickets, ready="serving")
        self.watch = Watch(self.socket)

    def _start(self, name, *arguments, ready="listening", **preloaded):
        log = self.place / f"{name}.log"
        with open(log, "wb") as output:
            child = subprocess.Popen(
                [self.programs / "tiltpad", *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={**self.surroundings, **preloaded}, preexec_fn=die_with_parent)
        limit = time.monotonic() + DEADLINE_SECONDS
        while ready not in log.read_text():
            if child.poll() is not None or time.monotonic() > limit:
                raise RuntimeError(f"the {name} has not started: {log.read_text()}")
            time.sleep(0.05)
        return child

    def end(self):
        """Ends the gateway and the daemon; returns their exit statuses."""
        statuses = []
        for child in (self.gateway, self.daemon):
            if child is not None:
                child.terminate()
                statuses.append(child.wait(DEADLINE_SECONDS))
        return statuses

    def order(self, *words):
        """Runs the command `tiltpad WORDS` for the daemon; returns its output."""
        return self._run(*words, "--socket", self.socket)

    def ticket(self):
        """Returns a new ticket from the gateway, with which a page can join."""
        return self._run("pair", "--phone", "--link", "--address", "127.0.0.1", "--socket", self.tickets).strip().split("#")[1]

    def _run(self, *words):
        return subprocess.run(
            [self.programs / "tiltpad", *map(str, words)], check=True, capture_output=True, text=True, timeout=DEADLINE_SECONDS,
            env=self.surroundings, stdin=subprocess.DEVNULL).stdout

    def sizes(self):
        """Returns the sizes of the database and of its log, in bytes."""
        paths = [self.place / "state" / name for name in ("tiltpad.db", "tiltpad.db-wal")]
        return [path.stat().st_size if path.exists() else 0 for path in paths]


def memory(pid):
    """Returns the resident and the anonymous memory of a process, in KiB.

    The proportional share (Pss) is of no use here, because it rises when another program that has loaded the same libraries ends.
    """
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return [int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) for name in ("Rss", "Anonymous")]


def descriptors(pid):
    """Returns the number of descriptors that a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def processor_seconds(pid):
    """Returns the processor time of all threads of a process, in s."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Watch:
    """A client of the daemon that adds up the counts of all players; the daemon counts from 0 for each new player."""

    def __init__(self, path):
        """Connects to the daemon's socket at `path`, and asks for the status once a second."""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.connect(str(path))
        self._socket.setblocking(False)
        self._socket.send(status.watch(Topic.STATUS, 1000))
        self._last = {}
        self._times = [0] * len(BUCKET_ENDS_US)
        self.bridge = None
        self.lost = self.late = 0

    def drain(self):
        """Reads the messages that have arrived since the last call, and adds up their counts."""
        while True:
            try:
                message = self._socket.recv(2048)
            except BlockingIOError:
                return
            if not message:
                raise RuntimeError("the daemon has hung up")
            if message[0] == Message.HOST:
                self.bridge = status.bridge(message) or self.bridge
            elif message[0] == Message.PLAYER:
                self._add(status.player(message))

    def _add(self, player):
        now = (*player.handling, player.counts.lost, player.counts.late)
        former = self._last.get((player.slot, player.token, player.port), (0,) * len(now))
        if sum(now[:10]) < sum(former[:10]):
            former = (0,) * len(now)
        self._last[player.slot, player.token, player.port] = now
        if len(self._last) > 256:
            self._last.pop(next(iter(self._last)))
        growth = [max(new - old, 0) for new, old in zip(now, former)]
        self._times = [total + new for total, new in zip(self._times, growth)]
        self.lost += growth[10]
        self.late += growth[11]

    def handling_p99(self):
        """Returns the upper end, in µs, of the bucket that contains the p99 of the handling times since the last call; None without packets.

        The last bucket has no upper end; it counts as 8192.
        """
        times, self._times = self._times, [0] * len(BUCKET_ENDS_US)
        rest = 0.99 * sum(times)
        for count, end in zip(times, BUCKET_ENDS_US):
            rest -= count
            if sum(times) and rest <= 0:
                return end
        return None
