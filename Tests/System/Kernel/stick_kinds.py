"""The sticks that stick_stub.py makes in the guest, and that its tests expect."""

HAT = (0, -1, 1, 0, 0, 0)
# All keys that a stick may have. A box has the first 128 of them.
ALLOWED = [*range(0x100, 0x110), *range(0x120, 0x140), *range(0x150, 0x160), *range(0x220, 0x224), *range(0x2C0, 0x300)]
# For each kind: the name, vendor, product, version, keys, and axes. An axis has a value, minimum, maximum, fuzz, flat part and resolution.
KINDS = {
    "wheel": ("Logitech G29 Driving Force Racing Wheel", 0x046D, 0xC24F, 0x0111, [*range(0x120, 0x130), *range(0x2C0, 0x2C9)],
              {0x00: (32768, 0, 65535, 0, 0, 0), 0x01: (255, 0, 255, 0, 0, 0), 0x02: (255, 0, 255, 0, 0, 0), 0x05: (255, 0, 255, 0, 0, 0),
               0x10: HAT, 0x11: HAT}),
    "hotas": ("Saitek X52 Flight Control System", 0x06A3, 0x075C, 0x0111, [*range(0x120, 0x140), 0x2C0, 0x2C1],
              {0x00: (1024, 0, 2047, 7, 127, 0), 0x01: (1024, 0, 2047, 7, 127, 0), 0x02: (255, 0, 255, 0, 15, 0),
               0x03: (128, 0, 255, 0, 15, 0), 0x05: (512, 0, 1023, 3, 63, 0), 0x06: (0, 0, 255, 0, 15, 0), 0x10: HAT, 0x11: HAT,
               0x28: (8, 0, 15, 0, 0, 0), 0x29: (8, 0, 15, 0, 0, 12)}),
    "pedals": ("Three Pedals", 0x30B7, 0x1001, 0x0110, [], {code: (4095, 0, 4095, 0, 0, 0) for code in range(3)}),
    "box": ("Button Box", 0x1209, 0x7777, 0x0100, ALLOWED[:128], {}),
}
# The wheels with a motor, which otherwise equal "wheel". For each: the kinds of effects, and the settings, that its driver has.
MOTORS = {
    "motor": ["RUMBLE", "PERIODIC", "CONSTANT", "SPRING", "FRICTION", "DAMPER", "INERTIA", "SQUARE", "SINE", "GAIN", "AUTOCENTER"],
    # The effects of the kernel's own driver for Logitech's wheels.
    "simple": ["CONSTANT", "GAIN", "AUTOCENTER"],
}
