"""A network for a single process. Changes to the machine's addresses do not affect it."""

import ctypes
import json
import os
import subprocess
import time

CLONE_NEWNET = 0x40000000
# The longest wait for a link, in s.
UP_s = 60
# A browser offers its data channels the address by which it would reach the internet. Without addrgenmode none, the kernel would assign an
# address of its own a second later, which would look like a change of the network.
SETUP = (
    "link set lo up",
    "link add eth0 type veth peer name eth1",
    "link set eth0 addrgenmode none",
    "link set eth1 addrgenmode none",
    "address add 192.168.77.2/24 dev eth0",
    "link set eth1 up",
    "link set eth0 up",
    "route add default via 192.168.77.1",
)


def enter():
    """Moves this process to a network with a loopback and an Ethernet device that leads nowhere; requires root."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    for command in SETUP:
        subprocess.run(["ip", *command.split()], check=True)
    deadline = time.monotonic() + UP_s
    while not all(is_up(link) for link in ("eth0", "eth1")):
        if time.monotonic() > deadline:
            raise TimeoutError("the network of this process does not come up")
        time.sleep(0.01)


def is_up(link):
    """Returns whether the kernel reports that a link is up."""
    shown = subprocess.run(["ip", "-j", "link", "show", link], capture_output=True, check=True).stdout
    return json.loads(shown)[0]["operstate"] == "UP"
