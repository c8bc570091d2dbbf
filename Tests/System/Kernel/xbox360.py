"""The Xbox 360 pad as Linux and games must see it, whichever program makes it."""

NAME = "Microsoft X-Box 360 pad"
EV_KEY = [0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13A, 0x13B, 0x13C, 0x13D, 0x13E]
EV_FF = [0x50, 0x51, 0x58, 0x59, 0x5A, 0x60]

_STICK = {"value": 0, "min": -32768, "max": 32767, "fuzz": 16, "flat": 128, "resolution": 0}
_TRIGGER = {"value": 0, "min": 0, "max": 255, "fuzz": 0, "flat": 0, "resolution": 0}
_HAT = {"value": 0, "min": -1, "max": 1, "fuzz": 0, "flat": 0, "resolution": 0}
EV_ABS = {"0": _STICK, "1": _STICK, "2": _TRIGGER, "3": _STICK, "4": _STICK, "5": _TRIGGER,
          "16": _HAT, "17": _HAT}

IDENTITY = {
    "name": NAME, "bus": 3, "vendor": 0x045E, "product": 0x028E, "version": 0x0114,
    "properties": [], "effects": 16,
}

# In the second pair of bytes, SDL 2.26 has a checksum of its own name for the pad, and later versions one of the device's name.
SDL_GUID = r"0300....5e0400008e02000014010000"
SDL_MAPPING = (
    "a:b0,b:b1,x:b2,y:b3,back:b6,guide:b8,start:b7,leftstick:b9,rightstick:b10,leftshoulder:b4,"
    "rightshoulder:b5,dpup:h0.1,dpdown:h0.4,dpleft:h0.8,dpright:h0.2,leftx:a0,lefty:a1,rightx:a3,righty:a4,"
    "lefttrigger:a2,righttrigger:a5")

EVTEST_LINES = (
    "Input device ID: bus 0x3 vendor 0x45e product 0x28e version 0x114",
    'Input device name: "Microsoft X-Box 360 pad"',
    "    Event code 304 (BTN_SOUTH)",
    "    Event code 318 (BTN_THUMBR)",
    "    Event code 17 (ABS_HAT0Y)",
    "    Event code 80 (FF_RUMBLE)",
)
JSTEST_LINE = (
    "Joystick (Microsoft X-Box 360 pad) has 8 axes (X, Y, Z, Rx, Ry, Rz, Hat0X, Hat0Y)")
JSTEST_BUTTONS = (
    "and 11 buttons (BtnA, BtnB, BtnX, BtnY, BtnTL, BtnTR, BtnSelect, BtnStart, "
    "BtnMode, BtnThumbL, BtnThumbR).")
