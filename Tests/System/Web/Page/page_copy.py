"""A server of the copy of the page that `scripts/build/page` makes, as another host has it."""

import contextlib
import functools
import http.server
import pathlib
import subprocess
import threading

import processes

MAKE = pathlib.Path(__file__).resolve().parents[4] / "scripts/build/page"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that says nothing about requests, and whose files may be gone."""

    def do_GET(self):
        """Answers, unless the page is gone; a phone that is closed meanwhile hears nothing."""
        with contextlib.suppress(ConnectionError):
            if self.server.is_gone:
                self.send_error(503)
            else:
                super().do_GET()

    def log_message(self, *_):
        """Says nothing."""


class PageCopy:
    """The copy of the page at an address of this machine."""

    def __init__(self, address="127.0.0.1", context=None):
        """Makes the copy, and serves it at a free port; over TLS with a `context`."""
        self._place = processes.place()
        subprocess.run([MAKE, self._place / "page"], check=True, stdout=subprocess.DEVNULL)
        self._server = http.server.ThreadingHTTPServer((address, 0), functools.partial(Quiet, directory=self._place / "page"))
        if context:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._server.is_gone = False
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def vanish(self, is_gone=True):
        """Has no files from now on, or has them again."""
        self._server.is_gone = is_gone

    def end(self):
        """Stops serving."""
        self._server.shutdown()
        self._server.server_close()
        processes.remove(self._place)
