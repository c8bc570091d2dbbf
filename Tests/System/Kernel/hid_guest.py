"""Pads that a driver of the kernel makes from the daemon's HID reports: their nodes, and controllers with motion and feedback."""

import collections
import struct
import time

import daemon_guest
from daemon_guest import axis, key
from sender import Controller, PerfectLink
from shared_guest import guest, start

# The beginning of the address (uniq) of each of the daemon's pads.
OURS = "02:74:62:"
FIELDS = ("name", "uniq", "phys", "id/bustype", "id/vendor", "id/product", "id/version")
IMU, FEEDBACK = 0x03, 0x12
PLAIN_HEADER = 8
DIRECTIONS = (("up", 17, -1), ("right", 16, 1), ("down", 17, 1), ("left", 16, -1))

# The codes of some axes, pairs of a value that a controller sends and the value that the node shows, and the greatest error because of noise.
Axes = collections.namedtuple("Axes", "codes values noise")


def start_daemon(identity, extra=""):
    """Starts the daemon with pads of an identity, and with the profile `pad`, in which sticks move the axes."""
    return daemon_guest.start(f"identity = {identity}\n{extra}[input]\nprofile = pad\n")


def nodes():
    """Returns the event nodes of the daemon's pads: their paths and their data in sysfs."""
    found = collections.defaultdict(lambda: dict.fromkeys(FIELDS, ""))
    for path, text in guest().read(*(f"/sys/class/input/event*/device/{field}" for field in FIELDS)).items():
        _, _, _, _, event, _, field = path.split("/", 6)
        found[event][field] = text.rstrip("\n")
    # A node may appear or vanish while it is read. A new node then has no name, which is read first. A vanished node has no address.
    is_ours = {event for event, data in found.items() if data["name"] and data["uniq"].startswith(OURS)}
    return [{"path": f"/dev/input/{event}", **found[event]} for event in sorted(is_ours)]


def wait_for_nodes(count, timeout_seconds=30):
    """Waits until there are `count` nodes; returns them."""
    deadline = time.monotonic() + timeout_seconds
    while len(found := nodes()) != count:
        if time.monotonic() > deadline:
            log = guest().run("dmesg | tail -n 20").stdout
            raise AssertionError(f"not {count} nodes within {timeout_seconds} s but {found}\n{log}")
        time.sleep(0.05)
    guest().run("udevadm settle")
    return found


def named(found, ending):
    """Returns the path of the only node whose name ends with `ending`."""
    paths = [node["path"] for node in found if node["name"].endswith(ending)]
    assert len(paths) == 1, (ending, found)
    return paths[0]


def watch(path, seconds=60):
    """Starts reading the events of a node."""
    return start("evdev_probe", f"--path {path} --seconds {seconds}")


def check_controls(player, path, keys, sticks, triggers):
    """Presses each button and the d-pad, and moves both sticks and triggers to each value; waits each time until the node shows it."""
    with watch(path) as probe:
        probe.until("ready")
        for name, code in keys:
            player.tap(name, 0.1, 0.1)
            probe.until(key(code, 1))
            probe.until(key(code, 0))
        for direction, code, value in DIRECTIONS:
            player.tap(f"dpad_{direction}", 0.1, 0.1)
            probe.until(axis(code, lambda seen, wanted=value: seen == wanted))
            probe.until(axis(code, lambda seen: seen == 0))
        for positions, axes in ((player.sticks, sticks), (player.triggers, triggers)):
            for place, code in enumerate(axes.codes):
                for sent, wanted in axes.values:
                    positions[place] = sent
                    probe.until(axis(code, lambda seen, wanted=wanted, noise=axes.noise: abs(seen - wanted) <= noise))


class FeedbackLink(PerfectLink):
    """A link that records the host's feedback for motors and light."""

    def __init__(self, address, port):
        """Opens a link to the host's address and port."""
        super().__init__(address, port)
        self.feedback = []

    def receive(self):
        """Returns a datagram that has arrived, or None; records each FEEDBACK frame in it."""
        datagram = super().receive()
        offset = PLAIN_HEADER
        while datagram and offset + 2 <= len(datagram):
            kind, length = datagram[offset], datagram[offset + 1]
            if kind == FEEDBACK:
                strong, weak, duration, *light = struct.unpack_from("<HHB3B", datagram, offset + 2)
                self.feedback.append((strong, weak, duration, tuple(light)))
            offset += 2 + length
        return datagram


class MovingController(Controller):
    """A controller whose packets contain its motion, in the axes of its screen."""

    def __init__(self, token):
        """Makes a controller that lies on its back at rest."""
        address, port = "127.0.0.1", guest().udp_port
        super().__init__(address, port, token, FeedbackLink(address, port))
        self.acceleration_g = (0.0, 0.0, 1.0)
        self.rotation_deg_s = (0.0, 0.0, 0.0)

    def _send(self, frames):
        """Sends frames; adds an IMU frame if the first one is STATE."""
        if frames[0] == 0x01:
            acceleration = (round(value * 4096) for value in self.acceleration_g)
            rotation = (round(value * 16) for value in self.rotation_deg_s)
            frames += struct.pack("<BB6h", IMU, 12, *acceleration, *rotation)
        super()._send(frames)

    def wait_for_feedback(self, is_wanted, timeout_seconds=20):
        """Returns the first feedback for which `is_wanted` is true, as (strong, weak, duration, light); waits if it has not come yet."""
        deadline = time.monotonic() + timeout_seconds
        while time.monotonic() < deadline:
            for heard in self.link.feedback:
                if is_wanted(heard):
                    return heard
            time.sleep(0.05)
        raise AssertionError(f"no such feedback within {timeout_seconds} s but {self.link.feedback[-10:]}")
