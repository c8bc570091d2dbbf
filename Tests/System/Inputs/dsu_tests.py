"""Tests of the input DSU: a phone runs a DSU server, and the gateway requests the state of its pad."""

import random
import select
import socket
import statistics
import time

import dsu_speech
import times
from cells import Broken, Buttons, Cells, Sensors
from with_inputs import DEADLINE


class DSUSpeaker:
    """A DSU server with one client, like those on phones."""

    def __init__(self, port, address):
        """Listens at `address` of this machine."""
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.bind((address, port))
        self.link.setblocking(False)
        self.client = None
        self.buttons = ()
        self.rumbles = []

    def close(self):
        """Closes the socket."""
        self.link.close()

    def listen(self):
        """Reads the requests that have arrived. Keeps the client that asked for data, and the orders to rumble."""
        while select.select([self.link], [], [], 0)[0]:
            message, sender = self.link.recvfrom(200)
            _, kind, body = dsu_speech.unpack(message, dsu_speech.CLIENT)
            if kind == dsu_speech.DATA:
                self.client = sender
            if kind == dsu_speech.RUMBLE:
                self.rumbles.append((body[1], body[8], body[9]))

    def tell(self, **fields):
        """Sends the state of the pad, if a client has asked for it."""
        self.listen()
        if self.client:
            self.send(dsu_speech.data(buttons=self.buttons, **fields))

    def send(self, message):
        """Sends a message to the client."""
        self.link.sendto(message, self.client)

    def rest(self):
        """Sends the state of a phone that lies on the table."""
        self.tell()

    def move(self):
        """Pushes the left stick to the right."""
        self.tell(sticks=(255, 128, 128, 128))

    def turn(self):
        """Sends the rotation of a phone that lies on a table and turns left (seen from above). In DSU the sign of yaw is reversed."""
        self.tell(rotation=(0, -90, 0))

    def upright(self):
        """Sends the acceleration of a phone that stands upright: its upper edge, −z, is up."""
        self.tell(acceleration=(0, 0, 1))

    def press(self):
        """Presses the lower face button. The state is sent if a client has asked for it."""
        self.buttons = ("cross",)
        self.rest()

    def release(self):
        """Releases the button."""
        self.buttons = ()
        self.rest()

    def hold(self):
        """Holds the button in all later states."""
        self.press()


class DSU(Cells, Broken, Buttons, Sensors):
    """Tests of the input DSU."""

    NAME, TITLE, SPEAKER = "dsu", "DSU", DSUSpeaker

    def open(self, keys="confirm = no\nsilence = 1"):
        """Starts the gateway with two servers to ask. The input DSU has no key `allow`, so this key is left out."""
        self.start_inputs(f"[input dsu]\nenabled = yes\nservers = 127.0.0.1:{self.port} 127.0.0.2:{self.port}\n"
                          + "\n".join(line for line in keys.splitlines() if not line.startswith("allow")) + "\n")

    def is_moved(self, pad):
        """Returns whether the left stick is at its right end."""
        return pad.left[0] == 1

    def test_who_is_not_allowed_is_not_heard(self):
        """A server that was not asked sends data to the gateway's port. No pad moves."""
        speaker, stranger = self.speaker(), self.speaker("127.0.0.3")
        self.play(speaker)
        stranger.client = speaker.client

        def both():
            stranger.move()
            speaker.rest()
        self.watch.catch_up(both)
        self.assertEqual(set(self.watch.pads), {1})
        self.assertFalse(self.is_moved(self.pad()))

    def test_a_server_without_sticks_pushes_none_into_a_corner(self):
        """If a server has sent only zeros for its sticks, they do not count. As soon as another value arrives, they do, and zeros mean a corner."""
        speaker = self.speaker()
        nowhere = lambda: speaker.tell(sticks=(0, 0, 0, 0), guide=128)  # noqa: E731
        self.watch.until(lambda: self.pad() and self.watch.players.get(1, {}).get("connected"), nowhere)
        self.watch.catch_up(nowhere, times=60)
        self.assertEqual((self.pad().left, self.pad().right, self.pad().buttons), ((0, 0), (0, 0), set()))
        self.watch.until(lambda: self.is_moved(self.pad()), speaker.move)
        self.watch.until(lambda: self.pad().left == (-1, 1), nowhere)

    def test_an_empty_slot_is_nobody(self):
        """Data for a slot without a pad, which some servers send, make no player."""
        speaker = self.speaker()
        self.watch.catch_up(lambda: speaker.tell(slot=1, state=0), times=60)
        self.assertEqual(self.watch.pads, {})

    def test_motion_has_the_times_of_the_senders_clock(self):
        """Messages arrive up to 15 ms late. The times of the pad's sensors still advance by 10 ms, as the sender measured."""
        speaker = self.speaker()
        self.play(speaker)
        delays, start = random.Random(7), time.monotonic()
        self.watch.shown.clear()
        for step in range(150):
            due = start + 0.01 * step + delays.choice((0, 0.002, 0.007, 0.015))
            while time.monotonic() < due:
                self.watch.read(due - time.monotonic())
            speaker.tell(rotation=(0, step, 0), time=7_000_000 + 10_000 * step)
        self.watch.until(lambda: self.pad().rotation[1] == -149)
        shown = {}
        for _, pad in self.watch.shown:
            shown.setdefault(pad.rotation[1], pad.time)
        steps = [shown[-step] - shown[1 - step] for step in range(30, 150) if -step in shown and 1 - step in shown]
        self.assertGreater(len(steps), 60)
        self.assertLess(statistics.median(abs(step - 10_000) for step in steps), 200)

    def test_a_server_is_asked_again_each_second(self):
        """The repeated request restores the data after the server or the network was away."""
        speaker = self.speaker()
        asked = []
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end and len(asked) < 3:
            speaker.listen()
            if speaker.client:
                asked.append(time.monotonic())
                speaker.client = None
            time.sleep(0.01)
        self.assertEqual(len(asked), 3)
        self.assertGreater(asked[2] - asked[0], 1)
        times.hold(self, "a server is asked again", asked[2] - asked[1], 1.4)


del Broken, Buttons, Cells, Sensors
