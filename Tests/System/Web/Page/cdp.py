"""Controls Chromium through its DevTools protocol. Each phone in the browser has its own context.

Needs Debian's chromium-headless-shell (or another Chromium in CHROMIUM) and python3-websockets. The back-forward cache is off, because with it
touches are lost after a navigation.
"""

import asyncio
import base64
import os
import pathlib
import subprocess
import time

import automation
import long_run
import phone
import processes
from phone import Refused

CHROMIUM = "/usr/bin/chromium"
# The headless shell is Chromium without a desktop's windows and menus, and opens a page with half the work. Its script in /usr/bin would leave the
# browser running when a test is killed. A long run uses the full Chromium.
SHELL = "/usr/lib/chromium/chromium-headless-shell"
BINARY = os.environ.get("CHROMIUM", CHROMIUM if long_run.IS_LONG else SHELL)
OPTIONS = """--headless=new --no-sandbox --disable-gpu --hide-scrollbars --mute-audio --no-first-run --no-default-browser-check
 --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage
 --disable-background-timer-throttling --disable-backgrounding-occluded-windows --disable-renderer-backgrounding
 --touch-events=enabled --disable-features=BackForwardCache --remote-debugging-port=0 --remote-allow-origins=*
 --ignore-certificate-errors""".split()


