"""The row of DroidPad in the table of inputs, over UDP, and its speakers over UDP, TCP and WebSocket."""

import json
import select

from cells import Broken, Buttons, Cells, Sensors
from speaker import GRAVITY, Speaker
from streams import TCPSpeaker, WebSocketSpeaker


class DroidPadSpeech:
    """DroidPad: an object of JSON for each change of a control."""

    def say(self, name, kind, **members):
        """Sends a change of a control."""
        self.send(json.dumps({"id": name, "type": kind, **members}, separators=(",", ":")).encode())

    def rest(self):
        """Lets the left joystick go."""
        self.say("l", "JOYSTICK", x=0, y=0)

    def move(self):
        """Pushes the left joystick to the right."""
        self.say("l", "JOYSTICK", x=1, y=0)

    def press(self):
        """Presses A."""
        self.say("A", "BUTTON", state="PRESS")

    def release(self):
        """Lets A go."""
        self.say("A", "BUTTON", state="RELEASE")

    hold = press

    def feel(self, acceleration, rotation):
        """Sends the sensors, which have no name."""
        for kind, values in (("ACCELEROMETER", acceleration), ("GYROSCOPE", rotation)):
            self.send(json.dumps({"type": kind, **dict(zip("xyz", values))}).encode())

    def upright(self):
        """Stands upright."""
        self.feel((0, GRAVITY, 0), (0, 0, 0))

    def turn(self):
        """Turns on the table, to the left as seen from above, by 90 degrees a second."""
        self.feel((0, 0, GRAVITY), (0, 0, 1.5708))


class UDPDroidPad(DroidPadSpeech, Speaker):
    """DroidPad over UDP."""

    def heard(self):
        """Returns the datagrams that have arrived since."""
        messages = []
        while select.select([self.link], [], [], 0)[0]:
            messages.append(self.link.recv(4096))
        return messages


class TCPDroidPad(DroidPadSpeech, TCPSpeaker):
    """DroidPad over TCP, with nothing between its messages."""


class WebSocketDroidPad(DroidPadSpeech, WebSocketSpeaker):
    """DroidPad over WebSocket."""


# What each control does: its name and its messages, each with a test of the pad.
CONTROLS = [
    *((name, [("BUTTON", {"state": "PRESS"}, lambda pad, shown=shown: pad.buttons == {shown}),
              ("BUTTON", {"state": "RELEASE"}, lambda pad: not pad.buttons)])
      for name, shown in zip("A B X Y LB RB LT RT BACK START GUIDE LS RS a UP fire jump".split(),
                             "a b x y lb rb lt rt back start guide ls rs a up a b".split())),
    ("turbo", [("SWITCH", {"state": True}, lambda pad: pad.buttons == {"x"}),
               ("SWITCH", {"state": False}, lambda pad: not pad.buttons)]),
    *(("d", [("DPAD", {"button": way.upper(), "state": "PRESS"}, lambda pad, way=way: pad.buttons == {way}),
             ("DPAD", {"button": way.upper(), "state": "RELEASE"}, lambda pad: not pad.buttons)])
      for way in ("up", "down", "left", "right")),
    ("l", [("JOYSTICK", {"x": 1, "y": 1}, lambda pad: pad.left == (1, -1)),
           ("JOYSTICK", {"x": 0, "y": 0}, lambda pad: pad.left == (0, 0))]),
    ("r", [("JOYSTICK", {"x": -1, "y": -1}, lambda pad: pad.right == (-1, 1)),
           ("JOYSTICK", {"x": 0, "y": 0}, lambda pad: pad.right == (0, 0))]),
    ("LT", [("SLIDER", {"value": 10}, lambda pad: pad.triggers == (255, 0)),
            ("SLIDER", {"value": 0}, lambda pad: pad.triggers == (0, 0))]),
    ("RT", [("STEP_SLIDER", {"value": 5}, lambda pad: pad.triggers == (0, 128)),
            ("STEP_SLIDER", {"value": 0}, lambda pad: pad.triggers == (0, 0))]),
    ("w", [("STEERING_WHEEL", {"angle": -360}, lambda pad: pad.left == (-1, 0)),
           ("STEERING_WHEEL", {"angle": 0}, lambda pad: pad.left == (0, 0))]),
]


class DroidPadUDP(Cells, Broken, Buttons, Sensors):
    """DroidPad over UDP."""

    NAME, TITLE, SPEAKER = "droidpad", "DroidPad", UDPDroidPad

    def is_moved(self, pad):
        """Returns whether the left stick is at its right end."""
        return pad.left[0] == 1

    def test_every_control_moves_what_it_says(self):
        """Controls with known names get the control of that name, and others what is left, in their order."""
        speaker = self.speaker()
        self.play(speaker)
        for name, messages in CONTROLS:
            for kind, members, is_shown in messages:
                with self.subTest(name=name, kind=kind, **members):
                    speaker.say(name, kind, **members)
                    self.watch.until(lambda is_shown=is_shown: is_shown(self.pad()))

    def test_a_click_is_a_press_and_a_release(self):
        """The app sends nothing else for such a button, and only on its release."""
        speaker = self.speaker()
        self.play(speaker)
        for _ in range(2):
            self.watch.shown.clear()
            speaker.say("A", "BUTTON", state="CLICK")
            # It may be over when it is read.
            self.watch.until(lambda: any(pad and pad.buttons == {"a"} for _, pad in self.watch.shown))
            self.watch.until(lambda: not self.pad().buttons)

    def test_a_phone_without_sticks_is_steered_by_gravity(self):
        """As the profile says."""
        speaker = self.speaker()
        self.watch.until(lambda: self.pad() and self.pad().left[0] == 1,
                         lambda: speaker.feel((-GRAVITY, 0, 0), (0, 0, 0)))


del Broken, Buttons, Cells, Sensors
