"""Tests of phones that follow the running game: the service of a user, games that open a pad, and other pads for a game."""

import asyncio
import contextlib
import pathlib
import sys
import time
import unittest

import daemon_guest
import times
import websockets
from machine import GUEST_WEB_PORT
from shared_guest import guest
from vm import GUEST_DIRECTORY

SYSTEM = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(SYSTEM / "Web"), str(SYSTEM / "Commands")]

from with_gateway import DEADLINE, LIKE_A_BROWSER, TRUSTING, Page, state  # noqa: E402

PLAYER, STRANGER = "gamer", "stranger"
HOME = f"/home/{PLAYER}"
CATALOGUE = """
[game kart-racer]
match = exe:kart-racer
layout = kart
identity = dualsense
[game sdl-racer]
match = exe:sdl-racer
layout = wheel
"""
# A game that opens the pad and waits. Both games are copies of Python, so that their programs have names of their own.
OPEN = "import sys, time; pad = open(sys.argv[1], 'rb'); time.sleep(600)"
SET_UP = f"""
useradd --create-home --groups tiltpad,input {PLAYER}
useradd --create-home --groups input {STRANGER}
for home in {HOME} /home/{STRANGER}; do cp /usr/bin/python3 $home/kart-racer; cp /usr/bin/python3 $home/sdl-racer; done
runuser -u {PLAYER} -- mkdir -p {HOME}/.config/tiltpad/games
loginctl enable-linger {PLAYER}
systemctl start user@$(id -u {PLAYER})
"""
TEAR_DOWN = f"""
loginctl disable-linger {PLAYER}
pkill -KILL -u {PLAYER},{STRANGER}
for user in {PLAYER} {STRANGER}; do until userdel --remove $user || ! id -u $user; do sleep 0.2; done; done
"""
QUIET_SECONDS = 10


def setUpModule():
    """Makes two users. Only the first may tell the host which game runs."""
    daemon_guest.installed().run(SET_UP)
    daemon_guest.write(f"{HOME}/.config/tiltpad/games/own.conf", CATALOGUE)


def tearDownModule():
    """Removes the users, and stops the daemon and the gateway."""
    try:
        guest().run(TEAR_DOWN, timeout_seconds=120)
    finally:
        daemon_guest.stop_both()


def of(user, command):
    """Returns a shell command that runs `command` as a user, who can reach their own systemd."""
    return f"runuser -u {user} -- env XDG_RUNTIME_DIR=/run/user/$(id -u {user}) HOME=/home/{user} {command}"


def own(words):
    """Runs `systemctl --user` with `words` for the player; returns its output."""
    return guest().run(of(PLAYER, f"systemctl --user {words}")).stdout


def pad_ids():
    """Returns the vendors and products of all pads' nodes, in one sorted list."""
    found = guest().read(*(f"/sys/class/input/{node}/device/id/{field}" for node in daemon_guest.pads().values() for field in ("vendor", "product")))
    return sorted(text.strip() for text in found.values())


