"""Tests of the screens of page, check, editor, crowd, dashboard and tanks with axe-core.

Long runs use every language. All runs use an artificial language, which is longer and is written from right to left.
"""

import axe
import buzzer_tests
import check_scene
import dashboard_scene
import edit_scene
import evening
import full_desk
import house
import long_run
import one_key
import pseudo
import scene
from tables import Mode, RoundPhase

LAYOUTS = sorted(path.stem for path in (house.WEB / "layouts").glob("*.json"))
# English and the artificial language. A long run has all languages.
LANGUAGES = [*long_run.some(sorted(path.name for path in (house.WEB / "words").iterdir()), "en"), pseudo.TAG]
# The sizes of the smallest phone, in landscape and in portrait.
WIDE, TALL = {"width": 667, "height": 325}, {"width": 360, "height": 640}
SCORES = ((1, "Aki", 1, 4), (2, "Mei", 2, 6), (3, "Jun", 1, 2))


@axe.needed
class Audit(pseudo.Spoken):
    """Tests in each language."""

    def clean(self, phone, *where):
        """Checks that axe has no finding about the page; `where` names the screen."""
        with self.subTest(screen=" ".join(map(str, where))):
            self.assertEqual(axe.findings(phone), [])


class CardTests(Audit, scene.Scene):
    """Tests of the cards before play."""

    options = {"limit": 1}

    def test_before_play(self):
        for language in LANGUAGES:
            for size in (WIDE, TALL):
                phone = self.open(language=language, **size)
                self.clean(phone, "join", language, size)
            for stage in ("scan", "full"):
                phone = self.open(ticket="AAAAAAAAAAAAAAAAAAAAAA" if stage == "scan" else None, language=language)
                if stage == "full":
                    other, player = self.join(language=language)
                self.tap_play(phone)
                phone.wait(f"document.body.dataset.stage === '{stage}'")
                self.clean(phone, stage, language)
            self.house.say(player, type="denied", reason="kicked")
            other.wait("document.body.dataset.stage === 'denied'")
            self.clean(other, "denied", language)
            self.house.server.seats.clear()


class AccessTests(Audit, scene.Scene):
    """Tests of the settings for switches, with each way to play."""

    def test_settings_and_scan(self):
        for language in LANGUAGES:
            for way in ("off", "auto", "one", "two", "dwell"):
                phone = self.open(language=language, script=one_key.options(way=way, keys={"KeyX": "A"}), **TALL)
                phone.wait("document.querySelector('#access')")
                phone.run("document.querySelector('#open-access').click()")
                phone.wait("document.querySelector('#access-panel [data-option=way]') && [...document.styleSheets].some(({ href }) => href?.endsWith('panel.css'))")
                self.clean(phone, "access", way, language)


class CheckTests(check_scene.Steps, Audit, scene.Scene):
    """Tests of a phone's check: each step, and the report."""

    options = {"limit": 100}

    def test_each_step_and_the_report(self):
        for language in LANGUAGES:
            phone = self.phone(script=check_scene.SENSORS + check_scene.VIBRATES, language=language, **TALL)
            phone.open(f"{self.house.address}/check/#{self.house.ticket()}")
            steps = [("checkStart", "checkBegin"), ("checkWarned", "checkDidWarn"), *((f"checkPose_{pose}", "checkSkip") for pose in check_scene.POSES),
                     ("checkThumbs", "checkSkip"), ("checkShake", "checkUnfelt"), ("checkMinute", "checkEnough"), ("checkLock", "checkSkip"), ("checkWifi", "checkSkip")]
            for step, choice in steps:
                self.step(phone, step)
                self.clean(phone, step, language)
                self.choose(phone, choice)
            self.step(phone, "report")
            phone.run("document.querySelector('#send').click()")
            phone.wait("document.querySelector('#sent').textContent")
            self.clean(phone, "report", language)


class CrowdTests(Audit, scene.Scene):
    """Tests of the page of a crowd: while it votes, and after each end that the host tells it."""

    def test_voting_and_every_end(self):
        for language in LANGUAGES:
            for size in (WIDE, TALL):
                phone = self.phone(language=language, **size)
                phone.open(f"{self.house.address}/crowd#AAAAAAAAAAAAAAAAAAAAAA")
                phone.wait("document.body.dataset.state === 'plays'")
                self.clean(phone, "crowd", language, size)
                for why in ("ended", "full", "address", "elsewhere", "flood"):
                    self.house.server.background.soon(lambda why=why: self.house.server.crowd.say(type="end", why=why))
                    phone.wait("document.body.dataset.state === 'over'")
                    self.clean(phone, "crowd", why, language, size)
                    phone.run("document.querySelector('#again').click()")
                    phone.wait("document.body.dataset.state === 'plays'")


