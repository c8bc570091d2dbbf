"""Tests of the overlay: what a stream shows of the players on a transparent ground, and how soon."""

import http.client
import json
import math
import random
import time

import chromium_latency_tests as latency
import engines
import house
import real
import scene
import standstill
import times

WIDTH, HEIGHT = 800, 600
PRESSED = "document.querySelector('[data-button=A].on')"
COUNT = 60
# The goals: SHOWN_s from the pad to the pixels, BACK_s from the gateway's start to the overlay's WebSocket, and the least number of FRAMES a second.
SHOWN_s, BACK_s, FRAMES = 0.05, 2, 30
# The timeout of a request, in s.
PATIENCE_s = 10
# A script that records when a button was drawn as pressed. It takes the time of the next frame, when the change is on the screen.
NOTE = """window.drawn = []; new MutationObserver(() => { if (document.querySelector('[data-button=A].on')) requestAnimationFrame((now) => drawn.push(now / 1000)); })
  .observe(document.querySelector('[data-button=A]'), { attributeFilter: ['class'] })"""
# A script that keeps the overlay's WebSockets, and the protocols that they offer.
NOTED = """window.opened = []; window.offered = []; window.WebSocket = class extends WebSocket {
  constructor(...all) { super(...all); opened.push(this); offered.push(all[1]); } };"""
# A script that keeps the pauses (ms) of a page's timers. Once `isHasty` is set, it shortens them to 0.
HASTY = """window.pauses = []; window.isHasty = false; const later = window.setTimeout;
  window.setTimeout = (what, ms, ...rest) => { pauses.push(ms); return later(what, isHasty ? 0 : ms, ...rest); };"""
# A script that returns the notice by which an overlay says why it shows no picture; "" if none is visible.
NOTICE = "document.querySelector('#notice').checkVisibility() && document.querySelector('#notice').textContent || ''"
REFUSED = "This link is not valid, or all places are taken."
OTHER = "A" * 22
# A script that returns [red, green, blue, alpha] of a picture's pixels at the given places.
PIXELS = """(async (data, places) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  return places.map(([x, y]) => [...canvas.getImageData(x, y, 1, 1).data]);
})"""


