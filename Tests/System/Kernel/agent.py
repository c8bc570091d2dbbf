"""Runs in the guest: runs commands for the host over one connection. In the emulator, an ssh channel for each command would take a fifth of a second.

Requests come on stdin and answers go to stdout, one JSON object on each line. "id" is the number of the command.

    {"id", "command", "input"}               -> {"id", "out", "error", "status"} when the command has ended
    {"id", "start"}                          -> {"id", "pid"}, {"id", "out"} as it prints, {"id", "status"} at its end
    {"id", "probe", "words", "variables"}    -> the same, for one of the tests' Python programs, in a fork of this process
    {"id", "input"}, {"id", "closed": true}  text for the stdin of a started command, and its end
    {"id", "kill": number}                   a signal for all processes of a command
    {"id", "read": [pattern]}                -> {"id", "files": {path: text}}, with the files whose paths match a pattern
    {"id", "write": path, "text"}            -> {"id", "status": 0}; a missing directory is made

The process has a single thread, so that a fork has everything.
"""

import contextlib
import ctypes
import functools
import glob
import json
import os
import pathlib
import selectors
import signal
import subprocess
import sys
import traceback
import types

# The modules that the probes import. To load them for each probe would take most of its time.
PRELOADED = ("argparse", "ctypes", "errno", "evdev", "fcntl", "math", "random", "select", "socket", "struct", "threading", "time")
LIBRARIES = ("libSDL2-2.0.so.0", "libSDL3.so.0")
HERE = os.path.dirname(os.path.abspath(__file__))
PIECE = 1 << 16


