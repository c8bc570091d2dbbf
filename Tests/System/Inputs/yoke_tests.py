"""Tests of the input Yoke."""

import socket
import struct
import time

from cells import Broken, Buttons, Cells
from speaker import Speaker
from with_inputs import DEADLINE

MIDDLE, END = 0x4000, 0x7FFF


class YokeSpeaker(Speaker):
    """Yoke. It sends its layout once, then states with every control. Axes have 16 bits, big-endian."""

    LAYOUT = b"s1,mx,my,mz,b1,dp"

    def __init__(self, port, address):
        """Creates an app that sends from `address` of this machine to `port`."""
        super().__init__(port, address)
        self.is_down, self.is_told = 0, False

    def tell(self, x=MIDDLE, y=MIDDLE, acceleration=(0, 9.81, 0)):
        """Sends the layout, if it has not been sent yet, and a state. The acceleration is in m/s²."""
        if not self.is_told:
            self.send(self.LAYOUT)
        self.is_told = True
        steps = [round(MIDDLE * (1 + value * 0.025)) for value in acceleration]
        self.send(struct.pack(">B5H5B", 0, x, y, *steps, self.is_down, 0, 0, 0, 0))

    def rest(self):
        """Sends the stick in the middle."""
        self.tell()

    def move(self):
        """Pushes the stick to the right."""
        self.tell(x=END)

    def hold(self):
        """Holds the button in all later states."""
        self.is_down = 1

    def press(self):
        """Presses the first button."""
        self.is_down = 1
        self.tell()

    def release(self):
        """Releases the button."""
        self.is_down = 0
        self.tell()

    def goodbye(self):
        """Sends three goodbyes, as the app does."""
        for _ in range(3):
            self.send(b"\xff")


class Yoke(Cells, Broken, Buttons):
    """Tests of the input Yoke."""

    NAME, TITLE, SPEAKER = "yoke", "Yoke", YokeSpeaker

    def speaker(self, address="127.0.0.1"):
        """Returns a controller, and keeps it, so that it connects again after a restart of the gateway."""
        speaker = super().speaker(address)
        self.speakers = [*getattr(self, "speakers", []), speaker]
        return speaker

    def reopen(self, keys):
        """Restarts the gateway. All controllers then send their layouts again."""
        super().reopen(keys)
        for speaker in getattr(self, "speakers", []):
            speaker.is_told = False

    def is_moved(self, pad):
        """Returns whether the left stick is at its right end."""
        return pad.left[0] == 1

    def test_its_sensors_are_the_pads(self):
        """The app sends the acceleration: 40 m/s² are half the range of an axis. It sends no rotation."""
        speaker = self.speaker()
        self.play(speaker)
        self.watch.until(
            lambda: self.pad().acceleration
            and all(abs(one - other) < 0.01 for one, other in zip(self.pad().acceleration, (0.5, 1, 0))),
            lambda: speaker.tell(acceleration=(4.903, 0, 9.807)))

    def test_the_stock_pads_steer_and_shoot(self):
        """The pad "Racing" steers by the angle beta, whose axis covers 360 degrees. The pad "Gamepad" has analog triggers."""
        speaker = self.speaker()
        degrees = lambda angle: round(0x8000 * (angle / 360 + 0.5))  # noqa: E731
        racing = lambda angle, gas=0: lambda: (  # noqa: E731
            speaker.send(b"mb,mg,pa,pb,b1,b2,b3,b4,b5,b6,bg,bs,dp"),
            speaker.send(struct.pack(">B4H12B", 0, degrees(angle), MIDDLE, gas, 0, *12 * [0])))
        self.watch.until(lambda: self.pad() and self.pad().left[0] == 1, racing(80))
        self.watch.until(lambda: self.pad().left[0] == -1 and self.pad().triggers == (0, 255), racing(-80, END))
        self.watch.until(lambda: -0.1 < self.pad().left[0] < 0.1 and self.pad().triggers == (0, 0), racing(0))
        gamepad = lambda: (speaker.send(b"t1,a1,a2,b9,b10"),  # noqa: E731
                           speaker.send(struct.pack(">BHHBHHBB", 0, END, MIDDLE, 0, END, 0, 1, 0)))
        self.watch.until(lambda: self.pad().left[0] == 1 and self.pad().triggers == (255, 0) and self.pad().buttons == {"a"}, gamepad)

    def test_a_goodbye_lets_everything_go_at_once(self):
        """After a goodbye, everything is released without waiting for the configured silence."""
        self.reopen("confirm = no\nsilence = 3600")
        speaker = self.speaker()
        self.play(speaker)
        speaker.hold()
        self.watch.until(lambda: self.is_moved(self.pad()) and self.pad().buttons == {"a"}, speaker.move)
        self.watch.until(lambda: not self.is_moved(self.pad()) and not self.pad().buttons, speaker.goodbye)

    def test_states_without_their_layout_move_nothing(self):
        """The app sends its layout only once, when it connects. A restarted gateway therefore ignores the app's states."""
        speaker = self.speaker()
        self.play(speaker)
        self.reopen("confirm = no")
        speaker.is_told = True
        self.watch.catch_up(speaker.move)
        self.assertFalse(self.pad() and self.is_moved(self.pad()))

    def asked(self, request, address="127.0.0.1"):
        """Sends the bytes `request` from `address` of this machine; returns what comes back until the connection ends."""
        with socket.create_connection(("127.0.0.1", self.port), DEADLINE, (address, 0)) as link:
            link.sendall(request)
            try:
                return b"".join(iter(lambda: link.recv(4096), b""))
            except ConnectionResetError:
                return b""

    def test_files_are_for_whoever_may_play(self):
        """An address that may not play gets no answer."""
        self.reopen("confirm = no\nallow = 127.0.0.2")
        request = b"GET /main.html HTTP/1.1\r\nHost: a\r\n\r\n"
        self.assertTrue(self.asked(request, "127.0.0.2").startswith(b"HTTP/1.1 200 OK\r\n"))
        self.assertEqual(self.asked(request), b"")

    def test_requests_for_anything_else_get_nothing_and_the_pad_plays_on(self):
        """Requests for other files, other methods, bodies and malformed requests get an error. The player plays on."""
        speaker = self.speaker()
        self.play(speaker)
        for path in ("/", "/../main.html", "/main.html/", "/%6dain.html", "/etc/passwd", "/main.html?a"):
            self.assertTrue(self.asked(f"GET {path} HTTP/1.1\r\n\r\n".encode()).startswith(b"HTTP/1.1 404 "), path)
        for junk in ("POST /main.html HTTP/1.1", "GET main.html HTTP/1.1", "GET /main.html HTTP/1.1\r\nContent-Length: 5",
                     "GET /main.html", "\x16\x03\x01", "GET /main.html HTTP/1.1\r\nUpgrade"):
            self.assertTrue(self.asked(f"{junk}\r\n\r\n".encode()).startswith(b"HTTP/1.1 400 "), junk)
        self.assertTrue(self.asked(b"GET /" + 2048 * b"a").startswith(b"HTTP/1.1 400 "))
        self.watch.until(lambda: self.is_moved(self.pad()), speaker.move)

    def test_half_a_request_ends(self):
        """The connection ends after five seconds."""
        start = time.monotonic()
        self.assertEqual(self.asked(b"GET /main.html HTTP/1.1\r\n"), b"")
        self.assertGreater(time.monotonic() - start, 4)


del Broken, Buttons, Cells
