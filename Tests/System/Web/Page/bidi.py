"""Controls Firefox through WebDriver BiDi, with the part of cdp.py's interface that both browsers have. Each phone has its own user context.

Needs Debian's firefox-esr and python3-websockets, but no geckodriver. Firefox simulates no sensors, so a script makes the events for tilt.
"""

import asyncio
import base64
import json
import pathlib
import re
import time

import automation
import phone
import processes
from phone import Refused

BINARY = "/usr/bin/firefox-esr"
OPTIONS = ["--headless", "--no-remote", "--remote-debugging-port=0"]
SETTINGS = {"dom.w3c_touch_events.enabled": 1}
ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
EVENTS = ["log.entryAdded"]
# A script that simulates the sensor of a phone which is held at the angles `held`.
SENSOR = "setInterval(() => window.held && dispatchEvent(new DeviceOrientationEvent('deviceorientation', window.held)), 16);"


class Browser(automation.Browser):
    """A headless Firefox."""

    def __init__(self, options=(), binary=BINARY):
        """Starts Firefox with further options, and begins a session."""
        super().__init__()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items()]
        (self.place / "user.js").write_text("".join(lines))
        self._log = self.place / "output"
        with open(self._log, "w", encoding="utf-8") as log:
            self.process = processes.start(binary, *OPTIONS, *options, "--profile", self.place, stdout=log, stderr=log)
        self._run(self._connect())
        self.call("session.new", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
        self.call("session.subscribe", events=EVENTS)

    def call(self, method, **parameters):
        """Sends a command, and returns the answer."""
        return self._run(self._call(method, parameters))

    async def _connect(self):
        deadline = time.monotonic() + automation.START_s
        while not (address := ADDRESS.search(self._log.read_text())):
            if time.monotonic() > deadline:
                raise Refused("firefox does not start")
            await asyncio.sleep(0.05)
        await self.connect(f"{address[1]}/session")

    async def _call(self, method, parameters):
        said = await self.ask(method=method, params=parameters)
        if said["type"] == "error":
            raise Refused(f"{method}: {said['error']}: {said['message']}")
        return said["result"]


def value(said):
    """Returns the Python value of a JavaScript value in BiDi's form."""
    kind, found = said["type"], said.get("value")
    if kind == "array":
        return [value(item) for item in found]
    if kind == "object":
        return {name: value(item) for name, item in found}
    return found


class Phone(phone.Phone):
    """A page on a simulated phone, with its own window and user context."""

    def __init__(self, browser, width=844, height=390, language="en"):
        """Opens a window of this size in px. The screen is landscape if it is wider than high."""
        super().__init__(browser)
        self.context = browser.call("browser.createUserContext", acceptInsecureCerts=True)["userContext"]
        self.target = browser.call("browsingContext.create", type="window", userContext=self.context)["context"]
        browser.listeners.append(self._note)
        browser.call("emulation.setLocaleOverride", contexts=[self.target], locale=language)
        self.resize(width, height)
        self.before(SENSOR)
        self._held = None

    def resize(self, width, height):
        """Resizes the screen. If it is wider than high, it is landscape, turned by 90°."""
        self.width, self.height = width, height
        self.browser.call("browsingContext.setViewport", context=self.target, viewport={"width": width, "height": height}, devicePixelRatio=2)
        turned = {"natural": "portrait", "type": "landscape-primary" if width > height else "portrait-primary"}
        self.browser.call("emulation.setScreenOrientationOverride", contexts=[self.target], screenOrientation=turned)

    def permit(self, sensors):
        """Does nothing: Firefox asks for no permission."""

    def before(self, source):
        """Adds a script that runs before the page's own scripts, on each page."""
        self.browser.call("script.addPreloadScript", functionDeclaration=f"() => {{ {source} }}", contexts=[self.target])

    def close(self):
        """Closes the page, and forgets its storage."""
        self.browser.listeners.remove(self._note)
        self.browser.call("browser.removeUserContext", userContext=self.context)

    def open(self, url):
        """Opens an address, and waits until the page has loaded."""
        self.browser.call("browsingContext.navigate", context=self.target, url=url, wait="complete")
        self._hold()

    def reload(self):
        """Reloads the page."""
        self.browser.call("browsingContext.reload", context=self.target, wait="complete")
        self._hold()

    def hide(self):
        """Puts another tab in front of the page."""
        self._other = self.browser.call("browsingContext.create", type="tab", referenceContext=self.target, userContext=self.context)["context"]
        self.browser.call("browsingContext.activate", context=self._other)

    def show(self):
        """Shows the hidden page again."""
        self.browser.call("browsingContext.close", context=self._other)
        self.browser.call("browsingContext.activate", context=self.target)

    def run(self, expression, is_tap=False):
        """Evaluates an expression in the page; returns its value, after waiting if it is a promise.

        With `is_tap`, the browser takes it for an action of the user.
        """
        answer = self.browser.call(
            "script.evaluate", expression=expression, target={"context": self.target}, awaitPromise=True, userActivation=is_tap)
        if answer["type"] == "exception":
            raise Refused(answer["exceptionDetails"]["text"])
        return value(answer["result"])

    def touch(self, **fingers):
        """Puts fingers on the screen at the same time. The keywords are their names, the values (x, y)."""
        self._fingers |= fingers
        self._perform({name: [moved(place), {"type": "pointerDown", "button": 0}] for name, place in fingers.items()})

    def slide(self, **fingers):
        """Moves fingers that are down to other places."""
        self._perform({name: [moved(place)] for name, place in fingers.items()})

    def lift(self, *names):
        """Lifts the named fingers at the same time, or all if none is named."""
        names = names or tuple(self._fingers)
        self._perform({name: [{"type": "pointerUp", "button": 0}] for name in names})
        for name in names:
            del self._fingers[name]

    def tilt(self, beta, gamma, alpha=0):
        """Tilts the phone to these angles of the event deviceorientation, in degrees."""
        self._held = {"alpha": alpha, "beta": beta, "gamma": gamma}
        self._hold()

    def _hold(self):
        self.run(f"window.held = {json.dumps(self._held)}")

    def picture(self, path):
        """Writes a screenshot to a file."""
        data = self.browser.call("browsingContext.captureScreenshot", context=self.target)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def _perform(self, steps):
        sources = [{"type": "pointer", "id": name, "parameters": {"pointerType": "touch"}, "actions": actions} for name, actions in steps.items()]
        self.browser.call("input.performActions", context=self.target, actions=sources)

    def _note(self, message):
        """Keeps the page's errors: exceptions, unhandled rejections, and missing files."""
        said = message["params"]
        if message["method"] == "log.entryAdded" and said["source"].get("context") == self.target and said["level"] == "error":
            self.messages.append(said["text"])


def moved(place):
    """Returns the action that moves a finger to a place on the screen, in whole px."""
    return {"type": "pointerMove", "x": round(place[0]), "y": round(place[1])}
