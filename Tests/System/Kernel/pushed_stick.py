"""A real wheel in the guest, its copy at the host, and a game that pushes the copy by the kernel's own interface."""

import time

import daemon_guest
import pushing_game
import shared_guest
from stick_guest import Sticks

PERCENT = 0.01
# Longer than the time in which a torque rises.
SETTLED_SECONDS = 0.2
LIMIT_SECONDS = 10


def springs(line):
    """Returns the springs in a line of the stub about a wheel."""
    return [condition for condition in line["conditions"] if condition["kind"] == "spring"]


class PushedStick(pushing_game.PushingGame, Sticks):
    """A test with a wheel, its copy at the host, and a game that pushes the copy."""

    def begin(self, *options, kind="motor"):
        """Plugs in a wheel, joins, and begins the game."""
        self.path = self.plug(kind)
        self.player = self.join("--stick", *options)
        daemon_guest.wait_for_pads(1)
        self.open_game()

    def plug(self, kind, phys=None):
        """Plugs in a stick; `told` then leaves out the earlier lines of the stub. Returns the path of the stick."""
        self.plugged = len(self.stub.seen)
        return super().plug(kind, phys)

    def told(self, kind="motor"):
        """Returns the stub's lines about the forces on the wheel since it was plugged in, the newest last."""
        self.stub.drain()
        return [line for line in self.stub.seen[self.plugged:] if line.get("forces") == f"real/{kind}"]

    def forces(self, is_wanted, kind="motor"):
        """Waits until `is_wanted` is true for the newest line about the forces on a wheel; returns the line."""
        known = self.told(kind)[-1:]
        if known and is_wanted(known[0]):
            return known[0]
        return self.stub.until(lambda line: line.get("forces") == f"real/{kind}" and is_wanted(line))

    def until_torque(self, share, kind="motor"):
        """Waits until the torque on a wheel stays within 1 % of the full torque from `share`; returns the greatest difference."""
        deadline = shared_guest.deadline(LIMIT_SECONDS)
        while True:
            self.forces(lambda line: abs(line["torque"] - share) <= PERCENT, kind)
            count = len(self.told(kind))
            time.sleep(SETTLED_SECONDS)
            # If the machine stands still for longer than a torque is valid, the torque ends for a moment.
            off = max(abs(line["torque"] - share) for line in self.told(kind)[count - 1:])
            if off <= PERCENT:
                return off
            self.assertLess(time.monotonic(), deadline, f"the torque does not stay at {share}")

    def until_spring(self, is_there=True):
        """Waits until the wheel runs a spring, or none if `is_there` is False; returns the spring or None."""
        found = springs(self.forces(lambda line: bool(springs(line)) == is_there))
        return found[0] if found else None

    def until_nothing(self):
        """Waits until nothing pushes the wheel any more; returns the stub's line about it."""
        return self.forces(lambda line: line["torque"] == 0 and not line["conditions"])
