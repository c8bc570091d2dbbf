"""Tests of the HTTP form that the gateway sends to the ExpressLRS module of a radio transmitter. A stand-in acts as the module."""

import http.server
import os
import queue
import socket
import threading
import time
import unittest

import times
from elrs_tests import ELRSSpeaker
from tables import PeerState
from with_inputs import WithInputs, free_port

FORM = b"action=joystick_begin&interval=10000&channels=8"


class Module(ELRSSpeaker):
    """A stand-in for a module: it announces itself over UDP, and receives forms at port 80 of its address."""

    def __init__(self, port, address):
        """Starts a module that sends to `port` of the gateway, and serves HTTP at `address` of this machine."""
        super().__init__(port, address)
        self.forms = forms = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                """Keeps the path, the content type and the content of a form."""
                forms.put((self.path, self.headers["Content-Type"], self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                """Suppresses the server's log."""

        self.server = http.server.ThreadingHTTPServer((address, 80), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        """Ends the HTTP server and the sender."""
        self.server.shutdown()
        self.server.server_close()
        super().close()


@unittest.skipUnless(os.geteuid() == 0, "needs root to serve at port 80, where modules do")
class ELRSModule(WithInputs):
    """Tests of modules that wait for the gateway's HTTP form. Each test uses other addresses."""

    def setUp(self):
        super().setUp()
        self.port = free_port()

    def open(self, keys="confirm = no"):
        """Starts the gateway with the input elrs and these keys."""
        self.start_inputs(f"[input elrs]\nenabled = yes\nport = {self.port}\nsilence = 1\n{keys}\n")

    def module(self, address):
        """Returns a module at `address`."""
        module = Module(self.port, address)
        self.addCleanup(module.close)
        return module

    def is_moved(self, slot=1):
        """Returns whether the right stick of the pad in `slot` is at its right end."""
        return slot in self.watch.pads and self.watch.pads[slot] and self.watch.pads[slot].right[0] == 1

    def test_a_module_gets_its_form_once_a_person_has_accepted_it(self):
        """The module's announcement makes it wait for permission. It gets no form before a person has accepted it."""
        self.open("")
        module = self.module("127.0.0.21")
        name = "ExpressLRS from 127.0.0.21"
        self.watch.until(lambda: name in self.watch.peers, module.announce)
        self.assertEqual(self.watch.peers[name].state, PeerState.CONNECTING)
        self.watch.catch_up(module.announce)
        self.assertTrue(module.forms.empty())
        self.order("accept", self.waiting()[0]["fingerprint"][:16])
        self.watch.until(lambda: not module.forms.empty(), module.announce)
        self.assertEqual(module.forms.get(), ("/udpcontrol", "application/x-www-form-urlencoded", FORM))
        self.watch.until(self.is_moved, module.move)

    def test_a_module_gets_its_form_again_when_it_has_fallen_silent_and_not_before(self):
        """No form is sent while the module sends channels, nor within four seconds of the last form, however often it announces itself."""
        self.open()
        module = self.module("127.0.0.22")
        self.watch.until(lambda: not module.forms.empty(), module.announce)
        first = time.monotonic()
        module.forms.get()
        end = first + 5
        self.watch.until(lambda: time.monotonic() > end, lambda: (module.announce(), module.move()))
        self.assertTrue(self.is_moved() and module.forms.empty())
        before = time.monotonic()
        self.watch.until(lambda: not module.forms.empty(), module.announce)
        module.forms.get()
        self.watch.until(lambda: not module.forms.empty(), module.announce)
        self.assertGreater(time.monotonic() - before, 4)

    def test_a_module_that_is_not_allowed_gets_nothing(self):
        """The module announces itself, but the gateway does not connect to it."""
        self.open("confirm = no\nallow = 127.0.0.24")
        stranger, guest = self.module("127.0.0.23"), self.module("127.0.0.24")
        self.watch.until(lambda: not guest.forms.empty(), lambda: (stranger.announce(), guest.announce()))
        self.watch.catch_up(stranger.announce)
        self.assertTrue(stranger.forms.empty())

    def test_a_module_that_never_answers_costs_another_nothing(self):
        """The gateway opens one connection at a time to such a module, and closes it after five seconds. Another module plays meanwhile."""
        self.open()
        server = socket.create_server(("127.0.0.25", 80))
        self.addCleanup(server.close)
        server.settimeout(20)
        silent, guest = ELRSSpeaker(self.port, "127.0.0.25"), ELRSSpeaker(self.port, "127.0.0.26")
        self.addCleanup(silent.close)
        self.addCleanup(guest.close)
        start = time.monotonic()
        self.watch.until(self.is_moved, lambda: (silent.announce(), guest.move()))
        link, _ = server.accept()
        self.addCleanup(link.close)
        link.setblocking(False)
        told = bytearray()

        def has_ended():
            try:
                part = link.recv(4096)
            except BlockingIOError:
                return False
            told.extend(part)
            return not part
        self.watch.until(has_ended, lambda: (silent.announce(), guest.move()))
        took = time.monotonic() - start
        self.assertGreater(took, 4)
        times.hold(self, "a module that never answers", took, 7)
        self.assertTrue(told.endswith(FORM))
        self.watch.until(self.is_moved, guest.move)


del WithInputs
