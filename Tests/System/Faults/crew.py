"""The six players of the fault tests, who press buttons all the time: three native controllers, two pages and a paired controller.

The package is installed in the guest. Every press is counted twice: by the player, and by a reader of the pads in the guest. A native
controller speaks the protocol without encryption (sender.Controller).
"""

import dataclasses
import itertools
import pathlib
import sys
import time

import daemon_guest
import sender
import shared_guest
from hands import LEAST_SECONDS, Hand, tap_of
from shared_guest import guest

HERE = pathlib.Path(__file__).resolve().parent
NATIVE, PAGES = 3, 2
# A person leads the quiz, so rounds do not follow each other automatically. A player who presses too soon may press again at once.
SETTINGS = "players = 8\nmotion = no\n[buzzer]\nautomatic = no\nlock_out = 0\n"
# The default of `edge_lifetime`: a press is lost if it is older than this when its pad could show it.
EDGE_LIFETIME_SECONDS = 1.0
# Within this time, a step back in the order of the buttons is a press that is shown again. After a longer time, many presses were lost.
LONGEST_AGAIN_SECONDS = 1.2
# The kernel's codes of the buttons in hands.KEYS, in the same order (input-event-codes.h).
CODES = (0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13A, 0x13B)
# The presses that each pad shows before a fault, and the longest wait after it for presses that are not shown yet.
WARM_PRESSES, SETTLED_SECONDS = 3, 3
TOKENS = itertools.count(4000)


class Cable(sender.PerfectLink):
    """The network between the controllers and the guest. When it is unplugged, it loses all datagrams, which the emulator would store instead."""

    is_plugged = True

    def send(self, datagram):
        """Sends a datagram; does nothing when unplugged."""
        if Cable.is_plugged:
            super().send(datagram)

    def receive(self):
        """Returns the next datagram from the guest; None if there is none, or when unplugged."""
        datagram = super().receive()
        return datagram if Cable.is_plugged else None


@dataclasses.dataclass
class Result:
    """The results of one fault.

    `pressed` is the number of all presses, `twice` the number of those shown twice, and `seconds` the time until all was normal
    again. The dictionaries have the kind and the number of a player as key, such as "page 4". They have the number of lost presses, how
    often the pad was unplugged, the codes that stayed down, whether the event node changed, the longest time between two shown presses,
    the number of presses that may be lost, and the data to investigate a loss.
    """

    pressed: int = 0
    lost: dict = dataclasses.field(default_factory=dict)
    twice: int = 0
    unplugged: dict = dataclasses.field(default_factory=dict)
    held: dict = dataclasses.field(default_factory=dict)
    moved: dict = dataclasses.field(default_factory=dict)
    gaps: dict = dataclasses.field(default_factory=dict)
    excused: dict = dataclasses.field(default_factory=dict)
    stories: dict = dataclasses.field(default_factory=dict)
    seconds: float = 0.0


@dataclasses.dataclass
class Player:
    """One player: its kind ("native", "page" or "paired"), its number, and if it plays on the host, its hand and its controller."""

    kind: str
    number: int
    hand: Hand | None = None
    controller: object = None

    @property
    def phys(self):
        """Returns the phys of the player's pad, by which the kernel identifies it."""
        return f"tiltpad/pad{self.number}"


