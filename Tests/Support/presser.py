"""A native controller whose button a test presses."""

import os
import pty
import re
import subprocess

PLAYER = re.compile(r'"player":(\d+)')
# The time after which a pressed key counts as released. `tiltpad send` holds a key for 120 ms, because a terminal reports no releases.
KEY_IS_UP_SECONDS = 0.2
LONGEST_SECONDS = 20


class Presser:
    """A `tiltpad send` with an identity key of its own. A pseudo-terminal presses its keys."""

    def __init__(self, program, place, link, surroundings):
        """Starts the controller, and pairs it by a link. Its files and output are in `place`, a new directory."""
        place.mkdir()
        self._output = place / "said"
        self._master, slave = pty.openpty()
        with open(self._output, "wb") as output:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", program, "send", "--json", "--rate", "60", "--pair", link], stdin=slave, stdout=output,
                stderr=subprocess.STDOUT, env={**surroundings, "XDG_STATE_HOME": str(place)}, start_new_session=True)
        os.close(slave)

    @property
    def player(self):
        """Returns the last known number of the controller's player; None before the first."""
        told = PLAYER.findall(self.said())
        return int(told[-1]) if told else None

    def press(self, key="a"):
        """Presses the button that belongs to a key of the keyboard."""
        os.write(self._master, key.encode())

    def said(self):
        """Returns everything that `tiltpad send` has printed so far."""
        return self._output.read_text()

    def close(self):
        """Ends the controller."""
        self.process.terminate()
        try:
            self.process.wait(LONGEST_SECONDS)
        finally:
            self.process.kill()
            os.close(self._master)
