"""The table of inputs: what every input has to show, each cell a test with the real daemon."""

import os
import random
import time

from tables import PeerState, Transport
from with_inputs import WithInputs, free_port


class Cells(WithInputs):
    """The cells of one input; a subclass says how its controller speaks.

    Its controller rests, moves an axis all the way, and holds everything else; `is_moved` returns whether a pad shows the move.
    """

    NAME = TITLE = KEYS = ""
    # The seconds for which everything is held after the last message.
    LASTS = 0.9

    def setUp(self):
        super().setUp()
        self.port = free_port()
        self.open()

    def open(self, keys="confirm = no\nsilence = 1"):
        """Starts the gateway with the input of this table."""
        self.start_inputs(f"[input {self.NAME}]\nenabled = yes\nport = {self.port}\n{self.KEYS}\n{keys}\n")

    def reopen(self, keys):
        """Starts the gateway again with other settings."""
        self.end(self.gateway)
        self.open(keys)

    def speaker(self, address="127.0.0.1"):
        """Returns a controller that sends from this address of the machine."""
        speaker = self.SPEAKER(self.port, address)
        self.addCleanup(speaker.close)
        return speaker

    def name(self, address="127.0.0.1"):
        """Returns what people see of the controller at this address."""
        return f"{self.TITLE} from {address}"

    def pad(self, slot=1):
        """Returns the pad of the player, or None."""
        return self.watch.pads.get(slot)

    def play(self, speaker, slot=1):
        """Sends until the player is there and the pad rests."""
        self.watch.until(lambda: self.pad(slot) and self.watch.players.get(slot, {}).get("connected"), speaker.rest)

    def leave(self, speaker):
        """Lets a controller go without a word: over UDP there is none."""

    def test_a_new_controller_waits_and_moves_nothing_until_a_person_accepts(self):
        """The first message makes it wait; the answer is remembered over a restart."""
        self.reopen("silence = 1")
        speaker = self.speaker()
        self.watch.until(lambda: self.name() in self.watch.peers, speaker.move)
        self.assertEqual(self.watch.peers[self.name()].state, PeerState.CONNECTING)
        self.watch.catch_up(speaker.move)
        self.assertEqual(self.watch.pads, {})
        (peer,) = self.waiting()
        self.assertEqual(self.order("accept", peer["fingerprint"][:16]), f"{self.name()} admitted\n")
        self.watch.until(lambda: self.pad() and self.is_moved(self.pad()), speaker.move)
        self.watch.until(lambda: self.watch.peers[self.name()].state == PeerState.CONNECTED, speaker.move)
        self.assertEqual(self.watch.peers[self.name()].slot, 1)
        self.reopen("silence = 1")
        self.watch.until(lambda: self.watch.peers[self.name()].state == PeerState.CONNECTED, speaker.move)
        self.assertEqual(self.waiting(), [])

    def test_who_is_denied_moves_nothing_and_does_not_ask_again(self):
        """Not after a restart either."""
        self.reopen("silence = 1")
        speaker = self.speaker()
        self.watch.until(lambda: self.name() in self.watch.peers, speaker.move)
        self.assertEqual(self.order("deny", self.name()), f"{self.name()} rejected\n")
        self.watch.until(lambda: self.watch.peers[self.name()].state == PeerState.DISCONNECTED, speaker.move)
        for _ in range(2):
            self.watch.catch_up(speaker.move)
            self.assertEqual((self.watch.pads, self.waiting()), ({}, []))
            self.reopen("silence = 1")

    def test_an_axis_moves(self):
        """All the way, and back."""
        speaker = self.speaker()
        self.play(speaker)
        self.watch.until(lambda: self.is_moved(self.pad()), speaker.move)
        self.watch.until(lambda: not self.is_moved(self.pad()), speaker.rest)
        self.watch.until(lambda: self.watch.players.get(1, {}).get("transport") == Transport[self.NAME.upper()], speaker.rest)

    def test_everything_is_released_when_it_falls_silent_and_it_comes_back(self):
        """After the silence of the configuration, not before; over TCP, when its connection ends."""
        speaker = self.speaker()
        self.play(speaker)
        speaker.hold()
        lasted = []

        def fall_silent():
            """Moves, says nothing for a while, and comes back."""
            self.watch.until(lambda: self.is_moved(self.pad()), speaker.move)
            last = time.monotonic()
            speaker.move()
            self.leave(speaker)
            self.watch.until(lambda: not self.is_moved(self.pad()) and not self.pad().buttons)
            lasted.append(time.monotonic() - last)
            self.watch.until(lambda: self.is_moved(self.pad()), speaker.move)
        self.watch.undisturbed(fall_silent)
        self.assertGreater(lasted[-1], self.LASTS)

    def test_two_play_at_once(self):
        """Each its own pad."""
        one, other = self.speaker(), self.speaker("127.0.0.2")
        self.play(one)
        self.play(other, slot=2)
        self.watch.until(lambda: self.is_moved(self.pad(2)), lambda: (one.rest(), other.move()))
        self.assertFalse(self.is_moved(self.pad(1)))

    def test_who_is_not_allowed_is_not_heard(self):
        """Nor asked about; an allowed one plays meanwhile."""
        self.reopen("confirm = no\nallow = 127.0.0.2")
        stranger, guest = self.speaker(), self.speaker("127.0.0.2")
        self.watch.catch_up(stranger.move)
        self.assertEqual((self.watch.pads, self.waiting()), ({}, []))
        self.watch.until(lambda: self.pad() and self.is_moved(self.pad()), guest.move)

    def test_a_flood_is_cut_and_another_plays_beside_it(self):
        """500 messages a second of a controller are read."""
        flood, other = self.speaker(), self.speaker("127.0.0.2")
        self.play(flood)
        self.play(other, slot=2)

        def both():
            for _ in range(200):
                flood.move()
            other.move()
        self.watch.until(lambda: self.is_moved(self.pad(2)), both)
        self.watch.until(lambda: not self.is_moved(self.pad(2)), other.rest)


