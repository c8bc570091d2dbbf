"""Browsers in the guest, with a page open that prints the state of the Gamepad API."""

import json
import pathlib
import re

import readers
from shared_guest import guest

PAGE = "/opt/kernel-tests/gamepad.html"
START_s = 240
TOLERANCE = 0.005

AS_PLAYER = "cd ~player && exec runuser -u player -- env HOME=$PWD"
CHROMIUM = (f"{AS_PLAYER} chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage "
            f"--no-first-run --enable-logging=stderr --user-data-dir=/tmp/chromium-{{effect_ms}} file://{PAGE}#{{effect_ms}}")
FIREFOX = f"{AS_PLAYER} firefox-esr --headless --no-remote --profile /tmp/firefox file://{PAGE}"

# These make Firefox print the page's lines, and keep it from trying to reach the Internet, which the guest does not have.
FIREFOX_PREFERENCES = {
    "devtools.console.stdout.content": "true",
    "services.settings.server": '"data:,"',
    "network.captive-portal-service.enabled": "false",
    "network.connectivity-service.enabled": "false",
    "app.normandy.enabled": "false",
}


class Browser(readers.Reader):
    """A browser with the page open; its state is that of its first pad."""

    def __init__(self, command):
        """Starts a browser and waits until the page runs."""
        guest().put_file(pathlib.Path(__file__).with_name("gamepad.html"), PAGE)
        super().__init__(command, self._take, TOLERANCE)
        self.pads = []
        self.members = []
        # The times at which the page asked for rumble, in s of the guest's wall clock.
        self.asked = []
        try:
            self.lines.until(lambda line: self._take(self.state, line) or self._is_ready, START_s)
        except AssertionError:
            self.__exit__()
            raise

    def until(self, is_wanted, timeout_seconds=30):
        """Reads lines until `is_wanted()` is true; returns whether it became true."""
        if is_wanted():
            return True
        try:
            self.lines.until(lambda line: self._take(self.state, line) or is_wanted(), timeout_seconds)
        except AssertionError:
            return False
        return True

    @property
    def _is_ready(self):
        """Returns whether the page runs."""
        return bool(self.members)

    def _take(self, state, line):
        """Reads a line of the console, if the page wrote it."""
        said = written(line.get("text", ""))
        self.members = said.get("members", self.members)
        if "asked" in said:
            self.asked.append(said["asked"] / 1000)
        if "pads" in said:
            self.pads = said["pads"]
            state.clear()
            state.update(values(self.pads[0]) if self.pads else {})


def written(text):
    """Returns the page's data from a line of a browser's output; an empty dictionary if the page did not write the line."""
    match = re.search(r'"gamepad (\{.*\})"', text)
    if match is None:
        return {}
    # Firefox prints the text with escapes, as in a string literal. Chromium prints it unchanged.
    return json.loads(json.loads(f'"{match[1]}"') if '\\"' in match[1] else match[1])


def values(pad):
    """Returns the buttons and axes of a pad under the names of views.py, such as "button 0"."""
    return {f"{kind} {number}": value for kind, key in (("button", "buttons"), ("axis", "axes"))
            for number, value in enumerate(pad[key])}


def firefox():
    """Starts Firefox with a profile of its own."""
    lines = "".join(f'user_pref("{name}", {value});\n' for name, value in FIREFOX_PREFERENCES.items())
    guest().run("install -d -o player /tmp/firefox && cat >/tmp/firefox/user.js", input=lines)
    return Browser(FIREFOX)


def chromium(effect_ms=500):
    """Starts Chromium; a press of the first button makes the page ask for rumble of this duration."""
    return Browser(CHROMIUM.format(effect_ms=effect_ms))
