"""The run's browser: ENGINE, chromium unless given. Each is a module with BINARY, Browser and Phone of the same form."""

import os

import bidi
import cdp

_engine = {"chromium": cdp, "firefox": bidi}[os.environ.get("ENGINE", "chromium")]
BINARY, Browser, Phone = _engine.BINARY, _engine.Browser, _engine.Phone
