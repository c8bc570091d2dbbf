"""A thumb that presses one button after another on a controller, on the host or in the guest."""

import random
import threading
import time

# In this order over and over: so a reader sees a press that is missing, and one that is shown twice.
KEYS = ("a", "b", "x", "y", "left_shoulder", "right_shoulder", "back", "start")
DOWN_SECONDS = 0.12
# From a press to the next one: those of several players spread.
LEAST_SECONDS, MOST_SECONDS = 0.24, 0.3


class Hand:
    """A thumb that presses while it is told to."""

    def __init__(self, tap, seed):
        """Starts at rest; `tap(key)` presses and releases a button within `DOWN_SECONDS`."""
        self._tap, self._random = tap, random.Random(seed)
        self._works, self._press = threading.Event(), threading.Lock()
        self._is_over = False
        self.sent = 0
        threading.Thread(target=self._run, daemon=True).start()

    def press(self):
        """Presses from now on."""
        self._works.set()

    def rest(self):
        """Presses no more; returns the number of presses so far, when the last one is released."""
        self._works.clear()
        with self._press:
            return self.sent

    def end(self):
        """Stops for good."""
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
    """Returns the tap of a controller whose buttons can be set."""
    def tap(key):
        controller.set(key, True)
        time.sleep(DOWN_SECONDS)
        controller.set(key, False)
    return tap