class Games(unittest.IsolatedAsyncioTestCase):
    """Tests with a phone that plays through the guest's gateway, and games in the guest."""

    async def asyncSetUp(self):
        """Restarts the daemon and the gateway, because they know the game of the test before for five seconds; lets the phone join."""
        asyncio.get_running_loop().set_debug(False)
        await asyncio.to_thread(daemon_guest.start_both)
        self.links = contextlib.AsyncExitStack()
        self.addAsyncCleanup(self.links.aclose)
        port = await asyncio.to_thread(guest().forward, GUEST_WEB_PORT, GUEST_WEB_PORT)
        ticket = (await self.run_there("tiltpad pair --phone --link --address 127.0.0.1")).strip().split("#")[1]
        self.page = Page(await self.links.enter_async_context(websockets.connect(
            f"wss://127.0.0.1:{port}/link", ssl=TRUSTING, subprotocols=["tpp.v1", f"ticket.{ticket}"], origin=f"https://127.0.0.1:{port}",
            **LIKE_A_BROWSER)))
        self.assertEqual((await self.page.hello())["type"], "welcome")
        await self.links.enter_async_context(self.page.holding(state()))
        pads = await asyncio.to_thread(daemon_guest.wait_for_pads, 1)
        self.node = f"/dev/input/{pads['tiltpad/pad1']}"

    async def run_there(self, script):
        """Runs a script in the guest; returns what it prints."""
        return (await asyncio.to_thread(guest().run, script)).stdout

    async def enable(self):
        """Enables the player's service; returns its process id."""
        self.addCleanup(own, "disable --now --quiet tiltpad-games")
        await asyncio.to_thread(own, "enable --now --quiet tiltpad-games")
        return int(await asyncio.to_thread(own, "show -P MainPID tiltpad-games"))

    def start(self, user, words):
        """Starts a game, `words`, as a user."""
        game = guest().spawn(f"exec {of(user, words)}")
        self.addCleanup(game.kill)
        return game

    async def end(self, name):
        """Kills the games whose program has this name."""
        await self.run_there(f"pkill -KILL -x {name}")

    async def layout(self):
        """Waits until the host orders the phone to show a layout; returns the layout's id, or "" for the former one."""
        try:
            async with asyncio.timeout(DEADLINE):
                return (await self.page.text("layout"))["id"]
        except TimeoutError:
            journal = await self.run_there(f"tail -n +1 {HOME}/.config/tiltpad/games/*; journalctl -o cat -n 30")
            raise AssertionError(f"no layout within {DEADLINE} s\n{journal}") from None

    async def follow(self, game, layout, words):
        """Starts a game and checks that it changes the phone's layout; ends it and checks that the former layout is back after 5 to 7 s."""
        began = time.monotonic()
        await asyncio.to_thread(self.start, PLAYER, words)
        self.assertEqual(await self.layout(), layout)
        times.hold(self, f"from the start of {game} in the guest to the layout on its phone", time.monotonic() - began, 1)
        began = time.monotonic()
        await self.end(game)
        self.assertEqual(await self.layout(), "")
        took = time.monotonic() - began
        self.assertGreaterEqual(took, 5)
        times.hold(self, f"from the end of {game} in the guest to the former layout", took, 7)

    async def test_the_service_of_a_user_sees_games_that_open_a_pad_by_themselves_or_by_sdl(self):
        """While somebody plays and no game starts, the service never wakes up."""
        process = await self.enable()
        count = f"sleep {{}}; awk '/^voluntary/ {{{{ print $2 }}}}' /proc/{process}/status"
        # Several tries, because another program of the guest may open a device, which wakes the service.
        seen = [await self.run_there(count.format(3))]
        for _ in range(3):
            seen.append(await self.run_there(count.format(QUIET_SECONDS)))
            if seen[-1] == seen[-2]:
                break
        self.assertEqual(seen[-1], seen[-2], f"wake-ups: {seen}")
        await self.follow("kart-racer", "kart", f"{HOME}/kart-racer -c \"{OPEN}\" {self.node}")
        await self.follow("sdl-racer", "wheel", f"{HOME}/sdl-racer {GUEST_DIRECTORY}/sdl_probe.py --seconds 600")

    async def test_a_user_who_is_not_allowed_to_moves_no_phone(self):
        """The gateway's journal names the user who is not allowed to. The games of the allowed user still change the layout."""
        number = (await self.run_there(f"id -u {STRANGER}")).strip()
        game = f"/home/{STRANGER}/kart-racer -c \"{OPEN}\" {self.node}"
        await asyncio.to_thread(self.start, STRANGER, game)
        await self.run_there("install -d /tmp/strange")
        await asyncio.to_thread(daemon_guest.write, "/tmp/strange/own.conf", CATALOGUE.replace("layout = kart", "layout = classic"))
        await asyncio.to_thread(self.start, STRANGER, "tiltpad games watch --catalogue /tmp/strange")
        refusal = f"user {number} may not tell which game runs"
        await asyncio.to_thread(
            daemon_guest.wait_until, lambda: refusal in guest().run("journalctl --sync; journalctl -u tiltpad-web -o cat -n 20").stdout,
            what="a refusal in the gateway's journal")
        await self.enable()
        await asyncio.to_thread(self.start, PLAYER, f"{HOME}/sdl-racer -c \"{OPEN}\" {self.node}")
        self.assertEqual(await self.layout(), "wheel")

    async def test_play_gives_a_game_other_pads_before_it_runs_and_takes_them_back(self):
        """The game finds only a pad of the identity that the catalogue names."""
        before = await asyncio.to_thread(pad_ids)
        seen = await self.run_there(of(PLAYER, "tiltpad play kart-racer -- grep -E '^I:|tiltpad' /proc/bus/input/devices"))
        pads = [line for line in seen.splitlines() if "Vendor=054c Product=0ce6" in line]
        self.assertGreaterEqual(len(pads), 1, seen)
        self.assertNotIn("Vendor=045e", seen)
        self.assertEqual(await self.layout(), "kart")
        self.assertEqual(await self.layout(), "")
        await asyncio.to_thread(daemon_guest.wait_until, lambda: pad_ids() == before, what="the former pad")


if __name__ == "__main__":
    unittest.main()
