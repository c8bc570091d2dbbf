"""Tests of `tiltpad join` with four real pads on two hosts, which are unplugged and plugged in again during play.

They also test the daemon's message that one of its own pads is ready. TILTPAD_LONG=yes unplugs pads fifty times instead of twice.
"""

import collections
import json
import re
import unittest

import daemon_guest
import long_run
import times
from daemon_guest import axis, key
from json_lines import JSONLines
from shared_guest import guest, start

BTN_SOUTH, ABS_Y = 0x130, 1
ROUNDS, JOINS = (50, 30) if long_run.IS_LONG else (2, 1)
OFFICE, OFFICE_SOCKET, OFFICE_PORT = "/run/office", "/run/office/bridge.sock", 28470
KEYS = "/run/office/controller"
# Pairs two controllers, whose keys are in two files, with the host that has this socket.
PAIR = """
for key in {keys} {keys}.2; do
  rm -f /run/office/link
  timeout 60 tiltpad pair --link --address 127.0.0.1 --socket {socket} >/run/office/link 2>/dev/null </dev/null &
  until [ -s /run/office/link ]; do sleep 0.1; done
  tiltpad send --pair "$(head -n 1 /run/office/link)" --key $key --hold b --duration 0.5 --quiet
  wait
done
"""
# A real pad: its kind, its uniq, and the name and the phys of its pad at the host.
Pad = collections.namedtuple("Pad", "kind uniq host phys")
DEN, CLUB = "Microsoft X-Box 360 pad", "Tiltpad Gamepad"
# The pads in the order in which they are plugged in: the first and third play in the Den, the others in the Office.
PADS = (Pad("dualsense", "aa:00:00:00:00:01", DEN, "tiltpad/pad1"), Pad("dualsense", "aa:00:00:00:00:02", CLUB, "tiltpad/pad1"),
        Pad("joycon", "aa:00:00:00:00:03", DEN, "tiltpad/pad2"), Pad("joycon", "aa:00:00:00:00:04", CLUB, "tiltpad/pad2"))
# The gravity of each kind of pad that stands on its left side, or lies flat, in g and in the axes of its driver.
ON_SIDE = {"dualsense": (1.0, 0.0, 0.0), "joycon": (0.0, -1.0, 0.0)}
FLAT = {"dualsense": (0.0, 1.0, 0.0), "joycon": (0.0, 0.0, 1.0)}


def nodes():
    """Returns the paths of all event nodes by the name, phys and uniq of their devices."""
    found = collections.defaultdict(dict)
    for path, text in guest().read(*(f"/sys/class/input/event*/device/{field}" for field in ("name", "phys", "uniq"))).items():
        _, _, _, _, event, _, field = path.split("/")
        found[event][field] = text.strip()
    return {(data.get("name", ""), data.get("phys", ""), data.get("uniq", "")): f"/dev/input/{event}"
            for event, data in found.items()}


def wait_for(name, phys, timeout_seconds=30):
    """Returns the path of the node with this name and phys, once udev has finished with it."""
    def look():
        return [path for (name_of, phys_of, _), path in nodes().items() if (name_of, phys_of) == (name, phys)]
    path = daemon_guest.wait_until(look, timeout_seconds, f"{name} {phys}")[0]
    daemon_guest.settle()
    return path


