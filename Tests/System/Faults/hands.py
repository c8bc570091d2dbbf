"""A simulated thumb that presses one button after another on a controller. The controller may run on the host or in the guest."""

import random
import threading
import time

# The buttons, which the thumb presses in this order over and over. So a reader of the pad recognizes a press that is missing or shown twice.
KEYS = ("a", "b", "x", "y", "left_shoulder", "right_shoulder", "back", "start")
DOWN_SECONDS = 0.12
# The shortest and the longest time from one press to the next. It varies, so that the players do not press in step.
LEAST_SECONDS, MOST_SECONDS = 0.24, 0.3


class Hand:
    """A thumb that presses buttons between `press()` and `rest()`."""

    def __init__(self, tap, seed):
        """Starts at rest; `tap(key)` presses and releases a button within `DOWN_SECONDS`."""
        self._tap, self._random = tap, random.Random(seed)
        self._works, self._press = threading.Event(), threading.Lock()
        self._is_over = False
        self.sent = 0
        threading.Thread(target=self._run, daemon=True).start()

    def press(self):
        """Starts to press buttons."""
        self._works.set()

    def rest(self):
        """Waits until the current press is released, and stops; returns the number of presses so far."""
        self._works.clear()
        with self._press:
            return self.sent

    def end(self):
        """Ends the thumb's thread."""
        self._is_over = True
        self._works.set()

    def _run(self):
        while self._works.wait() and not self._is_over:
            began = time.monotonic()
            with self._press:
                if not self._works.is_set():
                    continue
                self.sent += 1
                self._tap(KEYS[self.sent % len(KEYS)])
            time.sleep(max(0, began + self._random.uniform(LEAST_SECONDS, MOST_SECONDS) - time.monotonic()))


def tap_of(controller):
    """Returns a function that presses and releases a button of `controller`, which has set(key, is_down)."""
    def tap(key):
        controller.set(key, True)
        time.sleep(DOWN_SECONDS)
        controller.set(key, False)
    return tap
