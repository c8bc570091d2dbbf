"""The browser of this test run: "chromium" or "firefox", from the environment variable ENGINE.

Its module has BINARY, Browser and Phone. Only Chromium's Phone has `call` and some gestures.
"""

import os

import bidi
import cdp

_engine = {"chromium": cdp, "firefox": bidi}[os.environ.get("ENGINE", "chromium")]
BINARY, Browser, Phone = _engine.BINARY, _engine.Browser, _engine.Phone
