"""Tests of the modes on pages: the display, the held inputs and the messages in each mode."""

import json
import random

import device_tests
import frames
import house
import scene
import standstill
from tables import Mode

A = 0
SHOWN = "document.body.dataset.mode"
TEXT = "document.querySelector('#scene').textContent"


class ModeScene(scene.Scene):
    """A test with phones that get their modes from the host."""

    def into(self, phone, player, mode):
        """Sends a phone its mode, and waits until the page shows it."""
        self.house.mode(player, mode)
        name = Mode(mode).name.lower()
        phone.wait(f"{SHOWN} === '{name}' && [...document.styleSheets].some((sheet) => sheet.href?.endsWith('modes.css'))")
        if mode in (Mode.BUZZER, Mode.TANK):
            phone.wait(f"document.querySelector('#pad').dataset.layout === '{name}' && !document.querySelector('#pad').inert")

    def quiz(self, player, *scores, teams=()):
        """Sends a phone the scores of players, as (player, name, team, points), and those of teams, as (team, points)."""
        self.house.say(player, type="quiz", scores=[dict(zip(("player", "name", "team", "points"), score)) for score in scores],
                       teams=[{"team": team, "points": points} for team, points in teams])


class FollowTests(ModeScene):
    """Tests that a page follows the host's modes."""

    def test_each_mode_is_followed_and_the_own_layout_comes_back_after_it(self):
        phone, player = self.join(layout="wheel")
        for mode in (Mode.TANK, Mode.BUZZER, Mode.LOBBY, Mode.ATTRACT, Mode.TANK, Mode.LOBBY):
            self.into(phone, player, mode)
            self.into(phone, player, Mode.PLAY)
            phone.wait("document.querySelector('#pad').dataset.layout === 'wheel' && document.querySelector('#scene').hidden")
            phone.wait("document.querySelector('[data-cell=steer]').classList.contains('dial')")
            self.playing(phone)
        self.assertEqual(phone.messages, [])

    def test_from_any_mode_to_any_other(self):
        phone, player = self.join()
        for mode in (0, 1, 3, 4, 1, 4, 3, 1, 0, 4, 0, 3, 0, 2, 3, 2):
            self.into(phone, player, mode)
            resting = mode in (Mode.ATTRACT, Mode.LOBBY)
            self.until_state(player, lambda state: bool(state.flags & frames.NEUTRAL) == resting, f"rest or none in mode {mode}")
        self.assertEqual(phone.messages, [])

    def test_modes_that_follow_each_other_at_once_end_with_the_last_one_whatever_thumbs_do(self):
        phone, player = self.join(layout="pad")
        seed = random.randrange(1 << 30)
        source = random.Random(seed)
        for last in (Mode.TANK, Mode.PLAY, Mode.BUZZER, Mode.LOBBY):
            for mode in [*(source.randrange(5) for _ in range(12)), last]:
                self.house.mode(player, mode)
                self.house.round(player, source.randrange(1, 9), source.choice((0, 1, 2, 3, 0x81)), source.choice((0, player, 2, 255)), source.randrange(1 << 20))
                if source.random() < 0.3:
                    phone.touch(t=(source.uniform(20, 800), source.uniform(60, 380)))
                    phone.lift()
            house.until(lambda: not self.house.server.seats[player].controls, "all receipts")
            name, layout = {Mode.TANK: ("tank", "tank"), Mode.PLAY: ("play", "pad"), Mode.BUZZER: ("buzzer", "buzzer"), Mode.LOBBY: ("lobby", None)}[last]
            phone.wait(f"{SHOWN} === '{name}' && document.querySelector('#pad').inert === {str(layout is None).lower()}")
            if layout:
                phone.wait(f"document.querySelector('#pad').dataset.layout === '{layout}'")
            self.until_state(player, self.at_rest, f"rest in {name}, seed {seed}")
            self.assertEqual(phone.messages, [], f"seed {seed}")

    def test_a_mode_that_is_told_before_the_page_has_its_modes_is_not_lost(self):
        phone = self.open()
        phone.call("Network.emulateNetworkConditions", offline=False, latency=300, downloadThroughput=-1, uploadThroughput=-1)
        self.tap_play(phone)
        self.house.mode(house.until(lambda: next(iter(self.house.server.seats), None), "a seat"), Mode.TANK)
        phone.wait(f"{SHOWN} === 'tank' && document.querySelector('#pad').dataset.layout === 'tank'")

    def test_a_mode_that_is_not_known_changes_nothing(self):
        phone, player = self.join()
        self.house.mode(player, 9)
        house.until(lambda: not self.house.server.seats[player].controls, "the receipt")
        phone.wait(f"{SHOWN} === 'play'")
        self.assertEqual(phone.messages, [])

    def test_a_layout_that_is_chosen_meanwhile_is_there_when_play_goes_on(self):
        phone, player = self.join(layout="pad")
        self.into(phone, player, Mode.TANK)
        self.house.say(player, type="layout", id="kart")
        phone.run("document.querySelector('#open-menu').click()")
        phone.wait("document.querySelector('#settings select')?.value")
        phone.run("document.querySelector('#menu').close()")
        self.assertEqual(phone.run("document.querySelector('#pad').dataset.layout"), "tank")
        self.into(phone, player, Mode.PLAY)
        phone.wait("document.querySelector('#pad').dataset.layout === 'kart'")

    def test_the_mode_stays_when_the_connection_breaks_and_goes_with_the_seat(self):
        phone, player = self.join(layout="pad")
        self.into(phone, player, Mode.TANK)
        self.cut(phone, player)
        phone.wait("document.querySelector('#round').textContent")
        self.playing(phone)
        self.assertEqual(phone.run(SHOWN), "tank")
        phone.run("document.querySelector('#leave').click()")
        phone.wait("document.body.dataset.stage === 'left'")
        self.assertEqual(phone.run("[document.querySelector('#pad').inert, document.querySelector('#scene').hidden]"), [True, True])


    @standstill.again(3)
    def test_who_comes_back_after_the_seat_was_taken_away_plays_as_ever(self):
        phone, player = self.join(layout="pad")
        self.into(phone, player, Mode.LOBBY)
        self.house.say(player, type="denied", reason="takeover")
        phone.wait("document.body.dataset.stage === 'takeover'")
        phone.run("document.querySelector('#action').click()", is_tap=True)
        self.playing(phone)
        phone.wait(f"{SHOWN} === 'play' && !document.querySelector('#pad').inert")
        left = phone.middle("[data-cell=left]")
        phone.touch(l=left)
        phone.slide(l=(left[0] + 60, left[1]))
        self.until_state(self.player_of(phone), lambda state: state.sticks[0] > 0.9, "the stick to move")
        phone.lift()
        self.assertEqual(phone.messages, [])


