"""Tests of the dashboard's connection, of its log of events, and of screens, languages and accessibility."""

import dataclasses
import time

import dashboard_scene
import house
import host_records
import stand_in_host
from tables import VERSION, Message, Silence

LANGUAGES = {"en": ("Players", "Admit"), "ja": ("プレイヤー", "許可"), "zh": ("玩家", "允许")}


class LinkTests(dashboard_scene.DashboardScene):
    """Tests of tickets, lost connections, and malformed messages."""

    def test_another_machine_without_a_ticket_sees_a_card(self):
        page = self.page()
        page.open(self.house.address(dashboard_scene.REMOTE) + "/#wrong-ticket-wrong-ticket")
        page.wait("!document.querySelector('#card').hidden")
        self.assertIn("tiltpad dashboard", self.text(page, "#card"))
        self.assertEqual(self.server.shown_tickets, ["wrong-ticket-wrong-ticket", None])
        self.assertEqual(page.run("getComputedStyle(document.querySelector('#desk')).display"), "none")
        self.server.host_tickets.add("wrong-ticket-wrong-ticket")
        self.click(page, "#again")
        page.wait("document.body.dataset.stage === 'open'")

    def test_the_next_ticket_is_kept_and_the_fragment_is_clean(self):
        self.server.host_tickets.add("first")
        page = self.page()
        page.open(self.house.address(dashboard_scene.REMOTE) + "/#first")
        page.wait("document.body.dataset.stage === 'open'")
        self.assertEqual(page.run("[location.hash, sessionStorage.getItem('tiltpad.host')]"), ["", *self.server.host_tickets])
        for again in (page.reload, self.house.proxy.cut):
            kept, = self.server.host_tickets
            again()
            house.until(lambda: self.server.shown_tickets[-1] == kept, "the kept ticket")
            page.wait("document.body?.dataset.stage === 'open' && sessionStorage.getItem('tiltpad.host') !== " + repr(kept))
        self.assertNotIn(None, self.server.shown_tickets)

    def test_a_lost_connection_comes_back_and_says_so_meanwhile(self):
        self.server.players = {1: host_records.Player()}
        page = self.dashboard()
        page.wait("document.querySelector('#players tbody tr')")
        self.house.proxy.hold()
        self.house.proxy.cut()
        page.wait("document.body.dataset.stage === 'lost' && document.querySelector('#banner').textContent")
        self.assertEqual(self.text(page, "#url"), "")
        for order in ("recentre-all", "new-code", "recentre-all"):
            self.click(page, f"#{order}")
        for order in ("Re-centre", "Renew code"):
            self.until_logged(page, f"“{order}” failed: No connection to Tiltpad")
        self.assertEqual(self.text(page, "#log").count("Re-centre"), 1)
        self.house.proxy.let_go()
        page.wait("document.body.dataset.stage === 'open' && !document.querySelector('#banner').textContent")
        self.until_logged(page, "No connection to Tiltpad")
        self.server.players[2] = host_records.Player()
        self.server.tell()
        page.wait("document.querySelectorAll('#players tbody tr').length === 2")

    def test_a_daemon_of_another_version_is_told_until_it_is_restarted(self):
        self.server.players = {1: host_records.Player()}
        page = self.dashboard()
        page.wait("document.querySelector('[data-slot=\"1\"]')")
        self.server.send(host_records.joined([bytes([Message.HOST, VERSION + 1])]))
        page.wait("document.querySelector('#banner').textContent === 'Tiltpad was updated while it ran. Restart it.'")
        self.server.tell()
        page.wait("document.querySelector('#banner').textContent === ''")

    def test_what_breaks_the_format_changes_nothing(self):
        self.server.players = {1: host_records.Player(buttons=("A",))}
        page = self.dashboard()
        page.wait("document.querySelector('[data-button=A].on')")
        good = host_records.batch(self.server.record, self.server.players)
        for wrong in (b"", b"\x00", good[:-1], good[:40], b"\xff" * 600, bytes(1000)):
            self.server.send(wrong)
        for wrong in ("", "{", "null", "7", "[]", '{"type":"constructor"}', '{"type":"names","names":{"slot":1}}', '{"type":"names","names":[null,7]}',
                      '{"type":"peer","state":"connecting","key":"no key"}', '{"type":"ticket","url":"x","rows":"1","seconds":"y"}',
                      '{"type":"pin"}', '{"type":"layout","layout":7}', '{"type":"answer","number":99,"result":"failed"}', '{"type":"new","more":{}}'):
            self.server.send(wrong)
        self.server.players[1] = host_records.Player(buttons=("B",))
        self.server.tell()
        page.wait("document.querySelector('[data-button=B].on') && !document.querySelector('[data-button=A].on')")
        self.assertEqual(page.run("document.querySelectorAll('#players tbody tr').length"), 1)
        self.assertTrue(page.run("document.querySelector('#door').hidden"))
        self.assertEqual(page.messages, [])

    def test_the_code_to_play_gives_way_to_that_of_a_check_and_comes_back(self):
        play, check = (stand_in_host.ticket(f"https://192.168.1.20:28443/{path}/#q3Zt8LmYp0cV5xRw2hKdNg") for path in ("j", "check"))
        self.server.ticket = play
        page = self.dashboard()
        page.wait("document.querySelector('#qr path')")
        self.assertTrue(page.run("document.querySelector('#check-phone').hidden"), "a host without a check")
        self.server.say(type="ticket", **play, check={"url": check["url"], "rows": check["rows"]})
        page.wait("!document.querySelector('#check-phone').hidden")
        codes = []
        for url in (play["url"], check["url"], play["url"]):
            page.wait(f"document.querySelector('#url').textContent === '{url}'")
            codes.append(page.run("document.querySelector('#qr path').getAttribute('d') + document.querySelector('#qr').getAttribute('aria-label')"))
            page.run("document.querySelector('#check-phone').click()")
        self.assertEqual([codes[0] == codes[2], codes[0] == codes[1]], [True, False])
        page.wait("!document.querySelector('#check-text').hidden")

    def test_nothing_is_drawn_when_nothing_is_new(self):
        self.server.ticket = {"url": "", "seconds": 0, "rows": []}
        page = self.dashboard(script="window.frames_drawn = 0; const ask = requestAnimationFrame.bind(window);"
                                     "window.requestAnimationFrame = (call) => ask((t) => { window.frames_drawn += 1; call(t); });")
        rest = house.until(lambda: self.rest(page), "a second and a half without a frame", 60)
        self.server.tell()
        page.wait(f"window.frames_drawn > {rest}")

    def rest(self, page):
        """Returns the number of frames drawn so far, if none has been drawn for 1.5 s; otherwise None."""
        before = page.run("window.frames_drawn")
        time.sleep(1.5)
        return before if page.run("window.frames_drawn") == before else None

    def test_a_hidden_tab_draws_nothing_and_is_right_when_it_is_seen(self):
        self.server.players = {1: host_records.Player()}
        page = self.dashboard()
        page.wait("document.querySelector('#players tbody tr')")
        page.hide()
        page.wait("document.hidden")
        self.server.players[2] = host_records.Player()
        self.server.tell()
        self.server.say(type="layout", layout="tank")
        page.wait("document.querySelector('#log').textContent.includes('Layout for everyone')")
        self.assertEqual(page.run("document.querySelectorAll('#players tbody tr').length"), 1)
        page.show()
        page.wait("document.querySelectorAll('#players tbody tr').length === 2")


