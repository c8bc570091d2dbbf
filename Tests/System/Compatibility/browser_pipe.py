"""Runs in the guest: relays JSON lines to and from a browser's DevTools pipe, on which each message ends with a zero byte.

    browser_pipe.py COMMAND [ARGUMENT...]    # the command also gets --remote-debugging-pipe
"""

import os
import subprocess
import sys
import threading


def send_all(write):
    """Passes every line to the browser; at the end of input the pipe is closed, and the browser ends by itself."""
    for line in sys.stdin.buffer:
        os.write(write, line.rstrip(b"\n") + b"\0")
    os.close(write)


def print_all(read):
    """Prints each message of the browser as one line. The messages contain no line ends."""
    rest = b""
    while part := os.read(read, 65536):
        *messages, rest = (rest + part).split(b"\0")
        for message in messages:
            sys.stdout.buffer.write(message + b"\n")
        sys.stdout.buffer.flush()


def main():
    """Starts the browser, whose descriptors 3 and 4 are the pipe."""
    commands, answers = os.pipe(), os.pipe()
    # The shell connects the pipes to the descriptors 3 and 4.
    script = f'exec "$@" --remote-debugging-pipe 3<&{commands[0]} 4>&{answers[1]}'
    with subprocess.Popen(["sh", "-c", script, "sh", *sys.argv[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, pass_fds=(commands[0], answers[1])):
        os.close(commands[0])
        os.close(answers[1])
        threading.Thread(target=send_all, args=(commands[1],), daemon=True).start()
        print_all(answers[0])


if __name__ == "__main__":
    main()