class Browser(automation.Browser):
    """A headless Chromium."""

    def __init__(self, options=(), binary=BINARY):
        """Starts Chromium with further options, and connects."""
        super().__init__()
        self.process = processes.start(
            binary, *OPTIONS, *options, f"--user-data-dir={self.place}", "about:blank",
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._run(self._connect())

    def call(self, method, session=None, **parameters):
        """Calls a DevTools method, and returns the answer."""
        return self._run(self._call(method, session, parameters))

    async def _connect(self):
        port = pathlib.Path(self.place, "DevToolsActivePort")
        deadline = time.monotonic() + automation.START_s
        while not port.exists() or len(port.read_text().splitlines()) < 2:
            if time.monotonic() > deadline:
                raise Refused("chromium does not start")
            await asyncio.sleep(0.05)
        number, path = port.read_text().splitlines()[:2]
        await self.connect(f"ws://127.0.0.1:{number}{path}")

    async def _call(self, method, session, parameters):
        page = {"sessionId": session} if session else {}
        said = await self.ask(method=method, params=parameters, **page)
        if "error" in said:
            raise Refused(f"{method}: {said['error']['message']}")
        return said["result"]


class Phone(phone.Phone):
    """A page on a simulated phone. It has its own browser context, because only then are several pages visible at the same time."""

    def __init__(self, browser, width=844, height=390, language="en"):
        """Opens a window of this size in px. The screen is landscape if it is wider than high."""
        super().__init__(browser)
        self.context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=self.context, width=width, height=height)
        self.target = target["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        browser.listeners.append(self._note)
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.resize(width, height)
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        agent = self.run("navigator.userAgent")
        self.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def call(self, method, **parameters):
        """Calls a DevTools method of this page."""
        return self.browser.call(method, self.session, **parameters)

    def resize(self, width, height):
        """Resizes the screen. If it is wider than high, it is landscape, turned by 90°."""
        self.width, self.height = width, height
        turned = {"type": "landscapePrimary", "angle": 90} if width > height else {"type": "portraitPrimary", "angle": 0}
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True,
                  screenOrientation=turned)

    def permit(self, sensors):
        """Sets the page's permission for motion sensors: granted, denied or prompt."""
        for name in ("accelerometer", "gyroscope"):
            self.browser.call("Browser.setPermission", permission={"name": name}, setting=sensors, browserContextId=self.context)

    def before(self, source):
        """Adds a script that runs before the page's own scripts, on each page."""
        self.call("Page.addScriptToEvaluateOnNewDocument", source=source)

    def close(self):
        """Closes the page, and forgets its storage."""
        self.browser.listeners.remove(self._note)
        self.browser.call("Target.disposeBrowserContext", browserContextId=self.context)

    def reload(self):
        """Reloads the page."""
        self.run("window.isOld = true")
        self.call("Page.reload")
        self.wait("!window.isOld && document.readyState === 'complete'")

    def hide(self):
        """Minimizes the window of the page."""
        self._set_window("minimized")

    def show(self):
        """Shows the hidden page again."""
        self._set_window("normal")

    def open(self, url):
        """Opens an address, and waits until the page has loaded."""
        deadline = time.monotonic() + automation.START_s
        while error := self.call("Page.navigate", url=url).get("errorText"):
            # When the machine gets an address, as in a new network, Chromium aborts what it is loading. Then try again.
            if error != "net::ERR_NETWORK_CHANGED" or time.monotonic() > deadline:
                raise Refused(f"{url}: {error}")
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, expression, is_tap=False):
        """Evaluates an expression in the page; returns its value, after waiting if it is a promise.

        With `is_tap`, the browser takes it for an action of the user.
        """
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=is_tap)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Refused(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def touch(self, **fingers):
        """Puts fingers on the screen, one after the other. The keywords are their names, the values (x, y)."""
        for name, place in fingers.items():
            taken = {number for number, _ in self._fingers.values()}
            self._fingers[name] = (next(number for number in range(10) if number not in taken), place)
            self._dispatch("touchStart", [name])

    def slide(self, **fingers):
        """Moves fingers that are down to other places."""
        for name, place in fingers.items():
            self._fingers[name] = (self._fingers[name][0], place)
        self._dispatch("touchMove", list(fingers))

    def lift(self, *names):
        """Lifts the named fingers, or all if none is named."""
        names = names or tuple(self._fingers)
        self._dispatch("touchEnd", list(names))
        for name in names:
            del self._fingers[name]

    def swipe(self, start, end, seconds=0.15):
        """Swipes from one place to another. The events say that it took `seconds`, however late the browser gets them."""
        began, number = time.time(), len(self._fingers)
        for kind, share in (("touchStart", 0), ("touchMove", 0.3), ("touchMove", 0.6), ("touchMove", 1), ("touchEnd", 1)):
            self._fingers["swipe"] = (number, tuple(a + (b - a) * share for a, b in zip(start, end)))
            self._dispatch(kind, ["swipe"], timestamp=began + share * seconds)
        del self._fingers["swipe"]

    def tap_together(self, *places):
        """Taps with several fingers at once. The events say that it took a tenth of a second, however late the browser gets them."""
        began, names = time.time(), [f"tap {number}" for number in range(len(places))]
        self._fingers |= {name: (number, place) for number, (name, place) in enumerate(zip(names, places))}
        for name in names:
            self._dispatch("touchStart", [name], timestamp=began)
        self._dispatch("touchEnd", names, timestamp=began + 0.1)
        for name in names:
            del self._fingers[name]

    def cancel_touches(self):
        """Cancels all touches, as the system does when it takes them for a gesture."""
        self.call("Input.dispatchTouchEvent", type="touchCancel", touchPoints=[])
        self._fingers.clear()

    def tilt(self, beta, gamma, alpha=0):
        """Tilts the phone to these angles of the event deviceorientation, in degrees."""
        self.call("DeviceOrientation.setDeviceOrientationOverride", alpha=alpha, beta=beta, gamma=gamma)

    def picture(self, path):
        """Writes a screenshot to a file."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def _set_window(self, state):
        window = self.browser.call("Browser.getWindowForTarget", targetId=self.target)["windowId"]
        self.browser.call("Browser.setWindowBounds", windowId=window, bounds={"windowState": state})

    def _dispatch(self, kind, names, **options):
        points = [{"id": self._fingers[name][0], "x": self._fingers[name][1][0], "y": self._fingers[name][1][1]} for name in names]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points, **options)

    def _note(self, message):
        """Keeps the page's errors: exceptions, unhandled rejections, and missing files."""
        if message.get("sessionId") != self.session:
            return
        said = message["params"]
        if message["method"] == "Runtime.exceptionThrown":
            details = said["exceptionDetails"]
            self.messages.append(details.get("exception", {}).get("description") or details["text"])
        if message["method"] == "Log.entryAdded" and said["entry"]["level"] == "error":
            self.messages.append(f"{said['entry']['text']} {said['entry'].get('url', '')}")
