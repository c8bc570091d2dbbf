"""The texts of docs/compatibility.md around its tables: the introduction, and the notes that explain what a program does not do."""

INTRODUCTION = (
    "# What works with what", "",
    "`scripts/test/compatibility --write` writes this page from what the programs did. `make compatibility` runs them again, and fails if the",
    "results differ. Each program is Debian 12's, in a virtual machine with Debian's kernel, and nobody has configured controllers in it.",
    "Browsers run without a window. RetroArch runs without picture and sound, with the driver `udev`.", "",
    "- *recognised*: the program lists the pad. *mapping or name*: what the program takes the pad for.",
    "- *buttons and axes*, yes: each button, both ends of each axis and steps between, the eight directions of the d-pad, and the",
    "  triggers from 0 to full were compared value by value.",
    "- *rumble*, yes: the rumble that the program requested reached the controller. Two groups of tests check that this takes less than",
    "  100 ms in the worst of 20 effects. `chromium_rumble_tests.py` checks Chromium with `xbox360` and `dualsense`, and that the rumble ends",
    "  with the browser. `daemon_feedback_tests.py` of the kernel tests checks SDL 2 and python3-evdev with `xbox360`.",
    "- *rumble*, forces: the program pushed a [wheel](wheels.md) with constant forces, and the controller was told their direction, and their",
    "  size within 1 %.",
    "- *motion*, yes: gravity from every side and turns about every axis were compared value by value, in g and °/s. The controller sent",
    "  motion during the tests of every program.",
    "- – means that this was not tried, or that the program does not show it.",
)

# The notes, in the order of the document. A test names the keys of those whose reason it has seen.
TEXTS = {
    "no-effects": "This pad does not offer rumble to programs.",
    "no-controls": "It has neither buttons nor sticks.",
    "sensors-only": "udev calls it an accelerometer and not a joystick, and only root may open its js node. So the program lists no "
                    "controller.",
    "no-sensors": "This pad has no sensors, whatever the controller sends (docs/decisions/0008-uhid-for-two-identities.md).",
    "sensor-node": "The sensors are a separate device, and the program was given that device.",
    "sensor-js": "Only root may open the js node of sensors, so that programs do not take it for a joystick.",
    "sensor-sdl": "SDL offers no sensors: the controller has none (SDL_GameControllerHasSensor), and there are no others (SDL_NumSensors).",
    "reads-only": "The program cannot request rumble (its manual page).",
    "sdl-rumble": "Only SDL's testjoystick requested rumble.",
    "joystick": "SDL has no mapping for a device that is not a pad: a game gets a joystick's axes, buttons and hat by number.",
    "chromium-raw": "Chromium has no mapping for this vendor and product (its device/gamepad/gamepad_standard_mappings_linux.cc): a page gets "
                    "the numbers that the kernel gives.",
    "chromium-back": "The back button of this pad is KEY_BACK, and Chromium shows it as the guide button.",
    "chromium-asleep": "If an axis does not rest in the middle, for example that of a trigger, Chromium shows 0 until the axis has once "
                       "been in the middle (its device/gamepad/gamepad_pad_state_provider.cc).",
    "chromium-four": "Chromium treats devices with the same place in sysfs as one pad, and all devices of uinput have the same place (its "
                     "device/gamepad/udev_gamepad_linux.cc).",
    "firefox-swapped": "Firefox assigns X and Y as the kernel's gamepad document does, which is the reverse of Xbox pads, unless the driver"
                       " is xpad or hid-microsoft (its dom/gamepad/linux/LinuxGamepad.cpp). A pad of uinput has no driver.",
    "firefox-misplaced": "Firefox takes ABS_Z and ABS_RZ for the triggers, but on this pad they are the right stick. A page gets the right "
                         "stick as buttons 6 and 7, the triggers as axes 6 and 7, and back, which is KEY_BACK, as button 17.",
    "firefox-raw": "Firefox maps only devices with a pad's buttons (its dom/gamepad/linux/LinuxGamepad.cpp): a page gets axes and buttons "
                   "by number.",
    "firefox-asleep": "If an axis does not rest in the middle, for example that of a trigger, Firefox shows 0 until the axis first moves.",
    "no-actuator": "The browser offers pages no way to request rumble.",
    "page-sensors": "The members of Gamepad that a page gets contain no sensors, or they are empty, like Firefox's pose.",
    "wine-joystick": "XInput does not list the pad, but DirectInput does.",
    "wine-rumble": "Rumble was requested through XInput only.",
    "wine-wheel": "DirectInput takes the device for a wheel (`DI8DEVTYPE_DRIVING`), because it is in SDL's list of wheels.",
    "wine-unknown-wheel": "DirectInput takes the device for a joystick (`DI8DEVTYPE_JOYSTICK`), because it is not in SDL's list of wheels.",
    "wine-forces": "DirectInput lists all effects but `GUID_Square` and `GUID_CustomForce`. Constant forces were played in both directions, each "
                   "listed wave to both sides, and springs, dampers, friction and inertia on a wheel that was held or swung.",
    "wine-turned": "Wine 8.0 turns each ramp by 90°, so a game's ramp to the left or the right does not push. It turns a constant force that comes "
                   "from the front right, from 0° to less than 90°, by 295°; forces to the left and the right are not affected.",
    "windows-sensors": "Everything that the interface shows was compared, and it contains no sensors.",
    "names-only": "The program prints the controllers that it has found; their numbers of axes and buttons are compared with the pad's.",
    "retroarch-profiles": "RetroArch reports that it has no profile for the pad; Debian has no package with profiles.",
    "pointer": "Neither the pad nor its touchpad ever moves the pointer of a desktop.",
}
