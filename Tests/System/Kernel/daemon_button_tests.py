"""Tests of every button, the d-pad, the triggers and the sticks, under the names that programs give them."""

import re
import time
import unittest

import daemon_guest
from json_lines import JSONLines
from shared_guest import SDLS, guest, start

# For each button: the wire's name, evtest's name, jstest's number and SDL's name.
KEYS = (
    ("a", "BTN_SOUTH", 0, "a"), ("b", "BTN_EAST", 1, "b"),
    ("x", "BTN_NORTH", 2, "x"), ("y", "BTN_WEST", 3, "y"),
    ("left_shoulder", "BTN_TL", 4, "leftshoulder"), ("right_shoulder", "BTN_TR", 5, "rightshoulder"),
    ("back", "BTN_SELECT", 6, "back"), ("start", "BTN_START", 7, "start"), ("guide", "BTN_MODE", 8, "guide"),
    ("left_stick", "BTN_THUMBL", 9, "leftstick"), ("right_stick", "BTN_THUMBR", 10, "rightstick"),
)
# For each direction, clockwise from up: the buttons that are held, then the hat's x and y.
DIRECTIONS = (
    (("up",), 0, -1), (("up", "right"), 1, -1), (("right",), 1, 0), (("right", "down"), 1, 1),
    (("down",), 0, 1), (("down", "left"), -1, 1), (("left",), -1, 0), (("left", "up"), -1, -1),
)
# For each axis of a stick: its index in STATE, evtest's name, jstest's number and SDL's name.
STICKS = (
    (0, "ABS_X", 0, "leftx"), (1, "ABS_Y", 1, "lefty"), (2, "ABS_RX", 3, "rightx"), (3, "ABS_RY", 4, "righty"))
TRIGGERS = (("left_trigger", 0, "ABS_Z", 2, "lefttrigger"), ("right_trigger", 1, "ABS_RZ", 5, "righttrigger"))
END = 32767
# The distance from the centre within which a stick rests.
STILL = 16
PAUSE_SECONDS = 0.12


def setUpModule():
    """Starts the daemon; under the profile `pad` the sticks move the axes."""
    daemon_guest.start("[input]\nprofile = pad\n")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def drive(player, evtest):
    """Presses each button and moves each axis, one after the other. `evtest` shows when an axis has moved."""
    for name, *_ in KEYS:
        player.tap(name, PAUSE_SECONDS, PAUSE_SECONDS)
    held = set()
    for wanted, _, _ in (*DIRECTIONS, ((), 0, 0)):
        for direction in held ^ set(wanted):
            player.set(f"dpad_{direction}", direction in wanted)
        held = set(wanted)
        time.sleep(PAUSE_SECONDS)
    for name, trigger, shown, *_ in TRIGGERS:
        player.tap(name, PAUSE_SECONDS, PAUSE_SECONDS)
        move(player.triggers, trigger, (100, 255, 0), evtest, shown)
    for stick, shown, *_ in STICKS:
        move(player.sticks, stick, (END, -END, 0), evtest, shown)
    player.tap("a", PAUSE_SECONDS, PAUSE_SECONDS)


def move(axes, index, values, evtest, name):
    """Moves an axis to each of `values`, and waits each time until evtest shows it. Otherwise a newer value could replace one that was not shown."""
    for value in values:
        axes[index] = value
        evtest.until(lambda line, value=value: any(abs(told - value) <= STILL for told in told_values([line], name)))


def told_values(lines, name):
    """Returns the values of the event `name` in `lines` of evtest, in their order."""
    found = (re.search(rf"\({name}\), value (-?\d+)$", line.get("text", "")) for line in lines)
    return [int(match[1]) for match in found if match]


