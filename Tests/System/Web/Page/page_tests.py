"""Tests of the page as players use it, with the stand-in or a real gateway."""

import math
import time

import frames
import house
import scene
import standstill

A, B, X, Y = 0, 1, 3, 4
NO_CHANNEL = "delete window.RTCPeerConnection;"
NO_SOCKET = "window.WebSocket = class { constructor() { setTimeout(() => this.onclose?.(), 5); } close() {} };"


def held(degrees, lean):
    """Returns β and γ of a phone in landscape, with its top edge to the left.

    It is turned like a wheel by `degrees`, and leant back by `lean`. All angles are in degrees.
    """
    roll, back = math.radians(degrees), math.radians(lean)
    up = math.cos(roll) * math.cos(back), math.sin(roll) * math.cos(back), math.sin(back)
    return math.degrees(math.asin(up[1])), math.degrees(math.atan2(-up[0], up[2]))


class Playing:
    """Tests of the controls on the screen, over the transport that `script` leaves. They run in any browser, and with any host."""

    script = ""
    # The number of old states that may arrive after a time in which nothing got through.
    stale = 4

    def joined(self, **options):
        """Returns a phone that plays over this test's transport, and its player's number."""
        return self.join(script=self.script, **options)

    @standstill.again(3)
    def test_a_lever_that_is_held_still_is_reported_at_a_steady_rate(self):
        phone, player = self.joined(layout="pad")
        left = phone.middle("[data-cell=left]")
        phone.touch(l=left)
        phone.slide(l=(left[0] + 30, left[1]))
        self.until_state(player, lambda state: state.sticks[0] > 0.2, "the stick to move")
        # There is a state for each frame of the screen, minus those that wait for an acknowledgement, plus answers to the host.
        self.until_share(phone, player, 0.6, 1.3)
        phone.lift()

    def test_nothing_held_is_said_ten_times_a_second(self):
        _, player = self.joined(layout="pad")
        self.slows_down(player)

    @standstill.again(0.8)
    def test_a_tap_arrives_as_a_press_and_a_release_in_order(self):
        phone, player = self.joined(layout="pad")
        phone.touch(t=phone.middle("[data-out=A]"))
        phone.lift()
        edges = house.until(lambda: self.edges(player) if len(self.edges(player)) == 2 else None, "two edges")
        self.assertEqual([edges[number][:2] for number in sorted(edges)], [(A, True), (A, False)])

    def edges(self, player):
        """Returns a player's edges by number, as (button, whether it is a press, age in ms at the first arrival)."""
        found = {}
        for arrival in self.house.arrivals(player):
            for number, button, is_press, age in arrival.edges:
                found.setdefault(number, (button, is_press, age))
        return found

    @standstill.again(3)
    def test_a_thumb_slides_from_one_button_to_the_next(self):
        phone, player = self.joined(layout="pad")
        phone.touch(t=phone.middle("[data-out=A]"))
        self.until_state(player, lambda state: state.buttons == 1 << A, "A down")
        phone.slide(t=phone.middle("[data-out=B]"))
        self.until_state(player, lambda state: state.buttons == 1 << B, "B down and A up")
        phone.lift()
        self.until_state(player, self.at_rest, "B up")

    @standstill.again(3)
    def test_pedals_follow_the_height_of_the_thumb(self):
        phone, player = self.joined(layout="wheel")
        x, y = phone.middle("[data-cell=gas]")
        top = phone.run("document.querySelector('[data-cell=gas]').getBoundingClientRect().top")
        phone.touch(t=(x, y))
        self.until_state(player, lambda state: 0.65 < state.triggers[1] < 0.75, "the middle of the pedal to be 0.7")
        phone.slide(t=(x, top + 1))
        self.until_state(player, lambda state: state.triggers[1] > 0.98, "the top of the pedal to be 1")
        phone.lift()
        self.until_state(player, lambda state: state.triggers[1] == 0, "the pedal to be up")

    @standstill.again(3)
    def test_two_levers_drive_the_tracks_of_a_tank(self):
        phone, player = self.joined(layout="tank")
        left, right = phone.middle("[data-cell=left]"), phone.middle("[data-cell=right]")
        phone.touch(l=left, r=right)
        phone.slide(l=(left[0], left[1] - 150))
        self.until_state(player, lambda state: state.sticks[1] < -0.99 and state.sticks[3] < -0.99, "both tracks forward")
        phone.slide(r=(right[0] + 150, right[1]))
        self.until_state(player, lambda state: state.sticks[1] < -0.99 and state.sticks[3] == 0, "a turn to the right")
        phone.lift()
        self.until_state(player, self.at_rest, "both tracks at rest")

    @standstill.again(3)
    def test_a_hidden_page_lets_everything_go_at_once(self):
        phone, player = self.joined(layout="pad")
        left = phone.middle("[data-cell=left]")
        phone.touch(l=left, a=phone.middle("[data-out=A]"))
        phone.slide(l=(left[0] + 60, left[1]))
        self.until_state(player, lambda state: state.buttons == 1 << A and state.sticks[0] > 0.9, "a stick and A held")
        phone.hide()
        self.until_state(player, lambda state: self.at_rest(state) and state.flags & frames.NEUTRAL, "rest, said so")
        phone.show()
        self.until_state(player, lambda state: not state.flags & frames.NEUTRAL, "play again")
        self.assertTrue(self.at_rest(self.newest(player)))

    @standstill.again(3)
    def test_a_turned_screen_and_a_lost_focus_let_go(self):
        phone, player = self.joined(layout="pad")
        for event in ("screen.orientation.dispatchEvent(new Event('change'))", "dispatchEvent(new Event('blur'))"):
            phone.touch(a=phone.middle("[data-out=A]"))
            self.until_state(player, lambda state: state.buttons == 1 << A, "A held")
            phone.run(event)
            self.until_state(player, self.at_rest, f"rest after {event}")
            phone.lift()

    @standstill.again(3)
    def test_a_broken_connection_comes_back_to_the_same_player(self):
        phone, player = self.joined(layout="pad")
        self.until_state(player, self.at_rest, "a first state")
        self.cut(phone, player)
        phone.touch(a=phone.middle("[data-out=A]"))
        self.until_state(player, lambda state: state.buttons == 1 << A, "A held after the cut")
        phone.lift()
        self.playing(phone)

    def test_a_browser_that_blocks_storage_plays(self):
        phone, player = self.join(script=self.script + scene.BLOCKED, layout="pad")
        phone.touch(a=phone.middle("[data-out=A]"))
        self.until_state(player, lambda state: state.buttons == 1 << A, "A held")
        self.assertEqual(phone.messages, [])

    def test_a_page_that_is_loaded_anew_is_the_same_player(self):
        phone, player = self.joined(layout="pad")
        phone.reload()
        phone.wait("document.body?.dataset.stage === 'join'")
        self.tap_play(phone)
        self.playing(phone)
        self.assertEqual(self.player_of(phone), player)

    @standstill.again(3)
    def test_after_a_stall_at_most_a_few_states_are_old(self):
        phone, player = self.joined(layout="pad")
        left = phone.middle("[data-cell=left]")
        phone.touch(l=left)
        phone.slide(l=(left[0] + 60, left[1]))
        self.until_state(player, lambda state: state.sticks[0] > 0.9, "the stick to move")
        time.sleep(0.5)
        self.house.proxy.hold()
        time.sleep(2)
        released = time.monotonic()
        self.house.proxy.let_go()
        house.until(lambda: len(self.states(player, released)) > 30, "play to go on")
        # `ahead` is the lead of the test's clock over the page's, by the fastest message. A state is old if it left before the end of the stall, and
        # arrived after it.
        ahead = min(arrival.at - arrival.state.time / 1e6 for arrival in self.states(player))
        stale = [arrival for arrival in self.states(player) if arrival.state.time / 1e6 + ahead < released < arrival.at]
        self.assertLessEqual(len(stale), self.stale, "states of before that came after")
        phone.lift()

    def test_no_page_says_an_error(self):
        phone, player = self.joined(layout="wheel")
        for layout in ("tank", "buzzer", "pad"):
            self.choose(phone, layout)
        self.until_state(player, self.at_rest, "a state")
        self.assertEqual(phone.messages, [])


