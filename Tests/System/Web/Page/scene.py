"""A test with a host, one browser for all tests, and phones that are closed after each test."""

import itertools
import math
import os
import statistics
import time
import unittest

import engines
import frames
import house
import processes

_browsers = {}
# A script that runs before the page's own and records how the phone vibrates.
VIBRATION = "window.felt = []; navigator.vibrate = (pattern) => felt.push(pattern);"
# A script that makes a page like one in a browser that blocks storage.
BLOCKED = ("for (const name of ['localStorage', 'sessionStorage'])"
           " Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });")
# A script that lets the page wait up to 30 s for its sensor. On a slow machine, the first event of the sensor may be late.
PATIENCE = "{ const own = setTimeout; window.setTimeout = (call, ms, ...rest) => own(call, ms === 1500 ? 30_000 : ms, ...rest); }"
# The time between two states of a page that holds nothing.
IDLE_ms = 100


def browser(binary=engines.BINARY, options=()):
    """Returns the browser with this program and these options. It is started at the first call, and serves the whole run."""
    if (binary, options) not in _browsers:
        processes.obey_signals()
        _browsers[binary, options] = engines.Browser(options, binary)
    return _browsers[binary, options]


@unittest.skipUnless(os.path.exists(engines.BINARY), f"{engines.BINARY} is not installed")
class Scene(unittest.TestCase):
    """A test with a host and its phones."""

    options = {}
    binary = engines.BINARY
    # Further options of the browser.
    switches = ()
    # The language of its phones and pages unless a test chooses another.
    language = "en"

    def setUp(self):
        """Starts the browser and the host."""
        browser(self.binary, self.switches)
        self.house = self.open_house(**self.options)
        self.addCleanup(self.house.end)

    def open_house(self, **options):
        """Starts the host of this test; returns it. Here it is the stand-in."""
        return house.House(**options)

    def phone(self, script="", sensors="granted", **options):
        """Returns a phone that has not opened the page yet. `script` runs before the page's own scripts."""
        phone = engines.Phone(browser(self.binary, self.switches), **{"language": self.language, **options})
        self.addCleanup(phone.close)
        phone.permit(sensors)
        for source in (house.settings(), script):
            phone.before(source)
        return phone

    def feels_rumble(self, phone, player):
        """Checks that a phone with the script VIBRATION vibrates when a game's rumble begins, and stops when it ends."""
        for strong, felt in ((1, "felt.some((pattern) => pattern?.[0] === 400)"), (0, "felt.at(-1) === 0")):
            # A data channel may lose the message, so it is repeated.
            house.until(lambda: self.house.send(player, frames.feedback(strong, 0, 400)) or time.sleep(0.05) or phone.run(felt), felt)

    def player_of(self, phone):
        """Returns the number of a phone's player."""
        return int(phone.run("document.querySelector('#badge b').textContent"))

    def open(self, ticket=None, beta=0, gamma=-90, script="", sensors="granted", **options):
        """Returns a phone with the page before PLAY is tapped, held upright in landscape. It has no sensor if `beta` is None."""
        patience = "" if beta is None or sensors == "denied" else PATIENCE
        phone = self.phone(script=patience + script, sensors=sensors, **options)
        if beta is not None:
            phone.tilt(beta, gamma)
        phone.open(self.link(ticket))
        phone.wait("document.body?.dataset.stage !== 'loading' && document.querySelector('#card-title').textContent")
        return phone

    def link(self, ticket=None):
        """Returns the link to the page with `ticket`, or with a new ticket."""
        return f"{self.house.address}/j/#{ticket or self.house.ticket()}"

    def tap_play(self, phone):
        """Taps PLAY."""
        phone.run("document.querySelector('#join .action').click()", is_tap=True)

    def join(self, layout=None, **options):
        """Returns a phone that plays, and its player's number. If `layout` is given, it is chosen in the menu."""
        phone = self.open(**options)
        self.tap_play(phone)
        self.playing(phone)
        if layout:
            self.choose(phone, layout)
        return phone, self.player_of(phone)

    def choose(self, phone, layout):
        """Chooses a layout in the menu, and waits until it is shown. If it is already shown, the page builds it again."""
        option = f"document.querySelector('#settings select option[value={layout}]')"
        # If layouts come over a data channel, some may be late. The menu has them when it is opened again.
        house.until(lambda: self.open_menu(phone) or phone.run(f"Boolean({option})") or time.sleep(1), f"{layout} in the menu")
        phone.run(f"(() => {{ const s = document.querySelector('#settings select'); s.value = '{layout}';"
                  "document.querySelector('#pad').firstElementChild.id = 'former-control';"
                  "s.dispatchEvent(new Event('change')); document.querySelector('#menu').close(); })()")
        phone.wait(f"!document.querySelector('#former-control') && document.querySelector('#pad').dataset.layout === '{layout}'")
        self.playing(phone)

    def host_chooses(self, phone, player, layout):
        """Makes the host choose a layout for a phone, and waits until it is shown."""
        self.house.say(player, type="layout", id=layout)
        self.shows(phone, layout)

    def shows(self, phone, layout):
        """Waits until a phone shows a layout."""
        phone.wait(f"document.querySelector('#pad').dataset.layout === '{layout}'")

    def open_menu(self, phone):
        """Opens the menu, and waits for it, since its module may load a moment after the click."""
        phone.run("document.querySelector('#open-menu').click()")
        phone.wait("document.querySelector('#menu').open && document.querySelector('#settings select')")

    def playing(self, phone):
        """Waits until a phone plays."""
        phone.wait("document.body.dataset.stage === 'play'")

    def states(self, player, since=0):
        """Returns the states of a player that came after `since`, in s."""
        return [arrival for arrival in self.house.arrivals(player) if arrival.state and arrival.at > since]

    def newest(self, player):
        """Returns the newest state of a player."""
        return self.states(player)[-1].state

    def until_state(self, player, condition, what):
        """Waits until `condition` holds for the newest state of a player."""
        return house.until(lambda: self.states(player) and condition(self.newest(player)), what)

    def cut(self, phone, player):
        """Breaks all connections, and waits until the player's states arrive over another connection."""
        self.house.proxy.cut()
        cut = phone.run("performance.now()")
        self.until_state(player, lambda state: state.time / 1000 > cut, "states after the cut")

    def longest_pause(self, since=0):
        """Returns the longest time in s between two successive states of any player after `since`, by the page's clock or by their arrival."""
        pauses = [0]
        for player in range(1, 17):
            for earlier, later in itertools.pairwise(self.states(player, since)):
                pauses += (later.at - earlier.at, (later.state.time - earlier.state.time) / 1e6)
        return max(pauses)

    def until_share(self, phone, player, least, most=math.inf):
        """Waits until a player sends more than `least` and fewer than `most` states per frame of the screen.

        `most` leaves out the ten states a second that always come. On a busy machine the host acknowledges late, and the numbers are wrong.
        """
        shares = ["states for each frame of the screen"]

        def is_between():
            shares.append(self.share_of_frames(phone, player))
            return shares[-1][0] > least and shares[-1][1] < most
        house.until(is_between, shares)

    def share_of_frames(self, phone, player):
        """Returns a player's number of states per frame of the screen, with and without the ten a second that always come."""
        frames_ms = phone.run("""new Promise((done) => { const times = []; const next = () => { times.push(performance.now());
          if (times.length < 90) requestAnimationFrame(next); else done(times); }; requestAnimationFrame(next); })""")
        house.until(lambda: self.newest(player).time / 1000 > frames_ms[-1], "the state after them")
        states_ms = [arrival.state.time / 1000 for arrival in self.states(player)]
        count = sum(frames_ms[0] <= time < frames_ms[-1] for time in states_ms)
        anyway = (frames_ms[-1] - frames_ms[0]) / IDLE_ms
        return count / (len(frames_ms) - 1), (count - anyway) / (len(frames_ms) - 1)

    def slows_down(self, player):
        """Waits until a player sends about ten states a second, as a controller at rest does. Answers to the host may come in between."""
        house.until(lambda: self.apart(player) > 66, "ten states a second")

    def apart(self, player):
        """Returns the median time between a player's next states, in ms of the page's clock."""
        before = len(self.states(player))
        house.until(lambda: len(self.states(player)) > before + 9, "ten states")
        times = [arrival.state.time / 1000 for arrival in self.states(player)[before:]]
        return statistics.median(later - earlier for earlier, later in zip(times, times[1:]))

    def at_rest(self, state):
        """Returns whether a state holds no button, stick, trigger or tilt."""
        return state.buttons == 0 and not any(state.sticks) and not any(state.triggers) and not state.flags & frames.TILT
