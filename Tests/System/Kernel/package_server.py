"""An HTTP server with the repositories of the guest: Tiltpad's, which is signed, and the Debian packages that Tiltpad depends on."""

import functools
import http.server
import pathlib
import re
import subprocess
import tempfile
import threading

# The host's loopback, as the emulator's user network shows it.
HOST = "10.0.2.2"
SOURCES = "/etc/apt/sources.list.d"


class PackageServer:
    """A web server on loopback for Tiltpad's repository and a directory of Debian packages."""

    def __init__(self, repository, archives):
        """Serves the repository as /tiltpad and the packages of `archives` as /debian."""
        self.repository, self._place = pathlib.Path(repository).resolve(), tempfile.TemporaryDirectory(prefix="tiltpad-packages-")
        place = pathlib.Path(self._place.name)
        (place / "tiltpad").symlink_to(self.repository)
        (place / "debian").mkdir()
        for package in pathlib.Path(archives).glob("*.deb"):
            (place / "debian" / package.name).symlink_to(package)
        with open(place / "debian/Packages", "w") as index:
            subprocess.run(["apt-ftparchive", "packages", "."], cwd=place / "debian", stdout=index, check=True)
        handler = functools.partial(Quiet, directory=place)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self):
        """Returns the server's address in the guest."""
        return f"http://{HOST}:{self._server.server_address[1]}"

    def sources(self):
        """Returns the files for /etc/apt/sources.list.d, by name. Tiltpad's file is the repository's, with this server's address."""
        ours = re.sub("(?m)^URIs: .*$", f"URIs: {self.address}/tiltpad", (self.repository / "tiltpad.sources").read_text())
        return {"tiltpad.sources": ours, "debian.list": f"deb [trusted=yes] {self.address}/debian ./\n"}

    def end(self):
        """Stops serving."""
        self._server.shutdown()
        self._server.server_close()
        self._place.cleanup()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A handler of requests for files that does not log them."""

    def log_message(self, *_):
        """Logs nothing."""