def main():
    """Serves until stdin ends, and then kills the commands that still run."""
    for name in PRELOADED:
        with contextlib.suppress(ImportError):
            __import__(name)
    for name in LIBRARIES:
        with contextlib.suppress(OSError):
            ctypes.CDLL(name)
    sys.path.insert(0, HERE)
    # A command must not read the requests, nor write between the answers.
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open("/dev/null", os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    Agent(requests, answers).serve()


class Agent:
    """The agent with all commands that run."""

    def __init__(self, requests, answers):
        """Starts with no commands running; `requests` and `answers` are descriptors."""
        self._requests, self._answers = requests, answers
        self._selector = selectors.DefaultSelector()
        self._commands = {}
        self._unread = b""

    def serve(self):
        """Carries out requests and passes on what commands print, until stdin ends."""
        self._selector.register(self._requests, selectors.EVENT_READ, self._hear)
        self._is_served = True
        while self._is_served:
            for key, _ in self._selector.select():
                key.data()
        for command in self._commands.values():
            command.kill(signal.SIGKILL)

    def say(self, **answer):
        """Sends one answer."""
        rest = memoryview(json.dumps(answer).encode() + b"\n")
        while rest:
            rest = rest[os.write(self._answers, rest):]

    def _hear(self):
        """Reads requests, and carries out those that are complete."""
        piece = os.read(self._requests, PIECE)
        self._is_served = bool(piece)
        *lines, self._unread = (self._unread + piece).split(b"\n")
        for line in lines:
            request = json.loads(line)
            try:
                self._obey(request)
            except OSError as error:
                self.say(id=request["id"], out="", error=f"{error}\n", status=255)

    def _obey(self, request):
        """Carries out one request."""
        number = request["id"]
        match request:
            case {"command": text}:
                self._commands[number] = Command(self, number, shell(text, request["input"]), are_apart=True)
            case {"start": text}:
                self._commands[number] = Command(self, number, shell(text), are_apart=False)
            case {"probe": name, "words": words, "variables": variables}:
                self._commands[number] = Command(self, number, probe(name, words, variables), are_apart=False)
            case {"read": patterns}:
                paths = sorted(path for pattern in patterns for path in glob.glob(pattern))
                self.say(id=number, files={path: contents(path) for path in paths})
            case {"write": path, "text": text}:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                pathlib.Path(path).write_text(text)
                self.say(id=number, status=0)
            case {"kill": signal_number}:
                if number in self._commands:
                    self._commands[number].kill(signal_number)
            case _:
                if number in self._commands:
                    self._commands[number].feed(request.get("input"))

    def watch(self, descriptor, act):
        """Calls `act` whenever the descriptor has something to read."""
        self._selector.register(descriptor, selectors.EVENT_READ, act)

    def unwatch(self, descriptor):
        """Stops watching a descriptor, and closes it."""
        self._selector.unregister(descriptor)
        os.close(descriptor)

    def forget(self, number):
        """Drops a command that has ended."""
        del self._commands[number]


class Command:
    """One command with its process group. Passes its output on to the host."""

    def __init__(self, agent, number, run, are_apart):
        """Starts the command by `run(stdin, stdout, stderr)`, which returns its process id. With `are_apart`, errors are separate from the output."""
        self._agent, self._number, self._are_apart = agent, number, are_apart
        stdin, self._stdin = os.pipe()
        out, stdout = os.pipe()
        error, stderr = os.pipe() if are_apart else (None, os.dup(stdout))
        try:
            self.pid = run(stdin, stdout, stderr)
        finally:
            for descriptor in (stdin, stdout, stderr):
                os.close(descriptor)
        self._texts = {"out": b"", "error": b""}
        self._open = {"out": out} | ({"error": error} if are_apart else {})
        for name, descriptor in self._open.items():
            agent.watch(descriptor, lambda name=name: self._read(name))
        self._end = os.pidfd_open(self.pid)
        self._status = None
        agent.watch(self._end, self._bury)
        if are_apart:
            self.feed(None)
        else:
            agent.say(id=number, pid=self.pid)

    def feed(self, text):
        """Writes to the command's stdin; None closes it."""
        if self._stdin is None:
            return
        try:
            if text is not None:
                os.write(self._stdin, text.encode())
                return
        except BrokenPipeError:
            pass
        os.close(self._stdin)
        self._stdin = None

    def kill(self, number):
        """Sends a signal to the command and all that it started."""
        for send in (os.killpg, os.kill):
            # A fork of this process that has just begun has no process group of its own yet.
            with contextlib.suppress(ProcessLookupError):
                return send(self.pid, number)

    def _read(self, name):
        """Reads the output; keeps it for the answer if errors are apart, otherwise passes it on at once."""
        piece = os.read(self._open[name], PIECE)
        if not piece:
            self._agent.unwatch(self._open.pop(name))
            self._finish()
        elif self._are_apart:
            self._texts[name] += piece
        else:
            self._agent.say(id=self._number, out=piece.decode(errors="replace"))

    def _bury(self):
        """Reads the status of the process, which has ended."""
        self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self._agent.unwatch(self._end)
        self._finish()

    def _finish(self):
        """Sends the last answer, if the process has ended and its output is closed."""
        if self._status is None or self._open:
            return
        self.feed(None)
        self._agent.forget(self._number)
        texts = {name: text.decode(errors="replace") for name, text in self._texts.items()} if self._are_apart else {}
        # As in a shell, the status after a signal is 128 plus the signal's number.
        self._agent.say(id=self._number, status=self._status if self._status >= 0 else 128 - self._status, **texts)


def shell(text, given=None):
    """Returns a function for Command that runs a shell command, with the text `given` on its stdin unless it is None."""
    def run(stdin, stdout, stderr):
        source = stdin
        if given is not None:
            source = os.memfd_create("input")
            os.write(source, given.encode())
            os.lseek(source, 0, os.SEEK_SET)
        child = subprocess.Popen(["/bin/sh", "-c", text], stdin=source, stdout=stdout, stderr=stderr, start_new_session=True)
        if source != stdin:
            os.close(source)
        # The agent itself waits for the child, so subprocess must not.
        child.returncode = 0
        return child.pid
    return run


def probe(name, words, variables):
    """Returns a function for Command that runs one of the tests' programs in a fork of this process."""
    code = compiled(name)

    def run(stdin, stdout, stderr):
        if (pid := os.fork()) > 0:
            return pid
        status = 1
        try:
            os.setsid()
            for number, descriptor in enumerate((stdin, stdout, stderr)):
                os.dup2(descriptor, number)
            os.closerange(3, 1024)
            os.environ.update(variables)
            sys.argv = [f"{HERE}/{name}.py", *words]
            sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)
            sys.modules["__main__"] = module = types.ModuleType("__main__")
            module.__file__ = sys.argv[0]
            exec(code, vars(module))
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
        except BaseException:
            traceback.print_exc()
        finally:
            with contextlib.suppress(OSError):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(status)
    return run


@functools.cache
def compiled(name):
    """Returns the compiled code of one of the tests' programs; compiles it at its first use."""
    path = pathlib.Path(HERE, f"{name}.py")
    return compile(path.read_text(), str(path), "exec")


def contents(path):
    """Returns the text of a file, or "" if it cannot be read."""
    try:
        return pathlib.Path(path).read_text(errors="replace")
    except OSError:
        return ""


if __name__ == "__main__":
    main()
