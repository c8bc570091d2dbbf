"""Ports for the programs that a test starts."""

import random
import socket

# Below those that the kernel gives to outgoing connections (net.ipv4.ip_local_port_range, from 32768 on): none of them
# takes a port between our look and the start of the program.
OURS = range(16384, 28000)


def free_port():
    """Returns a port that nobody has, for TCP and for UDP."""
    while True:
        port = random.choice(OURS)
        try:
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
                with socket.socket(socket.AF_INET, kind) as probe:
                    probe.bind(("", port))
        except OSError:
            continue
        return port