class Crew:
    """All players, and the reader of their pads."""

    def __init__(self):
        """Starts the daemon and the gateway, lets all players join one after the other, and starts the reader."""
        machine = guest()
        machine.put_tree(HERE, shared_guest.GUEST_DIRECTORY, ("hands.py", "page_link.py", "guest_players.py", "pad_counter.py"))
        machine.put_file(HERE.parents[1] / "Support/presser.py", f"{shared_guest.GUEST_DIRECTORY}/presser.py")
        daemon_guest.start(SETTINGS)
        machine.run("systemctl reset-failed tiltpad-web 2>/dev/null; systemctl restart tiltpad-web")
        # The clock of a steady guest is slower than the host's, so all native controllers have to run inside such a guest.
        inside = NATIVE if machine.machine.is_steady else 0
        self.players = [self._native(number) for number in range(1, NATIVE - inside + 1)]
        self._guests = shared_guest.start("guest_players", f"{PAGES} {inside}")
        ready = self._guests.until("ready", timeout_seconds=120)
        self.players += [Player(line["kind"], line["player"]) for line in self._guests.seen if line is not ready and "kind" in line]
        daemon_guest.wait_for_pads(len(self.players))
        self._counter = shared_guest.start("pad_counter", " ".join(player.phys for player in self.players))
        self._counter.until("ready")

    def close(self):
        """Ends all players and the reader."""
        for player in self.players:
            if player.controller:
                player.hand.rest()
                player.hand.end()
                player.controller.__exit__()
        self._guests.close()
        self._counter.close()

    def _native(self, number):
        controller = daemon_guest.controller(next(TOKENS), Cable("127.0.0.1", guest().udp_port)).run()
        daemon_guest.wait_for_pads(number)
        return Player("native", number, Hand(tap_of(controller), seed=number), controller)

    def shown(self, order="count"):
        """Gives the reader an order, "count" or "reset"; returns the presses and the state of each pad, by its phys (see pad_counter.py)."""
        self._counter.send(order)
        return self._counter.until("pads")["pads"]

    def press(self):
        """Lets all players press from now on, and waits until each pad has shown `WARM_PRESSES` presses."""
        self.shown("reset")
        self._sent = self._rest()
        for player in self.players:
            if player.hand:
                player.hand.press()
        self._guests.send("press")
        self.until(lambda pads: all(len(pad["keys"]) >= WARM_PRESSES for pad in pads.values()), 90, "presses before the fault")

    def warm(self):
        """Lets all players press for a moment and rest again, so that the effects of an earlier fault are over."""
        self.press()
        self._judge(self._rest(), {player.phys: None for player in self.players}, 0)

    def _rest(self):
        """Lets all players rest; returns how often each has pressed so far, by the number of the player."""
        self._guests.send("rest")
        sent = {player.number: player.hand.rest() for player in self.players if player.hand}
        return sent | {int(number): count for number, count in self._guests.until("sent")["sent"].items()}

    def until(self, is_wanted, timeout_seconds, what):
        """Waits until `is_wanted` is true for the state of the pads, and returns that state. `what` is the text for a failure."""
        deadline = shared_guest.deadline(timeout_seconds)
        while not is_wanted(pads := self.shown()):
            if time.monotonic() > deadline:
                short = {phys: (len(pad["keys"]), pad["times"][-1:], pad["node"]) for phys, pad in pads.items()}
                journal = guest().run("uptime -p; cat /proc/uptime; journalctl --sync; journalctl -o cat -u tiltpad -u tiltpad-web -n 30").stdout
                raise AssertionError(f"not within {timeout_seconds} s: {what}; {short}\n{journal}")
            time.sleep(0.1)
        return pads

    def suffer(self, inject, is_normal=None, timeout_seconds=90):
        """Lets all players press, injects a fault, and waits until all pads show presses again; returns the Result.

        `inject` causes the fault, and returns the time from which the recovery counts, in s of the guest's /proc/uptime. `is_normal` waits until
        something besides the pads, such as the metrics, works again, and returns that time.
        """
        nodes = {phys: pad["node"] for phys, pad in self.shown().items()}
        self.press()
        try:
            began = inject()
            back = self.until(lambda pads: all(pad["times"] and pad["times"][-1] > began for pad in pads.values()),
                              timeout_seconds, "a press on each pad")
            ends = [first_after(began, pad["times"]) for pad in back.values()]
            if is_normal:
                ends.append(is_normal())
        except BaseException as error:
            print(f"faults: {error}", file=sys.stderr)
            dismiss()
            raise
        return self._judge(self._rest(), nodes, max(ends) - began)

    def _judge(self, sent, nodes, seconds):
        """Waits up to `SETTLED_SECONDS` for the last presses on the pads; returns the Result.

        `sent` has the presses of each player so far. `nodes` has the event node that each pad had before the fault, by its phys.
        """
        pressed = {player.phys: sent[player.number] - self._sent[player.number] for player in self.players}
        pads, deadline = self.shown(), shared_guest.deadline(SETTLED_SECONDS)
        while time.monotonic() < deadline and any(missing(pads[phys], count) or pads[phys]["held"] for phys, count in pressed.items()):
            time.sleep(0.2)
            pads = self.shown()
        kinds = {player.phys: f"{player.kind} {player.number}" for player in self.players}
        result = Result(pressed=sum(pressed.values()), seconds=seconds)
        for phys, pad in pads.items():
            name = kinds[phys]
            result.twice += repeated(pad)
            result.gaps[name] = max(gaps(pad), default=0)
            result.excused[name] = sum(map(excused, gaps(pad)))
            if missing(pad, pressed[phys]):
                number = int(name.split()[1])
                result.stories[name] = (self._sent[number], sent[number], pad["keys"], [round(at, 2) for at in pad["times"]])
            for found, value in ((result.lost, missing(pad, pressed[phys])), (result.unplugged, pad["gone"]), (result.held, pad["held"]),
                                 (result.moved, pad["node"] != nodes[phys])):
                if value:
                    found[name] = value
        return result


def repeated(pad):
    """Returns how many presses a pad has shown twice. The players press the buttons in a fixed order; a repeated press steps back in this order."""
    places = [CODES.index(code) for code in pad["keys"]]
    backwards = [(one - other) % len(CODES) for one, other in zip(places, places[1:])]
    return sum(back + 1 for back, gap in zip(backwards, gaps(pad)) if back < len(CODES) / 2 and gap < LONGEST_AGAIN_SECONDS)


def missing(pad, pressed):
    """Returns how many of a player's `pressed` presses the pad has not shown."""
    return pressed - len(pad["keys"]) + repeated(pad)


def gaps(pad):
    """Returns the times between the presses that a pad has shown, in s."""
    return [later - earlier for earlier, later in zip(pad["times"], pad["times"][1:])]


def first_after(began, times):
    """Returns the first of `times` that is later than `began`."""
    return next(time for time in times if time > began)


def excused(gap):
    """Returns how many presses may be lost while a pad shows nothing for `gap` seconds, because they become too old."""
    return 0 if gap < EDGE_LIFETIME_SECONDS else int((gap - EDGE_LIFETIME_SECONDS) / LEAST_SECONDS) + 2


_crews = []


def gathered():
    """Returns the crew, whose players all play. Makes a new crew if there is none, or if a test has left another number of pads."""
    if not (_crews and all(pad["node"] for pad in _crews[0].shown().values()) and len(daemon_guest.pads()) == len(_crews[0].players)):
        dismiss()
        daemon_guest.installed()
        _crews.append(Crew())
    _crews[0].warm()
    return _crews[0]


def dismiss():
    """Ends the crew, if there is one."""
    for crew in _crews:
        crew.close()
    _crews.clear()

