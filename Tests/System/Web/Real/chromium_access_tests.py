"""Tests of play with one key and automatic scanning, and of play with a keyboard alone.

Both go from PLAY to a game: a lap of a tank, and a round of the quiz.
"""

import math
import re

import house
import keyboard
import long_run
import one_key
import real
import times

# The time in s for which each entry is lit, and the further time for the first of a list. A busy machine needs longer to see an entry, and to press.
STEP, FIRST = (0.5, 0.3) if times.IS_HELD else (1.5, 0.5)
SCRIPT = real.SHOWN + one_key.options(way="auto", step=STEP, first=FIRST)
QUIZ = "document.body.dataset.quiz"
POSE = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\) rotate\((-?[\d.]+)\)")
# The time in s in which the tank turns a full circle with throttle and turn at a third of their ranges (web/tank/drive.js).
CIRCLE_s = 2 * math.pi / (160 * 2 / 3 / 90)
# The time that scanning may take, as a multiple of the theoretical time.
MORE = 1.1
# The most presses for a lap by keyboard: Tab to each lever, a step of each, and the release of both.
LAP_presses = 12


class Games(real.Scene):
    """Tests of games for a person who plays with one key or a keyboard."""

    def by_keyboard(self):
        """Returns a person who has pressed PLAY by keyboard, the phone, and the player's number."""
        phone = self.open(beta=None, script=real.SHOWN)
        person = keyboard.Keyboard(phone)
        person.play()
        return person, phone, self.player_of(phone)

    def field(self, phone):
        """Starts the tanks; returns the host's page, once it shows the phone's tank."""
        self.house.order("mode", "tank")
        phone.wait("document.body.dataset.mode === 'tank' && document.querySelector('#pad').dataset.layout === 'tank' && !document.querySelector('#pad').inert")
        field = self.phone()
        field.open(self.house.address + "/tank")
        field.wait("document.querySelector('g.tank')")
        return field

    def is_lap(self, poses):
        """Checks that the poses of a tank form a lap."""
        (x, y, _), (last_x, last_y, _) = poses[0], poses[-1]
        self.assertLess(math.hypot(last_x - x, last_y - y), 60, "the lap ends at its beginning")
        self.assertGreater(max(math.hypot(one[0] - x, one[1] - y) for one in poses), 60, "the lap has a far end")

    def circle(self, field):
        """Returns the poses (x, y, heading in degrees) of the tank until it has turned once."""
        poses, turned = [self.pose(field)], 0.0

        def is_round():
            nonlocal turned
            poses.append(self.pose(field))
            turned += (poses[-1][2] - poses[-2][2] + 180) % 360 - 180
            return abs(turned) >= 360
        house.until(is_round, "a full turn")
        return poses

    def pose(self, field):
        """Returns the pose (x, y, heading in degrees) at which the tank is drawn."""
        return tuple(map(float, POSE.match(field.run("document.querySelector('g.tank').getAttribute('transform')")).groups()))

    def contest(self, phone):
        """Starts a quiz; returns another player's phone once the first round is armed."""
        other, _ = self.join(script=real.SHOWN)
        self.house.order("mode", "buzzer")
        for each in (phone, other):
            each.wait(f"{QUIZ} === 'armed' && document.querySelector('#pad').dataset.layout === 'buzzer' && !document.querySelector('#pad').inert")
        phone.run("shown.length = 0")
        return other


