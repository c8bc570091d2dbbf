"""Tests of the sensors next to a pad, as the kernel shows them: their kind, the direction of gravity, and the angle of turns."""

import contextlib
import math
import re
import sys
import time
import unittest

import daemon_guest
import daemon_identity_table_tests
from daemon_report_tests import written
from json_lines import JSONLines
from shared_guest import guest, start

PAD, SENSORS = "tiltpad/pad1", "tiltpad/motion1"
EV_MSC, MSC_TIMESTAMP, EV_ABS, SYN_DROPPED = 4, 5, 3, 3
STANDARD_GRAVITY = 9.80665
FLAT = (0, 0, 1, 0, 0, 0)
SAMPLES = 100
# 3 g along X. No test sends this otherwise, so it marks the end.
END = (3, 0, 0, 0, 0, 0)


def setUpModule():
    """Starts the daemon."""
    daemon_guest.start()


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def player(token, motion=FLAT):
    """Returns a controller that sends motion."""
    controller = daemon_guest.controller(token)
    controller.motion = motion
    return controller


def samples(lines):
    """Returns for each batch of events a dictionary of the changed values: the axes by their code, and "time"."""
    found, changed = [], {}
    for line in lines:
        if line.get("type") == "EV_SYN":
            found.append(changed)
            changed = {}
        elif line.get("type") == "EV_ABS":
            changed[line["code"]] = line["value"]
        elif line.get("type") == "EV_MSC" and line["code"] == MSC_TIMESTAMP:
            changed["time"] = line["value"]
    return found


def is_end(acceleration):
    """Returns whether an acceleration along X, in steps, is that of END."""
    return acceleration > 2.5 * 8192


def integrated(found):
    """Returns the turn about X, Y and Z in degrees, according to samples of the sensors and their own times."""
    rates, turned, last = [0, 0, 0], [0.0, 0.0, 0.0], None
    for sample in found:
        # The kernel does not report an axis that has not changed.
        rates = [sample.get(3 + axis, rate) for axis, rate in enumerate(rates)]
        if last is not None:
            seconds = (sample["time"] - last & 0xFFFFFFFF) / 1e6
            turned = [angle + rate / 1024 * seconds for angle, rate in zip(turned, rates)]
        last = sample["time"]
    return turned


