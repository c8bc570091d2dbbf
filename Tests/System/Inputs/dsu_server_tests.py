"""Tests of the DSU server, from which emulators read the players' pads."""

import itertools
import struct
import time

import dsu_speech
import times
from dsu_speech import Client, Data
from our_player import Player
from stillness import STILL_seconds
from with_inputs import DEADLINE, WithInputs, free_port

class WithServer(WithInputs):
    """Tests with a DSU server for eight players."""

    CONFIGURATION = "[host]\nplayers = 8\n"
    ALLOWED = ""

    def setUp(self):
        super().setUp()
        self.port = free_port()
        while self.port + 3 >= 28000:
            self.port = free_port()
        self.start_inputs(f"[output dsu]\nenabled = yes\nport = {self.port}\n{self.ALLOWED}")

    def client(self, **options):
        """Returns a client of the server, like an emulator."""
        client = Client(self.port, **options)
        self.addCleanup(client.close)
        return client

    def player(self, token=1):
        """Returns a player at the daemon. It must send some states before its pad appears and the axes of the pad have settled."""
        player = Player(self.host, token)
        self.addCleanup(player.close)
        return player

    def data_until(self, client, is_true, act, slot=0):
        """Returns the first data of `slot` that fulfil `is_true`. Calls `act` before each request."""
        end = time.monotonic() + DEADLINE
        latest = None
        while time.monotonic() < end:
            act()
            client.subscribe(slot)
            heard = client.hear(0.2)
            if heard and heard[0] == dsu_speech.DATA:
                latest = Data(heard[1])
                if is_true(latest):
                    return latest
        self.fail(f"never came: {latest and vars(latest)}")


class Addresses(WithServer):
    """A server that other machines may also ask. It listens at every address of this machine."""

    ALLOWED = "allow = 127.0.0.0/8 10.0.0.0/8\n"

    def test_an_emulator_is_answered_from_the_address_that_it_asks(self):
        for server in ("127.0.0.1", "127.0.0.2", "127.9.9.9"):
            self.assertEqual(len(self.client(server=server).ports()), 4, server)


