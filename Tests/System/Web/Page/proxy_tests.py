"""Tests of the relay between the pages and the host."""

import socket
import unittest

import proxy


class ProxyTests(unittest.TestCase):
    """Tests of the relay's end."""

    def test_its_ports_are_free_after_its_end(self):
        relay = proxy.Proxy("127.0.0.2")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as host, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as guest:
            host.bind(("127.0.0.2", relay.port))
            host.settimeout(60)
            guest.sendto(b"a datagram", ("127.0.0.1", relay.port))
            data, router = host.recvfrom(100)
            self.assertEqual(data, b"a datagram")
        relay.end()
        for port in (relay.port, router[1]):
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
                with socket.socket(socket.AF_INET, kind) as probe:
                    probe.bind(("127.0.0.1", port))
