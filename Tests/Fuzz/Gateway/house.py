"""Runs a gateway and watches it from outside. It has to answer, to become idle when no client sends, and to keep no more descriptors than before."""

import base64
import contextlib
import os
import pathlib
import re
import socket
import subprocess
import threading
import time

from speaker import Speaker
from ports import free_port
from with_gateway import WithGateway

WISH = bytes([0xF8])
# The processor time that the gateway may use to finish its work after the last client has stopped sending, s.
RESTLESS = 1
KNOWN = pathlib.Path(__file__).resolve().parent / "valgrind.supp"
# `tiltpad web` executes tiltpad-web, which valgrind checks too.
CHECKED = ("valgrind", "--trace-children=yes", "--num-callers=30", f"--suppressions={KNOWN}", "--log-file={log}")
# The beginning of each error in valgrind's output.
ERROR = re.compile(r"== ((?:Invalid|Conditional jump|Use of uninit|Syscall param|Mismatched|Source and dest|Argument|Process term|Jump).*)")


class House(WithGateway):
    """A daemon and a gateway that also has a port without TLS. It is not a test, but starts the programs as tests do."""

    is_checked = False
    # The factor for all time limits, which is larger under valgrind.
    slowness = 1
    CONFIGURATION = "[host]\nplayers = 16\n"

    def setUp(self):
        self.plain_port = free_port()
        self.extra = ("--plain-port", str(self.plain_port))
        self.tickets_kept = {False: [], True: []}
        super().setUp()
        for child in (self.daemon, self.gateway):
            threading.Thread(target=self.drain, args=(child.stderr,), daemon=True).start()
        self.speaker = Speaker(self, patience=self.slowness)

    @staticmethod
    def drain(stream):
        """Reads and discards a program's output, as a full pipe would block the program."""
        with contextlib.suppress(OSError, ValueError):
            for _ in stream:
                pass

    def start(self, *arguments):
        """Starts a program. The gateway runs under valgrind if `is_checked` is true."""
        if not self.is_checked or arguments[0] != "web":
            return super().start(*arguments)
        self.log = self.place / "valgrind"
        # Debian's valgrind cannot read the debugging information that Swift's compiler writes.
        checked = str(self.place / "tiltpad")
        for end in ("", "-web"):
            subprocess.run(["strip", "--strip-debug", "-o", f"{checked}{end}", f"{self.program}{end}"], check=True)
        usual, words = self.program, [word.format(log=self.log) for word in CHECKED]
        self.program = words[0]
        try:
            return super().start(*words[1:], checked, *arguments)
        finally:
            self.program = usual

    def leave(self):
        """Kills the gateway, which may hang, and ends the daemon."""
        self.gateway.kill()
        self.gateway.wait()
        self.doCleanups()

    def ticket(self, is_for_host=False):
        """Returns a ticket for a page, or for a dashboard: each eighth time a new one, otherwise the last one again.

        The gateway gives no more tickets while sixteen are unused. An older one is then returned.
        """
        kept = self.tickets_kept[is_for_host]
        if kept and len(kept) % 8:
            kept.append(kept[-1])
            return kept[-1]
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as asking:
            asking.settimeout(self.slowness)
            try:
                asking.connect(self.tickets)
                asking.send(WISH + bytes([is_for_host]) + bytes(6))
                answer = asking.recv(64)
            except OSError:
                answer = b""
        if len(answer) >= 24 and answer[1] == 0:
            kept.append(base64.urlsafe_b64encode(answer[-16:]).rstrip(b"="))
        elif kept:
            kept.append(kept.pop(0))
        return kept[-1] if kept else b"A" * 22

    # Figures from the kernel about the gateway.

    def times(self):
        """Returns the processor time of the gateway, and the time for which it had to wait for a processor, in s."""
        words = pathlib.Path(f"/proc/{self.gateway.pid}/schedstat").read_text().split()
        return int(words[0]) / 1e9, int(words[1]) / 1e9

    def descriptors(self):
        """Returns the number of the gateway's open descriptors."""
        return len(os.listdir(f"/proc/{self.gateway.pid}/fd"))

    def memory(self):
        """Returns the gateway's resident memory in KiB; 0 if it is unknown."""
        for line in pathlib.Path(f"/proc/{self.gateway.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        return 0

    # Checks of the gateway.

    def asks(self, kind, seconds):
        """Returns whether the gateway answers a request on a new connection of the `kind` within `seconds`."""
        link = self.speaker.open(kind)
        link.send(self.speaker.filled(b"GET /j/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", kind))
        limit, heard = time.monotonic() + seconds, b""
        while link.is_there and b"\r\n" not in heard and time.monotonic() < limit:
            heard += link.hear(limit - time.monotonic())
        link.end()
        return heard.startswith(b"HTTP/1.1 200")

    def fault(self):
        """Returns the gateway's fault; None if it answers within a second of its own processor time, however busy the machine is."""
        waited = 0
        try:
            ran, queued = self.times()
            while True:
                begun = time.monotonic()
                if self.daemon.poll() is not None:
                    return f"is without its daemon, which ended with status {self.daemon.returncode}"
                if all(self.asks(kind, self.slowness) for kind in ("plain", "tls")):
                    return self.error()
                # A turn of this loop takes longer than this only if this process was not running.
                waited += min(time.monotonic() - begun, 2 * self.slowness)
                now, late = self.times()
                if now - ran > self.slowness:
                    return "hangs: no answer in a second of its time"
                if waited - (late - queued) > 10 * self.slowness:
                    return "is deaf: no answer in ten seconds"
                if self.gateway.poll() is not None:
                    return f"ended with status {self.gateway.returncode}"
        except (FileNotFoundError, ProcessLookupError):
            return f"ended with status {self.gateway.wait()}"

    def unrest(self, allowed, seconds=80):
        """Waits until the gateway is idle and has at most `allowed` descriptors; returns the fault, or None if it becomes idle in time."""
        (start, _), limit = self.times(), time.monotonic() + seconds * self.slowness
        while time.monotonic() < limit:
            (before, _), begun = self.times(), time.monotonic()
            time.sleep(0.2)
            used = (self.times()[0] - before) / (time.monotonic() - begun)
            if (spent := self.times()[0] - start) > RESTLESS * self.slowness:
                return f"spins: {spent:.1f} s of a processor since nobody speaks"
            if used < 0.3 and self.descriptors() <= allowed:
                return None
        return f"keeps {self.descriptors()} descriptors, though {allowed} are enough when nobody speaks"

    def error(self):
        """Returns valgrind's first error so far, with the functions in which it happened; None if there is no error."""
        found = self.is_checked and ERROR.search(log := self.log.read_text())
        if not found:
            return None
        frames = re.findall(r"(?:at|by) 0x\w+: (\S+)", log[found.end():])[:4]
        return f"errs: {found[1]} in {', '.join(frames)}"
