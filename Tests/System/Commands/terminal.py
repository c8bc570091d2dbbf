"""A program in a terminal of its own, as if a user had started it."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from with_daemon import BINARY, DEADLINE

STEERING = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")
# The number of characters kept: several screens. Older ones are not searched again, so that reading keeps up with the program.
KEPT = 40_000


class Terminal:
    """A program in a terminal. `text` is its output after the last match of `until`."""

    def __init__(self, *arguments, env, rows=24, columns=100, program=BINARY):
        """Starts the program in a terminal of this size."""
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.child = subprocess.Popen(
            [program, *arguments], stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True,
            # Restores SIGINT, as in a terminal. A script's background programs start with SIGINT ignored, which a shell cannot undo.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        os.close(slave)
        self.text = ""
        # A read may end in the middle of a character.
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def read(self, seconds):
        """Reads the program's output, and waits up to `seconds` for it; returns False once the output has ended."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        # The previous read may have ended within an escape sequence.
        self.text = self.text[-KEPT:-20] + STEERING.sub("", self.text[-20:] + self.decoder.decode(data))
        return bool(data)

    def until(self, words):
        """Waits until the output matches the pattern `words`; drops the text up to the end of the match, and returns the match."""
        limit = time.monotonic() + DEADLINE
        while not (found := re.search(words, self.text)):
            if time.monotonic() > limit or not self.read(0.2):
                raise AssertionError(f"no {words!r} in {self.text[-2000:]!r}")
        self.text = self.text[found.end():]
        return found

    def type(self, keys):
        """Types these keys."""
        os.write(self.master, keys.encode())

    def wait(self, number=None):
        """Sends the signal `number`, if it is given, and waits for the program's end; returns the exit status."""
        if number is not None:
            self.child.send_signal(number)
        limit = time.monotonic() + DEADLINE
        while self.read(0.2):
            if time.monotonic() > limit:
                self.child.kill()
                raise AssertionError(f"it does not end: {self.text[-2000:]!r}")
        return self.child.wait(DEADLINE)

    def end_by(self, key):
        """Types a key every second until the program ends; returns the exit status.

        The pause is needed because the program takes a key right after Escape as a part of an escape sequence.
        """
        limit = time.monotonic() + DEADLINE
        while True:
            self.type(key)
            due = time.monotonic() + 1
            while time.monotonic() < due:
                if not self.read(0.2):
                    return self.child.wait(DEADLINE)
            if due > limit:
                raise AssertionError(f"{key!r} does not end it: {self.text[-2000:]!r}")

    def close(self):
        """Ends a program that still runs."""
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            self.wait()
        os.close(self.master)