class TheSensors(unittest.TestCase):
    """Tests of the device that a controller with sensors has next to its pad."""

    def test_udev_calls_them_an_accelerometer_and_no_joystick(self):
        """The device is as described in docs/pads.md. It has the right udev properties, and the tag by which the person at the seat may read it."""
        with player(61).run():
            nodes = daemon_guest.wait_for_pads(2)
            daemon_identity_table_tests.EachIdentity.check(self, "accelerometer", SENSORS, is_at_rest=False)
            printed = guest().run(f"udevadm info -q property -n /dev/input/{nodes[SENSORS]}").stdout
            listed = guest().run(f"ls /sys/class/input/{nodes[SENSORS]}/device").stdout.split()
            modes = [guest().run(f"stat -c %a /dev/input/{node}").stdout.strip()
                     for node in listed if node.startswith("js")]
        self.assertRegex(printed, "(?m)^ID_INPUT_ACCELEROMETER=1$")
        self.assertNotRegex(printed, "(?m)^ID_INPUT_(JOYSTICK|MOUSE|KEY)")
        self.assertIn("uaccess", re.search("(?m)^TAGS=(.*)$", printed)[1])
        self.assertEqual(modes, ["600"])

    def test_there_are_none_without_motion_or_where_it_is_forbidden(self):
        """A controller without sensors has only a pad. With `motion = no`, every controller has only a pad."""
        # The player of the test before may still be leaving.
        daemon_guest.wait_for_pads(0)
        with daemon_guest.controller(62).run():
            self.assertEqual(list(daemon_guest.wait_for_pads(1)), [PAD])
            time.sleep(0.5)
            self.assertEqual(list(daemon_guest.pads()), [PAD])
        daemon_guest.wait_for_pads(0)
        daemon_guest.configure(daemon_guest.ALLOWED + "[player 1]\nmotion = no\n")
        with player(63).run():
            daemon_guest.wait_for_pads(1)
            time.sleep(0.5)
            self.assertEqual(list(daemon_guest.pads()), [PAD])
        daemon_guest.configure(daemon_guest.ALLOWED)
        daemon_guest.wait_for_pads(0)

    def test_when_they_cannot_be_made_the_journal_says_so_once(self):
        """The pad works without sensors, and the journal does not have a line for each sample."""
        self.addCleanup(guest().run, "udevadm trigger --settle /dev/uinput")
        daemon_guest.start()
        with daemon_guest.controller(69).run() as controller:
            daemon_guest.wait_for_pads(1)
            guest().run("chmod 0 /dev/uinput")
            controller.motion = FLAT
            deadline = time.monotonic() + 15
            while not self.said_of_sensors() and time.monotonic() < deadline:
                time.sleep(0.2)
            time.sleep(1)
            self.assertEqual(
                self.said_of_sensors(),
                ["tiltpad: pad 1 reports no motion: its sensors failed: permission denied"])
            self.assertEqual(list(daemon_guest.pads()), [PAD])
        daemon_guest.wait_for_pads(0)

    def said_of_sensors(self):
        """Returns the daemon's lines about sensors in the journal since its start."""
        run = "$(systemctl show tiltpad -p InvocationID --value)"
        printed = guest().run(f"journalctl --sync; journalctl -o cat _SYSTEMD_INVOCATION_ID={run}").stdout
        return [line for line in printed.splitlines() if line.startswith("tiltpad:") and "sensors" in line]

    def test_they_go_with_the_pad(self):
        """After the player's goodbye, neither the pad's nor the sensors' node is left."""
        with player(64).run():
            self.assertEqual(sorted(daemon_guest.wait_for_pads(2)), [SENSORS, PAD])
        self.assertEqual(daemon_guest.wait_for_pads(0), {})

    def test_sdl_finds_one_joystick(self):
        """SDL recognizes the sensors by their name, and does not take them for a second pad."""
        with player(65).run():
            daemon_guest.wait_for_pads(2)
            with start("sdl_probe") as probe:
                probe.until("ready")
        names = [line["device"]["name"] for line in probe.seen if "device" in line]
        self.assertEqual(len(names), 1, names)
        self.assertNotIn("Accelerometer", names[0])


