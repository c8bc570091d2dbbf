"""Runs in the guest: measures how long a datagram takes through one process to another, if neither does any work.

The forces of a game cannot get through the daemon to a controller any faster.
"""

import json
import os
import socket
import struct
import time

TIME = struct.Struct("d")


def port():
    """Returns a UDP socket on a free port of 127.0.0.1."""
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    opened.bind(("127.0.0.1", 0))
    return opened


def forked(act):
    """Runs `act` in a fork of this process; returns the process id."""
    if (pid := os.fork()) > 0:
        return pid
    try:
        act()
    finally:
        os._exit(0)


def times(count, pause_seconds):
    """Sends `count` datagrams through a second process to a third one; returns the time that each took, in s, sorted."""
    way, end, (results, told) = port(), port(), os.pipe()

    def pass_on():
        """Passes each datagram on, up to and including the empty one."""
        while end.sendto(way.recv(64), end.getsockname()):
            pass

    def receive():
        """Measures the time of each datagram; writes all times when the empty datagram arrives."""
        found = []
        while datagram := end.recv(64):
            found.append(time.monotonic() - TIME.unpack(datagram)[0])
        os.write(told, json.dumps(sorted(found)).encode())

    children = [forked(pass_on), forked(receive)]
    os.close(told)
    for _ in range(count):
        time.sleep(pause_seconds)
        way.sendto(TIME.pack(time.monotonic()), way.getsockname())
    way.sendto(b"", way.getsockname())
    with open(results, encoding="utf-8") as file:
        found = json.load(file)
    for child in children:
        os.waitpid(child, 0)
    return found
