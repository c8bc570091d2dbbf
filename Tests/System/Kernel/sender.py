"""A second implementation of a controller, with PLAIN packets (docs/protocol.md), for tests on the host and in the guest.

As a program it sends a roll and some buttons 100 times a second until it is killed: sender.py PORT TOKEN ROLL BUTTONS.
"""

import random
import socket
import struct
import sys
import threading
import time

BUTTONS = ("a", "b", "c", "x", "y", "z", "left_shoulder", "right_shoulder", "left_trigger", "right_trigger",
           "back", "start", "guide", "left_stick", "right_stick", "share",
           "dpad_up", "dpad_down", "dpad_left", "dpad_right", *(f"extra{number}" for number in range(1, 12)), "touchpad")

PLAIN, STATE, MOTION, EDGES, TILT, TOUCHPAD, ACK, CONTROL = 0xDB, 0x01, 0x03, 0x04, 0x08, 0x09, 0x10, 0x13
HAS_TILT, HAS_STICKS = 1, 2
NO_BATTERY, BYE, IDENTITY = 255, 66, 73
EDGE_LIMIT, OLDEST_AGE = 16, 0xFFFF


def bit(button):
    """Returns the bit of a button's name."""
    return 1 << BUTTONS.index(button)


def microseconds(seconds):
    """Returns a time as the 32 bits that packets carry."""
    return int(seconds * 1e6) & 0xFFFFFFFF


class PerfectLink:
    """A link that sends every datagram at once, and loses none."""

    def __init__(self, address, port):
        """Opens a socket, which has a port of its own, to the host's address and port."""
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.connect((address, port))
        self._socket.setblocking(False)

    def send(self, datagram):
        """Sends a datagram; a closed port at the other end is no error."""
        try:
            self._socket.send(datagram)
        except ConnectionRefusedError:
            pass

    def receive(self):
        """Returns an arrived datagram, or None."""
        try:
            return self._socket.recv(2048)
        except (BlockingIOError, ConnectionRefusedError):
            return None

    def close(self):
        """Closes the socket."""
        self._socket.close()


class BadLink(PerfectLink):
    """A link that loses 20 % in both directions in bursts of 100 ms, doubles 10 %, and sends 10 % only after the next datagram."""

    def __init__(self, address, port, seed):
        """Opens the link; its faults are random, from `seed`."""
        super().__init__(address, port)
        self._random = random.Random(seed)
        self._burst_end = self._next_burst = 0.0
        self._delayed = None
        self._is_mended = False
        self.lost = self.doubled = self.delayed = 0

    def send(self, datagram):
        """Sends a datagram, loses it, doubles it, or sends it after the next one."""
        if self._is_down():
            self.lost += 1
            return
        if self._delayed is None and self._random.random() < 0.1:
            self._delayed = datagram
            self.delayed += 1
            return
        super().send(datagram)
        if self._random.random() < 0.1:
            super().send(datagram)
            self.doubled += 1
        if self._delayed is not None:
            super().send(self._delayed)
            self._delayed = None

    def receive(self):
        """Returns an arrived datagram that was not lost, or None."""
        datagram = super().receive()
        return None if self._is_down() else datagram

    def mend(self):
        """Ends the losses."""
        self._is_mended = True

    def _is_down(self):
        """Returns whether a burst of losses lasts at this moment."""
        if self._is_mended:
            return False
        now = time.monotonic()
        if now >= self._next_burst:
            self._burst_end = now + 0.1
            self._next_burst = self._burst_end + self._random.uniform(0.2, 0.6)
        return now < self._burst_end


