"""Chromium in the guest, controlled by the DevTools protocol: tests read its pages and touch them.

The guest is slow, because its emulated processor draws each picture without a GPU.
"""

import itertools
import json
import pathlib
import time

import browsers
from json_lines import JSONLines
from shared_guest import guest

HERE = pathlib.Path(__file__).resolve().parent
PIPE = "/opt/kernel-tests/browser_pipe.py"
CALL_s = 120
OPTIONS = """--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --no-default-browser-check
 --mute-audio --hide-scrollbars --disable-background-networking --disable-component-update --disable-sync
 --disable-background-timer-throttling --disable-backgrounding-occluded-windows --disable-renderer-backgrounding
 --touch-events=enabled --disable-features=BackForwardCache --ignore-certificate-errors --user-data-dir=/tmp/devtools"""


class Browser:
    """A headless Chromium of the user `player`. It is a context manager, at whose end the browser ends."""

    def __init__(self):
        """Starts the browser, and waits until it answers."""
        guest().put_file(HERE / "browser_pipe.py", PIPE)
        self._numbers = itertools.count(1)
        self.lines = JSONLines(guest(), f"{browsers.AS_PLAYER} python3 {PIPE} chromium {' '.join(OPTIONS.split())} about:blank")
        try:
            self.call("Browser.getVersion", timeout_seconds=browsers.START_s)
        except AssertionError:
            self.__exit__()
            raise

    def __enter__(self):
        """Returns the browser."""
        return self

    def __exit__(self, *_):
        """Ends the browser."""
        self.lines.close()

    def call(self, method, session=None, timeout_seconds=CALL_s, **parameters):
        """Calls a DevTools method, and returns the answer."""
        number = next(self._numbers)
        asked = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        self.lines.send(json.dumps(asked))
        said = self.lines.until(lambda line: line.get("id") == number, timeout_seconds)
        if "error" in said:
            raise AssertionError(f"{method}: {said['error']['message']}")
        return said["result"]


class Page:
    """A page on a small screen. It has its own browser context, because otherwise only one of several pages would be visible."""

    def __init__(self, browser, url, script=""):
        """Opens an address; `script` runs before the page's own."""
        self.browser = browser
        context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=context, width=480, height=270)
        self.session = browser.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=480, height=270, deviceScaleFactor=1, mobile=True,
                  screenOrientation={"type": "landscapePrimary", "angle": 90})
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        if script:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def call(self, method, **parameters):
        """Calls a DevTools method of this page."""
        return self.browser.call(method, self.session, **parameters)

    def run(self, expression, is_tap=False):
        """Evaluates an expression in the page, and returns its value. With `is_tap` the browser treats it as part of a user's tap."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=is_tap)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, expression, timeout_seconds=CALL_s):
        """Returns the value of an expression once it is true."""
        deadline = time.monotonic() + timeout_seconds
        while not (value := self.run(expression)):
            if time.monotonic() > deadline:
                raise AssertionError(f"never came true: {expression}; the page shows {self.run('document.body.innerText')!r}")
            time.sleep(0.2)
        return value

    def touch(self, kind, *places):
        """Starts (`touchStart`), moves (`touchMove`), or lifts (`touchEnd`) fingers at `places`, given as (x, y) in px."""
        self.call("Input.dispatchTouchEvent", type=kind,
                  touchPoints=[{"id": number, "x": x, "y": y} for number, (x, y) in enumerate(places)])
