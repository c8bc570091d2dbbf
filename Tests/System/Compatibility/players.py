"""Controllers that join the daemon in the guest with an identity, and the feedback that they get."""

import contextlib
import itertools
import struct
import time

import daemon_guest
import motions
import steps
from sender import BUTTONS, Controller, PerfectLink
from shared_guest import guest

FEEDBACK = 0x12
HEADER_SIZE = 8
PROFILE = "\n[input]\nprofile = pad\n"

# Prints the event node of each pad: by its phys, or by the address of those that are made of HID reports.
NODES = "/sys/class/input/event*/device"
LIST_PADS = (f"grep -lsE '^(tiltpad/pad|02:74:62:)' {NODES}/phys {NODES}/uniq | sed 's|device/.*|device/name|' | sort -u | "
             "xargs -r grep -LsE '(Sensors|Touchpad)$' | cut -d/ -f5")

# Prints the event node of each player's sensors: next to the pad, of the pad's own driver, or instead of the pad.
LIST_SENSORS = f"grep -lsE '^(DualSense .* Motion Sensors|Tiltpad Accelerometer)$' {NODES}/name | cut -d/ -f5"

_tokens = itertools.count(1)


class ListeningLink(PerfectLink):
    """A link that keeps the FEEDBACK frames that pass."""

    def __init__(self, address, port):
        """Starts without feedback."""
        super().__init__(address, port)
        self.heard = []

    def receive(self):
        """Returns a datagram that has arrived, or None."""
        datagram = super().receive()
        offset = HEADER_SIZE
        while datagram is not None and offset + 2 <= len(datagram):
            if datagram[offset] == FEEDBACK:
                self.heard.append(struct.unpack_from("<HHBBBB", datagram, offset + 2))
            offset += 2 + datagram[offset + 1]
        return datagram


class Player(Controller):
    """A controller that takes the positions of steps.py and the motions of motions.py."""

    def __init__(self):
        """Takes a token and a port that no player had before."""
        port = guest().udp_port
        super().__init__("127.0.0.1", port, next(_tokens), ListeningLink("127.0.0.1", port))
        self.motion = motions.REST

    def show(self, step):
        """Takes a position: the axes first, then the changed buttons."""
        self.sticks[:] = [step.axes[stick] for stick in steps.STICKS]
        self.triggers[:] = [step.axes[trigger] for trigger in steps.TRIGGERS]
        changes = [(button, step.is_down(button)) for button in (*steps.BUTTONS, *steps.DPAD)
                   if step.is_down(button) != bool(self.buttons & 1 << BUTTONS.index(button))]
        for button, is_down in changes:
            self.set(button, is_down)
        if not changes:
            self.send_state()

    def felt(self, timeout_seconds=3):
        """Returns whether the host asks for rumble within some time."""
        deadline = time.monotonic() + timeout_seconds
        while time.monotonic() < deadline:
            if any(strong or weak for strong, weak, *_ in self.link.heard):
                return True
            time.sleep(0.05)
        return False


def start(*identities):
    """Starts the daemon with these identities for its first players."""
    daemon_guest.start(configuration(identities))


def configuration(identities):
    """Returns the configuration that gives the first players these identities."""
    return "".join(f"\n[player {number}]\nidentity = {identity.name}\n"
                   for number, identity in enumerate(identities, 1)) + PROFILE


@contextlib.contextmanager
def joined(*identities):
    """Joins a player for each identity to the running daemon, for the length of a `with`."""
    daemon_guest.write(daemon_guest.DROP_IN, daemon_guest.ALLOWED + configuration(identities))
    guest().run("systemctl reload tiltpad")
    with contextlib.ExitStack() as stack:
        players = []
        for number in range(len(identities)):
            players.append(stack.enter_context(Player()).run())
            wait_for_pads(number + 1)
        yield players
    wait_for_pads(0)


def wait_for_pads(count):
    """Waits until there are this many pads, and programs may open them."""
    guest().run(f'until [ "$({LIST_PADS} | wc -l)" = {count} ]; do sleep 0.1; done; udevadm settle',
                timeout_seconds=120)


def nodes(number):
    """Returns the event and the js node of a pad, counted from 1 in the order of the event nodes."""
    event = guest().run(LIST_PADS).stdout.split()[number - 1]
    found = guest().run(f"ls /sys/class/input/{event}/device").stdout.split()
    return event, next(node for node in found if node.startswith("js"))


def sensor_nodes():
    """Returns the event node of the first player's sensors, once it is there, and their js node."""
    printed = guest().run(f'until node=$({LIST_SENSORS}) && [ -n "$node" ]; do sleep 0.1; done; udevadm settle; '
                          "echo $node; ls /sys/class/input/$node/device").stdout.split()
    return printed[0], next(node for node in printed if node.startswith("js"))


def has_sensor_node():
    """Returns whether the first player has sensors at this moment."""
    return guest().run(LIST_SENSORS).stdout != ""


def wait_until_open(events):
    """Waits until a program of the user `player` has each of these nodes open."""
    for event in events:
        guest().run(f"until find /proc/[0-9]*/fd -user player -lname /dev/input/{event} 2>/dev/null | grep -q .; "
                    "do sleep 0.1; done")


def offers_rumble(event):
    """Returns whether a pad offers any force feedback, by its event node."""
    return guest().run(f"cat /sys/class/input/{event}/device/capabilities/ff").stdout.strip() != "0"