class Everything(unittest.TestCase):
    """Tests of one run through all controls, which evtest, jstest and SDL read at the same time."""

    @classmethod
    def setUpClass(cls):
        """Runs through all controls once, and stores what each program printed."""
        with daemon_guest.controller(token=31).run() as player:
            event = daemon_guest.wait_for_pads(1)["tiltpad/pad1"]
            js = guest().run(f"cd /sys/class/input/{event}/device; ls -d js*").stdout.strip()
            readers = {
                "evtest": JSONLines(guest(), f"exec stdbuf -oL evtest /dev/input/{event}"),
                "jstest": JSONLines(guest(), f"exec stdbuf -oL jstest --event /dev/input/{js}"),
                **{version: start("sdl_probe", f"--sdl {version} --seconds 60") for version in SDLS}}
            games = [readers[version] for version in SDLS]
            try:
                for game in games:
                    game.until("ready")
                drive(player, readers["evtest"])
                for game in games:
                    game.until(lambda line, game=game: is_last(line, game.seen))
                until_second(readers["evtest"], r"BTN_SOUTH\), value 0")
                until_second(readers["jstest"], "type 1,.* number 0, value 0")
            finally:
                for reader in readers.values():
                    reader.close()
        cls.evtest, cls.jstest, cls.games = readers["evtest"].seen, readers["jstest"].seen, [game.seen for game in games]

    def evtest_values(self, name):
        """Returns the values of an event in the order in which evtest printed them."""
        return told_values(self.evtest, name)

    def jstest_values(self, kind, number):
        """Returns the values of a button (1) or axis (2) in the order in which jstest printed them."""
        found = (re.search(rf"type {kind}, .*number {number}, value (-?\d+)$", line.get("text", ""))
                 for line in self.jstest)
        return [int(match[1]) for match in found if match]

    def sdl_values(self, key, name):
        """Returns the values of a button or axis in the order in which each SDL reported them."""
        return [[line["value"] for line in seen if line.get(key) == name] for seen in self.games]

    def test_each_button_has_its_right_name_everywhere(self):
        """Each program shows one press and one release of each button. A is pressed and released once more at the end of the run."""
        for wire, evtest, number, sdl in KEYS:
            expected = [1, 0] * (2 if wire == "a" else 1)
            with self.subTest(wire):
                self.assertEqual(self.evtest_values(evtest), expected)
                self.assertEqual(self.jstest_values(1, number), expected)
                self.assertEqual(self.sdl_values("button", sdl), [expected] * len(SDLS))

    def test_each_moves_when_it_is_its_turn(self):
        """The names appear in the order of the run, so no two are exchanged. No other control moves."""
        turns = [*KEYS, *(turn[1:] for turn in TRIGGERS), *STICKS, KEYS[0]]
        evtest = [match[1] for line in self.evtest
                  if (match := re.search(r"type [13] .*\((\w+)\), value", line.get("text", "")))]
        self.assertEqual(in_turn(evtest, "HAT"), [turn[1] for turn in turns])
        jstest = [match[1] for line in self.jstest
                  if (match := re.search(r"type ([12], .*number \d+),", line.get("text", "")))]
        jstest = [re.sub(", .*number ", ":", name) for name in jstest]
        self.assertEqual(in_turn(jstest, "2:[67]"),
                         [f"{1 if 'BTN' in turn[1] else 2}:{turn[2]}" for turn in turns])
        for seen in self.games:
            sdl = [line.get("button") or line["axis"] for line in seen if line.get("value")]
            self.assertEqual(in_turn(sdl, "dp"), [turn[3] for turn in turns])

    def test_the_d_pad_is_a_hat_with_eight_directions(self):
        """After each report, evtest's two axes show a direction. The directions go clockwise from up, and back to rest."""
        hat, directions = [0, 0], []
        for line in self.evtest:
            if match := re.search(r"\(ABS_HAT0([XY])\), value (-?\d+)$", line.get("text", "")):
                hat["XY".index(match[1])] = int(match[2])
            elif "SYN_REPORT" in line.get("text", "") and (not directions or directions[-1] != tuple(hat)):
                directions.append(tuple(hat))
        wanted = [(x, y) for _, x, y in DIRECTIONS]
        self.assertEqual([direction for direction in directions if direction in wanted and direction != (0, 0)],
                         [direction for direction in directions if direction != (0, 0)])
        positions = [directions.index(direction) for direction in wanted]
        self.assertEqual((positions, directions[-1]), (sorted(positions), (0, 0)))
        for name in ("dpup", "dpdown", "dpleft", "dpright"):
            for told in self.sdl_values("button", name):
                self.assertEqual((told[:1], told[-1:]), ([1], [0]))

    def test_the_triggers_are_pulled_by_their_switches_and_by_their_values(self):
        """A trigger's switch pulls it fully. The value 100 of 255 arrives unchanged."""
        for _, _, evtest, number, sdl in TRIGGERS:
            with self.subTest(evtest):
                self.assertEqual(self.evtest_values(evtest), [255, 0, 100, 255, 0])
                jstest = self.jstest_values(2, number)
                self.assertEqual((jstest[0], jstest[-1]), (END, -END))
                for told in self.sdl_values("axis", sdl):
                    self.assertEqual((first_move(told), told[-1]), (END, 0))

    def test_the_sticks_reach_both_ends(self):
        """Right and down are positive. Both ends are at the same distance from the centre, which is reached again at the end."""
        for _, evtest, number, sdl in STICKS:
            with self.subTest(evtest):
                values = self.evtest_values(evtest)
                self.assertEqual((values[0], min(values), max(values)), (END, -END, END))
                self.assertLessEqual(abs(values[-1]), STILL)
                for told in (self.jstest_values(2, number), *self.sdl_values("axis", sdl)):
                    self.assertEqual(first_move(told), END)
                    self.assertLessEqual(min(told), -END)
                    self.assertLessEqual(abs(told[-1]), STILL)


def first_move(values):
    """Returns the first value away from the centre. SDL first reports each axis at the centre."""
    return next(value for value in values if abs(value) > STILL)


def in_turn(names, left_out):
    """Returns the names without those that match the pattern `left_out`, and then without repetitions in a row."""
    kept = [name for name in names if not re.search(left_out, name)]
    return [name for index, name in enumerate(kept) if index == 0 or kept[index - 1] != name]


def is_last(line, seen):
    """Returns whether this is SDL's second release of A."""
    return line.get("button") == "a" and line["value"] == 0 and sum(
        earlier.get("button") == "a" and earlier["value"] == 0 for earlier in seen) == 2


def until_second(reader, pattern):
    """Waits for the second line with a pattern."""
    def fits(line):
        return bool(re.search(pattern, line.get("text", "")))
    while sum(map(fits, reader.seen)) < 2:
        reader.until(fits)
