"""Reads the JSON lines of a command in the guest, with a time limit on every wait."""

import json
import queue
import threading
import time


class JSONLines:
    """A command in the guest and its lines. A thread reads the lines, so that a wait for one can time out."""

    def __init__(self, vm, command=None, **request):
        """Starts a command in the guest, or sends another request to the guest's agent."""
        self._vm = vm
        self._child = vm.spawn(command, **request)
        self.seen = []
        self._queue = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self):
        """Returns the JSONLines."""
        return self

    def __exit__(self, *_):
        """Ends the command."""
        self.close()

    @property
    def pid(self):
        """The process id of the command in the guest."""
        return self._child.pid

    def kill(self):
        """Kills the command and all that it started; returns the guest's uptime just before, in s."""
        return float(self._vm.run(f"cut -d' ' -f1 /proc/uptime; kill -s KILL -- -{self._child.pid}").stdout)

    def send(self, line):
        """Writes one line to the command's stdin."""
        self._child.send(line + "\n")

    def until(self, is_wanted, timeout_seconds=30):
        """Waits for a new line that is wanted, and returns it. `is_wanted` is a predicate, or a key that the line must have."""
        wanted = is_wanted if callable(is_wanted) else lambda line: is_wanted in line
        deadline = time.monotonic() + timeout_seconds * self._vm.machine.slowness
        while True:
            try:
                line = self._queue.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no such line within {timeout_seconds} s; {self._story()}") from None
            if line is None:
                self._queue.put(None)
                raise AssertionError(f"the command ended without such a line; {self._story()}")
            self.seen.append(line)
            if wanted(line):
                return line

    def drain(self):
        """Adds every line that has arrived to `seen`."""
        while not self._queue.empty():
            line = self._queue.get()
            if line is None:
                self._queue.put(None)
                return
            self.seen.append(line)

    def close(self):
        """Ends the command; a second call is harmless."""
        patience = 10 * self._vm.machine.slowness
        self._child.hang_up()
        self._reader.join(timeout=patience)
        if self._reader.is_alive():
            self._child.kill()
            self._reader.join(timeout=patience)

    def _read(self):
        """Queues each line, and None at the end; a line that is no JSON becomes {"text": ...}."""
        for line in iter(self._child.readline, ""):
            try:
                parsed = json.loads(line)
            except ValueError:
                parsed = None
            self._queue.put(parsed if isinstance(parsed, dict) else {"text": line.rstrip("\n")})
        self._queue.put(None)

    def _story(self):
        """Returns the lines that came, for an error message. The last one is first, because the summary of all tests prints only one line."""
        return f"the last of {len(self.seen)} was {(self.seen or ['none'])[-1]}; before it:\n" + "\n".join(map(str, self.seen[-20:-1]))
