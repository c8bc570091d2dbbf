"""Tests of a daemon that starts its gateway itself, and of the phones when that gateway is killed."""

import asyncio
import itertools
import os
import pathlib
import signal
import ssl
import subprocess
import sys
import time

import times
import websockets
from with_gateway import DEADLINE, Page, WithGateway, state

A, B = 1, 2
FULL_RIGHT = 32767
PHONES = 4
# The pauses in s between a phone's attempts to reconnect, as in web/link.js but without the random part. The last one repeats.
PAUSES = (0.25, 0.5, 1)
# The time in s after which a daemon may have ended a gateway that shows no sign of life.
PATIENCE = 5
SPIN = """
#include <signal.h>
#include <stddef.h>

static void spin(int number) { for (volatile int turns = number;; turns = number) {} }

__attribute__((constructor)) static void prepare(void) {
  struct sigaction action = {.sa_handler = spin};
  sigfillset(&action.sa_mask);
  sigaction(SIGUSR1, &action, NULL);
}
"""


class Phone:
    """A page that reconnects when its link ends."""

    def __init__(self, test, ticket):
        """Makes a phone for `test` with this ticket."""
        self.test, self.ticket, self.counter = test, ticket, 0
        self.welcomes = []

    async def come_in(self):
        """Opens the link and says hello; returns the host's welcome."""
        self.link = await self.test.connect(self.ticket)
        self.page = Page(self.link, self.counter)
        welcome = await self.page.hello()
        self.ticket = welcome["resume"]
        self.welcomes.append(welcome)
        return welcome

    async def come_back(self):
        """Waits until the link has ended, and joins again; returns the time at which it has joined."""
        try:
            await self.link.wait_closed()
        finally:
            self.counter = self.page.counter
        limit = time.monotonic() + DEADLINE
        for pause in itertools.chain(PAUSES, itertools.repeat(PAUSES[-1])):
            await asyncio.sleep(pause)
            try:
                await self.come_in()
                return time.monotonic()
            except (OSError, ssl.SSLError, websockets.WebSocketException, asyncio.IncompleteReadError):
                self.test.assertLess(time.monotonic(), limit, "the phone has given up")