class Server(WithServer):
    """Tests of the data that emulators get about the pads."""

    def test_an_emulator_is_told_of_every_slot_also_of_empty_ones(self):
        """The server answers for all four slots of the port, since Dolphin and Cemu wait for all of them."""
        client = self.client()
        found = client.ports()
        self.assertEqual({slot: body[1:12] for slot, body in found.items()}, {slot: bytes(11) for slot in range(4)})
        player = self.player()
        self.watch.until(lambda: client.ports((0,))[0][1] == 2, player.send)
        taken, empty = client.ports((0, 1)).values()
        self.assertEqual(taken[:4], bytes((0, 2, 2, 1)))
        self.assertNotEqual(taken[4:10], bytes(6))
        self.assertEqual(empty[1:], bytes(11))
        client.ask(dsu_speech.VERSION)
        self.assertEqual(client.hear(), (dsu_speech.VERSION, struct.pack("<HH", 1001, 0)))
        player.bye()
        self.watch.until(lambda: client.ports((0,))[0][1:] == bytes(11))

    def test_the_pads_buttons_axes_and_motion_go_out_with_the_right_signs(self):
        """Buttons go out both as bits and as pressures, because some emulators read the bits and others the pressures."""
        player, client = self.player(), self.client()
        still = self.data_until(client, lambda data: data.acceleration == (0, -1, 0), player.send)
        self.assertEqual((still.buttons, still.pressures, still.sticks, still.connected), (set(), {}, (128, 128, 128, 128), 1))
        names = {0: "cross", 1: "circle", 3: "square", 4: "triangle", 6: "l1", 7: "r1", 10: "share", 11: "options", 13: "l3", 14: "r3",
                 16: "up", 17: "down", 18: "left", 19: "right"}
        for number, name in names.items():
            pressed = self.data_until(client, lambda data: data.buttons == {name}, lambda: player.send(1 << number))
            self.assertEqual(pressed.pressures, {name: 255} if name in dsu_speech.PRESSURES else {})
        self.assertTrue(self.data_until(client, lambda data: data.guide == 1, lambda: player.send(1 << 12)))
        # The left stick is at the right and up, the right one at the left and down. In DSU, a large value means up.
        self.data_until(client, lambda data: data.sticks == (255, 255, 0, 0), lambda: player.send(sticks=(32767, -32767, -32767, 32767)))
        self.data_until(client, lambda data: data.pressures == {"l2": 255, "r2": 100} and data.buttons == {"l2"}, lambda: player.send(triggers=(255, 100)))
        # In the phone's frame (x to the right, y to the upper edge, z out of the screen), the right side is up, and the top edge rises.
        turned = self.data_until(client, lambda data: data.rotation == (100, 0, 0), lambda: player.send(motion=(4096, 0, 0, 1600, 0, 0)))
        self.assertEqual(turned.acceleration, (-1, 0, 0))
        self.data_until(client, lambda data: data.rotation == (0, -50, 0), lambda: player.send(motion=(0, 0, 4096, 0, 0, 800)))
        self.data_until(client, lambda data: data.rotation == (0, 0, 25), lambda: player.send(motion=(0, 0, 4096, 0, 400, 0)))

    def test_motion_comes_at_the_players_rate_and_a_still_pad_is_repeated(self):
        """Each sample goes out once, with advancing times. A still pad is repeated, because Dolphin drops a server that is silent for a second."""
        player, client = self.player(), self.client()
        self.data_until(client, lambda data: True, player.send)
        seen = {}
        for step in range(100):
            client.subscribe()
            player.send(motion=(0, 0, 4096, 0, 0, 16 * step))
            heard = Data(client.hear()[1])
            while heard.rotation[1] != -step:
                heard = Data(client.hear()[1])
            seen[step] = heard.time
        self.assertEqual(list(seen.values()), sorted(set(seen.values())))
        client.subscribe()
        began = time.monotonic()
        counters = [Data(client.hear()[1]).counter for _ in range(10)]
        self.assertEqual(counters, list(range(counters[0], counters[0] + 10)))
        times.hold(self, "ten times data", time.monotonic() - began, 1)

    def test_the_fifth_player_is_the_first_of_the_next_port(self):
        """Each port of the server has four slots, so player 5 is in slot 0 of the second port."""
        players = [self.player(token) for token in range(1, 6)]
        client = Client(self.port + 1)
        self.addCleanup(client.close)
        self.data_until(client, lambda data: data.buttons == {"circle"}, lambda: [player.send(2 if player.token == 5 else 1) for player in players])
        self.assertEqual([body[1] for body in client.ports().values()], [2, 0, 0, 0])

    def test_a_subscription_ends_five_seconds_after_the_last_request(self):
        """The limit matters for forged requests: without it, their victim would get data for ever."""
        player, client = self.player(), self.client()
        self.data_until(client, lambda data: True, player.send)

        def subscribe():
            """Sends one request; returns for how long data arrive (s), and the longest gap between two answers (s).

            Asks for the version too, as a sign of life.
            """
            began = last = heard_at = time.monotonic()
            longest = 0
            client.subscribe()
            while (now := time.monotonic()) < last + 1:
                self.assertLess(last - began, times.HANG_SECONDS)
                player.send()
                client.ask(dsu_speech.VERSION)
                while heard := client.hear(0.02):
                    longest, heard_at = max(longest, time.monotonic() - heard_at), time.monotonic()
                    last = heard_at if heard[0] == dsu_speech.DATA else last
            return last - began, max(longest, now - heard_at)
        took, longest = subscribe()
        while longest > STILL_seconds:
            took, longest = subscribe()
        self.assertGreater(took, 4)
        times.hold(self, "a subscription of 5 s ends", took, 5.5)

    def test_a_forged_request_sends_nothing_to_where_it_is_not_allowed(self):
        """A request from an address that is not allowed gets no answer, nor does a malformed one."""
        self.end(self.gateway)
        self.start_inputs(f"[output dsu]\nenabled = yes\nport = {self.port}\nallow = 127.0.0.2\n")
        player, stranger, guest = self.player(), self.client(), self.client(address="127.0.0.2")
        self.data_until(guest, lambda data: True, player.send)
        for kind, body in ((dsu_speech.DATA, bytes(8)), (dsu_speech.PORTS, struct.pack("<i4B", 4, 0, 1, 2, 3)), (dsu_speech.VERSION, b"")):
            stranger.ask(kind, body)
            player.send()
            self.assertIsNone(stranger.hear(0.2))
        wrong = bytearray(dsu_speech.pack(dsu_speech.CLIENT, 5, dsu_speech.VERSION, b""))
        wrong[8] ^= 1
        other = self.client(address="127.0.0.2")
        other.link.send(wrong)
        self.assertIsNone(other.hear(0.2))

    def test_eight_clients_at_once_are_served_and_the_ninth_is_not(self):
        """A client keeps its place for five seconds after its last request. So eight forged requests block other clients for at most five seconds."""
        player = self.player()
        clients = [self.client(number=number) for number in range(9)]
        for client in clients[:8]:
            self.data_until(client, lambda data: True, player.send)
        for client in clients:
            client.subscribe()
        player.send()
        self.assertIsNone(clients[8].hear(0.2))
        self.data_until(clients[8], lambda data: True, player.send)

    def test_an_emulators_rumble_reaches_the_players_controller_and_ends_by_itself(self):
        """The unofficial messages set both motors of one player, and no motor of another player. Both stop five seconds after the last message."""
        player, other, client = self.player(), self.player(2), self.client()
        self.watch.until(lambda: len(self.watch.pads) == 2, lambda: (player.send(), other.send()))
        client.ask(dsu_speech.MOTORS, struct.pack("<BB6x", 1, 0))
        self.assertEqual(client.hear()[1][11], 2)

        def ask(motor, strength):
            client.ask(dsu_speech.RUMBLE, struct.pack("<BB6xBB", 1, 0, motor, strength))
        self.watch.until(lambda: player.motors() == (255, 0), lambda: (ask(0, 255), player.send(), other.send()))
        asked = time.monotonic()
        self.watch.until(lambda: player.motors() == (255, 64), lambda: (ask(1, 64), player.send(), other.send()))
        self.watch.until(lambda: player.motors() == (0, 0), lambda: (player.send(), other.send()))
        self.assertGreater(time.monotonic() - asked, 4.3)
        times.hold(self, "rumble of 5 s ends", time.monotonic() - asked, 5.7)
        self.assertEqual(other.motors(), (0, 0))


