"""Tests of the DSU server with Dolphin: what a GameCube reads is what a player does."""

import unittest

from dolphin import PROGRAM, Dolphin
from our_player import Player
from with_inputs import WithInputs, free_port

# In the order of the bits of a GameCube controller's answer: left, right, down, up, Z, R, L, -, A, B, X, Y, start.
BUTTONS = {
    "D-Pad/Left": ("Pad W", 0x1), "D-Pad/Right": ("Pad E", 0x2), "D-Pad/Down": ("Pad S", 0x4), "D-Pad/Up": ("Pad N", 0x8),
    "Buttons/Z": ("R1", 0x10), "Triggers/R": ("R2", 0x20), "Triggers/L": ("L2", 0x40), "Buttons/A": ("Cross", 0x100),
    "Buttons/B": ("Circle", 0x200), "Buttons/X": ("Square", 0x400), "Buttons/Y": ("Triangle", 0x800), "Buttons/Start": ("Options", 0x1000),
}


def axes(first, second, third, scale):
    """Returns three inputs with two directions each on the axes of two sticks."""
    places = (("Main Stick/Right", "Main Stick/Left"), ("Main Stick/Up", "Main Stick/Down"), ("C-Stick/Right", "C-Stick/Left"))
    return {place: f"`{name}` / {scale}" for pair, names in zip(places, (first, second, third)) for place, name in zip(pair, names)}


@unittest.skipUnless(PROGRAM, "dolphin-emu is not installed: scripts/setup test")
class InDolphin(WithInputs):
    """A player in Dolphin, whose names for directions are the reference."""

    def setUp(self):
        super().setUp()
        port = free_port()
        while port + 3 >= 28000:
            port = free_port()
        self.start_inputs(f"[output dsu]\nenabled = yes\nport = {port}\n")
        self.player = Player(self.host)
        self.addCleanup(self.player.close)
        self.watch.until(lambda: 1 in self.watch.pads, self.player.send)
        self.dolphin = Dolphin(self.place / "dolphin", port, [
            {place: f"`{name}`" for place, (name, _) in BUTTONS.items()}
            | {"Main Stick/Right": "`Left X+`", "Main Stick/Left": "`Left X-`", "Main Stick/Up": "`Left Y+`", "Main Stick/Down": "`Left Y-`",
               "C-Stick/Right": "`Right X+`", "C-Stick/Left": "`Right X-`", "C-Stick/Up": "`Right Y+`", "C-Stick/Down": "`Right Y-`"},
            axes(("Gyro Pitch Up", "Gyro Pitch Down"), ("Gyro Yaw Left", "Gyro Yaw Right"), ("Gyro Roll Right", "Gyro Roll Left"), 4),
            axes(("Accel Right", "Accel Left"), ("Accel Up", "Accel Down"), ("Accel Forward", "Accel Backward"), 15)])
        self.addCleanup(self.dolphin.close)

    def see(self, is_right, **state):
        """Plays until the GameCube reads what it should."""
        def act():
            self.player.send(**state)
            self.dolphin.read()
        try:
            self.watch.until(is_right, act, every=0.01)
        except AssertionError:
            self.fail(f"{state}: {self.dolphin.buttons(0):04x} {[self.dolphin.sticks(pad) for pad in range(3)]}")

    def test_dolphin_reads_a_players_buttons_sticks_and_motion(self):
        """Each button by itself, each stick in its direction, and both sensors with Dolphin's signs."""
        bits = {0: "Buttons/A", 1: "Buttons/B", 3: "Buttons/X", 4: "Buttons/Y", 7: "Buttons/Z", 11: "Buttons/Start",
                16: "D-Pad/Up", 17: "D-Pad/Down", 18: "D-Pad/Left", 19: "D-Pad/Right"}
        for bit, name in bits.items():
            self.see(lambda: self.dolphin.buttons(0) == BUTTONS[name][1], buttons=1 << bit)
        self.see(lambda: self.dolphin.buttons(0) == 0x60, triggers=(255, 255))
        # Our y is down.
        self.see(lambda: self.is_pushed(0, (1, 1, -1, -1)), sticks=(32767, -32767, -32767, 32767))
        self.see(lambda: self.is_pushed(0, (0, 0, 0, 0)))
        # A phone's frame: x right, y to the upper edge, z out of the screen; it lies on the table, as a pad does.
        # The side that is up is the one to which Dolphin's acceleration points.
        self.see(lambda: self.is_pushed(2, (0, 1, 0, 0)))
        self.see(lambda: self.is_pushed(2, (-1, 0, 0, 0)), motion=(-4096, 0, 0, 0, 0, 0))
        self.see(lambda: self.is_pushed(2, (0, 0, -1, 0)), motion=(0, -4096, 0, 0, 0, 0))
        # 200 degrees a second: its top edge rises, it turns left as seen from above, its left edge rises.
        self.see(lambda: self.is_pushed(1, (1, 0, 0, 0)), motion=(0, 0, 4096, 3200, 0, 0))
        self.see(lambda: self.is_pushed(1, (0, 1, 0, 0)), motion=(0, 0, 4096, 0, 0, 3200))
        self.see(lambda: self.is_pushed(1, (0, 0, 1, 0)), motion=(0, 0, 4096, 0, 3200, 0))
        self.see(lambda: self.is_pushed(1, (0, 0, 0, 0)))

    def is_pushed(self, pad, directions):
        """Returns whether both sticks are well on this side of the middle, or near it."""
        return all(value * side > 40 if side else abs(value) < 20 for value, side in zip(self.dolphin.sticks(pad), directions))


del WithInputs
