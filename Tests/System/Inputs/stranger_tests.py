"""Tests, with the real programs, of the load that strangers (controllers that nobody has accepted) cause, and of the gateway's limits."""

import os
import socket
import subprocess
import sys
import time
import unittest

import liblo

from droidpad_tests import TCPDroidPad, UDPDroidPad, WebSocketDroidPad
from with_inputs import DEADLINE, WithInputs, free_port

PRESS = b'{"id":"A","type":"BUTTON","state":"PRESS"}'
RELEASE = PRESS.replace(b"PRESS", b"RELEASE")
REQUEST = ("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()

# A program that keeps silent WebSockets open from each address, and reopens those that end. It prints a line once all have been open.
SQUAT = """
import asyncio, socket, sys
port, each, request, sources = int(sys.argv[1]), int(sys.argv[2]), bytes.fromhex(sys.argv[3]), sys.argv[4:]
opened = set()
async def hold(place):
    loop = asyncio.get_running_loop()
    while True:
        with socket.socket() as link:
            link.setblocking(False)
            link.bind((sources[place % len(sources)], 0))
            try:
                await loop.sock_connect(link, ("127.0.0.1", port))
                await loop.sock_sendall(link, request)
                while await loop.sock_recv(link, 4096):
                    if place not in opened:
                        opened.add(place)
                        if len(opened) == each * len(sources):
                            print("ready", flush=True)
            except OSError:
                pass
async def main():
    await asyncio.gather(*(hold(place) for place in range(each * len(sources))))
asyncio.run(main())
"""


class WithDroidPad(WithInputs):
    """Tests with a gateway that opens a port for DroidPad."""

    def setUp(self):
        super().setUp()
        self.port = free_port()

    def open(self, keys="confirm = no", name="droidpad"):
        """Starts the gateway with the input `name` and these keys."""
        self.start_inputs(f"[input {name}]\nenabled = yes\nport = {self.port}\n{keys}\n")

    def player(self, speaker=TCPDroidPad, address="127.0.0.1", slot=1):
        """Returns a controller that plays in `slot`."""
        player = speaker(self.port, address)
        self.addCleanup(player.close)
        self.watch.until(lambda: self.watch.pads.get(slot), player.rest)
        return player

    def raw(self, address, first=b""):
        """Returns a connection from `address` that has sent the bytes `first`."""
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        link = socket.socket(family)
        self.addCleanup(link.close)
        link.settimeout(DEADLINE)
        link.bind((address, 0))
        link.connect(("::1" if family == socket.AF_INET6 else "127.0.0.1", self.port))
        link.sendall(first)
        return link

    def is_open(self, link):
        """Reads what has arrived; returns whether the connection is still open."""
        link.setblocking(False)
        try:
            while link.recv(4096):
                pass
            return False
        except BlockingIOError:
            return True
        except ConnectionError:
            return False


class Silent(WithDroidPad):
    """Tests of connections that send nothing."""

    def test_who_has_connected_and_says_nothing_stays_and_plays_later(self):
        """Such a connection stays open, because a pad over WebSocket sends nothing until somebody touches it. Half a message ends it."""
        self.open()
        idle = self.raw("127.0.0.2")
        half = self.raw("127.0.0.3", PRESS[:-1])
        self.assertEqual(half.recv(1), b"", "half a message is over after five seconds")
        self.assertTrue(self.is_open(idle))
        idle.setblocking(True)
        idle.sendall(PRESS)
        self.watch.until(lambda: self.watch.pads.get(1) and self.watch.pads[1].buttons == {"a"})


@unittest.skipUnless(os.geteuid() == 0, "needs root to give this machine addresses for a while")
class Squatters(WithDroidPad):
    """Tests of allowed addresses that occupy all connections while an accepted controller wants to return."""

    V4 = "10.71.19."

    def check(self, count, each):
        """Checks that the accepted controller can return ten times in a row, while each of `count` addresses holds `each` connections."""
        place = ["local", f"{self.V4}0/24", "dev", "lo"]
        subprocess.run(["ip", "route", "add", *place], check=True)
        self.addCleanup(subprocess.run, ["ip", "route", "del", *place], check=True)
        self.open(f"allow = {self.V4}0/24")
        home = f"{self.V4}77"
        self.raw(home, PRESS + RELEASE)
        self.watch.until(lambda: f"DroidPad from {home}" in self.watch.peers)
        self.order("accept", self.waiting()[0]["fingerprint"][:16])
        squatters = subprocess.Popen(
            [sys.executable, "-c", SQUAT, str(self.port), str(each), REQUEST.hex(),
             *(f"{self.V4}{number}" for number in range(100, 100 + count))], stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (squatters.kill(), squatters.wait(DEADLINE), squatters.stdout.close()))
        self.assertEqual(squatters.stdout.readline(), "ready\n")
        for _ in range(10):
            link = self.raw(home)
            self.watch.catch_up()
            link.sendall(PRESS)
            self.watch.until(lambda: self.watch.pads.get(1) and self.watch.pads[1].buttons == {"a"})
            link.close()
            self.watch.until(lambda: not self.watch.pads[1].buttons)

    def test_silent_connections_of_fourteen_addresses_keep_no_accepted_controller_out(self):
        """Each address has two connections: as many as it may have while others want to connect."""
        self.check(14, 2)

    def test_silent_connections_of_28_addresses_keep_no_accepted_controller_out(self):
        """Each address has one connection, as many as the controller has."""
        self.check(28, 1)


class Strangers(WithDroidPad):
    """Tests of many connections of strangers."""

    @unittest.skipUnless(os.geteuid() == 0, "needs root to give this machine addresses for a while")
    def test_one_network_with_all_connections_ends_nobody_elses(self):
        """Forty addresses of one /64 open five connections each. A controller that waits stays connected, and another one can still ask to play."""
        for number in range(40):
            place = [f"fd7a:1::{number + 1:x}/128", "dev", "lo"]
            subprocess.run(["ip", "address", "add", *place, "nodad"], check=True)
            self.addCleanup(subprocess.run, ["ip", "address", "del", *place], stderr=subprocess.DEVNULL)
        homes = ["198.18.0.1", "198.18.0.2"]
        for home in homes:
            subprocess.run(["ip", "address", "add", f"{home}/32", "dev", "lo"], check=True)
            self.addCleanup(subprocess.run, ["ip", "address", "del", f"{home}/32", "dev", "lo"], stderr=subprocess.DEVNULL)
        self.open("allow = fd7a:1::/64, 198.18.0.0/24")
        waiting = self.raw(homes[0], PRESS)
        self.watch.until(lambda: f"DroidPad from {homes[0]}" in self.watch.peers)
        links = []
        for turn in range(5):
            links += [self.raw(f"fd7a:1::{number + 1:x}", b"" if turn % 2 else REQUEST) for number in range(40)]
        late = self.raw(homes[1], PRESS)
        self.watch.until(lambda: f"DroidPad from {homes[1]}" in self.watch.peers)
        self.assertTrue(self.is_open(waiting) and self.is_open(late))
        self.watch.until(lambda: sum(map(self.is_open, links)) <= 32)

    def test_pings_and_empty_frames_of_strangers_leave_the_processor_to_others(self):
        """The gateway limits the time that it spends on strangers, to less than 30 % of a processor. Players do not wait because of this limit."""
        self.open("allow = 127.0.0.0/8")
        floods = [self.raw(f"127.0.0.{10 + number}", REQUEST) for number in range(6)]
        for link in floods:
            self.assertTrue(link.recv(1000).startswith(b"HTTP/1.1 101 "))
            link.setblocking(False)
        junk = b"\x89\x80\0\0\0\0" * 500 + b"\x81\x80\0\0\0\0" * 500
        place = [0] * len(floods)

        def flood(seconds):
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                for index, link in enumerate(floods):
                    try:
                        place[index] += link.send(junk[place[index] % 6:])
                        link.recv(1 << 16)
                    except BlockingIOError:
                        pass
                time.sleep(0.001)
        flood(0.5)
        began, used = time.monotonic(), self.work()
        flood(2)
        share = (self.work() - used) / (time.monotonic() - began)
        self.assertLess(share, 0.3)

    def work(self):
        """Returns the processor time that the gateway has used, in s."""
        fields = open(f"/proc/{self.gateway.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Edges(WithDroidPad):
    """Tests with the longest message of each kind that is read, and with a message in JSON that is too long."""

    def padded(self, message, size):
        """Returns the message in JSON, padded with spaces to `size` bytes."""
        return message[:-1] + b" " * (size - len(message)) + message[-1:]

    def test_the_longest_message_is_read_over_each_way_and_a_longer_one_is_not(self):
        """The longest message has 1,024 bytes."""
        self.open()
        for speaker in (UDPDroidPad, TCPDroidPad, WebSocketDroidPad):
            with self.subTest(speaker=speaker.__name__):
                player = self.player(speaker)
                player.send(self.padded(PRESS, 1024))
                self.watch.until(lambda: self.watch.pads[1].buttons == {"a"})
                player.send(self.padded(RELEASE, 1024))
                self.watch.until(lambda: not self.watch.pads[1].buttons)
                player.send(self.padded(PRESS, 1025))
                self.watch.catch_up()
                self.assertEqual(self.watch.pads[1].buttons, set())
                player.close()

    def test_a_bundle_of_osc_is_read_up_to_2048_bytes(self):
        """The documented limit is 2,048 bytes. A longer bundle is dropped."""
        self.open(name="osc")
        link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(link.close)
        for size in (1276, 1280, 1284, 2044, 2048):
            with self.subTest(size=size):
                # The bundle's head has 16 bytes. Each message then takes 16 bytes or, with a longer name, 20.
                rest = (size - 16) % 16 // 4
                count = (size - 16 - 20 * rest) // 16
                assert 16 + 16 * count + 20 * rest == size
                for value in (1.0, 0.0):
                    bundle = liblo.Bundle(*[liblo.Message("/x", 0.5)] * (count - 1), *[liblo.Message("/xxxx", 0.5)] * rest,
                                          liblo.Message("/a", value))
                    # liblo can only send a bundle, not return its bytes, so the test receives them here and sends them on.
                    pen = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                    self.addCleanup(pen.close)
                    pen.bind(("127.0.0.1", 0))
                    liblo.send(liblo.Address(*pen.getsockname()), bundle)
                    message = pen.recv(4096)
                    self.assertEqual(len(message), size)
                    link.sendto(message, ("127.0.0.1", self.port))
                    self.watch.until(lambda value=value: self.watch.pads.get(1) and ("a" in self.watch.pads[1].buttons) == bool(value))


del WithInputs