class RealPads(unittest.TestCase):
    """Tests with two hosts and one `tiltpad join`, which forwards the pads to both."""

    @classmethod
    def setUpClass(cls):
        """Starts both hosts, pairs two keys with each, starts one `tiltpad join` for both, and plugs in the pads one after the other."""
        guest().run(f"rm -rf {OFFICE} /var/lib/tiltpad/*; mkdir -p {OFFICE}; modprobe hid-nintendo; modprobe hid-playstation")
        daemon_guest.start("name = Den\n")
        guest().write(f"{OFFICE}/conf", "[host]\nname = Office\nidentity = generic\nmotion = no\n")
        cls.office = guest().spawn(
            f"exec env STATE_DIRECTORY={OFFICE} tiltpad serve --config {OFFICE}/conf --port {OFFICE_PORT} --socket {OFFICE_SOCKET} "
            f">{OFFICE}/log 2>&1")
        daemon_guest.wait_until(lambda: guest().read(f"{OFFICE}/log").get(f"{OFFICE}/log", "").count("listening"), what="the office")
        for socket in ("/run/tiltpad/bridge.sock", OFFICE_SOCKET):
            guest().run(PAIR.format(keys=KEYS, socket=socket), timeout_seconds=120)
        cls.stub = start("real_pads")
        cls.join = JSONLines(guest(), f"exec tiltpad join --key {KEYS} --host 127.0.0.1 --host 127.0.0.1:{OFFICE_PORT} "
                                      "</dev/null 2>&1")
        cls.join.until(lambda line: line.get("text") == "waiting for a pad")
        cls.probes = {}
        for pad in PADS:
            cls.plug(pad)
            cls.probes[pad] = start("evdev_probe", f"--path {wait_for(pad.host, pad.phys)} --seconds 600")
            cls.probes[pad].until("ready")

    @classmethod
    def tearDownClass(cls):
        """Ends all processes that were started, even if setUpClass failed halfway."""
        for line in [getattr(cls, name) for name in ("join", "stub") if hasattr(cls, name)] + [*getattr(cls, "probes", {}).values()]:
            line.close()
        cls.office.end()
        daemon_guest.stop()
        guest().run(f"rm -rf {OFFICE} /var/lib/tiltpad/*")

    @classmethod
    def order(cls, **order):
        """Gives real_pads.py an order."""
        cls.stub.send(json.dumps(order))

    @classmethod
    def plug(cls, pad):
        """Plugs in a pad, and waits until it plays."""
        cls.order(plug=pad.kind, uniq=pad.uniq)
        cls.join.until(lambda line: re.search("player [0-9]+$", line.get("text", "")))

    def press(self, pad):
        """Presses and releases the lower button of a real pad, and waits until the host's pad of this player shows both."""
        for is_down in (True, False):
            self.order(hold=pad.uniq, is_down=is_down)
            self.probes[pad].until(key(BTN_SOUTH, int(is_down)))

    def presses(self):
        """Returns the number of presses that each pad has shown so far."""
        counts = {}
        for pad, probe in self.probes.items():
            probe.drain()
            counts[pad] = sum(map(key(BTN_SOUTH, 1), probe.seen))
        return counts

    def check_motion(self, pad):
        """Turns a real pad onto its side and back, and waits until the host's sensors of this player show that."""
        sensors = wait_for("Tiltpad Accelerometer", pad.phys.replace("pad/pad", "pad/motion"))
        with start("evdev_probe", f"--path {sensors} --seconds 60") as probe:
            probe.until("ready")
            self.order(gravity=pad.uniq, g=ON_SIDE[pad.kind])
            probe.until(axis(0, lambda value: abs(value - 8192) < 100))
            self.order(gravity=pad.uniq, g=FLAT[pad.kind])
            probe.until(axis(ABS_Y, lambda value: abs(value - 8192) < 100))

    def check_rumble(self, pad, path):
        """Lets a game shake the host's pad at `path`, and waits until the motor of the real pad runs and stops."""
        game = ("import evdev, sys\n"
                f"pad = evdev.InputDevice('{path}')\n"
                "effect = evdev.ff.Effect(evdev.ecodes.FF_RUMBLE, -1, 0, evdev.ff.Trigger(0, 0), evdev.ff.Replay(300, 0),\n"
                "    evdev.ff.EffectType(ff_rumble_effect=evdev.ff.Rumble(strong_magnitude=65535, weak_magnitude=65535)))\n"
                "pad.write(evdev.ecodes.EV_FF, pad.upload_effect(effect), 1)\nsys.stdin.read()\n")
        guest().write("/run/office/game.py", game)
        with JSONLines(guest(), "exec python3 /run/office/game.py"):
            self.stub.until(lambda line: line.get("rumble") == pad.uniq and line["strong"] > 0)
            self.stub.until(lambda line: line.get("rumble") == pad.uniq and line["strong"] == 0)

    def test_each_of_four_pads_plays_on_its_own_host_and_moves_no_other(self):
        """The first and the third play in the Den, the second and the fourth in the Office."""
        before = self.presses()
        for pad in PADS:
            self.press(pad)
        self.assertEqual({pad: count - before[pad] for pad, count in self.presses().items()}, dict.fromkeys(PADS, 1))

    def test_pads_come_back_to_their_places_with_motion_and_rumble_while_the_others_play_on(self):
        """The player of an unplugged pad leaves. The pad gets the same player when it is plugged in again."""
        victims = (PADS[0], PADS[2])
        for number in range(ROUNDS):
            pad = victims[number % 2]
            others = [other for other in PADS if other != pad]
            self.order(unplug=pad.uniq)
            self.stub.until("unplugged")
            self.probes[pad].close()
            daemon_guest.wait_until(lambda: (pad.host, pad.phys, "") not in nodes(), what=f"{pad} gone")
            before = self.presses()
            self.press(others[0])
            self.plug(pad)
            path = wait_for(pad.host, pad.phys)
            self.probes[pad] = start("evdev_probe", f"--path {path} --seconds 600")
            self.probes[pad].until("ready")
            self.press(pad)
            self.check_motion(pad)
            self.check_rumble(pad, path)
            after = self.presses()
            self.assertEqual({other: after[other] - before[other] for other in others},
                             {other: int(other == others[0]) for other in others}, f"round {number}")
        self.assertFalse([line for line in self.stub.seen if line.get("rumble") not in (None, *(pad.uniq for pad in victims))])


class Arrivals(unittest.TestCase):
    """Tests of the daemon's message that a pad is ready."""

    def tearDown(self):
        """Stops the daemon."""
        daemon_guest.stop()

    def test_the_journal_says_when_udev_has_finished_with_a_pad_and_how_long_that_took(self):
        """Players join one after the other. For each pad, the journal names its node, its kind and its tag."""
        took = []
        for identity in ["xbox360"] * JOINS + ["dualsense", "accelerometer"]:
            daemon_guest.start(f"identity = {identity}\n")
            # The player stays until the message is there. Otherwise the pad could be removed before udev has looked at it.
            with JSONLines(guest(), "exec tiltpad send --hold a --quiet --token 5"):
                found = daemon_guest.wait_until(
                    lambda: re.search(r"pad 1 ready: (event\d+), (\w+), uaccess, after (\d+) ms", daemon_guest.said()),
                    what="the news of the pad")
            self.assertEqual(found[2], "ID_INPUT_ACCELEROMETER" if identity == "accelerometer" else "ID_INPUT_JOYSTICK")
            took.append(int(found[3]))
        times.hold(self, f"udev has finished with a pad, the median of {sorted(took)} ms", sorted(took)[len(took) // 2] / 1000, 2)
