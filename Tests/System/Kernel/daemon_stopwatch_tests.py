"""A test that measures a new user's time from a clean machine to a phone that steers a game, step by step.

The phone and the dashboard are pages in Chromium on the host. A person's own time, to read, type and aim, is not in the measurement.
"""

import contextlib
import os
import pathlib
import sys
import time
import unittest

import daemon_guest
from daemon_package_tests import AT_THE_SEAT
from json_lines import JSONLines
from shared_guest import GUEST_DIRECTORY, guest

PORT = 28443
PAGES = pathlib.Path(__file__).resolve().parents[1] / "Web/Page"
CODE = "document.querySelector('#setup-qr path') && document.querySelector('#url').textContent.includes('#')"

WHEEL = """(async () => {
  document.querySelector('#open-menu').click();
  const wait = () => new Promise((done) => setTimeout(done, 20));
  while (!document.querySelector('#settings select')) await wait();
  const layouts = document.querySelector('#settings select');
  layouts.value = 'wheel';
  layouts.dispatchEvent(new Event('change'));
  document.querySelector('#menu').close();
})()"""


def load_tests(_loader, tests, _pattern):
    """Returns the test for `make test-all`, which has the time to purge the package and install it again."""
    return tests if os.environ.get("TILTPAD_LONG") else unittest.TestSuite()


class Stopwatch:
    """The steps and their times."""

    def __init__(self):
        """Begins without any steps."""
        self.steps = []

    @contextlib.contextmanager
    def step(self, name):
        """Measures the time of a `with` block as a step."""
        began = time.monotonic()
        yield
        self.steps.append((name, time.monotonic() - began))

    def table(self):
        """Returns the rows of the table in docs/install.md: the steps, and their sum."""
        rows = [*self.steps, ("together", sum(seconds for _, seconds in self.steps))]
        return "\n".join(f"| {name} | {seconds:.1f} s |" for name, seconds in rows)


def setUpModule():
    """Removes the package and all its files, as if the guest had never had it."""
    guest().run("! dpkg -s tiltpad || (systemctl stop tiltpad tiltpad-web; "
                "DEBIAN_FRONTEND=noninteractive apt-get -qq --yes purge --autoremove tiltpad)", 180, check=False)
    guest().run("rm -rf /etc/tiltpad /var/lib/tiltpad /var/lib/tiltpad-web; id player 2>/dev/null || useradd player")


def tearDownModule():
    """Installs the package as the other tests expect it."""
    guest().run("rm -f /var/lib/tiltpad/setup.conf", check=False)
    daemon_guest.write(daemon_guest.DROP_IN, daemon_guest.ALLOWED)
    guest().install(daemon_guest.REPOSITORY)
    daemon_guest.stop()


class FromNothingToAGame(unittest.TestCase):
    """The test of docs/install.md, "From nothing to a game"."""

    def browser(self):
        """Returns the module `engines`, and a browser that reaches the guest's gateway at every address with port 28443."""
        sys.path.insert(0, str(PAGES))
        import engines
        import processes
        processes.obey_signals()
        rules = f"--host-resolver-rules=MAP *:{PORT} 127.0.0.1:{guest().forward(PORT)}"
        return engines, self.enterContext(engines.Browser((rules,)))

    def test_a_new_user_comes_from_a_clean_machine_to_a_phone_that_steers_a_game(self):
        """The test measures the time of each step in docs/install.md."""
        watch = Stopwatch()
        with watch.step("the repository becomes known: `wget`, and `apt update`"):
            guest().add_source(daemon_guest.REPOSITORY)
            guest().apt("update")
        with watch.step("`apt install tiltpad`, until both services run"):
            guest().apt("install tiltpad")
            self.assertEqual(guest().run("systemctl is-active tiltpad tiltpad-web").stdout.split(), ["active", "active"])
        engines, browser = self.browser()
        desk = engines.Phone(browser, width=1280, height=800)
        with watch.step("the dashboard opens, with its questions"):
            desk.open(f"https://localhost:{PORT}/")
            desk.wait("document.body.dataset.stage === 'open' && !document.querySelector('#setup').hidden")
        with watch.step("the answers are saved, and the code is there"):
            desk.run("document.querySelector('#setup-form button:not([type])').click()")
            desk.wait(CODE)
        kept = guest().read("/var/lib/tiltpad/setup.conf")["/var/lib/tiltpad/setup.conf"]
        self.assertIn("identity = xbox360", kept)
        with JSONLines(guest(), f"{AT_THE_SEAT} python3 {GUEST_DIRECTORY}/sdl_probe.py --seconds 600") as game:
            game.until("ready")
            self.play(watch, engines.Phone(browser), desk.run("document.querySelector('#url').textContent"), game)
        print(f"\n{watch.table()}", file=sys.stderr)

    def play(self, watch, phone, link, game):
        """Lets a phone that has scanned the code steer a game that runs."""
        phone.permit("granted")
        phone.tilt(0, -90)
        with watch.step("the phone opens the link of the code, until PLAY is there"):
            phone.open(link)
            phone.wait("!document.querySelector('#join .action').disabled")
        with watch.step("PLAY, until the game sees the pad"):
            phone.tap("#join .action")
            game.until(lambda line: line.get("device", {}).get("is_controller"))
        self.assertEqual(phone.taps, 1)
        with watch.step("the phone's menu, the layout Wheel, until it is shown and held still"):
            phone.wait("document.body.dataset.stage === 'play'")
            phone.run(WHEEL)
            phone.wait("document.querySelector('#pad').dataset.layout === 'wheel' && document.body.dataset.stage === 'play'")
        with watch.step("the phone turns by 30°, until the game's axis moves"):
            phone.tilt(30, -90)
            game.until(lambda line: line.get("axis") == "leftx" and line["value"] > 3000)
