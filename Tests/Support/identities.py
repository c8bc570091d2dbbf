"""Each identity as the kernel shows it: its keys and axes by control (docs/pads.md), and its names in programs."""

import dataclasses

BUTTONS = ("a", "b", "x", "y", "left_shoulder", "right_shoulder", "back", "start", "guide", "left_stick",
           "right_stick", "share")
# Further buttons, which only wheels have.
EXTRAS = tuple(f"extra{number}" for number in range(1, 12))
STICKS = ("left_x", "left_y", "right_x", "right_y")
TRIGGERS = ("left_trigger", "right_trigger")
USB = 3


@dataclasses.dataclass(frozen=True)
class Axis:
    """An axis: its code and range, the kernel's noise filter, and the flat part around rest."""

    code: int
    minimum: int
    maximum: int
    fuzz: int = 0
    flat: int = 0

    # True for a pedal that rests at the maximum.
    rests_high: bool = False

    @property
    def rest(self):
        """Returns the value at rest on a pad made through uinput: the middle of a stick, or an end of a trigger or pedal."""
        return self.maximum if self.rests_high else self.maximum // 2 + 1 if self.maximum == 65535 else 0

    def value(self, control, place):
        """Returns the kernel's value for a position of a stick, a trigger or the hat."""
        if self.rests_high:
            return self.maximum - place
        if control in STICKS:
            return place if self.minimum < 0 else stick_of_bytes(place, self.maximum)
        return round(place * self.maximum / 255) if control in TRIGGERS else place


