"""The words of the document around its tables, and why a program does not do what it might."""

INTRODUCTION = (
    "# What works with what", "",
    "Written by `scripts/compatibility --write`, from what the programs did; `make compatibility` runs them again and fails when this",
    "differs. Each program is Debian 12's, in a virtual machine with Debian's kernel, and nobody has configured controllers in it:",
    "browsers have no window, RetroArch neither picture nor sound and its driver `udev`.", "",
    "- *recognised*: the program lists the pad. *mapping or name* is what it takes it for.",
    "- *buttons and axes*, yes: each button, both ends of each axis and steps between, the eight directions of the d-pad, and the",
    "  triggers from 0 to full were compared value by value.",
    "- *rumble*, yes: what the program asked for reached the controller. *motion* is what the controller's sensors measure.",
    "- – stands for what was not tried, or what the program does not show. Motion was not tried yet, nor were the identities",
    "  `accelerometer`, `dualsense` and `xboxone-bt`.",
)

# In the order of the document; a test names those that it has seen the reason of.
TEXTS = {
    "no-effects": "This pad does not offer rumble to programs.",
    "reads-only": "The program only reads.",
    "sdl-rumble": "Rumble was asked for by SDL's testjoystick only.",
    "joystick": "SDL has no mapping for what is not a pad: a game gets a joystick's axes, buttons and hat by number.",
    "chromium-raw": "Chromium maps by vendor and product, and does not know ours: a page gets the numbers that the kernel gives.",
    "chromium-asleep": "Chromium shows 0 for an axis that does not rest in the middle, as a trigger, until it has once been in the middle.",
    "chromium-four": "Chromium takes all uinput pads for one, as they have the same place in sysfs: the second player's "
                     "replaces the first.",
    "firefox-swapped": "Firefox takes each pad for one that follows the kernel's gamepad document, which has X and Y the other way "
                       "round than Xbox pads.",
    "firefox-raw": "Firefox maps only what has a pad's buttons: a page gets axes and buttons by number.",
    "firefox-asleep": "Firefox shows 0 for an axis that does not rest in the middle, as a trigger, until it first moves.",
    "no-actuator": "The browser gives pages nothing to ask for rumble with.",
    "wine-joystick": "Wine makes XInput pads of what SDL maps as a pad.",
    "wine-rumble": "Rumble was asked for through XInput only.",
    "names-only": "The program says what it has found; the numbers are compared with those of the pad.",
    "retroarch-profiles": "RetroArch finds the pad, and needs a profile to know its buttons; Debian packages none.",
    "pointer": "libinput leaves joysticks alone, so a pad never moves the pointer: it must not be listed.",
}
