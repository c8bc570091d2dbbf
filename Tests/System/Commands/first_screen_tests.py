"""Tests of the first screen. It shows a QR code for a phone while nobody plays, and the players as soon as there are some."""

import contextlib
import http.client
import os
import shutil
import signal
import socket
import ssl
import time

import scan
from ports import free_port
from terminal import Terminal
from with_daemon import BINARY, DEADLINE, ROOT, WithDaemon

LINK = r"https://\S+:\d+/j/#([\w-]{22})"
PICTURE = rf"(?s) tiltpad  up(?:(?! tiltpad  up).)*?({LINK})"


class FirstScreen(WithDaemon):
    def setUp(self):
        super().setUp()
        self.page_port = free_port()
        self.tickets = str(self.place / "web.sock")

    def start_gateway(self):
        """Starts the web gateway, and waits until it serves the page; returns it."""
        gateway = self.start(
            "web", "--folder", str(ROOT / "web"), "--port", str(self.page_port), "--socket", f"{self.socket}.gateway",
            "--tickets", self.tickets)
        self.assertIn("serving the page", gateway.stderr.readline())
        return gateway

    def terminal(self, *arguments, **options):
        """Starts a command in a terminal of its own; returns the terminal."""
        environment = {**self.surroundings, "TERM": "xterm", **options.pop("environment", {})}
        terminal = Terminal(*arguments, env=environment, **options)
        self.addCleanup(terminal.close)
        return terminal

    def ticket(self, terminal):
        """Returns the ticket in the link of the next whole picture. If zbarimg is installed, checks that the QR code has the same link."""
        found = terminal.until(PICTURE)
        if shutil.which("zbarimg"):
            self.assertEqual(scan.text(scan.blocks(found.group(0).split("\r\n"))), found.group(1))
        return found.group(2)

    def come_in(self, ticket, port=None):
        """Joins like a phone's page; returns the HTTP status."""
        port = port or self.page_port
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        link = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=DEADLINE)
        with contextlib.closing(link):
            link.request("POST", "/link/open", b"", {
                "Origin": f"https://127.0.0.1:{port}", "Authorization": f"Bearer {ticket}",
                "Content-Type": "application/octet-stream"})
            return link.getresponse().status

    def offers(self):
        """Returns the number of tickets that no page has used yet."""
        return (self.place / "web.sock.tickets").read_text().count("\noffer player ")

    def test_an_empty_monitor_shows_the_code_until_somebody_plays(self):
        self.start_gateway()
        for rows, columns in ((24, 80), (60, 100)):
            terminal = self.terminal("monitor", "--socket", self.socket, rows=rows, columns=columns)
            ticket = self.ticket(terminal)
            sender = self.start("send", self.host, "--swing")
            terminal.until(r" 1 live .*\r\n")
            terminal.until(r" 1 live .*\r\n")
            self.assertNotIn("https://", terminal.text)
            self.end(sender)
            self.assertEqual(self.ticket(terminal), ticket, "nobody has used it")
            terminal.type("q")
            self.assertEqual(terminal.wait(), 0)
        self.assertEqual(self.offers(), 2, "one for each screen, however often it was drawn")

    def test_a_code_that_was_used_is_replaced_at_once(self):
        self.start_gateway()
        terminal = self.terminal("monitor", "--socket", self.socket)
        ticket = self.ticket(terminal)
        self.assertEqual(self.come_in(ticket), 200)
        limit = time.monotonic() + DEADLINE
        while (fresh := self.ticket(terminal)) == ticket:
            self.assertLess(time.monotonic(), limit)
        self.assertEqual(self.come_in(fresh), 200)

    def test_a_screen_says_why_it_has_no_code_until_it_has_one(self):
        terminal = self.terminal("monitor", "--socket", self.socket, columns=200)
        terminal.until(f"Nobody is playing yet.\\s+Phones cannot join from here: no web gateway listens at {self.tickets}."
                       " Try this: start it with")
        gateway = self.start_gateway()
        ticket = self.ticket(terminal)
        self.end(gateway)
        terminal.until("Phones cannot join from here")
        self.start_gateway()
        self.assertNotEqual(self.ticket(terminal), ticket)

    def test_a_terminal_that_was_stopped_shows_the_present_soon(self):
        """Screens that the terminal's buffer already holds come first. The 270 states that arrived after them are not drawn one by one."""
        terminal = self.terminal("monitor", "--socket", self.socket, "--period", "10")

        def uptime():
            """Returns the uptime in the next picture, in s."""
            hours, minutes, seconds = map(int, terminal.until(r" tiltpad  up (\d+):(\d\d):(\d\d)").groups())
            return 3600 * hours + 60 * minutes + seconds
        first = uptime()
        time.sleep(5)
        former = 0
        while uptime() < first + 5:
            former += 1
        self.assertLess(former, 100)

    def test_a_small_terminal_has_the_link_only(self):
        self.start_gateway()
        terminal = self.terminal("monitor", "--socket", self.socket, rows=20, columns=80)
        terminal.until(f"{LINK} *[\r\n]+   This terminal is too small for the code, which needs 24 rows.")
        self.assertNotIn("▀", terminal.text)

    def test_serve_shows_the_code_once_on_a_terminal_only(self):
        arguments = ("serve", "--pads", "memory", "--socket", str(self.place / "second.sock"), "--port", str(free_port()),
                     "--config", str(self.configuration()), "--web", str(ROOT / "web"))
        found = None
        while not found or not found.group(1):
            terminal = self.terminal(*arguments)
            terminal.until("tiltpad: listening on")
            # The gateway has a second to answer. If it takes longer, try again.
            found = terminal.until(rf"(?s)\r\n([ ▀▄█]{{41}}\r\n.*?)({LINK})\r\n|phones cannot join yet")
            if not found.group(1):
                terminal.wait(signal.SIGINT)
        if shutil.which("zbarimg"):
            self.assertEqual(scan.text(scan.blocks(found.group(1).split("\r\n"))), found.group(2))
        terminal.until("Scan the code with a phone on the same network, accept the certificate once, and press PLAY.")
        terminal.until(f"The dashboard on this machine: https://localhost:{self.page_port}/")
        self.assertEqual(self.come_in(found.group(3)), 200)
        self.assertEqual(terminal.wait(signal.SIGINT), 0)
        terminal.until("tiltpad: stopping")
        child = self.start(*arguments)
        lines = [child.stderr.readline() for _ in range(3)]
        self.assertEqual([line.split(" ")[1] for line in lines], ["listening", "serving", "connected"])
        time.sleep(0.5)
        status, output, messages = self.end(child)
        self.assertEqual((status, output), (0, ""))
        self.assertEqual(set(messages.splitlines()), {"tiltpad: stopping"})

    def test_serve_without_its_page_says_how_to_turn_it_on(self):
        terminal = self.terminal("serve", "--pads", "memory", "--socket", str(self.place / "second.sock"), "--port",
                                 str(free_port()), "--web", "no")
        terminal.until("tiltpad: phones cannot join: their page is off or not installed. Turn it on with --web yes")

    def configuration(self):
        """Returns a configuration file that gives the page its own port."""
        file = self.place / "page.conf"
        file.write_text(f"[web]\nport = {self.page_port}\n")
        return file

    def run_script(self, **environment):
        """Starts the script of `make run`, without the build, in a terminal; returns the terminal and the environment."""
        place = self.place / "run"
        place.mkdir()
        environment = {
            "BINARY": BINARY, "PORT": str(free_port()), "SOCKET": str(place / "bridge.sock"), "TMPDIR": str(place),
            "CONFIG": str(self.configuration()), **environment}
        return self.terminal(program=str(ROOT / "scripts/run"), environment=environment), environment

    def test_make_run_shows_the_code_then_the_players_then_the_code_again(self):
        terminal, environment = self.run_script()
        terminal.until("every user of this machine may play")
        ticket = self.ticket(terminal)
        sender = self.start("send", f"127.0.0.1:{environment['PORT']}", "--swing")
        terminal.until(" 1 live ")
        self.end(sender)
        self.assertEqual(self.ticket(terminal), ticket)
        os.killpg(terminal.child.pid, signal.SIGINT)
        self.assertEqual(terminal.wait(), 130)
        terminal.until(r"(?s)tiltpad: listening on UDP port .*player 1 joined.*player 1 left.*stopping")
        self.assertEqual(self.run_command("monitor", "--once", "--socket", environment["SOCKET"]).returncode, 1)
        self.assertEqual([file.name for file in (self.place / "run").glob("tmp.*")], [], "the log is not left behind")

    def test_make_run_says_why_the_daemon_does_not_start(self):
        terminal, _ = self.run_script(SOCKET="/proc/nowhere/bridge.sock")
        terminal.until("tiltpad: cannot listen at /proc/nowhere/bridge.sock")
        self.assertEqual(terminal.wait(), 1)

    def test_make_run_shows_trouble_before_the_live_view(self):
        with socket.socket(socket.AF_INET6) as other:
            other.bind(("::", self.page_port))
            other.listen()
            terminal, _ = self.run_script()
            terminal.until(f"cannot listen on TCP port {self.page_port}")
            terminal.until("Phones cannot join from here")
            terminal.type("q")
            self.assertEqual(terminal.wait(), 0)


del WithDaemon