def stick_of_bytes(place, maximum):
    """Returns a stick's position on an axis that begins at 0."""
    if maximum == 65535:
        return place + 32768
    return min(maximum, (place * (maximum + 1) // 65535) + (maximum + 1) // 2)


@dataclasses.dataclass(frozen=True)
class Identity:
    """One identity; `keys` and `axes` map controls to the kernel's codes.

    An identity without keys consists of sensors only.
    """

    name: str
    device: str
    bus: int
    vendor: int
    product: int
    version: int
    keys: dict
    axes: dict
    is_pad: bool = True
    # The maximum error of a stick, in its own steps.
    noise: int = 0

    # True if the share button is the back button.
    shares_back: bool = False
    # True if a controller's motion is shown, by the pad's device or by a separate one.
    has_sensors: bool = True
    # True if games can push it with force feedback, as they push a wheel.
    has_forces: bool = False
    # The name in SDL's library, the kind in SDL's testgamecontroller, and the name in SDL 2 games and in DirectInput. None stands for the
    # kernel's name.
    sdl: str = None
    kind: str = None
    game: str = None
    windows: str = None

    @property
    def is_uinput(self):
        """Returns whether the pad is made through uinput; uhid pads are on the Bluetooth bus."""
        return self.bus == USB and bool(self.keys)

    def is_down(self, step, button):
        """Returns whether `button` of the pad is down in a step of a test."""
        return step.is_down(button) or (button == "back" and self.shares_back and step.is_down("share"))

    @property
    def noise_of_whole(self):
        """Returns the maximum error of a stick, on a scale of 65536 steps."""
        stick = next(axis for control, axis in self.axes.items() if control in STICKS)
        return self.noise * 65536 // (stick.maximum - stick.minimum)

    @property
    def flat(self):
        """Returns the size of the flat part in a stick's middle, in the stick's own steps."""
        return max(axis.flat for axis in self.axes.values())


def pad_keys(**more):
    """Returns the keys of pads that resemble an Xbox pad, in the order of `BUTTONS`."""
    codes = (0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13A, 0x13B, 0x13C, 0x13D, 0x13E)
    return dict(zip(BUTTONS, codes)) | more


def pad_axes(trigger_maximum, fuzz=16, flat=128):
    """Returns the axes of pads that resemble an Xbox pad."""
    sticks = {stick: Axis(code, -32768, 32767, fuzz, flat) for stick, code in zip(STICKS, (0, 1, 3, 4))}
    triggers = {trigger: Axis(code, 0, trigger_maximum) for trigger, code in zip(TRIGGERS, (2, 5))}
    return sticks | triggers | HAT


def g29():
    """Returns the keys of a Logitech G29. No control presses three of them."""
    first = ("a", "x", "b", "y", "right_shoulder", "left_shoulder", "extra1", "extra2", "back", "start", "right_stick", "left_stick",
             "extra3", "extra4", "extra5", "extra6")
    more = ("extra7", "extra8", "extra9", "extra10", "extra11", "unused 0x2c5", "unused 0x2c6", "unused 0x2c7", "guide")
    return dict(zip(first, range(0x120, 0x130))) | dict(zip(more, range(0x2C0, 0x2C9)))


HAT = {"hat_x": Axis(0x10, -1, 1), "hat_y": Axis(0x11, -1, 1)}
LEVER = (-32768, 32767)

# The keys of an Xbox Bluetooth pad for which it has no buttons.
UNUSED = {f"unused {code:#x}": code for code in (0x132, 0x135, 0x138, 0x139, 0x13A)}

ALL = (
    Identity("xbox360", "Microsoft X-Box 360 pad", 3, 0x045E, 0x028E, 0x0114, pad_keys(), pad_axes(255),
             sdl="X360 Controller", kind="XBox 360", game="Xbox 360 Controller", windows="Controller (XBOX 360 For Windows)"),
    Identity("xboxone", "Microsoft X-Box One S pad", 3, 0x045E, 0x02EA, 0x0408, pad_keys(), pad_axes(1023),
             sdl="Xbox One Wireless Controller", kind="XBox One", game="Xbox One S Controller", windows="Controller (Xbox One For Windows)"),
    Identity("xboxseries", "Microsoft Xbox Series S|X Controller", 3, 0x045E, 0x0B12, 0x050D,
             pad_keys(share=0xA7), pad_axes(1023),
             sdl="Xbox Series X Controller", kind="XBox One", game="Xbox Series X Controller", windows="Controller (Xbox One For Windows)"),
    Identity("generic", "Tiltpad Gamepad", 3, 0x1209, 0x000D, 0x0100, pad_keys(), pad_axes(255, fuzz=0), kind="Game"),
    Identity("wheel", "Tiltpad Wheel", 3, 0x1209, 0x000E, 0x0100,
             {"a": 0x120, "b": 0x121, "x": 0x122, "y": 0x123, "back": 0x124, "start": 0x125,
              "dpad_up": 0x126, "dpad_down": 0x127, "dpad_left": 0x128, "dpad_right": 0x129,
              "left_shoulder": 0x150, "right_shoulder": 0x151},
             {"left_x": Axis(8, *LEVER), "right_trigger": Axis(9, 0, 255), "left_trigger": Axis(10, 0, 255)},
             is_pad=False, has_forces=True),
    Identity("flightstick", "Tiltpad Flight Stick", 3, 0x1209, 0x000F, 0x0100,
             dict(zip(BUTTONS, range(0x120, 0x12B))),
             {"left_x": Axis(0, *LEVER), "left_y": Axis(1, *LEVER), "right_x": Axis(5, *LEVER),
              "right_trigger": Axis(6, 0, 255), **HAT}, is_pad=False),
    Identity("accelerometer", "Tiltpad Accelerometer", 3, 0x1209, 0x000C, 0x0100, {}, {}, is_pad=False),
    Identity("dualsense", "DualSense Wireless Controller", 5, 0x054C, 0x0CE6, 0x8100,
             {"a": 0x130, "b": 0x131, "y": 0x133, "x": 0x134, "left_shoulder": 0x136, "right_shoulder": 0x137,
              "left_trigger": 0x138, "right_trigger": 0x139, "back": 0x13A, "start": 0x13B, "guide": 0x13C,
              "left_stick": 0x13D, "right_stick": 0x13E},
             {stick: Axis(code, 0, 255) for stick, code in zip(STICKS, (0, 1, 3, 4))}
             | {"left_trigger": Axis(2, 0, 255), "right_trigger": Axis(5, 0, 255), **HAT}, noise=1, shares_back=True,
             sdl="PS5 Controller", kind="PS5", game="PS5 Controller", windows="Wireless Controller"),
    Identity("xboxone-bt", "Xbox Wireless Controller", 5, 0x045E, 0x02FD, 0x0903,
             {"a": 0x130, "b": 0x131, "x": 0x133, "y": 0x134, "left_shoulder": 0x136, "right_shoulder": 0x137,
              "start": 0x13B, "guide": 0x13C, "left_stick": 0x13D, "right_stick": 0x13E, "back": 0x9E, **UNUSED},
             {stick: Axis(code, 0, 65535, 255, 4095) for stick, code in zip(STICKS, (0, 1, 2, 5))}
             | {"left_trigger": Axis(10, 0, 1023, 3, 63), "right_trigger": Axis(9, 0, 1023, 3, 63), **HAT}, noise=256, has_sensors=False,
             sdl="Xbox One S Controller", kind="XBox One", game="Xbox One S Controller", windows="Controller (Xbox One For Windows)"),
    Identity("g29", "Logitech G29 Driving Force Racing Wheel", 3, 0x046D, 0xC24F, 0x0111, g29(),
             {"left_x": Axis(0, 0, 65535), "clutch": Axis(1, 0, 255, rests_high=True),
              "right_trigger": Axis(2, 0, 255, rests_high=True), "left_trigger": Axis(5, 0, 255, rests_high=True), **HAT},
             is_pad=False, has_forces=True),
)
