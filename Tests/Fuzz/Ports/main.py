"""Sends broken bytes to every port of the released programs that an attacker can reach; scripts/test/strange-ports starts it.

The programs are a daemon, a web gateway, an inputs gateway with every input and the DSU server, and the metrics. They run for the given
time, while datagrams and connections arrive. Their bytes begin as vectors of the tests, and are then mutated in every way. At the end, each
program has to run and to use hardly more memory than after the first part of the run, and the daemon and the web gateway have to answer.
"""

import argparse
import contextlib
import os
import pathlib
import random
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "Tests/Support"))

import ports  # noqa: E402
import vectors  # noqa: E402

BINARY = os.environ.get("BINARY", str(ROOT / ".build/release/tiltpad"))
# The growth of a program's resident memory, in MiB, below which its memory counts as constant.
FLAT_MiB = 4
# The share of the run after which memory is measured for the first time. The programs' tables are full by then.
WARM = 0.4
# The inputs, each with the vectors from which its messages are made. Inputs over TCP have a TCP port of the same number. The two that are left
# out ask servers, and have no port.
INPUTS = {name: files for name, files in vectors.of_inputs().items() if name not in ("dsu", "sensorserver")}
DAEMON = ["outer", "plain", "strangers", "evening", "links"]
HEADS = [b"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n", b"GET /link HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
         b"POST /link/open HTTP/1.1\r\nHost: {host}\r\nContent-Length: 12\r\n\r\nhello, world", b'{"id":"A","type":"BUTTON","state":"PRESS"}\n']


def seeds(names):
    """Returns the bytes of the vectors in these files."""
    return [b"", *(vector for name in names for _, vector, _ in vectors.read(f"{name}.hex"))]