class PlayTests(Audit, scene.Scene):
    """Tests of the page during play: each layout, the menu, and a lost connection."""

    options = {"limit": 100}

    def test_layouts_and_menu(self):
        for language in LANGUAGES:
            phone, player = self.join(language=language, width=844, height=390)
            for layout in LAYOUTS:
                self.host_chooses(phone, player, layout)
                self.clean(phone, layout, language)
            self.open_menu(phone)
            self.clean(phone, "menu", language)
            phone.run("document.querySelector('#menu').close()")
            self.house.proxy.hold()
            phone.run("window.dispatchEvent(new Event('online'))")
            phone.wait("document.body.dataset.stage === 'lost'")
            self.clean(phone, "lost", language)
            self.house.proxy.let_go()

    def test_a_slider_in_place_of_tilt(self):
        for language in LANGUAGES:
            phone, _ = self.join(language=language, layout="wheel", sensors="denied")
            phone.wait("document.querySelector('[data-cell=steer]').getAttribute('role') === 'slider'")
            self.clean(phone, "slider", language)


class EditorTests(Audit, edit_scene.EditScene):
    """Tests of the editor of layouts."""

    options = {"limit": 100}

    def test_the_editor(self):
        for language in LANGUAGES:
            phone, _ = self.editor("pad", language=language)
            # On a narrower screen, the strip of tools scrolls, and axe then reports tools at its edge as too small.
            phone.resize(932, 430)
            self.clean(phone, "editor", language)
            self.select(phone, "rs")
            self.clean(phone, "editor, a control", language)


class ModeTests(Audit, buzzer_tests.BuzzerScene):
    """Tests of the lobby and the quiz."""

    options = {"limit": 100}

    def test_lobby_and_rounds(self):
        for language in LANGUAGES:
            phone, player = self.join(language=language)
            self.house.say(player, type="players", players=[{"player": number, "name": name} for number, name, *_ in SCORES])
            self.quiz(player, *SCORES, teams=((1, 6), (2, 6)))
            self.into(phone, player, Mode.LOBBY)
            self.clean(phone, "lobby", language)
            self.into(phone, player, Mode.ATTRACT)
            self.clean(phone, "attract", language)
            self.into(phone, player, Mode.BUZZER)
            for state, values in (("armed", (7, RoundPhase.ARMED)), ("lose", (7, RoundPhase.RESULT, 9, 31_000))):
                self.told(phone, player, state, *values)
                self.clean(phone, state, language)
            self.house.server.seats.clear()


class DashboardTests(Audit, full_desk.DeskScene):
    """Tests of the host's screens."""

    def test_an_evening_at_every_width(self):
        evening.begin(self.server)
        self.server.say(type="peer", state="connecting", slot=0, reason=0, code="482913", key=dashboard_scene.KEY, name="Pixel 7")
        for language in LANGUAGES:
            for width in (1280, 390):
                page = self.dashboard(language=language, width=width)
                page.wait("document.querySelectorAll('#players tbody tr').length === 4")
                page.wait(dashboard_scene.SHARES)
                page.run("document.querySelector('#players tbody tr button')?.click()")
                self.clean(page, width, language)
                page.run("document.querySelector('#kick').close(); document.querySelector('#reset').showModal()")
                self.clean(page, width, "question", language)
                self.server.orders.clear()

    def test_everything_at_once(self):
        for language in LANGUAGES:
            for width in (1280, 390):
                page = self.desk(language=language, width=width)
                page.run("for (const each of document.querySelectorAll('details')) each.open = true")
                self.clean(page, "everything", width, language)

    def test_the_settings(self):
        for language in LANGUAGES:
            page = self.settings(language=language)
            self.turn(page, "full_lock", 300)
            page.wait("!document.querySelector('#knob-undo').disabled")
            self.clean(page, "a trial", language)
            self.turn(page, "players", 4)
            page.wait("document.querySelector('#knob-sure').open")
            self.clean(page, "a question about a setting", language)

    def test_television_and_tanks(self):
        evening.begin(self.server)
        for language in LANGUAGES:
            page = self.dashboard("/?kiosk", language=language)
            page.wait("document.querySelectorAll('#crowd li').length === 4")
            self.clean(page, "kiosk", language)
            page = self.page(language=language)
            page.open(self.house.address() + "/tank")
            page.wait("document.querySelectorAll('g.tank').length === 4")
            self.clean(page, "tanks", language)

    def test_another_machine_without_a_ticket(self):
        for language in LANGUAGES:
            for path in ("/", "/tank"):
                page = self.page(language=language)
                page.open(self.house.address(dashboard_scene.REMOTE) + path + "#wrong-ticket-wrong-ticket")
                page.wait("document.querySelector('#card')?.hidden === false")
                self.clean(page, path, "without a ticket", language)