def luminance(colour):
    """Returns the relative luminance of an opaque colour (WCAG 2.2)."""
    parts = [value / 255 for value in colour[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(first, second):
    """Returns the contrast ratio of two opaque colours, 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


class OverlayTests(real.Scene):
    """Tests with a phone that plays, and overlays that show it."""

    def overlay(self, query="", link=None):
        """Returns a page with the overlay, as large as a browser source of OBS. It opens `link`, or the overlay's own port with `query`."""
        page = engines.Phone(scene.browser(), width=WIDTH, height=HEIGHT)
        self.addCleanup(page.close)
        page.call("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)
        page.call("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
        page.before(NOTED + HASTY)
        page.open(link or self.house.overlay(query))
        return page

    def pixels(self, page, *places):
        """Returns the pixels of a page at these places, as [red, green, blue, alpha]."""
        data = page.call("Page.captureScreenshot", format="png")["data"]
        return page.run(f"{PIXELS}({json.dumps(data)}, {json.dumps(places)})")

    def box(self, page, selector):
        """Returns an element's left, top, right and bottom edge, px."""
        return page.run(f"(({{ left, top, right, bottom }}) => [left, top, right, bottom])(document.querySelector({selector!r}).getBoundingClientRect())")

    def test_all_but_the_drawings_is_transparent(self):
        page = self.overlay("?player=1&show=pad,wheel,name&size=540")
        corners = [(0, 0), (WIDTH - 1, 0), (0, HEIGHT - 1), (WIDTH - 1, HEIGHT - 1), (WIDTH // 2, HEIGHT // 2)]
        self.assertEqual([alpha for *_, alpha in self.pixels(page, *corners)], [0] * 5, "nobody plays")
        self.join()
        page.wait("document.querySelector('.player svg.pad')")
        left, top, right, bottom = map(round, self.box(page, ".player"))
        self.assertAlmostEqual(right - left, 540, delta=2)
        around = [(x, y) for x in range(0, WIDTH, 20) for y in range(0, HEIGHT, 20) if not (left - 8 < x < right + 8 and top - 8 < y < bottom + 8)]
        self.assertEqual({alpha for *_, alpha in self.pixels(page, *around)}, {0})
        inside = [tuple(map(round, page.middle(selector))) for selector in ("svg.pad", ".name")]
        self.assertEqual([alpha for *_, alpha in self.pixels(page, *inside)], [255, 255])
        self.assertEqual(page.run("[document.documentElement, document.body].map((each) => getComputedStyle(each).overflow)"), ["hidden", "hidden"])
        self.assertEqual(page.messages, [])

    def test_it_can_be_seen_over_any_picture(self):
        self.join()
        page = self.overlay("?size=400")
        page.wait("document.querySelector('svg.pad')")
        left, top, right, bottom = self.box(page, "svg.pad")
        name_left, name_top, _, name_bottom = self.box(page, ".name")
        rows = {"pad": (left, (top + bottom) / 2), "name": (name_left, (name_top + name_bottom) / 2)}
        for colour in ((0, 0, 0), (255, 255, 255), (119, 119, 119), (230, 159, 0), (13, 17, 23)):
            page.run(f"document.body.style.background = 'rgb{colour}'")
            for what, (x, y) in rows.items():
                line = self.pixels(page, *[(round(x) - 10 + step, round(y)) for step in range(40)])
                best = max(contrast(pixel, colour) for pixel in line)
                self.assertGreaterEqual(best, 3, f"the edge of the {what} over {colour}")

    def test_it_shows_the_wished_parts_of_the_wished_player(self):
        phone, player = self.join()
        pages = {query: self.overlay(query) for query in ("", f"?player={player}&show=wheel", "?player=9", "?show=pad")}
        seen = {query: "Boolean(document.querySelector('svg.dial')) + ',' + Boolean(document.querySelector('svg.pad')) + ',' + Boolean(document.querySelector('.name'))"
                for query in pages}
        for query, wanted in (("", "false,true,true"), (f"?player={player}&show=wheel", "true,false,false"), ("?show=pad", "false,true,false")):
            pages[query].wait(f"{seen[query]} === {wanted!r}")
        self.assertEqual(pages["?player=9"].run("document.querySelector('#players').children.length"), 0)
        pages[""].wait("document.querySelector('.name').textContent.endsWith('Aki')")
        phone.touch(t=phone.middle("[data-out=A]"))
        pages[""].wait(PRESSED)
        phone.lift()
        pages[""].wait(f"!{PRESSED}")

    def test_nothing_is_drawn_of_a_player_who_is_away(self):
        phone, _ = self.join()
        page = self.overlay()
        page.wait("document.querySelector('svg.pad')")
        phone.call("Page.navigate", url="about:blank")
        page.wait("!document.querySelector('.player')")
        self.assertEqual(self.pixels(page, (WIDTH // 2, HEIGHT // 2))[0][3], 0)

    def test_it_is_back_when_the_gateway_is(self):
        page = self.overlay()
        self.join()
        page.wait("document.querySelector('svg.pad')")
        self.house.kill_gateway()
        page.wait("!document.querySelector('.player')")
        # The gateway is away for longer than the time after which browsers delay further WebSockets.
        time.sleep(4)
        self.house.start_gateway()
        began = time.monotonic()
        house.until(lambda: self.is_watched(page), "the overlay to listen again")
        times.hold(self, "overlay listens again after the gateway's start", time.monotonic() - began, BACK_s)
        page.wait("document.querySelector('svg.pad')")
        self.assertFalse([said for said in page.messages if "WebSocket" not in said and "ERR_CONNECTION_REFUSED" not in said])

    def is_watched(self, page):
        """Returns whether the overlay has an open WebSocket."""
        return page.run("opened.some((each) => each.readyState === 1)")

    def test_it_is_drawn_over_https_by_a_link_and_is_empty_after_its_end(self):
        phone, _ = self.join()
        link = self.house.viewer_link("--size", "400")
        page = self.overlay(link=link)
        page.wait("document.querySelector('svg.pad')")
        self.assertEqual(page.run(NOTICE), "")
        self.assertEqual(page.run("[location.protocol, location.search, location.hash, document.referrer]"), ["https:", "?size=400", "", ""])
        # Chromium itself keeps the address that was typed for as long as the tab exists. No page can change that.
        self.assertNotIn(link.split("#")[1], str([entry["url"] for entry in page.call("Page.getNavigationHistory")["entries"]]))
        phone.touch(t=phone.middle("[data-out=A]"))
        page.wait(PRESSED)
        phone.lift()
        self.house.kill_gateway()
        page.wait("!document.querySelector('.player')")
        self.house.start_gateway()
        page.wait("document.querySelector('svg.pad')")
        page.call("Page.reload")
        page.wait("window.opened?.length === 1 && document.querySelector('svg.pad')")
        page.run("[pauses.length, isHasty] = [0, true]")
        self.house.revoke_viewers()
        page.wait("pauses.length >= 4")
        self.assertEqual(page.run("pauses.slice(0, 4)"), [1000, 4000, 16000, 60000], "ms; it asks ever more seldom")
        self.assertEqual(page.run("document.querySelector('#players').children.length"), 0)
        self.assertEqual(page.run(NOTICE), REFUSED)

    def test_it_says_on_another_machine_that_a_link_is_refused(self):
        link = self.house.viewer_link()
        place, ticket = link.split("#")
        for address, asks in ((place, False), (f"{place}#{OTHER}", True)):
            page = self.overlay(link=address)
            page.wait(f"({NOTICE}) === {REFUSED!r}")
            self.assertEqual(page.run("opened.length > 0"), asks, "without a ticket nobody is asked")
            page.run(f"location.hash = {ticket!r}")
            page.wait(f"window.opened?.at(-1)?.readyState === 1 && ({NOTICE}) === ''")

    def test_no_ticket_and_no_word_of_it_without_tls(self):
        page = self.overlay(link=self.house.overlay(f"#{OTHER}"))
        page.wait("window.opened?.[0]?.readyState === 1")
        self.assertEqual(page.run("offered[0]"), ["tpp.overlay.v1"])
        self.assertEqual(page.run(NOTICE), "")
        for path in ("/overlay", "/web/overlay.html"):
            door = http.client.HTTPConnection("127.0.0.1", self.house.plain.port, timeout=PATIENCE_s)
            door.request("GET", path)
            self.assertEqual(door.getresponse().status, 403, path)
            door.close()

    @standstill.again(3)
    def test_a_press_is_on_the_screen_at_once(self):
        phone, player = self.join()
        page = self.overlay("?size=400")
        page.wait("document.querySelector('[data-button=A]')")
        page.run(NOTE)
        offset, _ = latency.clock(page)
        place = phone.middle("[data-out=A]")
        for _ in range(COUNT):
            phone.touch(t=place)
            page.wait(PRESSED)
            phone.lift()
            page.wait(f"!{PRESSED}")
            time.sleep(random.uniform(0.01, 0.05))
        pressed = self.presses(player)
        drawn = [at + offset for at in page.run("drawn")]
        self.assertEqual((len(pressed), len(drawn)), (COUNT, COUNT))
        median, p99 = latency.spread([shown - at for at, shown in zip(pressed, drawn)])
        print(f"(pad to pixels: median {median:.1f} ms, p99 {p99:.1f} ms)", end=" ", flush=True)
        times.hold(self, "pad to the overlay's pixels, p99", p99 / 1000, SHOWN_s)

    def presses(self, player):
        """Returns the times at which the bridge received a player's presses.

        Presses and releases alternate, so every second edge is a press.
        """
        arrived = {}
        for arrival in self.house.arrivals(player):
            for number, *_ in arrival.edges:
                arrived.setdefault(number, arrival.at)
        return list(arrived.values())[::2]

    def test_it_is_drawn_as_often_as_a_stream_needs(self):
        phone, _ = self.join(layout="wheel")
        page = self.overlay("?show=pad,wheel,name&size=400")
        page.wait("document.querySelector('svg.dial .smoothed')")
        page.run("""window.turns = 0; new MutationObserver(() => { turns += 1; }).observe(document.querySelector('svg.dial .smoothed'), { attributeFilter: ['transform'] })""")
        began = time.monotonic()
        step = 0
        while time.monotonic() < began + 2:
            step += 1
            phone.tilt(20 * math.sin(step / 5), -90)
        rate = page.run("turns") / (time.monotonic() - began)
        times.check(self, "frames a second of an overlay that turns", rate >= FRAMES, f"{rate:.0f} of {FRAMES}")
        page.wait("turns > 0")