class LettingGoTests(ModeScene):
    """Tests that nothing stays held when a mode ends."""

    @standstill.again(3)
    def test_a_thumb_on_a_lever_holds_nothing_after_the_mode_and_the_lever_is_gone(self):
        for mode in (Mode.LOBBY, Mode.TANK, Mode.BUZZER):
            phone, player = self.join(layout="pad")
            left = phone.middle("[data-cell=left]")
            phone.touch(l=left, a=phone.middle("[data-out=A]"))
            phone.slide(l=(left[0] + 60, left[1]))
            self.until_state(player, lambda state: state.buttons == 1 << A and state.sticks[0] > 0.9, "a stick and A held")
            before = len(self.states(player))
            self.into(phone, player, mode)
            phone.slide(l=(left[0] + 90, left[1] - 40))
            self.until_state(player, self.at_rest, "rest")
            first = next(index for index, arrival in enumerate(self.states(player)[before:]) if self.at_rest(arrival.state))
            self.assertTrue(self.states(player)[before + first].state.flags & frames.NEUTRAL, "rest is said at once, before anything else")
            self.assertTrue(all(self.at_rest(arrival.state) for arrival in self.states(player)[before + first:]))
            if mode != Mode.LOBBY:
                self.assertFalse(phone.run("Boolean(document.querySelector('.lever.held'))"))
            phone.lift()
            self.house.server.seats.pop(player)

    def test_a_button_of_an_attached_gamepad_counts_again_after_it_was_let_go(self):
        phone, player = self.join(layout="pad", script="""window.pad = { connected: true, mapping: 'standard', axes: [0, 0, 0, 0],
          buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })) }; navigator.getGamepads = () => [window.pad];""")
        phone.run(device_tests.FRAMES)
        phone.run("pad.buttons[0] = { pressed: true, value: 1 }")
        self.until_state(player, lambda state: state.buttons == 1 << A, "A")
        self.into(phone, player, Mode.BUZZER)
        self.until_state(player, self.at_rest, "rest")
        since = self.states(player)[-1].at
        house.until(lambda: len(self.states(player, since)) > 5, "states")
        self.assertTrue(all(self.at_rest(arrival.state) for arrival in self.states(player, since)))
        phone.run("pad.buttons[0] = { pressed: false, value: 0 }")
        phone.run(device_tests.FRAMES)
        phone.run("pad.buttons[0] = { pressed: true, value: 1 }; pad.axes = [1, 0, 0, 0]")
        self.until_state(player, lambda state: state.buttons == 1 << A and not any(state.sticks), "A alone")

    def test_in_the_lobby_nothing_moves_the_pad(self):
        phone, player = self.join(layout="pad")
        places = [phone.middle(f"[data-out={name}]") for name in ("A", "B")]
        self.into(phone, player, Mode.LOBBY)
        self.until_state(player, lambda state: self.at_rest(state) and state.flags & frames.NEUTRAL, "rest, said so")
        since = self.states(player)[-1].at
        phone.touch(a=places[0], b=places[1])
        phone.lift()
        phone.call("Input.dispatchKeyEvent", type="keyDown", code="KeyD", key="d")
        phone.call("Input.dispatchKeyEvent", type="keyUp", code="KeyD", key="d")
        house.until(lambda: len(self.states(player, since)) > 5, "states")
        self.assertTrue(all(self.at_rest(each.state) and each.state.flags & frames.NEUTRAL and not each.edges for each in self.states(player, since)))


