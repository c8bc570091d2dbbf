"""Python classes for the tools in C: `impair` (a link with faults) and `flood` (strangers that flood)."""

import json
import os
import subprocess

from namespaces import TOOLS, spawn

CONTROLLER = "10.77.0.1"
HOST = "10.77.0.2"
STRANGER_SIDE = "10.88.0.1"
FIRST_STRANGER = "10.88.1.1"
PATIENCE = 60


class Link:
    """A link with faults between two namespaces, until the end of the `with` block."""

    def __init__(self, near, far, seed=1, record=None, **faults):
        """Opens the link. The faults are the options of `impair --help`."""
        options = [f"--{name}={value}" for name, value in {"seed": seed, **faults}.items()]
        options += [f"--record={record}"] if record else []
        self._child = spawn(
            [TOOLS / "impair", *options, near.name, f"{CONTROLLER}/16", far.name, f"{HOST}/16"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self._child.stdout.readline() != "ready\n":
            self.close()
            raise AssertionError("there is no link")

    def __enter__(self):
        """Returns itself."""
        return self

    def __exit__(self, *_):
        """Closes the link."""
        self.close()

    def close(self):
        """Ends the link. The record is complete afterwards."""
        end(self._child)

    def order(self, *words):
        """Sends an order to `impair`; returns its answer. Fails if the tool refuses the order."""
        self._child.stdin.write(" ".join(map(str, words)) + "\n")
        self._child.stdin.flush()
        answer = self._child.stdout.readline().strip()
        assert answer != "error", words
        return answer

    def set(self, **faults):
        """Sets the values of faults."""
        for name, value in faults.items():
            self.order(name, value)

    def counts(self):
        """Returns the counts of packets so far, by side."""
        return json.loads(self.order("counts"))

    def recall(self, kind):
        """Returns the newest datagram of this kind from the near side."""
        return bytes.fromhex(self.order("recall", kind))


class Flood:
    """A flood from strangers beyond a TUN device in a namespace. `run` or `begin` starts it."""

    def __init__(self, namespace, port, sources, rate, seconds, processor, with_cookies=False):
        """Opens the device. The strangers' process uses only this processor."""
        self._seconds = seconds
        self._child = spawn(
            ["taskset", "-c", str(processor), TOOLS / "flood", f"--from={FIRST_STRANGER}", f"--sources={sources}",
             f"--rate={rate}", f"--seconds={seconds}", *(["--cookies"] if with_cookies else []), namespace.name, f"{STRANGER_SIDE}/16", str(port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self._child.stdout.readline() != "ready\n":
            self.__exit__()
            raise AssertionError("there is no device")

    def __enter__(self):
        """Returns itself."""
        return self

    def __exit__(self, *_):
        """Ends the flood's process."""
        end(self._child)

    def run(self, datagrams):
        """Sends `datagrams` in turn until the time is over; returns the counts."""
        return json.loads(self._child.communicate(lines(datagrams), timeout=self._seconds + PATIENCE)[0])

    def begin(self, datagrams):
        """Starts to send `datagrams` in turn, until the time is over or `stop` is called."""
        self._child.stdin.write(lines(datagrams))
        self._child.stdin.close()

    def stop(self):
        """Ends the flood; returns the counts."""
        self._child.terminate()
        return json.loads(self._child.stdout.readline())


def lines(datagrams):
    """Returns the input of `flood`: one line for each datagram, in hexadecimal."""
    return "".join(f"{datagram.hex()}\n" for datagram in datagrams)


def end(child):
    """Closes a tool's standard input, which ends it. If it does not end, kills it."""
    if not child.stdin.closed:
        try:
            child.stdin.close()
        except OSError:
            pass
    try:
        child.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    if not child.stdout.closed:
        child.stdout.close()


def arrivals(record):
    """Returns (arrival, departure) in ns of each packet that a link has delivered, sorted by arrival."""
    passed = []
    with open(record, encoding="ascii") as lines:
        for line in lines:
            departure, arrival = line.split()
            if arrival != "-":
                passed.append((int(arrival), int(departure)))
    return sorted(passed)


def departures(record):
    """Returns the times in ns at which the near side has sent packets."""
    with open(record, encoding="ascii") as lines:
        return [int(line.split()[0]) for line in lines]


def processors():
    """Returns the processors that this process may use."""
    return sorted(os.sched_getaffinity(0))