class Cancelling:
    """Tests that need Chromium's driver: the system cancels touches."""

    @standstill.again(3)
    def test_touches_that_the_system_takes_are_let_go(self):
        phone, player = self.joined(layout="pad")
        left = phone.middle("[data-cell=left]")
        phone.touch(l=left, a=phone.middle("[data-out=A]"))
        phone.slide(l=(left[0] + 60, left[1]))
        self.until_state(player, lambda state: state.buttons == 1 << A and state.sticks[0] > 0.9, "a stick and A held")
        phone.cancel_touches()
        self.until_state(player, self.at_rest, "everything at rest")


class PlayTests(Playing, Cancelling, scene.Scene):
    """The tests of play, with the stand-in."""

    @standstill.again(3)
    def test_two_phones_with_two_thumbs_each_move_both_sticks_at_once(self):
        phones = [self.joined(layout="pad"), self.joined(layout="pad", width=740, height=360)]
        for phone, _ in phones:
            left, right = phone.middle("[data-cell=left]"), phone.middle("[data-cell=right]")
            phone.touch(l=left, r=right)
            phone.slide(l=(left[0] + 200, left[1]), r=(right[0], right[1] - 200))
        for phone, player in phones:
            self.until_state(player, lambda state: state.sticks[0] > 0.99 and state.sticks[3] < -0.99, "both sticks at their ends")
            phone.lift("l")
            self.until_state(player, lambda state: state.sticks[0] == 0 and state.sticks[3] < -0.99, "only the right stick held")
            phone.lift()
            self.until_state(player, self.at_rest, "everything at rest")

    def test_the_roll_that_is_sent_is_how_the_phone_is_held(self):
        phone, player = self.joined(layout="wheel")
        for degrees, lean in ((0, 0), (10, 0), (-10, 30), (30, 50), (-30, 0), (60, 30), (-60, 50), (-90, 0)):
            def is_rolled(state):
                # A single event may arrive while the screen turns, and counts for some seconds only. So the event is repeated.
                phone.tilt(*held(degrees, lean))
                return state.flags & frames.TILT and abs(state.roll - math.radians(degrees)) < 0.01
            self.until_state(player, is_rolled, f"a roll of {degrees}°")


class PostTests(PlayTests):
    """The tests of play without WebSockets: the page sends by POST, and receives server-sent events."""

    script = NO_SOCKET

    def test_it_does_carry_by_post(self):
        phone, _ = self.joined()
        phone.wait("document.querySelector('#round').textContent.startsWith('H ')")
