"""Tests of a page outside the guest that plays over a data channel. It moves a real pad, and gets the rumble of a game."""

import asyncio
import pathlib
import struct
import sys
import unittest

import daemon_guest
from daemon_feedback_tests import ask, game as start_game
from shared_guest import guest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(TESTS / "Web"), str(TESTS / "Commands")]

from rtc_peer import Channel, Path, credentials, fingerprint  # noqa: E402
from with_gateway import Page, state  # noqa: E402

CERTIFICATE = "/var/lib/tiltpad-web/web.crt"
A, BTN_SOUTH = 1, 304
FEEDBACK = 0x12
PATIENCE_SECONDS = 60


def setUpModule():
    """Starts the daemon and the gateway."""
    daemon_guest.start_both()


def tearDownModule():
    """Stops the daemon and the gateway."""
    daemon_guest.stop_both()


def channel():
    """Returns a page's data channel to the guest's gateway, with a ticket from a new link."""
    ticket = guest().run("tiltpad pair --phone --link --address 127.0.0.1").stdout.strip().partition("#")[2]
    return Channel(Path(guest().web_port, *credentials(ticket)), fingerprint(guest().read(CERTIFICATE)[CERTIFICATE]))


async def felt(page, strong, weak):
    """Waits until the page gets feedback with these values for the motors."""
    while struct.unpack("<HH", (await page.frame(FEEDBACK))[:4]) != (strong, weak):
        pass


class OverADataChannel(unittest.TestCase):
    """Tests in which the page's side of DTLS and SCTP is another implementation than the gateway's."""

    def test_a_page_moves_a_real_pad_and_feels_a_game(self):
        """A button goes down and up at the kernel's node, and an effect of a game begins and ends on the page."""
        asyncio.run(asyncio.wait_for(self.play(), PATIENCE_SECONDS))

    async def play(self):
        """Joins as a page, and checks an effect and a button."""
        async with channel() as link:
            page = Page(link)
            self.assertEqual((await page.hello())["type"], "welcome")
            async with page.holding(state()):
                await asyncio.to_thread(daemon_guest.wait_for_pads, 1)
                probe, game = daemon_guest.watch(), start_game()
                self.addCleanup(probe.close)
                self.addCleanup(game.close)
                await asyncio.to_thread(game.until, "ready")
                number = (await asyncio.to_thread(ask, game, "rumble", 0xC000, 0x4000))["rumble"]
                await asyncio.to_thread(ask, game, "play", number)
                await felt(page, 0xC000, 0x4000)
                await asyncio.to_thread(ask, game, "play", number, 0)
                await felt(page, 0, 0)
            async with page.holding(state(A)):
                await asyncio.to_thread(probe.until, daemon_guest.key(BTN_SOUTH, 1))
            async with page.holding(state()):
                await asyncio.to_thread(probe.until, daemon_guest.key(BTN_SOUTH, 0))