class Broken:
    """The cell of broken messages, which a speaker's own are made of; BROKEN_SECONDS says for how long they come."""

    def test_broken_messages_cost_another_nothing(self):
        """Flipped, cut, longer, spliced and random: the gateway lives, and another controller keeps playing."""
        other, speaker = self.speaker(), self.speaker("127.0.0.2")
        self.play(other)
        self.watch.until(lambda: self.watch.players.get(2), lambda: (other.rest(), speaker.rest()))
        whole, speaker.send = [], lambda message: whole.append(bytes(message))
        for act in (speaker.rest, speaker.move, speaker.hold, speaker.move):
            act()
        del speaker.send
        self.assertTrue(whole)
        seed = random.randrange(1 << 32)
        with self.subTest(seed=seed):
            chance, end = random.Random(seed), time.monotonic() + float(os.environ.get("BROKEN_SECONDS", "1"))
            while time.monotonic() < end:
                for _ in range(20):
                    speaker.send(broken(whole, chance))
                self.watch.until(lambda: self.is_moved(self.pad()), other.move)
                self.watch.until(lambda: not self.is_moved(self.pad()), other.rest)
            self.assertIsNone(self.gateway.poll())


def broken(whole, chance):
    """Returns one of the messages of `whole` with something wrong."""
    message = bytearray(chance.choice(whole))
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(message) + 1)
        match chance.randrange(5):
            case 0 if place < len(message):
                message[place] ^= 1 << chance.randrange(8)
            case 1 if place < len(message):
                message[place] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
            case 2:
                del message[place:]
            case 3:
                message[place:place] = chance.randbytes(chance.randrange(1, 40))
            case _:
                message[place:] = chance.choice(whole)[place:]
    return bytes(message[:1400])


class Buttons:
    """The cells of an input with buttons: its controller presses and releases the lower face button."""

    def test_a_press_is_shown_and_so_is_its_release(self):
        """Each once."""
        speaker = self.speaker()
        self.play(speaker)
        self.watch.catch_up(speaker.rest)

        def press():
            """Presses and releases; each of them may be over when it is read."""
            self.watch.shown.clear()
            speaker.press()
            self.watch.until(lambda: any(pad and pad.buttons == {"a"} for _, pad in self.watch.shown))
            speaker.release()
            self.watch.until(lambda: self.pad().buttons == set())
        self.watch.undisturbed(press)
        shown = [set(), *(pad.buttons for _, pad in self.watch.shown if pad)]
        self.assertEqual([one for one, next_one in zip(shown, shown[1:]) if one != next_one], [set(), {"a"}])


class Sensors:
    """The cells of an input with sensors: its controller turns on the table, or stands upright."""

    def test_its_sensors_are_the_pads(self):
        """Gravity and rotation, in the frame of pads, whatever side is up."""
        speaker = self.speaker()
        self.play(speaker)
        self.watch.until(lambda: self.pad().acceleration and self.is_close(self.pad(), (0, 1, 0), (0, 90, 0)), speaker.turn)
        self.reopen("confirm = no\nsilence = 1\norientation = sideways-left")
        speaker.upright()
        self.watch.until(lambda: self.pad() and self.is_close(self.pad(), (-1, 0, 0), (0, 0, 0)), speaker.upright)

    def is_close(self, pad, acceleration, rotation):
        """Returns whether the pad's sensors show about this."""
        if not pad.acceleration:
            return False
        pairs = [*zip(pad.acceleration, acceleration), *zip(pad.rotation, rotation)]
        return all(abs(one - other) < 0.05 + 0.01 * abs(other) for one, other in pairs)