class Emulators(WithServer):
    """Requests as emulators send them, taken from the sources of Cemu (src/input/api/DSU) and Ryujinx (Motion/Client.cs)."""

    def test_cemu_asks_again_after_every_packet_and_misses_no_sample(self):
        """The list of slots in Cemu's requests always has four bytes, even if fewer count. Cemu ignores a motion that is not later than the last."""
        player, cemu = self.player(), self.client(number=0xCE30)
        cemu.ask(dsu_speech.VERSION)
        self.assertEqual(len(cemu.hear()[1]), 4)
        cemu.ask(dsu_speech.PORTS, struct.pack("<i4B", 1, 0, 0, 0, 0))
        self.assertEqual(cemu.hear()[0], dsu_speech.PORTS)
        self.assertEqual(set(cemu.ports()), {0, 1, 2, 3})
        self.data_until(cemu, lambda data: data.rotation[1] == 0, player.send)
        turns, stamps, heard_at = [], [], []

        def take(limit):
            """Reads the next packet within `limit` seconds; like Cemu, answers data with a request for all pads and one for the slot."""
            heard = cemu.hear(max(limit, 0.0001))
            if heard and heard[0] == dsu_speech.DATA:
                heard_at.append(time.monotonic())
                cemu.ask(dsu_speech.DATA, bytes(8))
                cemu.subscribe()
                data = Data(heard[1])
                if not stamps or data.time > stamps[-1]:
                    stamps.append(data.time)
                    turns.append(data.rotation[1])
            return heard

        def turn(steps):
            """Turns step by step; returns the longest time (s) between two packets. If the gateway stands still for long, samples may be lost."""
            heard_at[:] = [due := time.monotonic()]
            for step in steps:
                player.send(motion=(0, 0, 4096, 0, 0, 16 * step))
                due += 0.004
                while take(due - time.monotonic()) or time.monotonic() < due:
                    pass
            while turns[-1] != -steps[-1] and take(2):
                pass
            return max(later - former for former, later in itertools.pairwise([*heard_at, time.monotonic()]))
        for steps in (range(first, first + 500) for first in (1, 501, 1001, 1501)):
            if turn(steps) < STILL_seconds:
                break
        self.assertEqual([turn for turn in turns if -turn in steps], [-step for step in steps])

    def test_ryujinx_asks_for_four_slots_of_which_it_means_one(self):
        """Ryujinx fills the other three bytes of its list with zeros. Data must still come for the slot that it means."""
        players = [self.player(token) for token in (1, 2, 3)]
        ryujinx = self.client(number=2)
        ryujinx.ask(dsu_speech.PORTS, struct.pack("<i4B", 4, 2, 0, 0, 0))
        self.assertEqual({ryujinx.hear()[1][0], ryujinx.hear()[1][0]}, {0, 2})
        moved = self.data_until(ryujinx, lambda data: data.buttons == {"square"}, lambda: [player.send(8 if player.token == 3 else 0) for player in players], slot=2)
        self.assertEqual(moved.port[0], 2)

    def test_a_forged_request_starts_five_seconds_of_data_and_no_more(self):
        """The figure of docs/inputs.md: a forged request of 28 bytes causes at most 500 kB, with four players at 250 packets a second."""
        players = [self.player(token) for token in (1, 2, 3, 4)]
        victim = self.client()
        self.data_until(victim, lambda data: True, lambda: [player.send() for player in players], slot=3)
        while victim.hear(0.5):
            pass
        victim.ask(dsu_speech.DATA, bytes(8))
        began = time.monotonic()
        sizes, last, due = [], began, began
        while time.monotonic() - began < 6.5:
            for step, player in enumerate(players):
                player.send(motion=(0, 0, 4096, 0, 0, len(sizes) % 30000))
            due += 0.004
            while victim.hear(max(0.0001, due - time.monotonic())):
                sizes.append(100)
                last = time.monotonic()
        self.assertLessEqual(sum(sizes), 520_000)
        self.assertGreater(sum(sizes), 50_000)
        times.hold(self, "data for a forged request", last - began, 5.5)


del WithInputs
