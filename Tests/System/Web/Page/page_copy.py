"""Serves the copy of the page that `scripts/build/page` makes, in place of another web host."""

import contextlib
import functools
import http.server
import pathlib
import subprocess
import threading

import processes

MAKE = pathlib.Path(__file__).resolve().parents[4] / "scripts/build/page"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that logs nothing, and whose files can be made unavailable."""

    def do_GET(self):
        """Answers with the file, or with 503 while the page is unavailable. Ignores a client that has closed the connection."""
        with contextlib.suppress(ConnectionError):
            if self.server.is_gone:
                self.send_error(503)
            else:
                super().do_GET()

    def log_message(self, *_):
        """Suppresses the server's log."""


class PageCopy:
    """A server with a copy of the page, at an address of this machine."""

    def __init__(self, address="127.0.0.1", context=None):
        """Makes the copy, and serves it at a free port. With a `context`, it uses TLS."""
        self._place = processes.place()
        subprocess.run([MAKE, self._place / "page"], check=True, stdout=subprocess.DEVNULL)
        self._server = http.server.ThreadingHTTPServer((address, 0), functools.partial(Quiet, directory=self._place / "page"))
        if context:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._server.is_gone = False
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def vanish(self, is_gone=True):
        """Makes the files unavailable, or available again."""
        self._server.is_gone = is_gone

    def end(self):
        """Ends the server, and removes the copy."""
        self._server.shutdown()
        self._server.server_close()
        processes.remove(self._place)
