"""The plan of a soak test: the same minute again and again; after some of the minutes all players take a break."""

import json
import select
import signal
import subprocess

PLAIN, SEALED, PAGES = 6, 6, 4
NATIVE = PLAIN + SEALED
# The seconds for which pages play in each minute.
PAGE_SECONDS = 40
REPORT_SECONDS = 10
# Each fifth minute ends with a break, in turn a short and a long one. A short one is longer than a slot waits for its player: 1 s after
# 5 s of silence. A long one is longer than the 62 s without players after which the daemon tidies its file.
BREAKS, BREAK_SECONDS, LONG_BREAK_SECONDS = 5, 11, 75


class Players:
    """The program that plays the native controllers and reads the pads."""

    def __init__(self, program, place, port):
        """Starts the program, which plays with the daemon at `port`; its files are in the folder `place`."""
        self.child = subprocess.Popen(
            [program, str(place), str(port), str(PLAIN), str(SEALED)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        ready = self._line()
        self.is_hurried, self.is_kernel = ready["isHurried"], ready["isKernel"]

    def say(self, *words):
        """Sends the program an order: `words`, separated by spaces."""
        self.child.stdin.write(" ".join(map(str, words)) + "\n")

    def report(self):
        """Returns the program's report: its sums so far, and the latencies since the last report."""
        self.say("report")
        return self._line()

    def _line(self):
        readable, *_ = select.select([self.child.stdout], [], [], 6 * REPORT_SECONDS)
        line = self.child.stdout.readline() if readable else ""
        if not line:
            raise RuntimeError("soak-load does not answer")
        return json.loads(line)

    def end(self):
        """Ends the program."""
        self.child.stdin.close()
        self.child.wait(REPORT_SECONDS)


class Pages:
    """Pages that play over WebSockets; a group of them comes for some time, again and again."""

    def __init__(self, program, host):
        """Takes the path of `page-load`, and the host whose gateway the pages use."""
        self.program, self.host, self.child = program, host, None
        self.presses = self.unanswered = self.visits = self.messages = self.pauses = 0

    def come(self, seconds):
        """Lets pages with new tickets come, and play for `seconds`."""
        self.leave()
        self.child = subprocess.Popen(
            [self.program, "pages", str(self.host.page_port), str(seconds), str(self.host.gateway.pid)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.child.stdin.write("\n".join(self.host.ticket() for _ in range(PAGES)) + "\n")
        self.child.stdin.close()

    def press(self, is_pressing):
        """Lets the pages press, or rest if `is_pressing` is false."""
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
    """Returns the number of pages' presses that no pad has shown, or that a pad has shown again without a reason.

    If a page or the gateway waits for a processor, the page may send nothing for almost a second while its button is down. The host then
    releases the button, and the press is shown again when the page continues. So as many presses may be shown again as there were pauses.
    """
    return max(sent - shown, shown - sent - pauses, 0)


class Plan:
    """The events of each minute, by their second. Before the meaning of presses changes, everybody rests until all presses have arrived."""

    def __init__(self, host, players, pages):
        """Takes the host, the native players and the pages."""
        self.host, self.players, self.pages = host, players, pages
        self.faults, self.rounds, self.breaks = [], 0, 0
        self.turn = 0

    def minute(self, number):
        """Returns the length in s and the events of minute `number`, including the break that follows it, if any.

        An event is its second in the minute, the name of the phase that begins or None, and the function that carries it out.
        """
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
        # Every second break is so long that the daemon tidies its file.
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
        """Makes all native players and pages release their buttons."""
        self.players.say("play", "rest")
        self.pages.press(False)

    def go(self, mode, play=None):
        """Changes the mode of all players to `mode`; with `play`, also changes how the native players use their buttons."""
        self.host.order("mode", mode)
        if play:
            self.players.say("play", play)

    def check(self):
        """Records faults of the native players while everybody rests, such as presses that no pad has shown, or that a pad has shown twice."""
        report = self.players.report()
        for name in ("missing", "doubled", "wrong", "unacknowledged"):
            if report[name]:
                self.faults.append((name, report[name]))
        if report["edges"] != report["acknowledged"]:
            self.faults.append(("edges without an answer", report["edges"] - report["acknowledged"]))

    def check_break(self, is_long=False):
        """Records faults while nobody plays: players or pads that remain, wrong counts of presses of pages and, after a long break, a log that
        is not empty.
        """
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
