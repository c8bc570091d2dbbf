"""Tests of the DSU server with Dolphin: the emulated GameCube must read what a player does."""

import unittest

from dolphin import PROGRAM, Dolphin
from our_player import Player
from with_inputs import WithInputs, free_port

# For each control: the DSU input, and its bit in a GameCube controller's answer. The bits are left, right, down, up, Z, R, L, -, A, B, X, Y, start.
BUTTONS = {
    "D-Pad/Left": ("Pad W", 0x1), "D-Pad/Right": ("Pad E", 0x2), "D-Pad/Down": ("Pad S", 0x4), "D-Pad/Up": ("Pad N", 0x8),
    "Buttons/Z": ("R1", 0x10), "Triggers/R": ("R2", 0x20), "Triggers/L": ("L2", 0x40), "Buttons/A": ("Cross", 0x100),
    "Buttons/B": ("Circle", 0x200), "Buttons/X": ("Square", 0x400), "Buttons/Y": ("Triangle", 0x800), "Buttons/Start": ("Options", 0x1000),
}


def axes(first, second, third, scale):
    """Maps the six directions of three DSU inputs to the axes of two sticks, each divided by `scale`."""
    places = (("Main Stick/Right", "Main Stick/Left"), ("Main Stick/Up", "Main Stick/Down"), ("C-Stick/Right", "C-Stick/Left"))
    return {place: f"`{name}` / {scale}" for pair, names in zip(places, (first, second, third)) for place, name in zip(pair, names)}


@unittest.skipUnless(PROGRAM, "dolphin-emu is not installed: scripts/setup test")
class InDolphin(WithInputs):
    """A player whose pad Dolphin reads. Dolphin's names of the directions are the reference."""

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
        """Sends the given state as the player, until `is_right` holds for the values that the GameCube reads."""
        def act():
            self.player.send(**state)
            self.dolphin.read()
        try:
            self.watch.until(is_right, act, every=0.01)
        except AssertionError:
            self.fail(f"{state}: {self.dolphin.buttons(0):04x} {[self.dolphin.sticks(pad) for pad in range(3)]}")

    def test_dolphin_reads_a_players_buttons_sticks_and_motion(self):
        """Presses each button alone and both triggers together, pushes both sticks, and moves both sensors. The signs are Dolphin's."""
        bits = {0: "Buttons/A", 1: "Buttons/B", 3: "Buttons/X", 4: "Buttons/Y", 7: "Buttons/Z", 11: "Buttons/Start",
                16: "D-Pad/Up", 17: "D-Pad/Down", 18: "D-Pad/Left", 19: "D-Pad/Right"}
        for bit, name in bits.items():
            self.see(lambda: self.dolphin.buttons(0) == BUTTONS[name][1], buttons=1 << bit)
        self.see(lambda: self.dolphin.buttons(0) == 0x60, triggers=(255, 255))
        # In the player's states y points down.
        self.see(lambda: self.is_pushed(0, (1, 1, -1, -1)), sticks=(32767, -32767, -32767, 32767))
        self.see(lambda: self.is_pushed(0, (0, 0, 0, 0)))
        # The phone's frame: x to the right, y to the upper edge, z out of the screen. The phone lies on the table, as a pad does. Dolphin's
        # acceleration points to the side that is up.
        self.see(lambda: self.is_pushed(2, (0, 1, 0, 0)))
        self.see(lambda: self.is_pushed(2, (-1, 0, 0, 0)), motion=(-4096, 0, 0, 0, 0, 0))
        self.see(lambda: self.is_pushed(2, (0, 0, -1, 0)), motion=(0, -4096, 0, 0, 0, 0))
        # Three rotations of 200 °/s: the top edge rises; a turn to the left as seen from above; the left edge rises.
        self.see(lambda: self.is_pushed(1, (1, 0, 0, 0)), motion=(0, 0, 4096, 3200, 0, 0))
        self.see(lambda: self.is_pushed(1, (0, 1, 0, 0)), motion=(0, 0, 4096, 0, 0, 3200))
        self.see(lambda: self.is_pushed(1, (0, 0, 1, 0)), motion=(0, 0, 4096, 0, 3200, 0))
        self.see(lambda: self.is_pushed(1, (0, 0, 0, 0)))

    def is_pushed(self, pad, directions):
        """Returns whether each axis is far from the middle on the side that `directions` gives (1 or −1), or near the middle for 0."""
        return all(value * side > 40 if side else abs(value) < 20 for value, side in zip(self.dolphin.sticks(pad), directions))


del WithInputs