class EventTests(dashboard_scene.DashboardScene):
    """Tests of the log of events, with its times."""

    def change(self, slot, **fields):
        """Changes a player's record, and sends it."""
        self.server.players[slot] = dataclasses.replace(self.server.players[slot], **fields)
        self.server.tell()

    def test_who_comes_goes_is_away_and_back(self):
        self.server.players = {1: host_records.Player()}
        page = self.dashboard()
        page.wait("document.querySelector('#players tbody tr')")
        self.assertNotIn("joined", self.text(page, "#log"))
        self.server.players[2] = host_records.Player()
        self.server.tell()
        self.until_logged(page, "Player 2 joined")
        self.server.say(type="names", names=[{"slot": 2, "name": "Mei", "colour": "#CC79A7"}])
        self.until_logged(page, "Mei joined")
        self.change(2, silence=900, stage=Silence.RELEASING)
        self.change(2, silence=5200, stage=Silence.RELEASED, is_connected=False)
        self.until_logged(page, "Mei lost the connection")
        page.wait("document.querySelector(\"tr[data-slot='2']\").dataset.state === 'away'")
        self.change(2, silence=4, stage=Silence.LIVE, is_connected=True)
        self.until_logged(page, "Mei is back after 5.2 s")
        del self.server.players[2]
        self.server.tell()
        self.until_logged(page, "Mei left")
        self.assertRegex(self.text(page, "#log time"), r"^\d\d:\d\d:\d\d$")

    def test_what_the_host_does_is_told(self):
        page = self.dashboard()
        self.server.say(type="lost")
        page.wait("document.body.dataset.stage === 'bridge'")
        self.server.say(type="found")
        page.wait("document.body.dataset.stage === 'open'")
        self.server.record.policy = "locked"
        self.server.tell()
        self.server.say(type="layout", layout="tank")
        for text in ("Tiltpad has stopped", "Tiltpad is back", "Who may join: Locked", "Layout for everyone: Tank"):
            self.until_logged(page, text)
        page.wait("document.querySelector('#policy [data-value=locked]').ariaPressed === 'true'")

    def test_drops_are_told_by_what_kind_of_reason_they_have(self):
        page = self.dashboard()
        self.server.record.drops = {18: 5, 0: 1, 14: 2}
        self.server.on_tick = lambda _: None
        for text in ("5 packets dropped: too many", "3 packets dropped: malformed"):
            self.until_logged(page, text)

    def test_a_device_that_was_never_there_is_new(self):
        self.server.peers = [{"state": "available", "slot": 0, "reason": 0, "code": "", "key": "01" * 32, "name": "Old one"}]
        page = self.dashboard()
        time.sleep(1.6)
        for key, name in (("01", "Old one"), ("02", "New one")):
            self.server.say(type="peer", state="connected", slot=1, reason=0, code="", key=key * 32, name=name)
        self.until_logged(page, "New one was paired")
        self.assertNotIn("Old one was paired", self.text(page, "#log"))


