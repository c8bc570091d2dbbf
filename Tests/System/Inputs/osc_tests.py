"""Tests of OSC as an input and as an output. The library liblo writes and reads the messages."""

import socket
import time

import liblo

from cells import Broken, Buttons, Cells, Sensors
from our_player import Player
from speaker import GRAVITY, Speaker
from with_inputs import WithInputs, free_port


class OSCSpeaker(Speaker):
    """A board with faders and buttons that is also a phone with sensors. The library liblo writes its messages."""

    def __init__(self, port, address):
        """Sends from `address` of this machine. liblo cannot choose this address, so the test receives its messages and sends them on."""
        super().__init__(port, address)
        self.pen = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.pen.bind(("127.0.0.1", 0))
        self.paper = liblo.Address(*self.pen.getsockname())
        self.held = 0

    def close(self):
        """Closes both sockets."""
        super().close()
        self.pen.close()

    def say(self, *words):
        """Sends a message or a bundle."""
        liblo.send(self.paper, *words)
        self.send(self.pen.recv(2048))

    def tell(self, address, *numbers):
        """Sends a message with these numbers as floats."""
        self.say(address, *(("f", number) for number in numbers))

    def rest(self):
        """Centres the left stick. A held button stays held."""
        self.tell("/1/lx", 0.5)

    def move(self):
        """Pushes the left stick to the right, in a bundle with the state of the button."""
        self.say(liblo.Bundle(liblo.Message("/1/lx", ("f", 1.0)), liblo.Message("/1/push1", ("i", self.held))))

    def hold(self):
        """Holds the button in all later bundles."""
        self.held = 1

    def press(self):
        """Presses the button that the configuration calls a."""
        self.tell("/1/push1", 1)

    def release(self):
        """Releases the button."""
        self.tell("/1/push1", 0)

    def turn(self):
        """Pretends that the phone lies on a table and turns left (seen from above) at 90 °/s, with the messages of Sensors2OSC."""
        self.tell("/accelerometer", 0, 0, GRAVITY)
        self.tell("/gyroscope", 0, 0, 1.5708)

    def upright(self):
        """Pretends that the phone stands upright, with the messages of ZIG SIM on iOS, where gravity points down."""
        self.tell("/ZIGSIM/phone/gravity", 0, -1, 0)
        self.tell("/ZIGSIM/phone/gyro", 0, 0, 0)


class OSC(Cells, Broken, Buttons, Sensors):
    """Tests of the input OSC."""

    NAME, TITLE, SPEAKER = "osc", "OSC", OSCSpeaker
    KEYS = "/1/push1 = a\n/1/xy? = rx ry signed\n/*/knob = - lt\n/wheel = roll deg"

    def is_moved(self, pad):
        """Returns whether the left stick is at its right end."""
        return pad.left[0] == 1

    def test_addresses_of_the_configuration_move_what_they_say(self):
        """The configuration maps OSC addresses to controls. It may give a unit, and skip numbers of a message with "-". A positive y is up."""
        self.reopen("confirm = no\nsilence = 3600")
        speaker = self.speaker()
        self.play(speaker)
        self.watch.until(lambda: self.pad().right == (-0.5, -1), lambda: speaker.tell("/1/xy2", -0.5, 1))
        self.watch.until(lambda: self.pad().triggers == (51, 0), lambda: speaker.tell("/7/knob", 1, 0.2))
        self.watch.until(lambda: self.pad().buttons == {"start"}, lambda: speaker.tell("/2/START", 1))
        self.watch.catch_up(lambda: (speaker.tell("/7/knob", 1), speaker.tell("/7/8/knob", 1, 1), speaker.tell("/2/nothing", 1)))
        self.watch.until(lambda: self.pad().triggers == (51, 0))

    def test_an_angle_steers(self):
        """The profile's full lock is 45°, so an angle of 90° pushes the stick to its end."""
        speaker = self.speaker()
        self.watch.until(lambda: self.pad() and self.pad().left[0] == 1, lambda: speaker.tell("/wheel", 90))
        self.watch.until(lambda: self.pad().left[0] == -1, lambda: speaker.tell("/wheel", -90))


class Out(WithInputs):
    """Tests of the OSC messages that the gateway sends about players."""

    def setUp(self):
        super().setUp()
        self.ear = liblo.Server(free_port(), reg_methods=False)
        self.addCleanup(self.ear.free)
        self.heard = {}
        self.ear.add_method(None, None, lambda path, numbers: self.heard.__setitem__(path, tuple(numbers)))
        self.start_inputs(f"[output osc]\nenabled = yes\nto = 127.0.0.1:{self.ear.port}\n")
        self.player = Player(self.host)
        self.addCleanup(self.player.close)

    def until(self, wanted, **state):
        """Sends the state until all messages of `wanted` have arrived."""
        def play():
            self.player.send(**state)
            while self.ear.recv(1):
                pass
        self.watch.until(lambda: wanted.items() <= self.heard.items(), play)

    def test_buttons_sticks_and_triggers_go_out_when_they_change(self):
        """The messages use the addresses and ranges that the input OSC understands."""
        self.until({"/player/1/a": (1.0,), "/player/1/up": (1.0,)}, buttons=1 | 1 << 16)
        self.until({"/player/1/a": (0.0,), "/player/1/lx": (1.0,), "/player/1/ly": (0.0,), "/player/1/rt": (1.0,)},
                   sticks=(32767, 32767, 0, 0), triggers=(0, 255))
        self.until({"/player/1/lx": (0.5,), "/player/1/ly": (0.5,), "/player/1/rt": (0.0,)})
        self.heard.clear()
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            self.player.send()
            self.ear.recv(10)
        self.assertEqual(self.heard, {})

    def test_tilt_goes_out_in_radians(self):
        """The message has roll, pitch and yaw, after smoothing."""
        self.until({}, tilt=(16384, 0, 0))
        self.watch.until(lambda: abs(self.heard.get("/player/1/tilt", (0, 0, 0))[0] - 1.5708) < 0.001,
                         lambda: (self.player.send(tilt=(16384, 0, 0)), self.ear.recv(1)))

    def test_everything_is_let_go_when_the_player_leaves(self):
        """All controls that were held go out as released."""
        self.until({"/player/1/a": (1.0,)}, buttons=1)
        self.player.bye()
        self.watch.until(lambda: self.heard["/player/1/a"] == (0.0,), lambda: self.ear.recv(1))


del Broken, Buttons, Cells, Sensors, WithInputs
