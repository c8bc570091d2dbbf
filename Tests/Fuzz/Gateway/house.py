"""A gateway that is watched from outside: it has to answer, rest when nobody speaks, and keep no more than before."""

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
# The seconds of a processor that it may take to finish what it was asked when nobody speaks any more.
RESTLESS = 1
KNOWN = pathlib.Path(__file__).resolve().parent / "valgrind.supp"
# `tiltpad web` becomes tiltpad-web, which is looked at as well.
CHECKED = ("valgrind", "--trace-children=yes", "--num-callers=30", f"--suppressions={KNOWN}", "--log-file={log}")
# What valgrind says first of each error.
ERROR = re.compile(r"== ((?:Invalid|Conditional jump|Use of uninit|Syscall param|Mismatched|Source and dest|Argument|Process term|Jump).*)")


class House(WithGateway):
    """A daemon and a gateway with a port without TLS; not a test, though it starts them as tests do."""

    is_checked = False
    # Times as long under valgrind.
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
        """Reads a program's output, which would otherwise block it."""
        with contextlib.suppress(OSError, ValueError):
            for _ in stream:
                pass

    def start(self, *arguments):
        """Starts a program; the gateway under valgrind, if asked for."""
        if not self.is_checked or arguments[0] != "web":
            return super().start(*arguments)
        self.log = self.place / "valgrind"
        # Debian's valgrind does not understand what Swift's compiler writes for debuggers.
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
        """Ends both; kills a gateway that hangs."""
        self.gateway.kill()
        self.gateway.wait()
        self.doCleanups()

    def ticket(self, is_for_host=False):
        """Returns a ticket; an older one when sixteen wait for their pages, or now and then."""
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

    # What the kernel says of it.

    def times(self):
        """Returns the processor time of the gateway, and the time that it had to wait for others, in s."""
        words = pathlib.Path(f"/proc/{self.gateway.pid}/schedstat").read_text().split()
        return int(words[0]) / 1e9, int(words[1]) / 1e9

    def descriptors(self):
        """Returns the number of its descriptors."""
        return len(os.listdir(f"/proc/{self.gateway.pid}/fd"))

    def memory(self):
        """Returns its resident memory in KiB."""
        for line in pathlib.Path(f"/proc/{self.gateway.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        return 0

    # What is asked of it.

    def asks(self, kind, seconds):
        """Returns whether a fresh request is answered."""
        link = self.speaker.open(kind)
        link.send(self.speaker.filled(b"GET /j/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", kind))
        limit, heard = time.monotonic() + seconds, b""
        while link.is_there and b"\r\n" not in heard and time.monotonic() < limit:
            heard += link.hear(limit - time.monotonic())
        link.end()
        return heard.startswith(b"HTTP/1.1 200")

    def fault(self):
        """Returns the gateway's fault; None if it answers within a second of its own time, however busy the machine is."""
        waited = 0
        try:
            ran, queued = self.times()
            while True:
                begun = time.monotonic()
                if self.daemon.poll() is not None:
                    return f"is without its daemon, which ended with status {self.daemon.returncode}"
                if all(self.asks(kind, self.slowness) for kind in ("plain", "tls")):
                    return self.error()
                # No turn takes longer unless this process stands still.
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
        """Returns the reason why it does not rest when nobody speaks, with so many descriptors at most; None if it does."""
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
        """Returns valgrind's first error so far, with its functions; None without any."""
        found = self.is_checked and ERROR.search(log := self.log.read_text())
        if not found:
            return None
        frames = re.findall(r"(?:at|by) 0x\w+: (\S+)", log[found.end():])[:4]
        return f"errs: {found[1]} in {', '.join(frames)}"
