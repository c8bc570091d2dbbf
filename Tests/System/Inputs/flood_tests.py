"""Tests of floods at the UDP ports of the inputs gateway, with the real programs. Players lose no press, and nothing stays down.

Each press is sent once, and the test waits until the pad shows it. The same holds for each release.
"""

import signal
import subprocess
import sys
import threading

from droidpad_tests import UDPDroidPad
from osc_tests import OSCSpeaker
from ports import queued
from retropad_tests import RetroPadSpeaker
from with_inputs import WithInputs, free_port

TAPS = 30
NETWORK = "127.0.7.0/25"
PLAYER, OTHER, STRANGER, OUTSIDER = "127.0.7.1", "127.0.7.2", "127.0.7.3", "127.0.7.200"
# BUNDLE is a bundle of 2 kB that has to be read to its end. JUNK is not a message.
BUNDLE = b"#bundle\0\0\0\0\0\0\0\0\1" + b"\0\0\0\x10/abc\0\0\0\0,f\0\0?\0\0\0" * 99
JUNK = b"{}"
LONG_JUNK = b'{"a":[' + b"0," * 480 + b"0]}"
# Centres the left stick of OSC.
CHANGE = b"/lx\0,f\0\0?\0\0\0"
# The program of a flood: sends a message `rate` times a second.
FLOOD = """
import socket, sys, time
source, port, rate, message = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), bytes.fromhex(sys.argv[4])
link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
link.bind((source, 0))
began, sent = time.monotonic(), 0
while True:
    while sent < rate * (time.monotonic() - began):
        link.sendto(message, ("127.0.0.1", port))
        sent += 1
    time.sleep(0.001)
"""


