"""Tests of the DSU server: emulators read our players' pads."""

import socket
import struct
import time

import dsu_speech
from dsu_speech import Client, Data
from with_inputs import WithInputs, free_port

# A STATE frame and an IMU frame behind a PLAIN header.
PLAIN = struct.Struct("<BBHI")


class Player:
    """A plain controller of ours."""

    def __init__(self, host, token=1):
        """Plays at the daemon of `host`."""
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        address, port = host.split(":")
        self.link.connect((address, int(port)))
        self.token, self.sequence = token, 0

    def close(self):
        """Ends."""
        self.link.close()

    def send(self, buttons=0, sticks=(0, 0, 0, 0), triggers=(0, 0), motion=(0, 0, 4096, 0, 0, 0)):
        """Sends a state, and the sensors."""
        self.sequence += 1
        now = time.monotonic_ns() // 1000 & 0xFFFFFFFF
        state = struct.pack("<BBIBBhhhIhhhhBBH", 1, 28, now, 2, 255, 0, 0, 0, buttons, *sticks, *triggers, 0)
        self.link.send(PLAIN.pack(0xDB, 0, self.sequence & 0xFFFF, self.token) + state + struct.pack("<BB6h", 3, 12, *motion))

    def bye(self):
        """Says goodbye."""
        self.sequence += 1
        self.link.send(PLAIN.pack(0xDB, 0, self.sequence & 0xFFFF, self.token) + struct.pack("<BBHBB", 0x13, 4, 1, 66, 0))


class Server(WithInputs):
    """The pads that emulators get."""

    CONFIGURATION = "[host]\nplayers = 8\n"

    def setUp(self):
        super().setUp()
        self.port = free_port()
        while self.port + 3 >= 28000:
            self.port = free_port()
        self.start_inputs(f"[output dsu]\nenabled = yes\nport = {self.port}\n")

    def client(self, **options):
        """Returns an emulator."""
        client = Client(self.port, **options)
        self.addCleanup(client.close)
        return client

    def player(self, token=1):
        """Returns a player, who has a pad whose axes have settled."""
        player = Player(self.host, token)
        self.addCleanup(player.close)
        return player

    def data_until(self, client, is_true, act, slot=0):
        """Returns the first data that fit, while `act` is done before each."""
        end = time.monotonic() + 20
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

    def test_an_emulator_is_told_of_every_slot_also_of_empty_ones(self):
        """Dolphin and Cemu wait for all four."""
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
        """In bits and in pressures, as emulators read one or the other."""
        player, client = self.player(), self.client()
        still = self.data_until(client, lambda data: data.acceleration == (0, -1, 0), player.send)
        self.assertEqual((still.buttons, still.pressures, still.sticks, still.connected), (set(), {}, (128, 128, 128, 128), 1))
        names = {0: "cross", 1: "circle", 3: "square", 4: "triangle", 6: "l1", 7: "r1", 10: "share", 11: "options", 13: "l3", 14: "r3",
                 16: "up", 17: "down", 18: "left", 19: "right"}
        for number, name in names.items():
            pressed = self.data_until(client, lambda data: data.buttons == {name}, lambda: player.send(1 << number))
            self.assertEqual(pressed.pressures, {name: 255} if name in dsu_speech.PRESSURES else {})
        self.assertTrue(self.data_until(client, lambda data: data.guide == 1, lambda: player.send(1 << 12)))
        # Right and up; up is large.
        self.data_until(client, lambda data: data.sticks == (255, 255, 0, 0), lambda: player.send(sticks=(32767, -32767, -32767, 32767)))
        self.data_until(client, lambda data: data.pressures == {"l2": 255, "r2": 100} and data.buttons == {"l2"}, lambda: player.send(triggers=(255, 100)))
        # A phone's frame: x right, y to the upper edge, z out of the screen. The right side up, and turning as the top edge rises.
        turned = self.data_until(client, lambda data: data.rotation == (100, 0, 0), lambda: player.send(motion=(4096, 0, 0, 1600, 0, 0)))
        self.assertEqual(turned.acceleration, (-1, 0, 0))
        self.data_until(client, lambda data: data.rotation == (0, -50, 0), lambda: player.send(motion=(0, 0, 4096, 0, 0, 800)))
        self.data_until(client, lambda data: data.rotation == (0, 0, 25), lambda: player.send(motion=(0, 0, 4096, 0, 400, 0)))

    def test_motion_comes_at_the_players_rate_and_a_still_pad_is_repeated(self):
        """Each sample once, on a clock that goes on; Dolphin drops a server after a second of silence."""
        player, client = self.player(), self.client()
        self.data_until(client, lambda data: True, player.send)
        client.subscribe()
        seen = {}
        for step in range(100):
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
        self.assertLess(time.monotonic() - began, 1)

    def test_the_fifth_player_is_the_first_of_the_next_port(self):
        """Four a port."""
        players = [self.player(token) for token in range(1, 6)]
        client = Client(self.port + 1)
        self.addCleanup(client.close)
        self.data_until(client, lambda data: data.buttons == {"circle"}, lambda: [player.send(2 if player.token == 5 else 1) for player in players])
        self.assertEqual([body[1] for body in client.ports().values()], [2, 0, 0, 0])

    def test_a_subscription_ends_five_seconds_after_the_last_request(self):
        """Data without a request would be a flood for a forged address."""
        player, client = self.player(), self.client()
        self.data_until(client, lambda data: True, player.send)
        client.subscribe()
        began, last = time.monotonic(), time.monotonic()
        while client.hear(1):
            last = time.monotonic()
            player.send()
            self.assertLess(last - began, 7)
        self.assertAlmostEqual(last - began, 5, delta=0.5)

    def test_a_forged_request_sends_nothing_to_where_it_is_not_allowed(self):
        """Nor do requests that are wrong in any way."""
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
        """So a flood of forged requests has eight places, and they are free again after five seconds."""
        player = self.player()
        clients = [self.client(number=number) for number in range(9)]
        for client in clients[:8]:
            self.data_until(client, lambda data: True, player.send)
        clients[8].subscribe()
        player.send()
        self.assertIsNone(clients[8].hear(0.2))
        self.data_until(clients[8], lambda data: True, player.send)


del WithInputs
