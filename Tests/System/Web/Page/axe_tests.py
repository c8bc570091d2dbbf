"""Tests of every screen of page, editor, dashboard and tanks with axe-core, from right to left too and, in long runs, in every language."""

import axe
import buzzer_tests
import dashboard_scene
import edit_scene
import evening
import house
import long_run
import one_key
import scene
from tables import Mode, RoundPhase

LAYOUTS = sorted(path.stem for path in (house.WEB / "layouts").glob("*.json"))
# Every language in a long run; otherwise those with the longest words and with other writing.
LANGUAGES = [name for name in sorted(path.name for path in (house.WEB / "words").iterdir()) if long_run.IS_LONG or name in ("en", "de", "ja", "zh")]
# The sizes of the smallest phone, turned both ways.
WIDE, TALL = {"width": 667, "height": 325}, {"width": 360, "height": 640}
# A script: the page is for a language that is read from right to left.
MIRRORED = "addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl'; })"
SCORES = ((1, "Aki", 1, 4), (2, "Mei", 2, 6), (3, "Jun", 1, 2))


@axe.needed
class Audit:
    """Tests in each language."""

    def clean(self, phone, *where):
        """Checks that axe finds nothing."""
        with self.subTest(screen=" ".join(map(str, where))):
            self.assertEqual(axe.findings(phone), [])

    def versions(self):
        """Returns the versions of a page: options of a phone for each language, and for right to left."""
        return [*({"language": language} for language in LANGUAGES), {"language": "en", "script": MIRRORED}]


class CardTests(Audit, scene.Scene):
    """Tests of the cards before play."""

    options = {"limit": 1}

    def test_before_play(self):
        for version in self.versions():
            for size in (WIDE, TALL):
                phone = self.open(**version, **size)
                self.clean(phone, "join", version, size)
            for stage in ("scan", "full"):
                phone = self.open(ticket="AAAAAAAAAAAAAAAAAAAAAA" if stage == "scan" else None, **version)
                if stage == "full":
                    other, player = self.join()
                self.tap_play(phone)
                phone.wait(f"document.body.dataset.stage === '{stage}'")
                self.clean(phone, stage, version)
            self.house.say(player, type="denied", reason="kicked")
            other.wait("document.body.dataset.stage === 'denied'")
            self.clean(other, "denied")
            self.house.server.seats.clear()


class AccessTests(Audit, scene.Scene):
    """Tests of the settings for switches, and of a scan, with the least and the most in them."""

    def test_settings_and_scan(self):
        for version in self.versions():
            for way in ("off", "auto", "one", "two", "dwell"):
                script = one_key.options(way=way, keys={"KeyX": "A"}) + version.get("script", "")
                phone = self.open(language=version["language"], script=script, **TALL)
                phone.wait("document.querySelector('#access')")
                phone.run("document.querySelector('#open-access').click()")
                phone.wait("document.querySelector('#access-panel [data-option=way]') && [...document.styleSheets].some(({ href }) => href?.endsWith('panel.css'))")
                self.clean(phone, "access", way, version)


class PlayTests(Audit, scene.Scene):
    """Tests of play: each layout, the menu and the loss of the connection."""

    options = {"limit": 100}

    def test_layouts_and_menu(self):
        for version in self.versions():
            phone, player = self.join(**version, width=844, height=390)
            for layout in LAYOUTS:
                self.host_chooses(phone, player, layout)
                self.clean(phone, layout, version)
            self.open_menu(phone)
            self.clean(phone, "menu", version)
            phone.run("document.querySelector('#menu').close()")
            self.house.proxy.hold()
            phone.run("window.dispatchEvent(new Event('online'))")
            phone.wait("document.body.dataset.stage === 'lost'")
            self.clean(phone, "lost", version)
            self.house.proxy.let_go()

    def test_a_slider_in_place_of_tilt(self):
        phone, _ = self.join(layout="wheel", sensors="denied")
        phone.wait("document.querySelector('[data-cell=steer]').getAttribute('role') === 'slider'")
        self.clean(phone, "slider")


class EditorTests(Audit, edit_scene.EditScene):
    """Tests of the editor of layouts."""

    options = {"limit": 100}

    def test_the_editor(self):
        for version in self.versions():
            phone, _ = self.editor("pad", **version)
            # On a narrower screen the strip of tools scrolls, and axe takes what is at its edge for too small.
            phone.resize(932, 430)
            self.clean(phone, "editor", version)
            self.select(phone, "rs")
            self.clean(phone, "editor, a control", version)


class ModeTests(Audit, buzzer_tests.BuzzerScene):
    """Tests of the lobby and the quiz."""

    options = {"limit": 100}

    def test_lobby_and_rounds(self):
        for version in self.versions():
            phone, player = self.join(**version)
            self.house.say(player, type="players", players=[{"player": number, "name": name} for number, name, *_ in SCORES])
            self.quiz(player, *SCORES, teams=((1, 6), (2, 6)))
            self.into(phone, player, Mode.LOBBY)
            self.clean(phone, "lobby", version)
            self.into(phone, player, Mode.ATTRACT)
            self.clean(phone, "attract", version)
            self.into(phone, player, Mode.BUZZER)
            for state, values in (("armed", (7, RoundPhase.ARMED)), ("lose", (7, RoundPhase.RESULT, 9, 31_000))):
                self.told(phone, player, state, *values)
                self.clean(phone, state, version)


class DashboardTests(Audit, dashboard_scene.DashboardScene):
    """Tests of the host's screens."""

    def paths(self, path="/"):
        """Returns an address of the page for each version, with the options of the page."""
        return [(f"{path}{'&' if '?' in path else '?'}lang={version['language']}", {"script": version.get("script", "")}) for version in self.versions()]

    def test_an_evening_at_every_width(self):
        evening.begin(self.server)
        self.server.say(type="peer", state="connecting", slot=0, reason=0, code="482913", key=dashboard_scene.KEY, name="Pixel 7")
        for path, options in self.paths():
            for width in (1280, 390):
                page = self.dashboard(path, width=width, height=800, **options)
                page.wait("document.querySelectorAll('#players tbody tr').length === 4")
                page.run("document.querySelector('#players tbody tr button')?.click()")
                self.clean(page, path, width, options)
                page.run("document.querySelector('#kick').close(); document.querySelector('#reset').showModal()")
                self.clean(page, path, width, "question", options)
                self.server.orders.clear()

    def test_a_quiz(self):
        evening.begin(self.server)
        self.server.peers, self.server.stage = [], evening.quiz()
        for path, options in self.paths():
            page = self.dashboard(path, **options)
            page.wait("document.querySelectorAll('#presses li').length === 3")
            self.clean(page, "quiz", path, options)

    def test_television_and_tanks(self):
        evening.begin(self.server)
        for path, options in self.paths("/?kiosk"):
            page = self.dashboard(path, **options)
            page.wait("document.querySelectorAll('#crowd li').length === 4")
            self.clean(page, path, options)
        for path, options in self.paths("/tank"):
            page = self.page(**options)
            page.open(self.house.address() + path)
            page.wait("document.querySelectorAll('g.tank').length === 4")
            self.clean(page, path, options)

    def test_another_machine_without_a_ticket(self):
        for path in ("/", "/tank"):
            page = self.page()
            page.open(self.house.address(dashboard_scene.REMOTE) + path + "#wrong-ticket-wrong-ticket")
            page.wait("document.querySelector('#card')?.hidden === false")
            self.clean(page, path, "without a ticket")
