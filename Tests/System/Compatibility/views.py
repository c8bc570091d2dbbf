"""The values that a program should show for a step, in the numbers of each interface through which programs read pads.

Each view is a function that takes an identity and a step, and returns the whole state: a dictionary that must equal the reader's state.
"""

import re

import steps

# The names of the controls that have more positions than up and down, so that their values may be slightly wrong (see `differences`).
AXIS = re.compile("axis|(left|right)_?(x|y|trigger)$")
FIRST_JOYSTICK_BUTTON = 0x120
SDL_CONTROLS = {
    "left_shoulder": "leftshoulder", "right_shoulder": "rightshoulder", "left_stick": "leftstick",
    "right_stick": "rightstick", "dpad_up": "dpup", "dpad_down": "dpdown", "dpad_left": "dpleft",
    "dpad_right": "dpright", "left_x": "leftx", "left_y": "lefty", "right_x": "rightx", "right_y": "righty",
    "left_trigger": "lefttrigger", "right_trigger": "righttrigger",
}
STANDARD_BUTTONS = ("a", "b", "x", "y", "left_shoulder", "right_shoulder", "left_trigger", "right_trigger",
                    "back", "start", "left_stick", "right_stick", *steps.DPAD, "guide")


def kernel(identity, step):
    """Returns the values under their type and code, such as "key 304", as evdev has them."""
    keys = {f"key {code}": int(identity.is_down(step, button)) for button, code in identity.keys.items()}
    return keys | {f"axis {axis.code}": axis.value(control, step.axes[control])
                   for control, axis in identity.axes.items()}


def joystick(identity, step):
    """Returns the values under their numbers, such as "button 0", as the kernel's old joystick interface (joydev) has them."""
    axes = (scaled(axis, axis.value(control, step.axes[control])) for control, axis in in_order(identity.axes))
    return numbered("button", joystick_buttons(identity, step)) | numbered("axis", axes)


def joystick_buttons(identity, step):
    """Returns the values of the buttons in joydev's order. Joydev leaves out the codes below BTN_MISC (0x100)."""
    codes = sorted(identity.keys.items(), key=lambda key: key[1])
    return [int(identity.is_down(step, button)) for button, code in codes if code >= 0x100]


def sdl_joystick(identity, step):
    """Returns the values under their numbers, as SDL has them for a joystick that is not in its list of pads."""
    codes = sorted(identity.keys.items(), key=lambda key: (key[1] < FIRST_JOYSTICK_BUTTON, key[1]))
    axes = (whole(axis, axis.value(control, step.axes[control]))
            for control, axis in in_order(identity.axes) if control not in steps.HAT)
    state = numbered("button", (int(identity.is_down(step, button)) for button, _ in codes)) | numbered("axis", axes)
    if "hat_x" in identity.axes:
        state["hat 0"] = sum(bit * identity.is_down(step, button) for button, bit in
                             zip(("dpad_up", "dpad_right", "dpad_down", "dpad_left"), (1, 2, 4, 8)))
    return state


def sdl_controller(identity, step):
    """Returns the values under SDL's names for the controls of a pad."""
    buttons = [button for button in (*identity.keys, *steps.DPAD)
               if button not in steps.TRIGGERS and button != "share" and not button.startswith("unused")]
    state = {SDL_CONTROLS.get(button, button): int(identity.is_down(step, button)) for button in buttons}
    for control in steps.STICKS:
        axis = identity.axes[control]
        state[SDL_CONTROLS[control]] = whole(axis, axis.value(control, step.axes[control]))
    for control in steps.TRIGGERS:
        axis = identity.axes[control]
        state[SDL_CONTROLS[control]] = round(axis.value(control, step.axes[control]) * 32767 / axis.maximum)
    return state


def standard_gamepad(identity, step):
    """Returns the buttons and axes of the Gamepad API's standard mapping (W3C Gamepad, Remapping)."""
    values = [step.axes[button] / 255 if button in steps.TRIGGERS else float(identity.is_down(step, button))
              for button in STANDARD_BUTTONS]
    return numbered("button", values) | numbered("axis", (step.axes[stick] / 32767 for stick in steps.STICKS))


