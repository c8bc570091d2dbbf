"""The commands that the host has run in a guest, by its agent (agent.py) and over one connection."""

import itertools
import json
import queue
import subprocess
import threading

from machine import VMError

LONGEST_START_SECONDS = 120
# After as many requests without an answer, no other is tried: the guest stands still, as when its emulator forgets one of its processors.
MOST_UNANSWERED = 4
HUNG_UP = {"status": 255, "out": "", "error": "the guest's agent has hung up\n"}


class Commands:
    """The connection to the agent of one guest."""

    def __init__(self, requests, answers):
        """Writes requests to one file and reads answers from the other."""
        self._requests, self._replies = requests, answers
        self._numbers = itertools.count(1)
        self._answers = {}
        self._unanswered = 0
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def is_given_up(self):
        """Returns whether so many requests have had no answer that no other is tried."""
        return self._unanswered >= MOST_UNANSWERED

    def ask(self, timeout_seconds, **request):
        """Sends a request that has one answer, and returns it; a command that takes longer is killed (TimeoutError)."""
        number = self.begin(**request)
        try:
            return self.first(number, timeout_seconds)
        except TimeoutError:
            self.tell(number, kill=9)
            raise
        finally:
            self.forget(number)

    def begin(self, **request):
        """Sends a request; returns its number, under which `answer` gives the answers."""
        if self.is_given_up:
            raise VMError("the guest stands still, so no other command is tried")
        number = next(self._numbers)
        self._answers[number] = queue.Queue()
        self.tell(number, **request)
        return number

    def tell(self, number, **request):
        """Sends something about a request."""
        line = json.dumps({"id": number, **request}).encode() + b"\n"
        with self._lock:
            try:
                self._requests.write(line)
                self._requests.flush()
            except OSError:
                self._answers[number].put(HUNG_UP)

    def first(self, number, timeout_seconds):
        """Returns the first answer to a request, or counts one without an answer (TimeoutError)."""
        try:
            return self.answer(number, timeout_seconds)
        except queue.Empty:
            self._unanswered += 1
            raise TimeoutError from None

    def answer(self, number, timeout_seconds=None):
        """Returns the next answer to a request, or raises queue.Empty."""
        return self._answers[number].get(timeout=timeout_seconds)

    def forget(self, number):
        """Drops what else is said about a request."""
        self._answers.pop(number, None)

    def _listen(self):
        """Hands each answer to whoever waits for it."""
        for line in self._replies:
            answer = json.loads(line)
            if (waiting := self._answers.get(answer["id"])) is not None:
                waiting.put(answer)
        for waiting in list(self._answers.values()):
            waiting.put(HUNG_UP)


class Started:
    """A command that runs in the guest, with text lines in both directions."""

    def __init__(self, commands, **request):
        """Starts it."""
        self._commands = commands
        self._number = commands.begin(**request)
        self._rest = ""
        self.status = None
        first = commands.first(self._number, LONGEST_START_SECONDS)
        if "pid" not in first:
            raise VMError(f"the guest could not start {request}: {first}")
        self.pid = first["pid"]

    def send(self, text):
        """Writes to its stdin."""
        self._commands.tell(self._number, input=text)

    def kill(self, number=9):
        """Sends a signal to it and all that it started."""
        self._commands.tell(self._number, kill=number)

    def readline(self):
        """Waits for the next line that it prints; returns the empty text at its end."""
        while "\n" not in self._rest and self.status is None:
            self._take(self._commands.answer(self._number))
        line, newline, self._rest = self._rest.partition("\n")
        return line + newline

    def wait(self, timeout_seconds=10):
        """Waits for its end, and drops what it prints; returns its status."""
        while self.status is None:
            try:
                self._take(self._commands.answer(self._number, timeout_seconds))
            except queue.Empty:
                raise subprocess.TimeoutExpired(f"command {self._number} of the guest", timeout_seconds) from None
        return self.status

    def poll(self):
        """Returns its status, None while it runs."""
        try:
            while self.status is None:
                self._take(self._commands.answer(self._number, 0))
        except queue.Empty:
            pass
        return self.status

    def hang_up(self, number=15):
        """Closes its stdin, and ends it and all that it started."""
        self._commands.tell(self._number, closed=True)
        self.kill(number)

    def end(self):
        """Ends it and waits until it has ended; harmless when repeated."""
        self.hang_up()
        try:
            self.wait()
        except subprocess.TimeoutExpired:
            self.kill()
            self.wait()

    def _take(self, answer):
        """Keeps what one answer says."""
        self._rest += answer.get("out", "")
        self.status = answer.get("status", self.status)