class Supervision(WithGateway):
    def start_gateway(self):
        """Restarts the daemon with a configuration by which it starts the gateway itself."""
        configuration = self.place / "tiltpad.conf"
        configuration.write_text(f"[web]\nport = {self.port}\n")
        self.end(self.daemon)
        self.daemon = self.start(
            "serve", "--pads", "memory", "--socket", self.socket, "--port", self.host.split(":")[1], "--config",
            str(configuration), "--web", str(self.folder))
        self.wait_for_page()

    def test_the_daemon_starts_the_gateway_again_when_it_ends(self):
        self.assertRegex(self.link(), rf"^https://127\.0\.0\.1:{self.port}/j/#[\w-]{{22}}$")
        children = self.children()
        self.assertEqual(len(children), 1)
        os.kill(children[0], signal.SIGKILL)
        self.wait_for_page(children)
        self.end(self.daemon)
        with self.assertRaises(OSError):
            for _ in range(100):
                self.request("GET", "/j/")
                time.sleep(0.05)

    def test_phones_are_back_in_their_places_two_seconds_after_the_gateway_was_killed(self):
        asyncio.run(self.kill_under_phones())

    def test_phones_are_back_twelve_seconds_after_the_gateway_was_stopped(self):
        asyncio.run(self.break_under_phones(signal.SIGSTOP, "was stopped", 12))

    def test_phones_are_back_twelve_seconds_after_the_gateway_began_to_spin(self):
        self.surroundings["LD_PRELOAD"] = self.spinner()
        self.start_gateway()
        asyncio.run(self.break_under_phones(signal.SIGUSR1, "began to spin", 12))

    def test_a_gateway_that_hangs_does_not_outlive_its_daemon(self):
        hanging = self.children()
        os.kill(hanging[0], signal.SIGSTOP)
        self.daemon.kill()
        self.daemon.wait()
        started = time.monotonic()
        self.start_gateway()
        print(f"web: the page was there {time.monotonic() - started:.1f} s after the next start", file=sys.stderr)
        self.assertFalse(pathlib.Path(f"/proc/{hanging[0]}/cmdline").exists() and pathlib.Path(f"/proc/{hanging[0]}/cmdline").read_bytes())

    def spinner(self):
        """Returns a library to preload. After SIGUSR1, it makes a program spin for ever, with all signals blocked that can be."""
        source, library = self.place / "spin.c", self.place / "spin.so"
        source.write_text(SPIN)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
        return str(library)

    async def break_under_phones(self, number, how, limit):
        """Sends the gateway a signal that stops its loop. All pads must rest at once, and the phones must be back within `limit` seconds.

        If the machine stood still, the test may see the rest only after the daemon has acted. Then it tries again with other phones.
        """
        deadline = time.monotonic() + DEADLINE
        while not await self.breaks(number, how, limit, time.monotonic() < deadline):
            await self.until(lambda players: players == [])

    async def breaks(self, number, how, limit, may_be_late):
        """Breaks the gateway while other phones play; returns whether the rest was seen in time."""
        phones = [Phone(self, self.ticket()) for _ in range(PHONES)]
        slots = [(await phone.come_in())["player"] for phone in phones]
        holds = [asyncio.create_task(self.hold(phone)) for phone in phones]
        await self.until(lambda players: [p["buttons"] for p in players] == [["a"]] * PHONES)
        former, broken = self.children(), time.monotonic()
        os.kill(former[0], number)
        players = await self.until(lambda players: all((p["buttons"], p["rightStick"]["x"]) == ([], 0) for p in players))
        children = self.children()
        is_in_time = not may_be_late or time.monotonic() - broken <= PATIENCE
        if is_in_time:
            self.assertEqual([p["player"] for p in players], slots)
            self.assertEqual(children, former, "the pads rest before anybody does anything about it")
        back = max(await asyncio.gather(*(phone.come_back() for phone in phones))) - broken
        await asyncio.gather(*holds)
        if is_in_time:
            times.hold(self, f"all phones are back after the gateway {how}", back, limit)
            self.assertEqual([phone.welcomes[1]["player"] for phone in phones], slots)
            async with phones[3].page.holding(state(B)):
                await self.until(lambda players: players[3]["buttons"] == ["b"])
        for phone in phones:
            await phone.page.say(type="bye")
            await phone.link.close()
        return is_in_time

    async def kill_under_phones(self):
        phones = [Phone(self, self.ticket()) for _ in range(PHONES)]
        slots = [(await phone.come_in())["player"] for phone in phones]
        self.assertEqual(slots, [1, 2, 3, 4])
        holds = [asyncio.create_task(self.hold(phone)) for phone in phones]
        await self.until(lambda players: all((p["buttons"], p["rightStick"]["x"]) == (["a"], 1) for p in players))
        killed = time.monotonic()
        os.kill(self.children()[0], signal.SIGKILL)
        back = await asyncio.gather(*(phone.come_back() for phone in phones))
        await asyncio.gather(*holds)
        times.hold(self, "all phones are back after the gateway was killed", max(back) - killed, 2)
        self.assertEqual([phone.welcomes[1]["player"] for phone in phones], slots)
        # No phone has sent anything to the new gateway yet. All inputs are released, and all players still have their pads.
        players = await self.until(lambda players: all((p["buttons"], p["rightStick"]["x"]) == ([], 0) for p in players))
        self.assertEqual([p["player"] for p in players], slots)
        async with phones[3].page.holding(state(B)):
            await self.until(lambda players: players[3]["buttons"] == ["b"])
        for phone in phones:
            await phone.link.close()

    async def hold(self, phone):
        """Holds A and the stick to the right until the link ends."""
        try:
            while True:
                await phone.page.send(state(A, FULL_RIGHT))
                await asyncio.sleep(1 / 60)
        except websockets.ConnectionClosed:
            pass

    def children(self):
        """Returns the ids of the processes that the daemon has started."""
        path = pathlib.Path(f"/proc/{self.daemon.pid}/task/{self.daemon.pid}/children")
        return [int(number) for number in path.read_text().split()]

    def wait_for_page(self, former=()):
        """Waits until the page is served, by none of the processes `former`."""
        limit = time.monotonic() + DEADLINE
        while True:
            try:
                if not set(self.children()) & set(former) and self.request("GET", "/j/").status == 200:
                    return
            except OSError:
                pass
            self.assertLess(time.monotonic(), limit)
            time.sleep(0.05)
