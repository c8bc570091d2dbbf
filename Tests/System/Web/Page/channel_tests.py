"""Tests of data channels. The page changes to one when it can, plays over it, and returns to its WebSocket when the channel dies."""

import time

import house
import modules
import scene
import standstill
import times

A, B = 0, 1
FAR_s = 1.0
SHORT_s = 0.35


class AnswerTests(modules.Modules):
    """Tests of the SDP answer that the page writes in the host's name."""

    OFFER = "v=0\\r\\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\\r\\na=mid:7\\r\\na=setup:actpass\\r\\n"

    def answer(self, addresses):
        """Returns the lines of the SDP answer for a host at these addresses."""
        return self.module("channel", f"""return m.answer("{self.OFFER}", {{ addresses, port: 28443, user: "abcdEFG+",
          password: "p/".repeat(11), fingerprint: "_".repeat(42) + "8" }});""", addresses=addresses).split("\r\n")

    def test_the_answer_has_what_the_page_was_told_and_the_mid_of_the_offer(self):
        lines = self.answer(["192.168.1.20"])
        for line in ("a=ice-lite", "a=mid:7", "a=group:BUNDLE 7", "c=IN IP4 192.168.1.20", "a=ice-ufrag:abcdEFG+", "a=setup:passive",
                     f"a=ice-pwd:{'p/' * 11}", f"a=fingerprint:sha-256 {':'.join(['FF'] * 32)}", "a=sctp-port:5000",
                     "a=candidate:1 1 udp 2130706431 192.168.1.20 28443 typ host", "a=end-of-candidates"):
            self.assertIn(line, lines)
        self.assertEqual(lines[-1], "")

    def test_each_address_is_a_candidate_the_first_with_the_highest_priority(self):
        lines = self.answer(["2001:db8::5", "10.0.0.1"])
        self.assertIn("c=IN IP6 2001:db8::5", lines)
        self.assertEqual([line for line in lines if "candidate:" in line],
                         ["a=candidate:1 1 udp 2130706431 2001:db8::5 28443 typ host",
                          "a=candidate:2 1 udp 2130706430 10.0.0.1 28443 typ host"])

    def test_what_is_no_host_is_left_alone(self):
        good = {"port": 28443, "user": "abcdEFG+", "password": "p/" * 11, "fingerprint": "x" * 43}
        wrong = [{}, {**good, "port": 0}, {**good, "port": 65536}, {**good, "user": "a b"}, {**good, "password": "short"},
                 {**good, "password": "p/" * 11 + "\r\n"}, {**good, "fingerprint": "x" * 42}, {**good, "user": None}]
        found = self.module("channel", "return list.map((host) => m.isHost(host));", list=[good, *wrong])
        self.assertEqual(found, [True] + [False] * len(wrong))