class Stranger:
    """An attacker who sends broken bytes from many addresses of loopback."""

    def __init__(self, dice, host):
        """Prepares what connections to the host send first (`HEADS`), and 64 UDP sockets at random addresses of loopback."""
        self.dice, self.sent = dice, 0
        self.heads = [head.replace(b"{host}", host.encode()) for head in HEADS]
        self.links = []
        for _ in range(64):
            link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            link.bind((f"127.{dice.randrange(1, 9)}.{dice.randrange(1, 255)}.{dice.randrange(1, 255)}", 0))
            link.setblocking(False)
            self.links.append(link)
        self.trusting = ssl.create_default_context()
        self.trusting.check_hostname, self.trusting.verify_mode = False, ssl.CERT_NONE

    def changed(self, seeds):
        """Returns one of the seeds: unchanged, cut, longer, spliced, or with some bytes mutated."""
        dice, body = self.dice, bytearray(self.dice.choice(seeds))
        for _ in range(dice.choice((0, 1, 1, 2, 8))):
            at = dice.randrange(len(body) + 1)
            kind = dice.randrange(5)
            if kind == 0 and body:
                body[at % len(body)] ^= 1 << dice.randrange(8)
            elif kind == 1:
                del body[at:at + dice.choice((1, 4, 1000))]
            elif kind == 2:
                body[at:at] = dice.randbytes(dice.choice((1, 2, 8, 300)))
            elif kind == 3:
                body[at:] = dice.choice(seeds)[at:]
            else:
                body[at:at + 4] = dice.choice((b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\xc0\x7f"))
        return bytes(body[:2500])

    def datagrams(self, port, seeds, count=200):
        """Sends datagrams to a port, and drops the answers."""
        for _ in range(count):
            link = self.dice.choice(self.links)
            with contextlib.suppress(OSError):
                link.sendto(self.changed(seeds), ("127.0.0.1", port))
                self.sent += 1
            with contextlib.suppress(OSError):
                link.recv(2048)

    def stream(self, port, is_encrypted):
        """Opens a connection, sends bytes in pieces, and closes the connection in one of several ways."""
        dice = self.dice
        with contextlib.suppress(OSError, ssl.SSLError):
            source = (f"127.{dice.randrange(1, 9)}.1.{dice.randrange(1, 255)}", 0)
            link = socket.create_connection(("127.0.0.1", port), timeout=2, source_address=source)
            with contextlib.closing(link):
                if is_encrypted and dice.randrange(3):
                    link = self.trusting.wrap_socket(link)
                for _ in range(dice.randrange(1, 4)):
                    link.sendall(self.changed(self.heads))
                    self.sent += 1
                if dice.randrange(2):
                    link.settimeout(0.05)
                    link.recv(4096)
                if not dice.randrange(4):
                    link.shutdown(socket.SHUT_WR)
                link.close()


class House:
    """The released programs, each with the ports that an attacker can reach."""

    def __init__(self, place):
        """Starts all programs, whose files are in `place`."""
        self.place, self.socket = place, str(place / "bridge.sock")
        self.daemon_port, self.web_port, self.metrics_port = ports.free_port(), ports.free_port(), ports.free_port()
        self.input_ports = {name: ports.free_port() for name in INPUTS}
        self.dsu_port = ports.free_port()
        self.children = {}
        (place / "tiltpad.conf").write_text("[host]\nplayers = 16\n")
        sections = [f"[input {name}]\nenabled = yes\nallow = 127.0.0.0/8\nport = {port}\n" for name, port in self.input_ports.items()]
        (place / "inputs.conf").write_text("".join(sections) + f"[output dsu]\nenabled = yes\nport = {self.dsu_port}\n")
        self.start("daemon", "serve", "--pads", "memory", "--allow-plain", "127.0.0.0/8", "--socket", self.socket, "--port",
                   self.daemon_port, "--config", place / "tiltpad.conf", "--web", "no")
        self.start("web", "web", "--folder", ROOT / "web", "--listen", "127.0.0.1", "--port", self.web_port, "--socket", self.socket,
                   "--tickets", place / "web.sock")
        self.start("inputs", "inputs", "--config", place / "inputs.conf", "--socket", f"{self.socket}.gateway", "--state",
                   place / "answers")
        self.start("metrics", "metrics", "--listen", f"127.0.0.1:{self.metrics_port}", "--socket", self.socket)

    def start(self, name, *arguments):
        """Starts a program, and waits until it prints something."""
        log = open(self.place / f"{name}.log", "w+", encoding="utf-8")
        environment = {**os.environ, "STATE_DIRECTORY": str(self.place / "state")}
        self.children[name] = subprocess.Popen([BINARY, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                               env=environment)
        end = time.monotonic() + 20
        while time.monotonic() < end and not log.tell():
            log.seek(0, os.SEEK_END)
            time.sleep(0.05)
        time.sleep(0.3)

    def end(self):
        """Ends all programs; returns the exit status of each."""
        for child in self.children.values():
            child.terminate()
        return {name: child.wait(20) for name, child in self.children.items()}

    def memory(self):
        """Returns the resident memory of each program in MiB; fails if one has ended."""
        found = {}
        for name, child in self.children.items():
            if child.poll() is not None:
                sys.exit(f"strange-ports: {name} has ended with status {child.returncode}:\n{self.said(name)}")
            text = pathlib.Path(f"/proc/{child.pid}/status").read_text()
            found[name] = int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024
        return found

    def said(self, name):
        """Returns the last 3000 characters that a program has printed."""
        return (self.place / f"{name}.log").read_text(errors="replace")[-3000:]

    def answers(self):
        """Returns whether the daemon, the web gateway and its page still answer correct requests, by name."""
        status = subprocess.run([BINARY, "status", "--socket", self.socket], capture_output=True, timeout=20, check=False).returncode
        link = subprocess.run([BINARY, "pair", "--phone", "--link", "--socket", self.place / "web.sock"], capture_output=True,
                              timeout=20, check=False).returncode
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection(("127.0.0.1", self.web_port), timeout=20) as raw, trusting.wrap_socket(raw) as page:
            page.sendall(f"GET /j/ HTTP/1.1\r\nHost: 127.0.0.1:{self.web_port}\r\n\r\n".encode())
            head = page.recv(15)
        return {"daemon": status == 0, "link": link == 0, "page": head.startswith(b"HTTP/1.1 200")}


def run(seconds, seed):
    """Sends for the given number of seconds; returns the exit status."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        house = House(pathlib.Path(name))
        try:
            stranger = Stranger(dice, f"127.0.0.1:{house.web_port}")
            targets = [(house.daemon_port, seeds(DAEMON)), (house.web_port, seeds(["stun"])),
                       (house.dsu_port, seeds(["dsu-requests"]))]
            targets += [(port, seeds(INPUTS[input])) for input, port in house.input_ports.items()]
            streams = [(house.web_port, True), (house.metrics_port, False)] + [(port, False) for port in house.input_ports.values()]
            begin, warm, said = time.monotonic(), None, 0
            while (passed := time.monotonic() - begin) < seconds:
                stranger.datagrams(*dice.choice(targets))
                for _ in range(4):
                    stranger.stream(*dice.choice(streams))
                now = house.memory()
                if warm is None and passed > WARM * seconds:
                    warm = now
                if passed >= said:
                    print(f"{passed:6.0f} s, {stranger.sent} sent, MiB: " + ", ".join(f"{name} {size:.1f}" for name, size in now.items()),
                          flush=True)
                    said += max(seconds / 20, 5)
            answers, after = house.answers(), house.memory()
            grown = {name: after[name] - warm[name] for name in after}
            print("grown since the first part, in MiB: " + ", ".join(f"{name} {size:.2f}" for name, size in grown.items()))
            is_flat = max(grown.values()) < FLAT_MiB
            is_well = all(answers.values()) and is_flat
            print(f"answers: {answers}; memory {'flat' if is_flat else 'GROWS'}; seed {seed}, {stranger.sent} sent in {seconds:.0f} s")
        finally:
            statuses = house.end()
        print(f"ended with {statuses}")
        is_well = is_well and not any(statuses.values())
    print(f"strange-ports: {int(is_well)} passed, {int(not is_well)} failed, 0 skipped")
    return 0 if is_well else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seconds", type=float, nargs="?", default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    chosen = parser.parse_args()
    sys.exit(run(chosen.seconds, chosen.seed))
