"""The copy of the page on another host: files on a port and a name of their own, in the public address space as Chromium sees it."""

import functools
import http.server
import pathlib
import subprocess
import threading

import processes
import real

MAKE = pathlib.Path(__file__).resolve().parents[3] / "scripts/page"
# In place of an address with TLS; browsers trust this name as well, and know that it is this machine's.
NAME = "page.localhost"
ADDRESS = "https://page.example/"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that says nothing about requests, and may be gone."""

    def do_GET(self):
        """Answers, unless the host is gone."""
        if not self.server.is_gone:
            super().do_GET()

    def log_message(self, *_):
        """Says nothing."""


class Host:
    """The other host."""

    def __init__(self):
        """Makes the copy, and serves it."""
        self._place = processes.place()
        subprocess.run([MAKE, self._place / "page"], check=True, stdout=subprocess.DEVNULL)
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Quiet, directory=self._place / "page"))
        self._server.is_gone = False
        self.port = self._server.server_address[1]
        self.address = f"http://{NAME}:{self.port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def vanish(self, is_gone=True):
        """Answers nothing from now on, or answers again."""
        self._server.is_gone = is_gone

    def end(self):
        """Stops serving."""
        self._server.shutdown()
        self._server.server_close()
        processes.remove(self._place)


class Scene(real.Channels, real.Scene):
    """A test with phones that get the page from the other host."""

    options = {"page": ADDRESS}

    @classmethod
    def setUpClass(cls):
        """Opens the other host."""
        super().setUpClass()
        cls.host = Host()
        cls.addClassCleanup(cls.host.end)
        cls.switches = (f"--ip-address-space-overrides=127.0.0.1:{cls.host.port}=public",)

    def link(self, ticket=None):
        """Returns the link that the host shows, to the other host."""
        link = ticket or self.house.phone_link()
        assert link.startswith(ADDRESS), link
        return link.replace(ADDRESS, self.host.address)
