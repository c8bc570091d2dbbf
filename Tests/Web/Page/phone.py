"""What a phone is in every browser: a page that is run, waited for and touched."""

import json
import time


class Refused(Exception):
    """The browser did not do what it was asked for, or a page threw."""


class Phone:
    """A page as a phone shows it; what has to be said to the browser is in the classes below this one."""

    def __init__(self, browser):
        """A phone of that browser, without errors so far, and without a finger on it."""
        self.browser = browser
        self.messages = []
        self.taps = 0
        self._fingers = {}

    def wait(self, expression, seconds=30):
        """Waits until an expression is true."""
        deadline = time.monotonic() + seconds
        while True:
            if self.run(f"Boolean({expression})"):
                return
            if time.monotonic() > deadline:
                raise AssertionError(f"never came true: {expression}; the page says {self.messages[-3:]}")
            time.sleep(0.03)

    def middle(self, selector):
        """Where the middle of an element is."""
        return self.run(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                        "return [b.x + b.width / 2, b.y + b.height / 2]; })()")

    def tap(self, selector):
        """Taps the middle of an element; taps are counted."""
        self.taps += 1
        self.touch(tap=self.middle(selector))
        self.lift("tap")
