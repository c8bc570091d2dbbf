"""The plan of a soak: a minute, over and over, with a break of everybody behind some of them."""

import json
import select
import signal
import subprocess

PLAIN, SEALED, PAGES = 6, 6, 4
NATIVE = PLAIN + SEALED
# The seconds for which pages play in each minute.
PAGE_SECONDS = 40
REPORT_SECONDS = 10
# Each fifth minute ends with a break, by turns short and long: a slot waits 1 s for its player after 5 s of silence, and the
# daemon tidies its file when nobody has played for 62 s.
BREAKS, BREAK_SECONDS, LONG_BREAK_SECONDS = 5, 11, 75


class Players:
    """The program that plays the native controllers and reads the pads."""

    def __init__(self, program, place, port):
        """Starts it; its files are in `place`."""
        self.child = subprocess.Popen(
            [program, str(place), str(port), str(PLAIN), str(SEALED)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        ready = self._line()
        self.is_hurried, self.is_kernel = ready["isHurried"], ready["isKernel"]

    def say(self, *words):
        """Gives an order."""
        self.child.stdin.write(" ".join(map(str, words)) + "\n")

    def report(self):
        """Returns the sums so far, and the latencies since the last report."""
        self.say("report")
        return self._line()

    def _line(self):
        readable, *_ = select.select([self.child.stdout], [], [], 6 * REPORT_SECONDS)
        line = self.child.stdout.readline() if readable else ""
        if not line:
            raise RuntimeError("soak-load does not answer")
        return json.loads(line)

    def end(self):
        """Ends it."""
        self.child.stdin.close()
        self.child.wait(REPORT_SECONDS)


class Pages:
    """Pages that play over WebSockets for a while, again and again."""

    def __init__(self, program, host):
        """Prepares to play with a gateway."""
        self.program, self.host, self.child = program, host, None
        self.presses = self.unanswered = self.visits = self.messages = self.pauses = 0

    def come(self, seconds):
        """Lets pages with new tickets come for a time."""
        self.leave()
        self.child = subprocess.Popen(
            [self.program, "pages", str(self.host.page_port), str(seconds), str(self.host.gateway.pid)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.child.stdin.write("\n".join(self.host.ticket() for _ in range(PAGES)) + "\n")
        self.child.stdin.close()

    def press(self, is_pressing):
        """Lets the pages press, or rest."""
        if self.child and self.child.poll() is None:
            self.child.send_signal(signal.SIGUSR2 if is_pressing else signal.SIGUSR1)

    def leave(self):
        """Waits until the pages are gone, and adds up what they have done."""
        if not self.child:
            return
        words = self.child.stdout.read().replace(",", "").replace(";", "").split()
        if self.child.wait() != 0 or not words:
            raise RuntimeError("the pages have failed")
        for name, before in (("messages", "messages"), ("presses", "presses"), ("unanswered", "edges"), ("pauses", "pauses")):
            setattr(self, name, getattr(self, name) + int(words[words.index(before) - 1]))
        self.visits += PAGES
        self.child = None


def unexplained(sent, shown, pauses):
    """Returns how many presses of pages no pad has shown, or has shown again without a reason.

    A page that sends nothing for almost a second while its button is down, as it or the gateway waits for a processor, is silent to the
    host, which lets go of the button; when the page goes on, its press is shown again. There may be as many of these as such pauses.
    """
    return max(sent - shown, shown - sent - pauses, 0)


class Plan:
    """The events of each minute by their second, in an order that lets every press arrive before something else counts."""

    def __init__(self, host, players, pages):
        """Plans for these players."""
        self.host, self.players, self.pages = host, players, pages
        self.faults, self.rounds, self.breaks = [], 0, 0
        self.turn = 0

    def minute(self, number):
        """Returns the length of a minute with the break that follows it, if any, and its events: seconds, a name for what follows, and
        what to do."""
        one, other = number % PLAIN, PLAIN + number % SEALED
        events = [
            (0, "game", lambda: self.players.say("play", "game")),
            (1, "game", lambda: self.pages.come(PAGE_SECONDS)),
            (4, "full", lambda: None),
            *((second, None, lambda: self.players.say("rumble")) for second in (6, 13, 25, 32)),
            (8, None, lambda: self.players.say("leave", one)), (10, None, lambda: self.players.say("join", one)),
            (12, None, lambda: self.players.say("rekey", "all")),
            (15, None, lambda: self.players.say("leave", other)), (17, None, lambda: self.players.say("join", other)),
            (20, None, lambda: self.players.say("recentre", "all")),
            (22, None, lambda: self.leave(number)), (24, None, lambda: self.players.say("join", "all")),
            (37, "rest", self.rest), (38, None, self.check), (38.1, "quiz", lambda: self.go("buzzer", "quiz")),
            (52, "rest", self.rest), (53, None, self.check), (53.1, None, lambda: self.go("lobby")), (54, None, lambda: self.go("tank")),
            (55, None, lambda: self.go("attract")), (56, None, lambda: self.go("play")),
        ]
        if number % BREAKS != 1:
            return 60, events
        # In every second break nobody plays for so long that the daemon tidies its file.
        is_long = number % (2 * BREAKS) != 1
        end = 57 + (LONG_BREAK_SECONDS if is_long else BREAK_SECONDS)
        return end + 5, [
            *events, (57, "break", lambda: self.players.say("leave", "all")), (end, None, lambda: self.check_break(is_long)),
            (end + 0.1, "rest", lambda: self.players.say("join", "all"))]

    def leave(self, number):
        """Lets four native players leave at once."""
        for player in range(4):
            self.players.say("leave", (number + 3 * player) % NATIVE)

    def rest(self):
        """Lets everybody release everything."""
        self.players.say("play", "rest")
        self.pages.press(False)

    def go(self, mode, play=None):
        """Changes everybody's mode, and lets the native players do something."""
        self.host.order("mode", mode)
        if play:
            self.players.say("play", play)

    def check(self):
        """Notes presses of native players that no pad has shown, or shown twice, although everything rests."""
        report = self.players.report()
        for name in ("missing", "doubled", "wrong", "unacknowledged"):
            if report[name]:
                self.faults.append((name, report[name]))
        if report["edges"] != report["acknowledged"]:
            self.faults.append(("edges without an answer", report["edges"] - report["acknowledged"]))

    def check_break(self, is_long=False):
        """Notes players and pads that are left when all are gone; after a long break also a log that has not been emptied."""
        self.pages.leave()
        self.breaks += 1
        report = self.players.report()
        if is_long and self.host.sizes()[1]:
            self.faults.append(("bytes of the log after a long break", self.host.sizes()[1]))
        for name in ("present", "pads"):
            if report[name]:
                self.faults.append((f"{name} in a break", report[name]))
        counts = self.pages.presses, report["pagePresses"], self.pages.pauses
        if unexplained(*counts) or self.pages.unanswered:
            self.faults.append(("presses of pages: sent, shown, pauses", counts))
