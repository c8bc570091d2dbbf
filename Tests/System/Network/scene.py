"""A host and its controllers, with a bad network between them."""

import contextlib
import json
import math
import os
import pathlib
import signal
import subprocess
import tempfile
import time

import watch
from links import HOST, Link, departures
from namespaces import ROOT, Namespace, spawn

BINARY = os.environ.get("BINARY", str(ROOT / ".build/release/tiltpad"))
PORT = 28460
PATIENCE = 60


class Scene(contextlib.ExitStack):
    """Two namespaces, a link with faults, a daemon with pads in memory, and a watcher of the daemon."""

    def __init__(self, seed=1, processor_list=None, players=4, configuration="", **faults):
        """Starts a daemon for `players` players with this configuration.

        If there is a `processor_list`, all processes of the scene run on these processors. `faults` are those of the link.
        """
        super().__init__()
        self._prefix = ["taskset", "-c", processor_list] if processor_list else []
        try:
            self.place = pathlib.Path(self.enter_context(tempfile.TemporaryDirectory()))
            self.record = self.place / "record"
            self.near, self.far = self.enter_context(Namespace()), self.enter_context(Namespace())
            self.link = self.enter_context(Link(self.near, self.far, seed, self.record, **faults))
            self.socket = self.place / "bridge.sock"
            (self.place / "tiltpad.conf").write_text(configuration, encoding="utf-8")
            self.daemon = Child(
                self, self.far, "daemon", "serve", "--config", self.place / "tiltpad.conf", "--pads", "memory",
                "--socket", self.socket, "--port", PORT, "--players", players)
            self.daemon.until("listening")
            self.watch = watch.Watch(self.socket)
            self.callback(self.watch.close)
        except BaseException:
            self.close()
            raise

    def stall(self, until=math.inf, since=0):
        """Ends the link; returns the longest time in ms in which the host or a controller sent nothing.

        Only the time between `since` and `until`, in ns, counts.
        """
        self.watch.drain()
        self.link.close()
        return max(watch.longest_gap([time_ for time_ in times if since < time_ < until]) for times in (
            departures(self.record), [time_ for time_, _ in self.watch.hosts]))

    def start(self, namespace, *words, wrapper=(), surroundings=None, stdin=subprocess.DEVNULL, **options):
        """Starts the program in a namespace, with the command `wrapper` in front of it; returns the process."""
        surroundings = {
            **os.environ, "STATE_DIRECTORY": str(self.place / "state"), "XDG_STATE_HOME": str(self.place / "phone"),
            **(surroundings or {})}
        return spawn([*self._prefix, *namespace.command(*wrapper, BINARY, *words)], stdin=stdin, env=surroundings, **options)

    def controller(self, *arguments, name="controller"):
        """Starts a controller that plays. The first one pairs with the host."""
        return Child(self, self.near, name, "send", "--json", *self._way(), *arguments)

    def _way(self):
        """Returns the options by which a controller joins: a link the first time, and then the host's address."""
        if (self.place / "phone").exists():
            return "--host", f"{HOST}:{PORT}"
        return "--pair", self.link_of_host()

    def link_of_host(self):
        """Opens pairing by QR code at the host; returns the link."""
        shown = Child(self, self.far, "pairing", "pair", "--link", "--address", HOST, "--socket", self.socket)
        return shown.until("tpp://").split()[-1]

    @staticmethod
    def answer(asker, datagram):
        """Sends a datagram to the host, again each second until an answer arrives; returns the answer."""
        asker.settimeout(1)
        limit = time.monotonic() + PATIENCE
        while True:
            asker.sendto(datagram, (HOST, PORT))
            try:
                return asker.recv(2048)
            except TimeoutError:
                assert time.monotonic() < limit, "no answer"

    def wait_for_player(self, timeout_seconds=PATIENCE):
        """Waits for a player; returns its status."""
        self.watch.until(lambda: self.watch.player, timeout_seconds, f"a player; {self.daemon.text()}")
        return self.watch.player


class Child:
    """A process that ends with its scene. Its output goes to a file."""

    def __init__(self, scene, namespace, name, *words, **options):
        """Starts the process; `options` are those of `Scene.start`."""
        self._path = scene.place / f"{name}.{len(list(scene.place.iterdir()))}"
        with open(self._path, "wb") as output:
            self.process = scene.start(namespace, *words, stdout=output, stderr=subprocess.STDOUT, **options)
        scene.callback(self.end)

    def text(self):
        """Returns all of its output so far."""
        return self._path.read_text()

    def until(self, words, timeout_seconds=PATIENCE):
        """Waits until a line of the output contains these words; returns that line."""
        limit = time.monotonic() + timeout_seconds
        while True:
            for line in self.text().splitlines(keepends=True):
                if words in line and line.endswith("\n"):
                    return line.strip()
            assert self.process.poll() is None or words in self.text(), f"ended without {words!r}: {self.text()}"
            assert time.monotonic() < limit, f"no {words!r} in {self.text()}"
            time.sleep(0.02)

    def tally(self, timeout_seconds=PATIENCE):
        """Waits for the end of a controller; returns its counts."""
        self.process.wait(timeout_seconds)
        lines = [json.loads(line) for line in self.text().splitlines() if line.startswith("{")]
        counted = [line for line in lines if "edges" in line]
        assert counted, self.text()
        return counted[-1]

    def states(self):
        """Returns the states of the connection that a controller has printed."""
        lines = [json.loads(line) for line in self.text().splitlines() if line.startswith("{")]
        return [line["state"] for line in lines if "state" in line]

    def end(self, number=signal.SIGTERM):
        """Ends the process by the signal `number`. If it does not end, kills it."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