class TheirValues(unittest.TestCase):
    """Tests of the sensors' values, converted to units as SDL does it."""

    def follow(self, token, plan, tracer=contextlib.nullcontext):
        """Sends the samples of `plan`, one every 10 ms; returns the changes in each batch of events (see `samples`).

        A busy machine may lose some of the events before they are read here. The kernel reports that it dropped events for a slow reader,
        and then the plan is repeated.
        """
        for _ in range(4):
            with player(token, plan[0]) as controller:
                lines = self.play(controller, plan, tracer)
            daemon_guest.wait_for_pads(0)
            if not any(line.get("type") == "EV_SYN" and line["code"] == SYN_DROPPED for line in lines):
                break
        found = [sample for sample in samples(lines) if not is_end(sample.get(0, 0))]
        self.assertGreater(len(found), 0.8 * len(plan))
        return found

    def play(self, controller, plan, tracer):
        """Sends the plan once; returns the probe's lines."""
        deadline = time.monotonic() + 15
        while len(daemon_guest.pads()) < 2 and time.monotonic() < deadline:
            controller.send_state()
        daemon_guest.wait_for_pads(2)
        with daemon_guest.watch(SENSORS) as probe:
            probe.until("ready")
            with tracer():
                began = time.monotonic()
                for number, motion in enumerate(plan):
                    at = began + 0.01 * number
                    time.sleep(max(0, at - time.monotonic()))
                    controller.motion = motion
                    controller.send_state(at=at)
                controller.motion = END
                controller.run(20)
                probe.until(daemon_guest.axis(0, is_end))
        return probe.seen

    def test_at_rest_they_measure_gravity_upwards(self):
        """The sensors show 9.81 m/s² along Y (on the back), −Z (upright) and X (on the left edge). A reader that starts late sees this too."""
        for motion, expected in ((FLAT, (0, 1, 0)), ((0, 1, 0, 0, 0, 0), (0, 0, -1)), ((1, 0, 0, 0, 0, 0), (1, 0, 0))):
            found = self.follow(66, [motion] * 20)
            for axis, share in enumerate(expected):
                for value in [sample[axis] for sample in found]:
                    self.assertAlmostEqual(
                        value / 8192 * STANDARD_GRAVITY, share * STANDARD_GRAVITY, delta=0.03)

    def test_a_turn_by_90_degrees_is_one(self):
        """The controller turns for a second at 90 °/s about each axis of the screen. The turn is the integral over the events' own times."""
        for turn, axis, sign in (((90, 0, 0), 0, 1), ((0, 90, 0), 2, -1), ((0, 0, 90), 1, 1)):
            rest, turning = [FLAT] * 20, [(0, 0, 1, *turn)] * SAMPLES
            turned = integrated(self.follow(67, rest + turning + rest))
            print(f"kernel: turned by {', '.join(f'{angle:.2f}°' for angle in turned)}", file=sys.stderr)
            for other in range(3):
                self.assertAlmostEqual(turned[other], 90 * sign if other == axis else 0, delta=1)

    def test_each_sample_is_one_write_one_syn_and_a_later_time(self):
        """strace sees eight events for each sample, one of them the time. The times are those of the controller."""
        trace = "/run/motion"

        def tracer():
            """Starts strace, and waits until it watches."""
            lines = JSONLines(guest(), f"exec strace -f -y -xx -s 2048 -e trace=write,writev,pwrite64 "
                                       f"-o {trace} -p {daemon_guest.main_pid()}")
            lines.until(lambda line: "attached" in line.get("text", ""))
            return lines

        plan = [(math.sin(number / 9), 0, math.cos(number / 9), number, 0, -number) for number in range(SAMPLES)]
        found = self.follow(68, plan, tracer)
        batches = [batch for batch in written(guest().run(f"cat {trace}").stdout)
                   if any(kind == EV_MSC for kind, _, _ in batch)]
        codes = [(EV_ABS, code) for code in range(6)] + [(EV_MSC, MSC_TIMESTAMP), (0, 0)]
        for batch in batches:
            self.assertEqual([(kind, code) for kind, code, _ in batch], codes)
        times = [next(value for kind, _, value in batch if kind == EV_MSC) for batch in batches]
        self.assertEqual(len(set(times)), len(times))
        self.assertLessEqual({sample["time"] for sample in found}, set(times))
        steps = [later["time"] - former["time"] & 0xFFFFFFFF for former, later in zip(found, found[1:])]
        self.assertTrue(all(step > 0 and abs((step + 5000) % 10000 - 5000) <= 2 for step in steps), steps)


class TiltpadSend(unittest.TestCase):
    """Tests of the motion that `tiltpad send` sends."""

    def test_a_turn_with_motion_turns_the_sensors(self):
        """`tiltpad send` turns from upright onto its face, by 90° about X. The sensors show the turn, and gravity follows it."""
        def shows_gravity(share):
            return daemon_guest.axis(1, lambda value: abs(value - 8192 * share) < 60)

        with JSONLines(guest(), "exec tiltpad send --turn 90 --axis pitch --motion --duration 60 --quiet"):
            daemon_guest.wait_for_pads(2)
            with daemon_guest.watch(SENSORS) as probe:
                probe.until(shows_gravity(0))
                probe.until(lambda line: line.get("type") == "EV_SYN")
                first = len(probe.seen)
                probe.until(shows_gravity(-1))
                turned = integrated(samples(probe.seen[first:]))
        # The last degrees of the turn hardly change gravity, so the turn may be incomplete when the test stops.
        self.assertTrue(82 < turned[0] < 92, turned)
        self.assertAlmostEqual(turned[1], 0, delta=0.5)
        self.assertAlmostEqual(turned[2], 0, delta=0.5)
        daemon_guest.wait_for_pads(0)
