"""The row of the app Yoke in the table of inputs."""

import socket
import struct
import time

from cells import Broken, Buttons, Cells
from speaker import Speaker
from with_inputs import DEADLINE

MIDDLE, END = 0x4000, 0x7FFF


class YokeSpeaker(Speaker):
    """Yoke: its layout first, then the state of every control, the axes with the larger byte first."""

    LAYOUT = b"s1,mx,my,mz,b1,dp"

    def __init__(self, port, address):
        """Sends from this address of the machine."""
        super().__init__(port, address)
        self.is_down, self.is_told = 0, False

    def tell(self, x=MIDDLE, y=MIDDLE, acceleration=(0, 9.81, 0)):
        """Sends the layout, if it has not been sent, and the state."""
        if not self.is_told:
            self.send(self.LAYOUT)
        self.is_told = True
        steps = [round(MIDDLE * (1 + value * 0.025)) for value in acceleration]
        self.send(struct.pack(">B5H5B", 0, x, y, *steps, self.is_down, 0, 0, 0, 0))

    def rest(self):
        """Leaves the stick in the middle."""
        self.tell()

    def move(self):
        """Pushes the stick to the right."""
        self.tell(x=END)

    def hold(self):
        """Holds the button from now on."""
        self.is_down = 1

    def press(self):
        """Presses the first button."""
        self.is_down = 1
        self.tell()

    def release(self):
        """Lets it go."""
        self.is_down = 0
        self.tell()

    def goodbye(self):
        """Ends, as the app does."""
        for _ in range(3):
            self.send(b"\xff")


class Yoke(Cells, Broken, Buttons):
    """Yoke."""

    NAME, TITLE, SPEAKER = "yoke", "Yoke", YokeSpeaker

    def speaker(self, address="127.0.0.1"):
        """Returns a controller; after a restart of the gateway it has to connect again."""
        speaker = super().speaker(address)
        self.speakers = [*getattr(self, "speakers", []), speaker]
        return speaker

    def reopen(self, keys):
        """Starts the gateway again; the app has to connect again."""
        super().reopen(keys)
        for speaker in getattr(self, "speakers", []):
            speaker.is_told = False

    def is_moved(self, pad):
        """Returns whether the left stick is at its right end."""
        return pad.left[0] == 1

    def test_its_sensors_are_the_pads(self):
        """In m/s², of which it sends a fortieth of half the way; the gateway has no rotation of it."""
        speaker = self.speaker()
        self.play(speaker)
        self.watch.until(
            lambda: self.pad().acceleration
            and all(abs(one - other) < 0.01 for one, other in zip(self.pad().acceleration, (0.5, 1, 0))),
            lambda: speaker.tell(acceleration=(4.903, 0, 9.807)))

    def test_the_stock_pads_steer_and_shoot(self):
        """Racing turns the wheel by the angle beta, 360 degrees over the whole way; Gamepad has analog shoulders."""
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
        """Not after the silence."""
        self.reopen("confirm = no\nsilence = 3600")
        speaker = self.speaker()
        self.play(speaker)
        speaker.hold()
        self.watch.until(lambda: self.is_moved(self.pad()) and self.pad().buttons == {"a"}, speaker.move)
        self.watch.until(lambda: not self.is_moved(self.pad()) and not self.pad().buttons, speaker.goodbye)

    def test_states_without_their_layout_move_nothing(self):
        """The app sends it once, when it connects."""
        speaker = self.speaker()
        self.play(speaker)
        self.reopen("confirm = no")
        speaker.is_told = True
        self.watch.catch_up(speaker.move)
        self.assertFalse(self.pad() and self.is_moved(self.pad()))

    def asked(self, request, address="127.0.0.1"):
        """Returns what comes back for these bytes from this address of the machine until the connection ends."""
        with socket.create_connection(("127.0.0.1", self.port), DEADLINE, (address, 0)) as link:
            link.sendall(request)
            try:
                return b"".join(iter(lambda: link.recv(4096), b""))
            except ConnectionResetError:
                return b""

    def test_files_are_for_whoever_may_play(self):
        """Nobody else gets an answer."""
        self.reopen("confirm = no\nallow = 127.0.0.2")
        request = b"GET /main.html HTTP/1.1\r\nHost: a\r\n\r\n"
        self.assertTrue(self.asked(request, "127.0.0.2").startswith(b"HTTP/1.1 200 OK\r\n"))
        self.assertEqual(self.asked(request), b"")

    def test_requests_for_anything_else_get_nothing_and_the_pad_plays_on(self):
        """Other files, other methods, bodies, and what is no request."""
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
        """After five seconds."""
        start = time.monotonic()
        self.assertEqual(self.asked(b"GET /main.html HTTP/1.1\r\n"), b"")
        self.assertGreater(time.monotonic() - start, 4)


del Broken, Buttons, Cells
