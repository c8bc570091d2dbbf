"""Runs in the guest: connects to every socket of Tiltpad, requests as much data as it can, and reads little or nothing of it.

Prints {"ready": number of connections}, and ends when a line or the end of the input arrives. With --connects it connects and hangs up
at once, as often as it can for SECONDS, in two processes. Each then prints {"connects", "seconds"}. Usage:
dead_readers.py [--connects SECONDS].
"""

import json
import os
import select
import socket
import ssl
import struct
import sys
import time

LOCAL, GATEWAYS, TICKETS = "/run/tiltpad/bridge.sock", "/run/tiltpad/bridge.sock.gateway", "/run/tiltpad-web/web.sock"
PAGES, METRICS = ("127.0.0.1", 28443), ("127.0.0.1", 9464)
# The packet WATCH (docs/protocol.md), which requests every topic except the reports, as often as possible.
WATCH = struct.pack("<BBHI", 0xE8, 31, 10, 1)
REQUEST = b"GET /j/ HTTP/1.1\r\nHost: 127.0.0.1:28443\r\n\r\n"
DASHBOARD = (b"GET /host HTTP/1.1\r\nHost: 127.0.0.1:28443\r\nOrigin: https://127.0.0.1:28443\r\nConnection: Upgrade\r\n"
             b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
             b"Sec-WebSocket-Protocol: tpp.host.v1\r\n\r\n")
CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
CONTEXT.check_hostname, CONTEXT.verify_mode = False, ssl.CERT_NONE
SLOW_SECONDS = 1


def local(path, message):
    """Connects to a local socket and sends a message."""
    link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    link.settimeout(5)
    link.connect(path)
    link.send(message)
    return link


def remote(address, request, is_secret):
    """Connects to a TCP port with a small receive buffer, by TLS if `is_secret`, and sends `request`."""
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    link.settimeout(5)
    link.connect(address)
    if is_secret:
        link = CONTEXT.wrap_socket(link)
    link.sendall(request)
    return link


def everyone():
    """Yields functions, each of which makes one connection and returns its socket."""
    for _ in range(14):
        yield lambda: local(LOCAL, WATCH)
    for _ in range(2):
        yield lambda: local(GATEWAYS, WATCH)
    for _ in range(4):
        yield lambda: local(TICKETS, struct.pack("<Q", 0xFA))
    for _ in range(8):
        yield lambda: remote(PAGES, REQUEST, True)
    for _ in range(4):
        yield lambda: remote(PAGES, DASHBOARD, True)
    for _ in range(4):
        yield lambda: remote(PAGES, b"\x16", False)
    for _ in range(8):
        yield lambda: remote(METRICS, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", False)


def read_slowly():
    """Makes all connections. Half of them read a byte every `SLOW_SECONDS`, the others nothing."""
    links = []
    for connect in everyone():
        try:
            links.append(connect())
        except OSError as error:
            print(json.dumps({"refused": str(error)}), flush=True)
    print(json.dumps({"ready": len(links)}), flush=True)
    for link in links:
        link.setblocking(False)
    while not select.select([sys.stdin], [], [], SLOW_SECONDS)[0]:
        for link in links[::2]:
            try:
                link.recv(1)
            except OSError:
                pass


def connect_often(seconds):
    """Connects again and again for `seconds`, without a pause: one process to the page's port, and another to the daemon's socket."""
    began, count = time.monotonic(), 0
    is_first = os.fork() > 0
    while time.monotonic() - began < seconds:
        link = socket.socket() if is_first else socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        link.setblocking(False)
        link.connect_ex(PAGES if is_first else LOCAL)
        link.close()
        count += 1
    print(json.dumps({"connects": count, "seconds": time.monotonic() - began}), flush=True)
    if is_first:
        os.wait()
    else:
        os._exit(0)


if __name__ == "__main__":
    if "--connects" in sys.argv:
        connect_often(float(sys.argv[2]))
    else:
        read_slowly()
