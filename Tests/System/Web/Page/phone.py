"""The part of a phone that is the same for all browsers: waiting for the page, and taps."""

import json
import time


# A script that returns the page's address, its stage, and the beginning of its text.
SHOWN = "[location.href.split('#')[0], document.body?.dataset.stage, document.body?.innerText.slice(0, 200)].join(' | ')"

# The length of a touch in s from which Chromium may take it for a long press, which is no click.
LONG_s = 0.4
# The longest wait for the click of a tap, in s.
TAP_s = 60


class Refused(Exception):
    """The browser has refused a command, or a page has thrown an error."""


class Phone:
    """A page on a simulated phone. The subclasses have the commands to the browser."""

    def __init__(self, browser):
        """Makes a phone in this browser. It has no errors so far, and no finger on its screen."""
        self.browser = browser
        self.messages = []
        self.taps = 0
        self._fingers = {}

    def wait(self, expression, seconds=60):
        """Waits until an expression is true. It counts as false while it throws a TypeError, because an element is missing."""
        deadline = time.monotonic() + seconds
        while True:
            if self.run(f"(() => {{ try {{ return Boolean({expression}); }} catch (error) {{ if (error instanceof TypeError) return false; throw error; }} }})()"):
                return
            if time.monotonic() > deadline:
                raise AssertionError(f"never came true: {expression}; the page says {self.messages[-3:]} and shows {self.run(SHOWN)}")
            time.sleep(0.03)

    def middle(self, selector):
        """Returns the position (x, y) of an element's middle."""
        return self.run(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                        "return [b.x + b.width / 2, b.y + b.height / 2]; })()")

    def tap(self, selector):
        """Taps the middle of an element, and counts the tap. Repeats it if a slow machine has made it a long press."""
        self.taps += 1
        self.run("window.clicks ??= addEventListener('click', () => { window.clicks += 1; }, true) ?? 0")
        clicks, is_clicked = self.run("window.clicks"), False
        deadline = time.monotonic() + TAP_s
        while not is_clicked:
            place, began = self.middle(selector), time.monotonic()
            if began > deadline:
                raise AssertionError(f"{selector} is not clicked")
            self.touch(tap=place)
            self.lift("tap")
            # The browser makes the click of a tap only after the touch has ended.
            is_clicked = self._is_clicked(clicks, TAP_s if time.monotonic() - began < LONG_s else 1)

    def _is_clicked(self, before, seconds):
        try:
            self.wait(f"window.clicks !== {before}", seconds)
        except AssertionError:
            return False
        return True