class OneKeyTests(Games):
    """Tests of a person with one key."""

    def one_key(self):
        """Returns a person who has pressed PLAY by one key, the phone, and the player's number."""
        phone = self.open(script=SCRIPT)
        person = one_key.OneKey(phone, STEP, FIRST)
        phone.wait("document.querySelector('#access .name')?.textContent")
        person.choose("PLAY")
        self.playing(phone)
        return person, phone, self.player_of(phone)

    @long_run.only
    def test_a_lap_of_a_tank_by_one_key(self):
        person, phone, player = self.one_key()
        field = self.field(phone)
        began = self.begin(person, phone)
        person.choose("Throttle: up", "Throttle: up, down")
        person.choose("Turn: right", "Turn: left, right")
        turning = house.time.monotonic()
        poses = self.circle(field)
        drove = house.time.monotonic() - turning
        person.choose("Let go of everything")
        self.until_player(player, lambda pad: pad.is_at_rest, "the tank to stand")
        ended = phone.run("performance.now()")
        self.is_lap(poses)
        # In the first list, the throttle is the third entry and the turn the fourth. In their rows, "up" is the second entry and "right" the third.
        # After each choice, a step passes before the list begins again. The last choice is the first entry of the list, in the next round of the
        # scan.
        scan = person.theory([2, 1]) + STEP + person.theory([3, 2]) + STEP
        loop = person.theory([5])
        times.check(self, "a lap of a tank by one key, within the theory and a tenth", (ended - began) / 1000 <= MORE * (scan + max(CIRCLE_s, drove) + loop),
                    f"{(ended - began) / 1000:.1f} s; scan {scan:.1f} s, circle {CIRCLE_s:.1f} s, at most a round {loop:.1f} s")
        self.assertEqual(phone.messages, [])

    def begin(self, person, phone):
        """Waits until the scan begins with the first list; returns the time of that, in ms of the page's clock."""
        person.lit("(text) => text === 'Hold the next'")
        person.lit("(text) => text === 'Let go of everything'")
        return phone.run("performance.now()")

    def test_a_round_of_the_quiz_is_won_by_one_key(self):
        person, phone, _ = self.one_key()
        other = self.contest(phone)
        # While the round is open, the scan waits at the button, so the theoretical time is 0.
        self.assertEqual(person.lit("(text) => text === 'BUZZ!'"), "BUZZ!")
        since = phone.run("performance.now()")
        person.press()
        phone.wait(f"{QUIZ} !== 'armed'")
        times.hold(self, "the press of one key in a quiz", (phone.run("performance.now()") - since) / 1000, STEP)
        phone.wait("shown.some(([state]) => state === 'win')")
        other.wait("shown.some(([state]) => state === 'lose')")
        self.assertEqual([each.messages for each in (phone, other)], [[], []])


class KeyboardTests(Games):
    """Tests of a person with a keyboard alone, without scanning."""

    def test_a_lap_of_a_tank_by_keyboard_alone(self):
        person, phone, player = self.by_keyboard()
        field = self.field(phone)
        person.presses = 0
        person.tab_to("[data-cell=left]")
        person.press("ArrowUp")
        person.tab_to("[data-cell=right]")
        person.press("ArrowRight")
        # A third of throttle and a third of turn drive only the left track, by two thirds.
        self.until_player(player, lambda pad: abs(pad.sticks[1] + 2 / 3) < 0.02 and abs(pad.sticks[3]) < 0.02, "both levers")
        poses = self.circle(field)
        person.press("Escape")
        self.until_player(player, lambda pad: pad.is_at_rest, "the tank to stand")
        self.is_lap(poses)
        print(f"({person.presses} presses)", end=" ", flush=True)
        self.assertLessEqual(person.presses, LAP_presses)
        self.assertEqual(phone.messages, [])

    def test_rounds_of_the_quiz_are_won_by_keyboard_alone(self):
        person, phone, _ = self.by_keyboard()
        other = self.contest(phone)
        # If no button has the focus, Space presses A.
        self.won_by(person, phone, other, "Space")
        phone.wait(f"{QUIZ} === 'armed'")
        person.tab_to("#pad [data-out~=A]")
        self.won_by(person, phone, other, "Enter")
        self.assertEqual([each.messages for each in (phone, other)], [[], []])

    def won_by(self, person, phone, other, key):
        """Presses a key, and waits until it has won the round."""
        for each in (phone, other):
            each.run("shown.length = 0")
        person.press(key)
        phone.wait("shown.some(([state]) => state === 'win')")
        other.wait("shown.some(([state]) => state === 'lose')")