class ChannelTests(scene.Scene):
    """Tests of the page with a stand-in that has data channels."""

    def setUp(self):
        super().setUp()
        self.channels.loss = 0

    def open_house(self, **options):
        """Starts a stand-in with data channels; returns it."""
        opened = super().open_house(**options)
        opened.server.open_channels()
        return opened

    @property
    def channels(self):
        """Returns the stand-in's side of data channels."""
        return self.house.server.channels

    def kind(self, player):
        """Returns the transport of a player, or None if it is not connected."""
        seat = self.house.server.seats[player]
        return seat.link.kind if seat.send else None

    def test_a_connection_that_breaks_while_a_channel_opens_comes_back_at_once(self):
        self.channels.loss = 1
        phone, player = self.join(layout="pad")
        self.until_state(player, self.at_rest, "a first state")
        self.cut(phone, player)

    def up(self, **options):
        """Returns a phone that plays over a data channel, and its player's number."""
        phone, player = self.join(layout="pad", **options)
        house.until(lambda: self.kind(player) == "rtc", "play over a data channel")
        self.plays_on(player)
        return phone, player

    def plays_on(self, player):
        """Waits for the player's next state; returns the time until it arrives, in s."""
        start = time.monotonic()
        house.until(lambda: self.states(player, start), "a state")
        return time.monotonic() - start

    def edges(self, player):
        """Returns a player's edges by their number, as (button, whether it is a press)."""
        return {number: (button, is_press) for arrival in self.house.arrivals(player) for number, button, is_press, _ in arrival.edges}

    def tap(self, phone, times=1):
        """Taps A."""
        for _ in range(times):
            phone.touch(t=phone.middle("[data-out=A]"))
            time.sleep(0.04)
            phone.lift()
            time.sleep(0.04)

    def presses(self, player, count):
        """Waits for `count` taps of A, and checks that each is one press and one release."""
        edges = house.until(lambda: self.edges(player) if len(self.edges(player)) >= 2 * count else None, f"{count} taps")
        self.assertEqual([edges[number] for number in sorted(edges)], [(A, True), (A, False)] * count)

    def test_rumble_is_felt_and_stopped_over_a_data_channel(self):
        phone, player = self.up(script=scene.VIBRATION)
        self.feels_rumble(phone, player)

    @standstill.again(0.8)
    def test_the_page_moves_up_to_a_data_channel_and_plays_over_it(self):
        phone, player = self.up()
        self.tap(phone, 3)
        self.presses(player, 3)
        self.assertEqual(len(self.house.server.seats), 1)
        self.assertEqual(phone.run("document.body.dataset.stage"), "play")

    @standstill.again(0.8)
    def test_the_former_carrier_stays_until_the_host_answers_over_the_channel(self):
        self.channels.loss = 1
        _, player = self.join(layout="pad")
        self.until_state(player, self.at_rest, "a first state")
        former, ends = self.house.server.seats[player].link, []
        leave = former.gone
        former.gone = lambda: (ends.append(self.kind(player)), leave())
        self.house.server.ignored, self.channels.loss = 2, 0
        house.until(lambda: self.kind(player) == "rtc" and ends, "play over a data channel alone")
        self.assertEqual(ends, ["rtc"])
        self.assertEqual(self.house.server.ignored, 0)
        self.plays_on(player)

    def test_a_channel_that_never_answers_does_not_keep_the_former_carrier(self):
        self.channels.loss = 1
        _, player = self.join(layout="pad")
        self.until_state(player, self.at_rest, "a first state")
        self.house.server.ignored, self.channels.loss = 1000, 0
        house.until(lambda: self.kind(player) is None, "the end of the WebSocket")
        self.assertLess(self.house.server.ignored, 1000)
        self.house.server.ignored = 0
        self.plays_on(player)

    def test_the_menu_shows_each_carrier_with_the_time_that_it_took(self):
        phone, _ = self.up()
        phone.run("document.querySelector('#open-menu').click()")
        phone.wait("document.querySelector('[data-setting=connection]')?.textContent.includes('WebRTC')")
        shown = phone.run("document.querySelector('[data-setting=connection]').textContent")
        self.assertRegex(shown, r"^● WebRTC: opened in \d+ ms · \d+ ms\nWebSocket: opened in \d+ ms$")

    @standstill.again(0.8)
    def test_a_path_that_dies_under_a_held_button_is_left(self):
        phone, player = self.up()
        phone.touch(t=phone.middle("[data-out=B]"))
        self.until_state(player, lambda state: state.buttons == 1 << B, "B held")
        took = self.fall(player)
        print(f"(left after {took:.2f} s)", end=" ", flush=True)
        self.assertTrue(times.within((took, FAR_s)), f"{took} s")
        self.assertEqual(self.newest(player).buttons, 1 << B)
        self.assertEqual(phone.run("document.body.dataset.stage"), "play")
        phone.lift()
        self.until_state(player, self.at_rest, "B up")
        self.assertEqual([self.edges(player)[number] for number in sorted(self.edges(player))], [(B, True), (B, False)])

    def fall(self, player):
        """Lets the channel die, once it is in use; returns the time in s until the next state, which comes over a WebSocket."""
        house.until(lambda: self.kind(player) == "rtc", "play over a data channel")
        self.plays_on(player)
        start, self.channels.loss = time.monotonic(), 1
        house.until(lambda: self.kind(player) == "wss", "play over a WebSocket")
        self.plays_on(player)
        self.channels.loss = 0
        return time.monotonic() - start

    @standstill.again(0.8)
    def test_no_press_is_lost_between_the_paths(self):
        phone, player = self.up()
        self.tap(phone, 2)
        self.channels.loss = 1
        self.tap(phone, 6)
        self.presses(player, 8)
        self.assertEqual(self.kind(player), "wss")

    @standstill.again(0.8)
    def test_no_press_is_lost_on_a_channel_that_loses_a_tenth(self):
        phone, player = self.up()
        self.channels.loss = 0.1
        self.tap(phone, 30)
        self.presses(player, 30)

    def test_a_path_that_is_back_is_used_again(self):
        _, player = self.up()
        self.channels.loss = 1
        house.until(lambda: self.kind(player) == "wss", "play over a WebSocket")
        self.channels.loss = 0
        house.until(lambda: self.kind(player) == "rtc", "play over a data channel again")
        self.plays_on(player)

    def test_a_short_silence_changes_nothing(self):
        _, player = self.up()
        # A busy machine may make a silence longer. So at most three short silences are tried, and one that changes nothing is enough.
        found, deadline = [], time.monotonic() + house.DEADLINE
        while not any(found) and len(found) < 3 and time.monotonic() < deadline:
            stays, silence = self.stays(player)
            found += [stays] if silence < SHORT_s else []
        self.assertTrue(any(found), found)

    def stays(self, player):
        """Silences the channel for 150 ms; returns whether it stays in use, and the true length of the silence, in s."""
        house.until(lambda: self.kind(player) == "rtc", "play over a data channel")
        link, start = self.house.server.seats[player].link, time.monotonic()
        self.plays_on(player)
        self.channels.loss = 1
        time.sleep(0.15)
        self.channels.loss = 0
        self.plays_on(player)
        time.sleep(0.6)
        return self.house.server.seats[player].link is link, self.longest_pause(start)

    @standstill.again(0.8)
    def test_a_host_with_another_certificate_or_password_is_not_believed(self):
        for name, wrong in (("fingerprint", "A" * 43), ("password", "B" * 22)):
            entrance = self.channels.entrance
            self.channels.entrance = lambda ticket: {**entrance(ticket), name: wrong}
            phone, player = self.join(layout="pad")
            self.tap(phone)
            self.presses(player, 1)
            time.sleep(1)
            self.assertEqual(self.kind(player), "wss", name)
            self.channels.entrance = entrance
