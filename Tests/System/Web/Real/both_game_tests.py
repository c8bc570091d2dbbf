"""Tests of pages that follow the game. The service of a user detects a program, and the page changes its layout."""

import pathlib
import shutil
import subprocess
import time

import processes
import real
import times

# The code of a game. It opens its device, and runs until it is ended.
GAME = "import signal, sys; device = open(sys.argv[1], 'rb'); signal.pause()"
SHOWN = "document.querySelector('#pad').dataset.layout"


class GameTests(real.Scene):
    """Tests of a page with a real daemon and gateway, and with the command that looks for games."""

    def setUp(self):
        """Starts the command that looks for games. A file stands in for a pad's device, and the catalogue has one game."""
        super().setUp()
        place = pathlib.Path(self.house.place)
        self.game, self.device = place / "kart-racer", place / "input" / "event7"
        self.device.parent.mkdir()
        self.device.touch()
        shutil.copy("/usr/bin/python3", self.game)
        (place / "games").mkdir()
        (place / "games/own.conf").write_text("[game kart-racer]\nmatch = exe:kart-racer\nlayout = wheel\n")
        self.watcher = processes.start(
            real.BINARY, "games", "watch", "--catalogue", place / "games", "--device", self.device, "--socket", self.house.tickets,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={"DBUS_SESSION_BUS_ADDRESS": f"unix:path={place}/bus"})
        self.addCleanup(self.watcher.stderr.close)
        self.addCleanup(processes.end, self.watcher)

    def play(self):
        """Starts the game, and waits until the command has reported it; returns it."""
        played = processes.start(self.game, "-c", GAME, self.device)
        self.addCleanup(processes.end, played)
        self.assertIn("kart-racer runs; its layout is wheel", self.watcher.stderr.readline())
        return played

    def test_a_page_follows_the_game_when_nothing_is_held_and_returns_after_it(self):
        """While a thumb holds a button, the layout does not change. The press ends normally when the thumb leaves."""
        phone, player = self.join(layout="pad", width=844, height=390)
        phone.touch(a=phone.middle("[data-out=A]"))
        self.until_player(player, lambda pad: pad.buttons == 1, "A to be held")
        played = self.play()
        until = time.monotonic() + 0.5
        while time.monotonic() < until:
            self.assertEqual((phone.run(SHOWN), self.house.player(player).buttons), ("pad", 1))
        phone.lift()
        began = time.monotonic()
        phone.wait(f"{SHOWN} === 'wheel'")
        times.hold(self, "from the lifted thumb to the game's layout", time.monotonic() - began, 1)
        self.until_player(player, lambda pad: pad.is_at_rest, "the pad at rest")
        # Ending the game takes a while. The time is taken before that, because the pause before the change counts from the game's end.
        ended = time.monotonic()
        processes.end(played)
        phone.wait(f"{SHOWN} === 'pad'")
        took = time.monotonic() - ended
        self.assertGreaterEqual(took, 4.9)
        times.hold(self, "from a game's end to the former layout in the browser", took, 7)
        self.assertEqual(phone.messages, [])

    def test_a_player_who_chooses_another_layout_during_the_game_keeps_it(self):
        phone, _ = self.join(layout="pad", width=844, height=390)
        played = self.play()
        phone.wait(f"{SHOWN} === 'wheel'")
        phone.tap("#open-menu")
        phone.wait("document.querySelector('[data-setting=layout]')?.offsetWidth")
        phone.run("""const choice = document.querySelector('[data-setting=layout]'); choice.value = 'tank';
          choice.dispatchEvent(new Event('change'))""")
        phone.wait(f"{SHOWN} === 'tank'")
        processes.end(played)
        self.assertIn("no game runs", self.watcher.stderr.readline())
        until = time.monotonic() + 7
        while time.monotonic() < until:
            self.assertEqual(phone.run(SHOWN), "tank")