class Controller:
    """The whole state of a controller, and its packets; the end of a `with` says goodbye."""

    def __init__(self, address, port, token, link=None):
        """Starts at rest. The packets go over `link`, or over a PerfectLink if it is None."""
        self.link = link or PerfectLink(address, port)
        self.token = token
        self.roll = self.pitch = self.yaw = 0.0
        self.sticks = [0, 0, 0, 0]
        self.triggers = [0, 0]
        self.buttons = 0
        # The acceleration in g and the rotation in °/s, x, y and z of each, in the axes of the screen; None without sensors.
        self.motion = None
        # The charge of the battery in percent, or NO_BATTERY.
        self.battery = NO_BATTERY
        # The fingers on the touchpad, at most two: contact, x and y of each.
        self.touchpad = []
        self.sequence = 0
        self.acknowledgements = 0
        self._next_edge = 1
        self._wish = None
        self._edges = []
        self._lock = threading.Lock()
        self._ticker = None
        self._is_over = threading.Event()

    def __enter__(self):
        """Returns the controller."""
        return self

    def __exit__(self, *_):
        """Says goodbye."""
        self.stop()
        self.bye()
        self.link.close()

    def send_tilt(self, at=None):
        """Sends the simplest packet: TILT, the angles in radians and the buttons' levels."""
        time_us = microseconds(time.monotonic() if at is None else at)
        tilt = struct.pack("<BBI3fI", TILT, 20, time_us, self.roll, self.pitch, self.yaw, self.buttons)
        self._send(tilt + self._motion_frame())

    def send_state(self, at=None):
        """Sends STATE with the tilt and the sticks, EDGES with the newest unacknowledged edges, motion, fingers, and the request for an identity."""
        with self._lock:
            now = time.monotonic() if at is None else at
            self._take_acknowledgements()
            angles = (round(angle / 3.141592653589793 * 32768) for angle in (self.roll, self.pitch, self.yaw))
            frame = struct.pack(
                "<BBIBB3hI4hBBH", STATE, 28, microseconds(now), HAS_TILT | HAS_STICKS, self.battery, *angles,
                self.buttons, *self.sticks, *self.triggers, self._next_edge & 0xFFFF)
            self._send(frame + self._edge_frame(now) + self._motion_frame() + self._finger_frame() + self._wish_frame())

    def set(self, button, is_down):
        """Presses or releases a button, and sends it at once."""
        number = BUTTONS.index(button)
        with self._lock:
            self.buttons = self.buttons | 1 << number if is_down else self.buttons & ~(1 << number)
            self._edges.append((self._next_edge, number | (0x80 if is_down else 0), time.monotonic()))
            self._next_edge += 1
        self.send_state()

    def tap(self, button, down_seconds=0.05, up_seconds=0.05):
        """Presses a button and releases it."""
        self.set(button, True)
        time.sleep(down_seconds)
        self.set(button, False)
        time.sleep(up_seconds)

    def ask(self, identity):
        """Asks for a pad of the identity with this number, in every packet from now on."""
        with self._lock:
            self._wish = (self._wish[0] + 1 if self._wish else 1, identity)

    def run(self, rate_Hz=50):
        """Sends the state at a rate from now on, in a thread, until `stop`; returns itself."""
        self._ticker = threading.Thread(target=self._tick, args=(1 / rate_Hz,), daemon=True)
        self._ticker.start()
        return self

    def stop(self):
        """Stops sending, without a goodbye."""
        self._is_over.set()
        if self._ticker is not None:
            self._ticker.join()

    def bye(self):
        """Says goodbye, twice because a datagram may be lost."""
        for _ in range(2):
            self._send(struct.pack("<BBHBB", CONTROL, 4, 7, BYE, 0))

    def unacknowledged(self):
        """Returns the number of presses and releases that the host has not acknowledged yet."""
        with self._lock:
            self._take_acknowledgements()
            return len(self._edges)

    def _tick(self, period):
        """Sends the state at a period until `stop` is called."""
        while not self._is_over.wait(period):
            self.send_state()

    def _motion_frame(self):
        """Returns the frame of the sensors' values, or nothing."""
        if self.motion is None:
            return b""
        units = [round(4096 * g) for g in self.motion[:3]] + [round(16 * rate) for rate in self.motion[3:]]
        return struct.pack("<BB6h", MOTION, 12, *units)

    def _finger_frame(self):
        """Returns the frame of the fingers on the touchpad, or nothing."""
        fingers = self.touchpad
        body = struct.pack("<B", len(fingers)) + b"".join(struct.pack("<BHH", *finger) for finger in fingers)
        return struct.pack("<BB", TOUCHPAD, len(body)) + body if fingers else b""

    def _edge_frame(self, now):
        """Returns the frame of the newest unacknowledged edges, or nothing."""
        log = self._edges[-EDGE_LIMIT:]
        if not log:
            return b""
        body = struct.pack("<H", log[0][0] & 0xFFFF)
        for _, code, at in log:
            body += struct.pack("<BH", code, min(round((now - at) * 1e4), OLDEST_AGE))
        return struct.pack("<BB", EDGES, len(body)) + body

    def _wish_frame(self):
        """Returns the message that asks for an identity, or nothing."""
        return struct.pack("<BBHBB", CONTROL, 4, self._wish[0], IDENTITY, self._wish[1]) if self._wish else b""

    def _take_acknowledgements(self):
        """Forgets the edges that the host has acknowledged."""
        while (datagram := self.link.receive()) is not None:
            offset = 8
            while offset + 2 <= len(datagram):
                if datagram[offset] == ACK:
                    self.acknowledgements += 1
                    self._forget_before(*struct.unpack_from("<H", datagram, offset + 10))
                offset += 2 + datagram[offset + 1]

    def _forget_before(self, next_edge):
        """Drops the edges before `next_edge`, a number that wraps at 16 bits."""
        self._edges = [edge for edge in self._edges if (edge[0] - next_edge & 0xFFFF) < 0x8000]

    def _send(self, frames):
        """Sends frames after a PLAIN header with the next number."""
        self.link.send(struct.pack("<BBHI", PLAIN, 0, self.sequence & 0xFFFF, self.token) + frames)
        self.sequence += 1


def main():
    """Sends a roll and some buttons until it is killed. The roll swings a little, so that every packet moves the axis."""
    port, token, roll, buttons = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    controller = Controller("127.0.0.1", port, token)
    controller.buttons = buttons
    while True:
        controller.roll = roll + (0.02 if controller.sequence % 2 else -0.02)
        controller.send_tilt()
        if controller.sequence == 1:
            print("ready", flush=True)
        time.sleep(0.01)


if __name__ == "__main__":
    main()
