"""The values that a Windows game under Wine should see for a step, through XInput and DirectInput."""

import steps
import views

XINPUT_BUTTONS = {
    "dpad_up": 0x1, "dpad_down": 0x2, "dpad_left": 0x4, "dpad_right": 0x8, "start": 0x10, "back": 0x20,
    "left_stick": 0x40, "right_stick": 0x80, "left_shoulder": 0x100, "right_shoulder": 0x200, "guide": 0x400,
    "a": 0x1000, "b": 0x2000, "x": 0x4000, "y": 0x8000,
}
DIRECTINPUT_BUTTONS = ("a", "b", "x", "y", "left_shoulder", "right_shoulder", "back", "start", "left_stick",
                       "right_stick")
DEGREES = {direction: 4500 * number for number, direction in enumerate(steps.DIRECTIONS)}
MIDDLE = 32768
TRIGGER_STEP = 257


def xinput(identity, step):
    """Returns XInput's numbers, in which up is positive. The triggers' 0 to 255 are multiplied, so that their range is as wide as a stick's."""
    axes = {f"xinput {stick}": -step.axes[stick] - 1 if stick.endswith("y") else step.axes[stick]
            for stick in steps.STICKS}
    triggers = {f"xinput {trigger}": step.axes[trigger] * TRIGGER_STEP for trigger in steps.TRIGGERS}
    buttons = {f"xinput {button}": int(identity.is_down(step, button)) for button in XINPUT_BUTTONS}
    return axes | triggers | buttons


def directinput_pad(identity, step):
    """Returns DirectInput's numbers of an XInput pad: both triggers are one axis, as on Windows."""
    axes = [step.axes[stick] + MIDDLE for stick in steps.STICKS]
    axes.insert(2, MIDDLE + (step.axes["left_trigger"] - step.axes["right_trigger"]) * 128)
    return directinput([identity.is_down(step, button) for button in DIRECTINPUT_BUTTONS], step, axes)


def directinput(buttons, step, axes):
    """Returns the buttons, the hat and the axes, under the names that `fold` gives them."""
    hat = DEGREES.get(tuple(step.axes[axis] for axis in steps.HAT), -1)
    return (views.numbered("directinput button", map(int, buttons)) | {"directinput hat": hat}
            | views.numbered("directinput axis", axes))


def pad(identity, step):
    """Returns the numbers of XInput and of DirectInput for a pad."""
    return xinput(identity, step) | directinput_pad(identity, step)


def joystick(identity, step):
    """Returns DirectInput's numbers of a joystick: SDL's, from 0 to 65535."""
    state = views.sdl_joystick(identity, step)
    buttons = [value for name, value in state.items() if name.startswith("button")]
    axes = [value + MIDDLE for name, value in state.items() if name.startswith("axis")]
    seen = directinput(buttons, step, axes)
    return seen if "hat 0" in state else seen | {"directinput hat": -1}


def fold(state, line):
    """Adds a line of wine_probe to the state."""
    if line.get("xinput") == 0 and "buttons" in line:
        state.update({f"xinput {button}": int(bool(line["buttons"] & bit)) for button, bit in XINPUT_BUTTONS.items()})
        state.update({f"xinput {name}": line[name] for name in steps.STICKS})
        state.update({f"xinput {name}": line[name] * TRIGGER_STEP for name in steps.TRIGGERS})
    elif "directinput" in line:
        state["directinput hat"] = line["hat"]
        state.update(views.numbered("directinput button", (line["buttons"] >> bit & 1 for bit in range(32))))
        state.update(views.numbered("directinput axis", line["axes"]))
