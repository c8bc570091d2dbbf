"""Controllers that join the daemon in the guest and get pads of an identity, and the feedback that they get."""

import contextlib
import itertools
import struct
import time

import daemon_guest
import motions
import steps
from sender import BUTTONS, CONTROL, Controller, PerfectLink
from shared_guest import guest

FEEDBACK, TORQUE = 0x12, 0x17
# The message by which a controller says what it can do with forces, and the message's bit for a motor.
FORCE, MOTOR = 75, 1
PERCENT = 0.01
HEADER_SIZE = 8
PROFILE = "\n[input]\nprofile = pad\n"

# Prints the event node of each pad. It finds pads of uinput by their phys, and pads of HID reports by their address (uniq).
NODES = "/sys/class/input/event*/device"
LIST_PADS = (f"grep -lsE '^(tiltpad/pad|02:74:62:)' {NODES}/phys {NODES}/uniq | sed 's|device/.*|device/name|' | sort -u | "
             "xargs -r grep -LsE '(Sensors|Touchpad)$' | cut -d/ -f5")

# Prints the event node of each player's sensors. They are a device beside the pad, a node of the pad's driver, or the player's only device.
LIST_SENSORS = f"grep -lsE '^(DualSense .* Motion Sensors|Tiltpad Accelerometer)$' {NODES}/name | cut -d/ -f5"

_tokens = itertools.count(1)


class ListeningLink(PerfectLink):
    """A link that records the FEEDBACK frames and the torques that arrive."""

    def __init__(self, address, port):
        """Opens a link to the host's address and port."""
        super().__init__(address, port)
        self.heard = []
        # The torques that arrived, as shares of the full torque, positive to the right.
        self.torques = []

    def receive(self):
        """Returns a datagram that has arrived, and records its feedback; None if none has arrived."""
        datagram = super().receive()
        offset = HEADER_SIZE
        while datagram is not None and offset + 2 <= len(datagram):
            if datagram[offset] == FEEDBACK:
                self.heard.append(struct.unpack_from("<HHBBBB", datagram, offset + 2))
            elif datagram[offset] == TORQUE:
                self.torques.append(struct.unpack_from("<h", datagram, offset + 2)[0] / 32_767)
            offset += 2 + datagram[offset + 1]
        return datagram


class Player(Controller):
    """A controller that can be put into the positions of steps.py and the motions of motions.py."""

    def __init__(self):
        """Makes a controller with a token that no player had before."""
        port = guest().udp_port
        super().__init__("127.0.0.1", port, next(_tokens), ListeningLink("127.0.0.1", port))
        self.motion = motions.REST
        self._has_motor = False

    def show(self, step):
        """Puts the controller into the position `step`: the axes first, then the changed buttons."""
        self.sticks[:] = [step.axes[stick] for stick in steps.STICKS]
        self.triggers[:] = [step.axes[trigger] for trigger in steps.TRIGGERS]
        changes = [(button, step.is_down(button)) for button in (*steps.BUTTONS, *steps.EXTRAS, *steps.DPAD)
                   if step.is_down(button) != bool(self.buttons & 1 << BUTTONS.index(button))]
        for button, is_down in changes:
            self.set(button, is_down)
        if not changes:
            self.send_state()

    def felt(self, timeout_seconds=10):
        """Waits until the controller gets rumble; returns whether it did within `timeout_seconds`."""
        deadline = time.monotonic() + timeout_seconds
        while time.monotonic() < deadline:
            if any(strong or weak for strong, weak, *_ in self.link.heard):
                return True
            time.sleep(0.05)
        return False

    def steer(self, share):
        """Moves the left stick sideways, from −1 (left) to 1 (right)."""
        self.sticks[0] = round(share * 32_767)
        self.send_state()

    def ask_for_torque(self):
        """Asks for the torque that games put on the wheel, from now on."""
        self._has_motor = True

    def until_torque(self, share, timeout_seconds=10):
        """Waits until each of the three newest torques differs from `share` by at most 1 % of the full torque."""
        deadline = time.monotonic() + timeout_seconds
        while not (len(newest := self.link.torques[-3:]) == 3 and all(abs(torque - share) <= PERCENT for torque in newest)):
            if time.monotonic() > deadline:
                raise AssertionError(f"no torque of {share} within {timeout_seconds} s; the last ones were {self.link.torques[-10:]}")
            time.sleep(0.05)

    def _wish_frame(self):
        """Returns the message that asks for an identity, if any, and the one about the motor, if the controller has one."""
        return super()._wish_frame() + (struct.pack("<BBHBB", CONTROL, 4, 1, FORCE, MOTOR) if self._has_motor else b"")


def start(*identities):
    """Starts the daemon with these identities for its first players."""
    daemon_guest.start(configuration(identities))


def configuration(identities):
    """Returns the configuration that gives the first players these identities."""
    return "".join(f"\n[player {number}]\nidentity = {identity.name}\n"
                   for number, identity in enumerate(identities, 1)) + PROFILE


@contextlib.contextmanager
def joined(*identities):
    """Lets a player join the running daemon for each identity, for the length of a `with`; yields the players."""
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
    """Waits until there are `count` pads, and programs may open them."""
    guest().run(f'until [ "$({LIST_PADS} | wc -l)" = {count} ]; do sleep 0.1; done; udevadm settle',
                timeout_seconds=120)


def nodes(number):
    """Returns the event node and the js node of pad `number`. The pads count from 1, in the alphabetical order of their event nodes."""
    event = guest().run(LIST_PADS).stdout.split()[number - 1]
    found = guest().run(f"ls /sys/class/input/{event}/device").stdout.split()
    return event, next(node for node in found if node.startswith("js"))


def sensor_nodes():
    """Waits until the first player has sensors; returns their event node and their js node."""
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
    """Returns whether the pad with this event node offers any force feedback."""
    return guest().run(f"cat /sys/class/input/{event}/device/capabilities/ff").stdout.strip() != "0"