class LobbyTests(ModeScene):
    """Tests of the lobby."""

    def test_who_is_here_and_what_comes_next_and_how_others_join(self):
        phone, player = self.join()
        self.join()
        self.into(phone, player, Mode.LOBBY)
        phone.wait("document.querySelectorAll('#scene .who li').length === 2")
        self.assertIn("The host starts", phone.run(TEXT))
        self.assertEqual(phone.run("document.querySelector('#scene h2').textContent"), "Lobby")
        self.into(phone, player, Mode.ATTRACT)
        self.assertIn("scan the code on the screen", phone.run(TEXT))
        self.assertIn("scan the code", phone.run("document.querySelector('#live').textContent"))

    def test_swipes_choose_the_team_and_buttons_do_too(self):
        phone, player = self.join()
        self.into(phone, player, Mode.LOBBY)
        for ends, team in ((-150, 1), (-150, 2), (150, 1), (150, 0), (150, 8)):
            self.swipe(phone, ends)
            house.until(lambda: self.teams(player)[-1:] == [team], f"team {team}, not {self.teams(player)}")
        last = "#scene .choose button:last-child"
        phone.touch(t=phone.middle(last))
        phone.lift()
        house.until(lambda: self.teams(player)[-1:] == [0], "no team")
        phone.touch(t=phone.middle(last))
        phone.lift()
        house.until(lambda: len(self.teams(player)) == 7, "a team again")
        phone.wait("document.querySelector('#scene output').textContent === 'Team 1'")
        self.assertEqual(self.teams(player), [1, 2, 1, 0, 8, 0, 1])
        self.swipe(phone, 30)
        self.quiz(player, (player, "Aki", 5, 0))
        phone.wait("document.querySelector('#scene output').textContent === 'Team 5'")
        self.assertEqual(len(self.teams(player)), 7)

    def test_a_swipe_in_play_chooses_nothing(self):
        phone, player = self.join(layout="buzzer")
        self.swipe(phone, -150)
        self.into(phone, player, Mode.LOBBY)
        self.swipe(phone, -150)
        house.until(lambda: self.teams(player), "a team")
        self.assertEqual(self.teams(player), [1])

    def swipe(self, phone, way):
        """Swipes by `way` px to the right, low on the screen. A negative `way` is to the left."""
        x, y = phone.width / 2, phone.height - 24
        phone.swipe((x, y), (x + way, y))

    def teams(self, player):
        """Returns the teams that a page has requested so far."""
        said = self.house.said(player)
        self.assertTrue(all(set(each) == {"type", "team"} for each in said if each["type"] == "team"), json.dumps(said))
        return [each["team"] for each in said if each["type"] == "team"]
