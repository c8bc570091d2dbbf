"""Tests of the input DroidPad over UDP, and controllers that speak DroidPad's protocol over UDP, TCP and WebSocket."""

import json
import select

from cells import Broken, Buttons, Cells, Sensors
from speaker import GRAVITY, Speaker
from streams import TCPSpeaker, WebSocketSpeaker


class DroidPadSpeech:
    """The messages of DroidPad: a JSON object for each change of a control."""

    def say(self, name, kind, **members):
        """Sends a change of the control `name`."""
        self.send(json.dumps({"id": name, "type": kind, **members}, separators=(",", ":")).encode())

    def rest(self):
        """Centres the left joystick."""
        self.say("l", "JOYSTICK", x=0, y=0)

    def move(self):
        """Pushes the left joystick to the right."""
        self.say("l", "JOYSTICK", x=1, y=0)

    def press(self):
        """Presses A."""
        self.say("A", "BUTTON", state="PRESS")

    def release(self):
        """Releases A."""
        self.say("A", "BUTTON", state="RELEASE")

    hold = press

    def feel(self, acceleration, rotation):
        """Sends an accelerometer (m/s²) and a gyroscope (rad/s) reading. Their messages have no name."""
        for kind, values in (("ACCELEROMETER", acceleration), ("GYROSCOPE", rotation)):
            self.send(json.dumps({"type": kind, **dict(zip("xyz", values))}).encode())

    def upright(self):
        """Sends the sensor readings of a phone that stands upright."""
        self.feel((0, GRAVITY, 0), (0, 0, 0))

    def turn(self):
        """Sends the sensor readings of a phone that lies on a table and turns left (seen from above) at 90 °/s."""
        self.feel((0, 0, GRAVITY), (0, 0, 1.5708))


class UDPDroidPad(DroidPadSpeech, Speaker):
    """DroidPad over UDP."""

    def heard(self):
        """Returns the datagrams that have arrived since the last call."""
        messages = []
        while select.select([self.link], [], [], 0)[0]:
            messages.append(self.link.recv(4096))
        return messages


class TCPDroidPad(DroidPadSpeech, TCPSpeaker):
    """DroidPad over TCP, with no separator between its messages."""


class WebSocketDroidPad(DroidPadSpeech, WebSocketSpeaker):
    """DroidPad over WebSocket."""


# For each control: its name, and its messages, each with a condition that the pad must then fulfil.
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
        """A control of the app moves the pad's control of the same name. Controls with unknown names get the pad's remaining controls, in order."""
        speaker = self.speaker()
        self.play(speaker)
        for name, messages in CONTROLS:
            for kind, members, is_shown in messages:
                with self.subTest(name=name, kind=kind, **members):
                    speaker.say(name, kind, **members)
                    self.watch.until(lambda is_shown=is_shown: is_shown(self.pad()))

    def test_a_click_is_a_press_and_a_release(self):
        """For a button that clicks, the app sends one CLICK, when the finger leaves it. The pad shows a press and a release."""
        speaker = self.speaker()
        self.play(speaker)
        for _ in range(2):
            self.watch.shown.clear()
            speaker.say("A", "BUTTON", state="CLICK")
            # The press may already be over when the pad is read.
            self.watch.until(lambda: any(pad and pad.buttons == {"a"} for _, pad in self.watch.shown))
            self.watch.until(lambda: not self.pad().buttons)

    def test_a_phone_without_sticks_is_steered_by_gravity(self):
        """Gravity steers, by the profile, if no stick has been sent."""
        speaker = self.speaker()
        self.watch.until(lambda: self.pad() and self.pad().left[0] == 1,
                         lambda: speaker.feel((-GRAVITY, 0, 0), (0, 0, 0)))


del Broken, Buttons, Cells, Sensors
