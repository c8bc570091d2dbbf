"""A scene with a phone's page: a browser at one end of a bad network, and the daemon and the web gateway at the other end."""

import math
import os
import subprocess
import sys
import time

import namespaces
from links import HOST
from namespaces import ROOT
from scene import PATIENCE, Child, Scene

sys.path.append(str(ROOT / "Tests/System/Web/Page"))

import engines  # noqa: E402
import house  # noqa: E402
import page_copy  # noqa: E402
import page_tests  # noqa: E402
import stand_in  # noqa: E402
from tables import Transport  # noqa: E402

WEB_PORT, PLAIN_PORT = 28443, 28080
# The address of a page that another server offers, as the gateway knows it. The tests serve that page at another address.
ELSEWHERE = "https://page.example/"
# The transports. Each has the script that keeps a page from using a better one, and its number in the player's status.
WAYS = {"WebRTC": ("", Transport.WEBRTC), "WebSocket": (page_tests.NO_CHANNEL, Transport.WEBSOCKET),
        "POST": (page_tests.NO_CHANNEL + page_tests.NO_SOCKET, Transport.HTTP)}
# The delay of the link in each direction, and the radius of the thumb's circle on the lever, in px.
DELAY_ms, RADIUS_px = 2, 40
PRESS_SECONDS, PRESS_PERIOD, FEWEST_EDGES = 0.1, 0.5, 8
# The tilt of the phone as a wheel, in degrees, and the error that the angle may have.
TILT, TILT_ERROR_rad = 30, 0.01
UNAVAILABLE = namespaces.unavailable() or (None if os.path.exists(engines.BINARY) else f"{engines.BINARY} is not installed")


