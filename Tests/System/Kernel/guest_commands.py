"""Commands that the host runs in a guest, through the guest's agent (agent.py) and over one connection."""

import itertools
import json
import queue
import subprocess
import threading

from machine import VMError

LONGEST_START_SECONDS = 120
# After this many requests without an answer, the guest counts as standing still, and no other request is tried. This happens when the emulator
# forgets one of its processors.
MOST_UNANSWERED = 4
HUNG_UP = {"status": 255, "out": "", "error": "the guest's agent has hung up\n"}


class Commands:
    """The connection to the agent of one guest."""

    def __init__(self, requests, answers):
        """Takes the file to write requests to, and the file to read answers from."""
        self._requests, self._replies = requests, answers
        self._numbers = itertools.count(1)
        self._answers = {}
        self._unanswered = 0
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def is_given_up(self):
        """Returns whether MOST_UNANSWERED requests had no answer, so that no other is tried."""
        return self._unanswered >= MOST_UNANSWERED

    def ask(self, timeout_seconds, **request):
        """Sends a request that has one answer, and returns the answer. After the timeout the command is killed (TimeoutError)."""
        number = self.begin(**request)
        try:
            return self.first(number, timeout_seconds)
        except TimeoutError:
            self.tell(number, kill=9)
            raise
        finally:
            self.forget(number)

    def begin(self, **request):
        """Sends a request; returns its number, with which `answer` returns the answers."""
        if self.is_given_up:
            raise VMError("the guest stands still, so no other command is tried")
        number = next(self._numbers)
        self._answers[number] = queue.Queue()
        self.tell(number, **request)
        return number

    def tell(self, number, **request):
        """Sends a message about a request, such as input or a signal for its command."""
        line = json.dumps({"id": number, **request}).encode() + b"\n"
        with self._lock:
            try:
                self._requests.write(line)
                self._requests.flush()
            except OSError:
                self._answers[number].put(HUNG_UP)

    def first(self, number, timeout_seconds):
        """Returns the first answer to a request. After the timeout it counts the request as unanswered (TimeoutError)."""
        try:
            return self.answer(number, timeout_seconds)
        except queue.Empty:
            self._unanswered += 1
            raise TimeoutError from None

    def answer(self, number, timeout_seconds=None):
        """Returns the next answer to a request, or raises queue.Empty."""
        return self._answers[number].get(timeout=timeout_seconds)

    def forget(self, number):
        """Drops all further answers to a request."""
        self._answers.pop(number, None)

    def _listen(self):
        """Puts each answer into the queue of its request, until the agent hangs up."""
        for line in self._replies:
            answer = json.loads(line)
            if (waiting := self._answers.get(answer["id"])) is not None:
                waiting.put(answer)
        for waiting in list(self._answers.values()):
            waiting.put(HUNG_UP)


class Started:
    """A command that runs in the guest, with text lines in both directions."""

    def __init__(self, commands, **request):
        """Starts the command of a request to the agent, and waits until it runs."""
        self._commands = commands
        self._number = commands.begin(**request)
        self._rest = ""
        self.status = None
        first = commands.first(self._number, LONGEST_START_SECONDS)
        if "pid" not in first:
            raise VMError(f"the guest could not start {request}: {first}")
        self.pid = first["pid"]

    def send(self, text):
        """Writes text to the command's stdin."""
        self._commands.tell(self._number, input=text)

    def kill(self, number=9):
        """Sends a signal to the command and all that it started."""
        self._commands.tell(self._number, kill=number)

    def readline(self):
        """Waits for the next line that the command prints, and returns it; "" at the end of the command."""
        while "\n" not in self._rest and self.status is None:
            self._take(self._commands.answer(self._number))
        line, newline, self._rest = self._rest.partition("\n")
        return line + newline

    def wait(self, timeout_seconds=10):
        """Waits for the end of the command, and keeps its output for `readline`; returns its status."""
        while self.status is None:
            try:
                self._take(self._commands.answer(self._number, timeout_seconds))
            except queue.Empty:
                raise subprocess.TimeoutExpired(f"command {self._number} of the guest", timeout_seconds) from None
        return self.status

    def poll(self):
        """Returns the command's status; None while it runs."""
        try:
            while self.status is None:
                self._take(self._commands.answer(self._number, 0))
        except queue.Empty:
            pass
        return self.status

    def hang_up(self, number=15):
        """Closes the command's stdin, and sends a signal to the command and all that it started."""
        self._commands.tell(self._number, closed=True)
        self.kill(number)

    def end(self):
        """Ends the command and waits until it has ended; a second call is harmless."""
        self.hang_up()
        try:
            self.wait()
        except subprocess.TimeoutExpired:
            self.kill()
            self.wait()

    def _take(self, answer):
        """Stores the output and the status in one answer."""
        self._rest += answer.get("out", "")
        self.status = answer.get("status", self.status)
