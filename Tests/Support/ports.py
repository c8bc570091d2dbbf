"""Ports for the programs that a test starts."""

import fcntl
import functools
import itertools
import pathlib
import random
import socket
import tempfile

# These are below the ports that the kernel gives to outgoing connections (net.ipv4.ip_local_port_range, from 32768 onwards), so that no such
# connection takes a port between the check and the start of the program.
OURS = range(16384, 27984)
# The number of ports for one process of tests. OURS consists of whole blocks.
BLOCK = 200


@functools.cache
def block():
    """Returns an endless sequence of ports that no other test process gets while this one runs, and the lock that reserves them."""
    for first in random.sample(OURS[::BLOCK], len(OURS[::BLOCK])):
        lock = open(pathlib.Path(tempfile.gettempdir(), f"tiltpad-ports-{first}"), "w", encoding="ascii")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            continue
        return itertools.cycle(OURS[first - OURS.start:][:BLOCK]), lock
    raise AssertionError("each block of the ports is taken by other tests")


def free_port():
    """Returns the next port of this process's block that is free for TCP and for UDP."""
    for port in itertools.islice(block()[0], BLOCK):
        try:
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
                with socket.socket(socket.AF_INET, kind) as probe:
                    probe.bind(("", port))
        except OSError:
            continue
        return port
    raise AssertionError("each port of this process's block is in use")


def rows(port):
    """Returns the fields of the UDP sockets on a port, from the rows of /proc/net/udp6."""
    lines = pathlib.Path("/proc/net/udp6").read_text().splitlines()[1:]
    return [row for row in map(str.split, lines) if int(row[1].rpartition(":")[2], 16) == port]


def kernel_drops(port):
    """Returns the number of datagrams to a port that the kernel has dropped because the socket was full."""
    return sum(int(row[-1]) for row in rows(port))


def queued(port):
    """Returns the number of unread bytes on a port."""
    return sum(int(row[4].partition(":")[2], 16) for row in rows(port))