class PhoneScene(Scene):
    """A scene with a web gateway and a browser at the other end of the link."""

    def __init__(self, script, transport, engine=engines, entry="tls"):
        """Opens the page, and plays by `transport`, since `script` makes the better ones unavailable.

        `entry` says where the page comes from: the host with TLS ("tls"), the host without TLS ("plain"), or another server ("elsewhere").
        """
        super().__init__(delay=DELAY_ms)
        try:
            for space in (self.near, self.far):
                subprocess.run(space.command("ip", "link", "set", "lo", "up"), check=True, timeout=PATIENCE)
            tickets = self.place / "web.sock"
            Child(self, self.far, "gateway", "web", "--folder", ROOT / "web", "--port", WEB_PORT, "--plain-port", PLAIN_PORT, "--socket",
                  self.socket, "--tickets", tickets, *(["--page", ELSEWHERE] if entry == "elsewhere" else [])).until("serving the page")
            link = Child(self, self.far, "ticket", "pair", "--phone", "--link", "--address", HOST, "--socket", tickets).until("#")
            with self.near.entered():
                self.phone = engine.Phone(self.enter_context(engine.Browser()))
            self.phone.permit("granted")
            for source in (house.settings(), script):
                self.phone.before(source)
            self.join(self.entrance(entry, link))
            self.until_transport(transport)
        except BaseException:
            self.close()
            raise

    def entrance(self, entry, link):
        """Returns the link to the page of that entry."""
        match entry:
            case "plain": return link.replace(f"https://{HOST}:{WEB_PORT}", f"http://{HOST}:{PLAIN_PORT}")
            case "elsewhere": return link.replace(ELSEWHERE, self.copy())
        return link

    def copy(self):
        """Serves a copy of the page next to the host, over TLS; returns its address."""
        with self.far.entered():
            copy = page_copy.PageCopy(HOST, stand_in.certificate(self.place))
        self.callback(copy.end)
        return f"https://{HOST}:{copy.port}/"

    def join(self, link):
        """Opens the page by a link, taps PLAY, and chooses the layout "pad", which has a lever."""
        self.phone.tilt(*page_tests.held(0, 0))
        self.phone.open(link)
        self.phone.wait("document.body?.dataset.stage === 'join' && document.querySelector('#card-title').textContent")
        self.phone.run("document.querySelector('#join .action').click()", is_tap=True)
        self.phone.wait("document.body.dataset.stage === 'play'")
        self.choose("pad")
        self.wait_for_player()

    def choose(self, layout):
        """Chooses a layout in the menu. A layout that comes over a data channel may be late, so the menu is opened again until it has the layout."""
        limit = time.monotonic() + PATIENCE
        option = f"document.querySelector('#settings select option[value={layout}]')"
        while True:
            self.phone.run("document.querySelector('#open-menu').click()")
            self.phone.wait("document.querySelector('#menu').open && document.querySelector('#settings select')")
            if self.phone.run(f"Boolean({option})"):
                break
            assert time.monotonic() < limit, f"{layout} is not in the menu"
            time.sleep(1)
        self.phone.run(f"(() => {{ const s = document.querySelector('#settings select'); s.value = '{layout}';"
                       "s.dispatchEvent(new Event('change')); document.querySelector('#menu').close(); })()")
        self.phone.wait(f"document.querySelector('#pad').dataset.layout === '{layout}' && document.body.dataset.stage === 'play'")

    def until_transport(self, number):
        """Waits until the page plays by the transport with this number."""
        self.watch.until(lambda: self.watch.player and self.watch.player.transport == number, PATIENCE, f"transport {number}")

    def order(self, *words):
        """Gives the daemon an order."""
        Child(self, self.far, "order", *words, "--socket", self.socket).process.wait(PATIENCE)

    def steer(self):
        """Tilts the phone as a wheel, and waits until the host has the angle."""
        self.choose("wheel")
        self.phone.tilt(*page_tests.held(TILT, 0))
        wanted = math.radians(TILT)
        self.watch.until(
            lambda: self.watch.player and self.watch.player.roll is not None and abs(self.watch.player.roll - wanted) < TILT_ERROR_rad,
            PATIENCE, f"a roll of {TILT}°")
        self.choose("pad")

    def buzz(self):
        """Plays a round of the quiz: presses, and gives the right answer."""
        self.order("mode", "buzzer")
        self.phone.wait("document.querySelector('#pad').dataset.layout === 'buzzer'")
        self.order("buzzer", "arm")
        self.phone.wait("document.body.dataset.quiz === 'armed' && !document.querySelector('#pad').inert")
        self.phone.touch(buzz=self.phone.middle("[data-cell=buzz]"))
        self.phone.lift()
        # The host refuses points before the round is decided.
        self.phone.wait("['first', 'win'].includes(document.body.dataset.quiz)")
        self.order("buzzer", "right")
        self.phone.wait("document.body.dataset.quiz === 'win'")
        self.order("mode", "play")
        self.phone.wait("document.querySelector('#pad').dataset.layout === 'pad'")

    def lead(self):
        """Returns the lead of CLOCK_MONOTONIC over the page's clock, in µs.

        The page is asked 20 times for its time, and the quickest answer counts.
        """
        found = []
        for _ in range(20):
            asked = time.monotonic_ns()
            page = self.phone.run("performance.now()")
            answered = time.monotonic_ns()
            found.append((answered - asked, (asked + answered) / 2000 - page * 1000))
        return min(found)[1]

    def play(self, seconds):
        """Turns a lever with one thumb, and presses a button repeatedly with the other; returns the number of edges.

        It plays for at least `seconds`, and until there are FEWEST_EDGES, since a browser may stand still for seconds on a busy machine.
        """
        (x, y), button = self.phone.middle("[data-cell=left]"), self.phone.middle("[data-out=A]")
        began, edges, due = time.monotonic(), 0, 0
        self.phone.touch(lever=(x, y))
        while (now := time.monotonic() - began) < seconds or edges < FEWEST_EDGES or edges % 2:
            if now >= due and edges % 2:
                self.phone.lift("button")
                edges, due = edges + 1, now + PRESS_PERIOD - PRESS_SECONDS
            elif now >= due:
                self.phone.touch(button=button)
                edges, due = edges + 1, now + PRESS_SECONDS
            turn = math.tau * now
            self.phone.slide(lever=(x + RADIUS_px * math.cos(turn), y + RADIUS_px * math.sin(turn)))
            self.watch.drain()
        self.phone.lift()
        return edges

    def samples(self, since, lead):
        """Returns (arrival, time of the sample) of each state that has arrived after `since`, all in ns of CLOCK_MONOTONIC."""
        return [(one.time, one.time - 1000 * since_sample(one, lead)) for one in self.watch.arrivals if one.time > since and one.sample]


def since_sample(arrival, lead):
    """Returns the time in µs from the page's sample to its arrival. The packet has the lower 32 bits of the page's clock."""
    late = int(arrival.time // 1000 - arrival.sample // 1000 - lead) % 2**32
    return late - 2**32 if late >= 2**31 else late