class Floods(WithInputs):
    """Tests of accepted controllers during floods."""

    def setUp(self):
        super().setUp()
        self.floods = []

    def open(self, *names):
        """Starts the gateway with the inputs `names`; returns their ports."""
        ports = [free_port() for _ in names]
        self.start_inputs("".join(f"[input {name}]\nenabled = yes\nallow = {NETWORK}\nport = {port}\n" for name, port in zip(names, ports)))
        return ports

    def flood(self, source, port, rate, message):
        """Sends `message` from the address `source` to `port`, `rate` times a second, until the test is over."""
        flood = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", sys.executable, "-c", FLOOD, source, str(port), str(rate), message.hex()])
        self.addCleanup(flood.wait)
        self.addCleanup(flood.kill)
        self.floods.append(flood)

    def accept(self, speaker, title, slot=1):
        """Repeats a controller's first message until it waits for permission, accepts it, and returns it once its pad is there."""
        self.addCleanup(speaker.close)
        name = f"{title} from {speaker.link.getsockname()[0]}"
        self.watch.until(lambda: name in self.watch.peers, speaker.rest)
        (peer,) = [peer for peer in self.waiting() if peer["name"] == name]
        self.order("accept", peer["fingerprint"][:16])
        self.watch.until(lambda: self.watch.pads.get(slot), speaker.rest)
        return speaker

    def check_taps(self, speaker, press_b, slot=1):
        """Checks that the pad shows each of thirty taps, and that the button is up afterwards. `press_b` presses another button."""
        # At first, the controller's messages share the queue of strangers. The gateway opens a queue of its own for it a moment later.
        self.watch.until(lambda: self.watch.pads[slot].buttons == {"a"}, speaker.press)
        self.watch.until(lambda: not self.watch.pads[slot].buttons, speaker.release)
        for _ in range(TAPS):
            speaker.press()
            self.watch.until(lambda: self.watch.pads[slot].buttons == {"a"})
            speaker.release()
            self.watch.until(lambda: not self.watch.pads[slot].buttons)
        self.assertTrue(all(flood.poll() is None for flood in self.floods), "a flood has ended")
        # The host also releases the buttons while the gateway stands still. B comes after the last release, so once only B is down, the gateway has
        # read that release.
        self.watch.until(lambda: self.watch.pads[slot].buttons == {"b"}, press_b)
        self.watch.catch_up(times=10)
        self.assertNotIn("a", self.watch.pads[slot].buttons)

    def test_each_tap_of_a_droidpad_is_shown_beside_floods(self):
        """An address that is not allowed floods DroidPad's port, and a stranger, a controller that nobody has accepted, floods another port."""
        pad, osc = self.open("droidpad", "osc")
        self.flood(STRANGER, osc, 5_000, BUNDLE)
        self.flood(OUTSIDER, pad, 10_000, JUNK)
        speaker = UDPDroidPad(pad, PLAYER)
        self.check_taps(self.accept(speaker, "DroidPad"), lambda: speaker.say("B", "BUTTON", state="PRESS"))

    def test_each_tap_of_osc_is_shown_beside_floods_at_its_own_port(self):
        """One flood comes from a stranger who may ask for permission, and one from an address that is not allowed."""
        osc, = self.open("osc")
        self.flood(STRANGER, osc, 5_000, BUNDLE)
        self.flood(OUTSIDER, osc, 10_000, JUNK)
        speaker = OSCSpeaker(osc, PLAYER)
        speaker.press, speaker.release = lambda: speaker.tell("/a", 1), lambda: speaker.tell("/a", 0)
        self.check_taps(self.accept(speaker, "OSC"), lambda: speaker.tell("/b", 1))

    def test_a_controller_that_floods_takes_no_press_of_another_at_its_port(self):
        """The controller that floods and the one that taps have both been accepted."""
        osc, = self.open("osc")
        speaker = self.accept(OSCSpeaker(osc, PLAYER), "OSC")
        self.accept(OSCSpeaker(osc, OTHER), "OSC", slot=2)
        self.flood(OTHER, osc, 20_000, CHANGE)
        speaker.press, speaker.release = lambda: speaker.tell("/a", 1), lambda: speaker.tell("/a", 0)
        self.check_taps(speaker, lambda: speaker.tell("/b", 1))

    def test_what_was_sent_before_a_controller_was_accepted_comes_before_the_rest(self):
        """The presses wait behind a flood, in the queue of strangers. The release uses the controller's own queue, but must not overtake them."""
        pad, = self.open("droidpad")
        self.flood(STRANGER, pad, 20_000, LONG_JUNK)
        speaker = UDPDroidPad(pad, PLAYER)
        self.addCleanup(speaker.close)
        self.watch.until(lambda: f"DroidPad from {PLAYER}" in self.watch.peers, speaker.rest)
        (peer,) = self.waiting()
        is_over = threading.Event()

        def press():
            while not is_over.wait(0.001):
                speaker.press()
        presses = threading.Thread(target=press)
        presses.start()
        try:
            self.order("accept", peer["fingerprint"][:16])
            self.watch.until(lambda: self.watch.pads.get(1))
        finally:
            is_over.set()
            presses.join()
        speaker.release()
        # The test sends B after the release. So once only B is down, the release has been read, however slow the machine is.
        self.watch.until(lambda: self.watch.pads[1].buttons == {"b"}, lambda: speaker.say("B", "BUTTON", state="PRESS"))
        self.watch.catch_up(times=40)
        self.assertNotIn("a", self.watch.pads[1].buttons)

    def check_lost_release(self, speaker, title, port):
        """Checks that the button is released even if the kernel drops the message of its release.

        While the gateway is stopped, the controller sends more than its queue holds, and the release last.
        """
        self.accept(speaker, title)
        speaker.press()
        self.watch.until(lambda: self.watch.pads[1].buttons == {"a"})
        self.gateway.send_signal(signal.SIGSTOP)
        for _ in range(5_000):
            speaker.move()
        speaker.release()
        self.gateway.send_signal(signal.SIGCONT)
        # The host has already released the button while the gateway stood still. That proves nothing, so wait until the gateway has read its queue.
        self.watch.until(lambda: queued(port) == 0)
        self.watch.until(lambda: not self.watch.pads[1].buttons)
        self.watch.catch_up(times=10)
        self.assertEqual(self.watch.pads[1].buttons, set())

    def test_nothing_of_a_droidpad_stays_down_whose_release_the_kernel_has_lost(self):
        """The button is released, although the controller sends nothing after the lost release."""
        port, = self.open("droidpad")
        self.check_lost_release(UDPDroidPad(port, PLAYER), "DroidPad", port)

    def test_nothing_of_retroarch_stays_down_whose_release_the_kernel_has_lost(self):
        """The button is released, although the controller sends nothing after the lost release."""
        port, = self.open("retropad")
        self.check_lost_release(RetroPadSpeaker(port, PLAYER), "RetroArch", port)


del WithInputs