class LookTests(dashboard_scene.DashboardScene):
    """Tests of screen sizes, languages, and viewers who use a screen reader or want no movement."""

    def crowd(self, count=4):
        """Adds `count` players and a waiting controller."""
        self.server.players = {slot: host_records.Player(raw=0.1, smoothed=0.1, battery=50) for slot in range(1, count + 1)}
        self.server.names = [{"slot": 1, "name": "A name as long as they may be", "colour": "#0072B2"}]
        self.server.peers = [{"state": "connecting", "slot": 0, "reason": 0, "code": "482913", "key": dashboard_scene.KEY, "name": "Pixel 7"}]

    def test_no_screen_has_to_be_scrolled_sideways(self):
        self.crowd()
        page = self.dashboard()
        for width, height in ((390, 844), (768, 1024), (1024, 640), (1280, 800), (1920, 1080), (3840, 2160)):
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
            for language in LANGUAGES:
                self.speak(page, language)
                page.wait(f"innerWidth === {width} && document.querySelector('#players-title').textContent === {LANGUAGES[language][0]!r}"
                          "&& document.querySelectorAll('#players tbody tr').length === 4 && document.querySelector('#waiting li')")
                wide = page.run("""[...document.querySelectorAll('#desk *')].filter((e) => !e.closest('svg, .spoken, thead, option') && e.clientWidth > 1
                  && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))""")
                self.assertEqual((page.run("document.documentElement.scrollWidth"), wide), (width, []), f"{width} px, {language}")

    def test_three_languages_everywhere(self):
        self.crowd()
        page = self.dashboard()
        for language, words in LANGUAGES.items():
            self.speak(page, language)
            page.wait(f"document.documentElement.lang.startsWith({language!r}) && document.querySelector('#players-title').textContent === {words[0]!r}")
            page.wait(f"document.querySelector('#waiting button').textContent === {words[1]!r}")
            self.assertEqual(page.run("[...document.querySelectorAll('[data-word]')].filter((e) => !e.textContent.trim()).map((e) => e.dataset.word)"), [])
        page.reload()
        page.wait("document.documentElement.lang === 'zh-Hans' && document.querySelector('#nobody h2')?.textContent")
        other = self.dashboard("/?lang=ja")
        self.assertEqual(other.run("document.documentElement.lang"), "ja")

    def test_everything_has_a_name_and_a_role(self):
        self.crowd()
        page = self.dashboard()
        page.wait("document.querySelectorAll('#players tbody tr').length === 4")
        nameless = page.run("""[...document.querySelectorAll('button, select, [role], canvas')].filter((e) => !e.closest('[hidden], dialog, [aria-hidden]')
          && !['row', 'rowgroup', 'cell', 'status'].includes(e.getAttribute('role')) && !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby')
          && !e.textContent.trim() && !e.closest('label')).map((e) => e.outerHTML)""")
        self.assertEqual(nameless, [])
        self.assertIn("Tilt +0.10 rad", page.run("document.querySelector('.dial').getAttribute('aria-label')"))
        self.assertIn("nothing pressed", page.run("document.querySelector('.pad[role=img]').getAttribute('aria-label')"))
        self.assertEqual(page.run("document.querySelector('#log').ariaLive"), "polite")
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        self.assertEqual(page.run("getComputedStyle(document.querySelector('button')).transitionDuration"), "0s")
        self.assertEqual(page.messages, [])

    def test_texts_stand_out_from_their_ground(self):
        page = self.dashboard()
        found = page.run("""(() => { const s = getComputedStyle(document.documentElement);
          const light = (hex) => { const [r, g, b] = hex.trim().slice(1).match(/../g).map((d) => { const v = parseInt(d, 16) / 255;
            return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
          const ratio = (a, b) => { const [x, y] = [a, b].map((n) => light(n[0] === '#' ? n : s.getPropertyValue(n))).sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
          const texts = ['--ink', '--soft', '--good', '--warn', '--bad'].flatMap((t) => ['--ground', '--surface'].map((g) => [`${t} on ${g}`, ratio(t, g), 4.5]));
          const colours = ['#E69F00', '#56B4E9', '#009E73', '#F0E442', '#0072B2', '#D55E00', '#CC79A7', '#FFFFFF'];
          return [...texts, ['--ink on --raised', ratio('--ink', '--raised'), 4.5], ...colours.map((c) => [`${c} on --surface`, ratio(c, '--surface'), 3])]; })()""")
        for name, value, least in found:
            self.assertGreaterEqual(value, least, name)


