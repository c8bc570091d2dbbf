"""A stand-in with the host's side, and the dashboard in a browser."""

import tempfile

import engines
import house
import proxy
import scene
import stand_in_host

KEY = "ab" * 32


class HostHouse:
    """The stand-in behind a relay that can fail."""

    def __init__(self):
        """Starts the stand-in."""
        self._place = tempfile.TemporaryDirectory()
        self.server = stand_in_host.HostStandIn(self._place.name)
        self.proxy = proxy.Proxy("127.0.0.1", self.server.port)

    def end(self):
        """Ends the stand-in."""
        self.proxy.end()
        self.server.end()
        self._place.cleanup()

    def address(self, name="127.0.0.1"):
        """Returns its address, by a name; at the address of another machine it wants a ticket."""
        return f"https://{name}:{self.proxy.port}"


# To Chromium this is loopback; to the page and the stand-in it is another machine.
REMOTE = "den.localhost"


class DashboardScene(scene.Scene):
    """A test with a host, and its dashboard."""

    def setUp(self):
        """Opens the house of the host."""
        scene.browser()
        self.house = HostHouse()
        self.addCleanup(self.house.end)
        self.server = self.house.server

    def page(self, width=1280, height=800, language=None, script=""):
        """Returns a page that has not opened the dashboard; `script` runs before the page's own."""
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
        """Returns the one order that has been given, without its number."""
        found = house.until(lambda: self.server.orders, "an order")
        self.assertEqual(len(found), 1)
        return {name: value for name, value in found[0].items() if name != "number"}

    def click(self, page, selector):
        """Presses a button."""
        page.wait(f"document.querySelector({selector!r})")
        page.run(f"document.querySelector({selector!r}).click()")

    def speak(self, page, language):
        """Chooses a language, and waits until its words are there."""
        page.run(f"""(() => {{ const s = document.querySelector('#languages'); s.value = {language!r}; s.dispatchEvent(new Event('change')); }})()""")
        page.wait(f"import('/web/language.js').then((m) => m.current() === {language!r} && document.documentElement.lang === m.tag({language!r}))")

    def text(self, page, selector):
        """Returns the text of an element."""
        return page.run(f"document.querySelector({selector!r}).textContent")

    def until_logged(self, page, text):
        """Waits until the newest events have a text."""
        page.wait(f"document.querySelector('#log').textContent.includes({text!r})")
