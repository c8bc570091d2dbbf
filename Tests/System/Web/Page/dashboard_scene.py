"""A stand-in for the host and its gateway, and the dashboard in a browser."""

import tempfile

import engines
import house
import proxy
import scene
import stand_in_host

KEY = "ab" * 32
# A script that returns whether the style sheet of the panel of shared pads is loaded.
SHARES_LOOK = "[...document.styleSheets].some(({ href }) => href?.endsWith('shares.css'))"
# A script that returns whether that panel is visible and its style sheet is loaded.
SHARES = f"document.querySelector('#shares summary')?.getClientRects().length && {SHARES_LOOK}"


class HostHouse:
    """The stand-in, behind a relay that can simulate faults."""

    def __init__(self):
        """Starts the stand-in and the relay."""
        self._place = tempfile.TemporaryDirectory()
        self.server = stand_in_host.HostStandIn(self._place.name)
        self.proxy = proxy.Proxy("127.0.0.1", self.server.port)

    def end(self):
        """Ends the relay and the stand-in."""
        self.proxy.end()
        self.server.end()
        self._place.cleanup()

    def address(self, name="127.0.0.1"):
        """Returns the dashboard's address with this host name. The stand-in asks for a ticket if the name is REMOTE."""
        return f"https://{name}:{self.proxy.port}"


# Chromium takes this name for loopback. The page and the stand-in take it for another machine.
REMOTE = "den.localhost"


class DashboardScene(scene.Scene):
    """A test with a stand-in for the host, and its dashboard."""

    def setUp(self):
        """Starts the stand-in."""
        scene.browser()
        self.house = HostHouse()
        self.addCleanup(self.house.end)
        self.server = self.house.server

    def page(self, width=1280, height=800, language=None, script=""):
        """Returns a page that has not opened the dashboard yet. `script` runs before the page's own scripts."""
        page = engines.Phone(scene.browser(), width=width, height=height, language=language or self.language)
        self.addCleanup(page.close)
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        page.before(script)
        return page

    def dashboard(self, path="/", **options):
        """Returns a connected dashboard."""
        page = self.page(**options)
        page.open(self.house.address() + path)
        page.wait("document.body.dataset.stage === 'open' && document.querySelector('#host').textContent")
        return page

    def order(self):
        """Waits for an order, and checks that it is the only one; returns it without its number."""
        found = house.until(lambda: self.server.orders, "an order")
        self.assertEqual(len(found), 1)
        return {name: value for name, value in found[0].items() if name != "number"}

    def click(self, page, selector):
        """Clicks an element, once it exists."""
        page.wait(f"document.querySelector({selector!r})")
        page.run(f"document.querySelector({selector!r}).click()")

    def speak(self, page, language):
        """Chooses a language, and waits until its words are loaded."""
        page.run(f"""(() => {{ const s = document.querySelector('#languages'); s.value = {language!r}; s.dispatchEvent(new Event('change')); }})()""")
        page.wait(f"import('/web/language.js').then((m) => m.current() === {language!r} && document.documentElement.lang === m.tag({language!r}))")

    def text(self, page, selector):
        """Returns the text of an element."""
        return page.run(f"document.querySelector({selector!r}).textContent")

    def until_logged(self, page, text):
        """Waits until the log of events contains this text."""
        page.wait(f"document.querySelector('#log').textContent.includes({text!r})")
