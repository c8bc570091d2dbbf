"""The tests that every kind of input has to pass, with the real daemon. They are the cells of the table in docs/inputs.md, "What tests show"."""

import os
import random
import time

from tables import PeerState, Transport
from with_inputs import WithInputs, free_port


class Cells(WithInputs):
    """The cells that every input has. A subclass says how its controller speaks.

    The methods of its controller: `rest` keeps everything at rest, `move` moves an axis all the way, and `hold` holds the buttons, if there are any.
    `is_moved` of the subclass returns whether a pad shows that move.
    """

    NAME = TITLE = KEYS = ""
    # The least time, in s, for which everything stays held after the last message.
    LASTS = 0.9

    def setUp(self):
        super().setUp()
        self.port = free_port()
        self.open()

    def open(self, keys="confirm = no\nsilence = 1"):
        """Starts the gateway with the input of this class and these further settings."""
        self.start_inputs(f"[input {self.NAME}]\nenabled = yes\nport = {self.port}\n{self.KEYS}\n{keys}\n")

    def reopen(self, keys):
        """Restarts the gateway with other settings."""
        self.end(self.gateway)
        self.open(keys)

    def speaker(self, address="127.0.0.1"):
        """Returns a controller that sends from `address`, an address of this machine."""
        speaker = self.SPEAKER(self.port, address)
        self.addCleanup(speaker.close)
        return speaker

    def name(self, address="127.0.0.1"):
        """Returns the name that the host shows for the controller at this address."""
        return f"{self.TITLE} from {address}"

    def pad(self, slot=1):
        """Returns the pad of the player in `slot`, or None."""
        return self.watch.pads.get(slot)

    def play(self, speaker, slot=1):
        """Sends the state at rest until the player is connected and its pad has appeared."""
        self.watch.until(lambda: self.pad(slot) and self.watch.players.get(slot, {}).get("connected"), speaker.rest)

    def leave(self, speaker):
        """Lets a controller disappear without a message. Over UDP there is nothing to end."""

    def test_a_new_controller_waits_and_moves_nothing_until_a_person_accepts(self):
        """The first message makes the controller wait. The person's answer is kept when the gateway restarts."""
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
        """After a refusal, the controller gets no pad and is not listed as waiting again, not even when the gateway has restarted."""
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
        """The axis reaches its end, and returns to rest."""
        speaker = self.speaker()
        self.play(speaker)
        self.watch.until(lambda: self.is_moved(self.pad()), speaker.move)
        self.watch.until(lambda: not self.is_moved(self.pad()), speaker.rest)
        self.watch.until(lambda: self.watch.players.get(1, {}).get("transport") == Transport[self.NAME.upper()], speaker.rest)

    def test_everything_is_released_when_it_falls_silent_and_it_comes_back(self):
        """Over UDP, everything is released after the configured silence and not before; over TCP, when the connection ends."""
        speaker = self.speaker()
        self.play(speaker)
        speaker.hold()
        lasted = []

        def fall_silent():
            """Moves, sends nothing until everything is released, and then moves again."""
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
        """Two controllers at different addresses move a pad each."""
        one, other = self.speaker(), self.speaker("127.0.0.2")
        self.play(one)
        self.play(other, slot=2)
        self.watch.until(lambda: self.is_moved(self.pad(2)), lambda: (one.rest(), other.move()))
        self.assertFalse(self.is_moved(self.pad(1)))

    def test_who_is_not_allowed_is_not_heard(self):
        """A controller that is not allowed gets no pad and is not listed as waiting. A controller that is allowed plays meanwhile."""
        self.reopen("confirm = no\nallow = 127.0.0.2")
        stranger, guest = self.speaker(), self.speaker("127.0.0.2")
        self.watch.catch_up(stranger.move)
        self.assertEqual((self.watch.pads, self.waiting()), ({}, []))
        self.watch.until(lambda: self.pad() and self.is_moved(self.pad()), guest.move)

    def test_a_flood_is_cut_and_another_plays_beside_it(self):
        """The gateway reads at most 500 messages a second of one controller."""
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
    """The test with broken messages. They are made from the controller's own messages, and sent for BROKEN_SECONDS."""

    def test_broken_messages_cost_another_nothing(self):
        """Messages have bits flipped or are cut, lengthened, spliced or random. The gateway survives, and another controller keeps playing."""
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
    """Returns one of the messages of `whole` with one to three random faults."""
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
    """The cells of an input with buttons. Its controller can `press` and `release` the lower face button."""

    def test_a_press_is_shown_and_so_is_its_release(self):
        """The pad shows the press once and the release once."""
        speaker = self.speaker()
        self.play(speaker)
        self.watch.catch_up(speaker.rest)

        def press():
            """Presses and releases. By the time a report is read, its state may already have changed again."""
            self.watch.shown.clear()
            speaker.press()
            self.watch.until(lambda: any(pad and pad.buttons == {"a"} for _, pad in self.watch.shown))
            speaker.release()
            self.watch.until(lambda: self.pad().buttons == set())
        self.watch.undisturbed(press)
        shown = [set(), *(pad.buttons for _, pad in self.watch.shown if pad)]
        self.assertEqual([one for one, next_one in zip(shown, shown[1:]) if one != next_one], [set(), {"a"}])


class Sensors:
    """The cells of an input with sensors. Its controller can `turn` while it lies on the table, or stand `upright`."""

    def test_its_sensors_are_the_pads(self):
        """The pad shows gravity and rotation in the axes of a pad: for a phone that lies on the table, and for one that is held sideways."""
        speaker = self.speaker()
        self.play(speaker)
        self.watch.until(lambda: self.pad().acceleration and self.is_close(self.pad(), (0, 1, 0), (0, 90, 0)), speaker.turn)
        self.reopen("confirm = no\nsilence = 1\norientation = sideways-left")
        speaker.upright()
        self.watch.until(lambda: self.pad() and self.is_close(self.pad(), (-1, 0, 0), (0, 0, 0)), speaker.upright)

    def is_close(self, pad, acceleration, rotation):
        """Returns whether the pad's sensors show about this acceleration (g) and rotation (°/s)."""
        if not pad.acceleration:
            return False
        pairs = [*zip(pad.acceleration, acceleration), *zip(pad.rotation, rotation)]
        return all(abs(one - other) < 0.05 + 0.01 * abs(other) for one, other in pairs)