class KioskTests(dashboard_scene.DashboardScene):
    """Tests of the dashboard on a television."""

    def test_it_shows_code_and_players_large_and_orders_nothing(self):
        self.server.players = {1: host_records.Player(), 2: host_records.Player(stage=Silence.RELEASED, is_connected=False)}
        self.server.names = [{"slot": 1, "name": "Aki", "colour": "#56B4E9"}]
        self.server.peers = [{"state": "connecting", "slot": 0, "reason": 0, "code": "482913", "key": dashboard_scene.KEY, "name": "Pixel 7"}]
        page = self.dashboard("/?kiosk", width=1280, height=720)
        page.wait("document.querySelectorAll('#crowd li').length === 2 && document.querySelector('#qr path')")
        self.assertEqual(page.run("[...document.querySelectorAll('button, select, input, a, [tabindex], dialog, summary')].filter((e) => !e.closest('#card')).length"), 0)
        self.assertEqual(page.run("[...document.querySelectorAll('#crowd li')].map((e) => e.textContent)"), ["1 Aki", "2 Player 2away"])
        small = page.run("""[...document.querySelectorAll('#kiosk *')].filter((e) => e.clientWidth && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
          && parseFloat(getComputedStyle(e).fontSize) < innerHeight * 0.05 - 0.1).map((e) => e.outerHTML)""")
        self.assertEqual(small, [])
        self.assertGreater(page.run("document.querySelector('#qr').getBoundingClientRect().width"), 400)
        self.assertEqual(self.server.orders, [])
        self.assertEqual(page.messages, [])

    def test_sixteen_players_fit_on_it(self):
        self.server.players = {slot: host_records.Player() for slot in range(1, 17)}
        for width, height in ((1280, 720), (1920, 1080), (3840, 2160)):
            page = self.dashboard("/?kiosk", width=width, height=height)
            page.wait("document.querySelectorAll('#crowd li').length === 16")
            self.assertEqual(page.run("[...document.querySelectorAll('#kiosk li, #qr, #kiosk h1, #kiosk h2')].filter((e) => { const b = e.getBoundingClientRect();"
                                      "return b.top < 0 || b.bottom > innerHeight || b.right > innerWidth; }).length"), 0)
