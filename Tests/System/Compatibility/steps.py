"""The positions that a controller is put in, one after the other, before every program."""

import dataclasses

from identities import BUTTONS, STICKS, TRIGGERS

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
        """Returns whether a button is down; those of the d-pad follow the hat."""
        if button in DPAD:
            axis, sign = DPAD[button]
            return self.axes[HAT[axis]] == sign
        if button in TRIGGERS:
            return self.axes[button] > 0
        return button == self.button


def _steps():
    """Yields each button once; meanwhile every axis goes to both ends, and the hat in its eight directions."""
    for number, button in enumerate(BUTTONS):
        axes = {stick: STICK_LEVELS[(number + 2 * index) % len(STICK_LEVELS)]
                for index, stick in enumerate(STICKS)}
        axes |= {trigger: TRIGGER_LEVELS[(number + 3 * index) % len(TRIGGER_LEVELS)]
                 for index, trigger in enumerate(TRIGGERS)}
        yield Step(button, axes | dict(zip(HAT, (*DIRECTIONS, *DIRECTIONS)[number])))


REST = Step(None, dict.fromkeys(STICKS + TRIGGERS + HAT, 0))
STEPS = (*_steps(), REST)
