"""The positions of a controller's buttons and axes that the tests show to every program, one after the other."""

import dataclasses

from identities import BUTTONS, EXTRAS, STICKS, TRIGGERS

HAT = ("hat_x", "hat_y")

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
STICK_LEVELS = (-32767, 12000, 32767, 0, -20000, 24000, -6000)
TRIGGER_LEVELS = (0, 255, 51, 204, 102, 153)
DPAD = {"dpad_up": (1, -1), "dpad_down": (1, 1), "dpad_left": (0, -1), "dpad_right": (0, 1)}


@dataclasses.dataclass(frozen=True)
class Step:
    """One position: the button that is down, if any, and the position of each axis, hat included."""

    button: str | None
    axes: dict

    def is_down(self, button):
        """Returns whether a button is down. The buttons of the d-pad follow the hat, and those of the triggers follow the triggers' axes."""
        if button in DPAD:
            axis, sign = DPAD[button]
            return self.axes[HAT[axis]] == sign
        if button in TRIGGERS:
            return self.axes[button] > 0
        return button == self.button


def _steps():
    """Yields a step for each button. Over all steps, every axis goes to both ends, and the hat to each of its eight directions."""
    for number, button in enumerate(BUTTONS):
        axes = {stick: STICK_LEVELS[(number + 2 * index) % len(STICK_LEVELS)]
                for index, stick in enumerate(STICKS)}
        axes |= {trigger: TRIGGER_LEVELS[(number + 3 * index) % len(TRIGGER_LEVELS)]
                 for index, trigger in enumerate(TRIGGERS)}
        axes["clutch"] = clutch(axes["right_y"])
        yield Step(button, axes | dict(zip(HAT, (*DIRECTIONS, *DIRECTIONS)[number])))


def clutch(right_y):
    """Returns the position of a wheel's clutch, 0 to 255. The lower half of the right stick moves it."""
    return (max(0, right_y) * 255 + 16_383) // 32_767


def of(identity):
    """Returns the steps for an identity: the steps that all identities have, a step for each of its extra buttons, and rest."""
    return (*STEPS, *(Step(button, REST.axes) for button in EXTRAS if button in identity.keys), REST)


STEPS = tuple(_steps())
REST = Step(None, dict.fromkeys((*STICKS, *TRIGGERS, *HAT, "clutch"), 0))
