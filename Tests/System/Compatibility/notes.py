"""The document's words around its tables, and the reasons why a program does not do everything."""

INTRODUCTION = (
    "# What works with what", "",
    "Written by `scripts/test/compatibility --write`, from what the programs did; `make compatibility` runs them again and fails when this",
    "differs. Each program is Debian 12's, in a virtual machine with Debian's kernel, and nobody has configured controllers in it:",
    "browsers have no window, RetroArch neither picture nor sound and its driver `udev`.", "",
    "- *recognised*: the program lists the pad. *mapping or name* is what it takes it for.",
    "- *buttons and axes*, yes: each button, both ends of each axis and steps between, the eight directions of the d-pad, and the",
    "  triggers from 0 to full were compared value by value.",
    "- *rumble*, yes: what the program asked for reached the controller. That this takes less than 100 ms, the worst of 20 effects, is tested",
    "  of Chromium with `xbox360` and `dualsense`, where it also ends with the browser (`chromium_rumble_tests.py`), and of SDL 2 and",
    "  python3-evdev with `xbox360` (`daemon_feedback_tests.py` of the kernel tests).",
    "- *motion*, yes: gravity from every side and turns about every axis were compared value by value, in g and °/s. The controller sent",
    "  motion at every program.",
    "- – stands for what was not tried, or what the program does not show.",
)

# In the order of the document; a test names those whose reason it has seen.
TEXTS = {
    "no-effects": "This pad does not offer rumble to programs.",
    "no-controls": "It has neither buttons nor sticks.",
    "sensors-only": "It is an accelerometer to udev and no joystick, and only root may open its js node: the program lists no controller.",
    "no-sensors": "This pad has no sensors, whatever the controller sends (docs/decisions/0008-uhid-for-two-identities.md).",
    "sensor-node": "The sensors are a device beside the pad; the program was given that one.",
    "sensor-js": "Only root may open the js node of sensors, lest programs take it for a joystick.",
    "sensor-sdl": "SDL offers no sensors: a controller has none (SDL_GameControllerHasSensor), nor are there others (SDL_NumSensors).",
    "reads-only": "The program has no means to ask for rumble (its manual page).",
    "sdl-rumble": "Rumble was asked for by SDL's testjoystick only.",
    "joystick": "SDL has no mapping for what is not a pad: a game gets a joystick's axes, buttons and hat by number.",
    "chromium-raw": "Chromium has no mapping for this vendor and product (its device/gamepad/gamepad_standard_mappings_linux.cc): a page gets "
                    "the numbers that the kernel gives.",
    "chromium-back": "The back button of this pad is KEY_BACK, and Chromium shows it in the guide button's place.",
    "chromium-asleep": "Chromium shows 0 for an axis that does not rest in the middle, as a trigger, until it has once been in the middle "
                       "(its device/gamepad/gamepad_pad_state_provider.cc).",
    "chromium-four": "Chromium takes what has the same place in sysfs for one pad, and uinput's all have "
                     "(its device/gamepad/udev_gamepad_linux.cc).",
    "firefox-swapped": "Firefox takes X and Y as the kernel's gamepad document has them, the other way round than Xbox pads do, unless the "
                       "driver is xpad or hid-microsoft (its dom/gamepad/linux/LinuxGamepad.cpp); a pad of uinput has no driver.",
    "firefox-misplaced": "Firefox takes ABS_Z and ABS_RZ for the triggers, which are the right stick of this pad: a page has that as buttons "
                         "6 and 7, and the triggers as axes 6 and 7; back, which is KEY_BACK, is button 17.",
    "firefox-raw": "Firefox maps only what has a pad's buttons (its dom/gamepad/linux/LinuxGamepad.cpp): a page gets axes and buttons by "
                   "number.",
    "firefox-asleep": "Firefox shows 0 for an axis that does not rest in the middle, as a trigger, until it first moves.",
    "no-actuator": "The browser gives pages nothing to ask for rumble with.",
    "page-sensors": "What a page has of a pad (the members of Gamepad) are no sensors, or, as Firefox's pose, they are empty.",
    "wine-joystick": "XInput lists no pad, DirectInput does.",
    "wine-rumble": "Rumble was asked for through XInput only.",
    "windows-sensors": "All that the interface shows was compared, and none of it is the sensors.",
    "names-only": "The program says what it has found; the numbers are compared with those of the pad.",
    "retroarch-profiles": "RetroArch says that it has no profile for the pad; in Debian there is no package of them.",
    "pointer": "So the pad never moves the pointer of a desktop.",
    "touchpad": "libinput lists the touchpad of the pad, which is never touched.",
}
