"""Tests of a host with two addresses in one network, and of a neighbour in its IPv6 network who floods it."""

import contextlib
import socket
import subprocess
import threading
import time
import unittest

import noise
import times
from namespaces import unavailable
from scene import PATIENCE, PORT, Child, Scene

# The addresses of the controllers and of the host's two interfaces in one network, like a cable and Wi-Fi.
NEAR, CABLE, RADIO = "10.66.0.1", "10.66.0.2", "10.66.0.3"
NETWORK = "fd00:66::"
HOST6 = f"{NETWORK}2"
PROBE, COOKIE = 0xD0, 0xD4
NEIGHBOURS, RATE = 60, 60
ROUNDS = 10
# The time in s within which a controller must have its session.
BOUND = 3


class Household(Scene):
    """A scene whose host has two more interfaces. A bridge connects both to the controllers' network."""

    def __init__(self):
        """Adds the interfaces."""
        super().__init__()
        try:
            self._ip(self.near, "link add br0 type bridge")
            for number, address in enumerate((CABLE, RADIO)):
                self._ip(self.near, f"link add port{number} type veth peer name way{number} netns {self.far.name}")
                self._ip(self.near, f"link set port{number} master br0 up")
                self._ip(self.far, f"addr add {address}/24 dev way{number}", f"link set way{number} up")
            self._ip(self.far, f"addr add {HOST6}/64 dev way0 nodad")
            self._ip(self.near, f"addr add {NEAR}/24 dev br0", f"addr add {NETWORK}1/64 dev br0 nodad", "link set br0 up")
        except BaseException:
            self.close()
            raise

    @staticmethod
    def _ip(namespace, *lines):
        for line in lines:
            subprocess.run(["ip", "-n", namespace.name, *line.split()], check=True, capture_output=True, timeout=PATIENCE)

    def neighbour(self, number):
        """Returns a socket at a further address of the controllers' IPv6 network."""
        address = f"{NETWORK}1:{number:x}"
        self._ip(self.near, f"addr add {address}/64 dev br0 nodad")
        with self.near.entered():
            link = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
        self.callback(link.close)
        link.bind((address, 0))
        link.connect((HOST6, PORT))
        link.settimeout(PATIENCE)
        return link


def probe():
    """Returns a PROBE."""
    return bytes([PROBE, 1, 0, 0]) + b"TPP1" + bytes(112)


def household():
    """Returns a household. Skips the test if the kernel has no bridges."""
    try:
        return Household()
    except subprocess.CalledProcessError as error:
        raise unittest.SkipTest(f"the kernel gives no bridge ({error.stderr})") from error


@unittest.skipIf(unavailable(), unavailable())
class Addresses(unittest.TestCase):
    """Tests of a host with several addresses in one network."""

    def test_each_address_of_a_host_answers_for_itself(self):
        """A connected socket receives only packets from the address that it has sent to. So the host must answer from that address."""
        with household() as scene:
            for address in (CABLE, RADIO, CABLE):
                with scene.near.socket() as asker:
                    asker.connect((address, PORT))
                    asker.settimeout(0.5)
                    self.assertTrue(self.answer(asker), address)

    def answer(self, asker):
        """Repeats the request until an answer arrives: after a network appears, the host needs some seconds to use it."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            asker.send(probe())
            with contextlib.suppress(TimeoutError):
                return asker.recv(2048)
        return None


@unittest.skipIf(unavailable(), unavailable())
class Neighbours(unittest.TestCase):
    """Tests of controllers that join during a neighbour's flood."""

    def test_one_address_of_a_neighbour_keeps_nobody_of_its_ipv6_network_out(self):
        self.among(1)

    def test_many_addresses_of_a_neighbour_keep_nobody_of_its_ipv6_network_out(self):
        self.among(NEIGHBOURS)

    def among(self, count):
        """Ten new controllers join, and each returns once, while the neighbour sends handshakes from `count` addresses."""
        with household() as scene:
            self.join(scene, "first")
            links = [scene.neighbour(number) for number in range(count)]
            key, cookies = self.learn(links)
            is_over = threading.Event()
            flood = threading.Thread(target=self.flood, args=(links, key, cookies, is_over))
            flood.start()
            try:
                took = [self.join(scene, f"phone{number // 2}") for number in range(2 * ROUNDS)]
            finally:
                is_over.set()
                flood.join()
            print(", ".join(f"{1000 * one:.0f}" for one in took) + " ms", end=" ")
            times.hold(self, f"in beside {count} addresses of a neighbour, the worst of {len(took)}", max(took), BOUND)

    def learn(self, links):
        """Returns the host's key, and a cookie for each socket. The host gives these to everybody."""
        limit, answer = time.monotonic() + PATIENCE, None
        links[0].settimeout(0.5)
        while answer is None:
            self.assertLess(time.monotonic(), limit)
            links[0].send(probe())
            with contextlib.suppress(TimeoutError):
                answer = links[0].recv(2048)
        key, cookies = answer[24:56], []
        for link in links:
            cookies.append(None)
            while cookies[-1] is None:
                self.assertLess(time.monotonic(), limit)
                for _ in range(8):
                    link.send(noise.Controller(key, noise.KNOWN).introduction())
                link.settimeout(0.5)
                with contextlib.suppress(TimeoutError):
                    said = link.recv(2048)
                    cookies[-1] = said[16:32] if said[0] == COOKIE else None
        return key, cookies

    def flood(self, links, key, cookies, is_over):
        """Sends handshakes from each socket in turn, until `is_over` is set."""
        controllers = [noise.Controller(key, noise.KNOWN) for _ in range(16)]
        number = 0
        while not is_over.wait(1 / RATE):
            links[number % len(links)].send(controllers[number % 16].introduction(cookies[number % len(links)]))
            number += 1

    def join(self, scene, name):
        """Joins as the phone `name`; returns the time in s until it has a session."""
        state = scene.place / name
        way = ("--host", f"[{HOST6}]:{PORT}")
        if not state.exists():
            shown = Child(scene, scene.far, "pairing", "pair", "--link", "--address", HOST6, "--socket", scene.socket)
            way = ("--pair", shown.until("tpp://").split()[-1])
        start = time.monotonic()
        phone = Child(scene, scene.near, name, "send", "--json", *way, "--swing", surroundings={"XDG_STATE_HOME": str(state)})
        phone.until('"connected"')
        taken = time.monotonic() - start
        phone.end()
        scene.watch.until(lambda: scene.watch.hosts and not scene.watch.player, PATIENCE, "no player")
        return taken