def chromium_gamepad(identity, step):
    """Returns Chromium's standard mapping, whose sticks and triggers have joydev's values."""
    def share(control):
        """Returns a control's position from -1 to 1."""
        axis = identity.axes[control]
        return scaled(axis, axis.value(control, step.axes[control])) / 32767

    state = standard_gamepad(identity, step)
    state |= {f"axis {number}": share(stick) for number, stick in enumerate(steps.STICKS)}
    return state | {f"button {STANDARD_BUTTONS.index(trigger)}": (share(trigger) + 1) / 2 for trigger in steps.TRIGGERS}


def backless_gamepad(identity, step):
    """Returns Chromium's standard mapping, in which this pad's back button appears as the guide button."""
    state = chromium_gamepad(identity, step)
    return state | {"button 8": 0.0, "button 16": max(state["button 8"], state["button 16"])}


def swapped_gamepad(identity, step):
    """Returns the standard mapping, but with X and Y exchanged, and with the share button as button 17."""
    state = standard_gamepad(identity, step)
    share = {"button 17": float(identity.is_down(step, "share"))} if "share" in identity.keys else {}
    return state | share | {"button 2": state["button 3"], "button 3": state["button 2"]}


def misplaced_gamepad(identity, step):
    """Returns the standard mapping, but with the right stick as buttons 6 and 7, the triggers as axes 6 and 7, and back as button 17."""
    state = standard_gamepad(identity, step) | {"axis 2": 0, "axis 3": 0, "button 8": 0.0}
    state["button 17"] = float(identity.is_down(step, "back"))
    state |= {f"button {number}": (step.axes[stick] / 32767 + 1) / 2 for number, stick in ((6, "right_x"), (7, "right_y"))}
    return state | {f"axis {number}": step.axes[trigger] / 127.5 - 1
                    for number, trigger in ((6, "right_trigger"), (7, "left_trigger"))}


def raw_gamepad(identity, step):
    """Returns the buttons and axes of the Gamepad API without a mapping: joydev's values, with axes from -1 to 1."""
    state = joystick(identity, step)
    return {name: value / 32767 if name.startswith("axis") else float(value) for name, value in state.items()}


def raw_kernel_gamepad(identity, step):
    """Returns the buttons and axes of the Gamepad API without a mapping: evdev's values, with axes from -1 to 1."""
    axes = (whole(axis, axis.value(control, step.axes[control])) / 32767.5
            for control, axis in in_order(identity.axes))
    buttons = (value for name, value in sdl_joystick(identity, step).items() if name.startswith("button"))
    return numbered("button", map(float, buttons)) | numbered("axis", axes)


def in_order(axes):
    """Returns the axes in the order of their codes."""
    return sorted(axes.items(), key=lambda item: item[1].code)


def numbered(kind, values):
    """Returns a dictionary of the values, with the keys "KIND 0", "KIND 1" and so on."""
    return {f"{kind} {number}": value for number, value in enumerate(values)}


def whole(axis, value):
    """Returns an axis's value, converted to the scale from -32768 to 32767."""
    return round((value - axis.minimum) * 65535 / (axis.maximum - axis.minimum)) - 32768


def scaled(axis, value):
    """Returns an axis's value as joydev shows it: from -32767 to 32767, and 0 in the flat part in the middle (joydev.c)."""
    middle = int((axis.maximum + axis.minimum) / 2)
    factor = (1 << 29) // ((axis.maximum - axis.minimum) // 2 - 2 * axis.flat)
    if middle - axis.flat < value < middle + axis.flat:
        return 0
    beyond = value - middle + (axis.flat if value < middle else -axis.flat)
    return max(-32767, min(32767, factor * beyond >> 14))


def differences(expected, state, tolerance):
    """Returns the differences, as {name: (expected, seen)}. A value that was never seen counts as 0, which is at rest.

    The tolerance applies to axes. If it is less than 1, it also applies to buttons, because a press is then still a difference.
    """
    names = expected.keys() | state.keys()
    pairs = ((name, expected.get(name, 0), state.get(name, 0)) for name in sorted(names))
    return {name: (wanted, seen) for name, wanted, seen in pairs
            if abs(wanted - seen) > (tolerance if tolerance < 1 or AXIS.search(name) else 0)}
