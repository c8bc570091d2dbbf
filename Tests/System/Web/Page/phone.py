"""The phone of every browser: a page that is run, waited for and touched."""

import json
import time


# A script: where a page is, its stage and the beginning of its text.
SHOWN = "[location.href.split('#')[0], document.body?.dataset.stage, document.body?.innerText.slice(0, 200)].join(' | ')"

# What may have been longer is a long press to Chromium, which is no click.
LONG_s = 0.4
# The longest wait for a tap that is none.
TAP_s = 60


class Refused(Exception):
    """The error that the browser did not obey, or that a page threw."""


class Phone:
    """A page as a phone shows it; the commands to the browser are in the classes below this one."""

    def __init__(self, browser):
        """Makes a phone of that browser, without errors so far, and without a finger on it."""
        self.browser = browser
        self.messages = []
        self.taps = 0
        self._fingers = {}

    def wait(self, expression, seconds=30):
        """Waits until an expression is true; it is not as long as an element that it needs is not there."""
        deadline = time.monotonic() + seconds
        while True:
            if self.run(f"(() => {{ try {{ return Boolean({expression}); }} catch (error) {{ if (error instanceof TypeError) return false; throw error; }} }})()"):
                return
            if time.monotonic() > deadline:
                raise AssertionError(f"never came true: {expression}; the page says {self.messages[-3:]} and shows {self.run(SHOWN)}")
            time.sleep(0.03)

    def middle(self, selector):
        """Returns the position of an element's middle."""
        return self.run(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                        "return [b.x + b.width / 2, b.y + b.height / 2]; })()")

    def tap(self, selector):
        """Taps the middle of an element, again if a slow machine made a long press of it; taps are counted."""
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
            is_clicked = time.monotonic() - began < LONG_s or self._is_clicked(clicks)

    def _is_clicked(self, before):
        try:
            self.wait(f"window.clicks !== {before}", 1)
        except AssertionError:
            return False
        return True
