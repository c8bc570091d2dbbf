"""Redraws the pictures of the documents: scripts/test/page --pictures."""

import base64
import json
import unittest

import buzzer_tests
import check_scene
import dashboard_scene
import edit_scene
import evening
import frames
import full_desk
import one_key
import scene
from crowd_scene import CrowdPictureTests  # noqa: F401 (its test draws too)
from drawing import PLACE, Drawing
from sheets import SheetTests  # noqa: F401 (its tests draw too)
from tables import Mode, RoundPhase


class PictureTests(Drawing, scene.Scene):
    """Draws layouts and stages on phones."""

    options = {"limit": 1}

    def test_the_stages(self):
        for language in self.languages:
            phone = self.open(language=language, width=390, height=844)
            self.draw(phone, f"join-{language}")
        for stage, icon in (("full", None), ("scan", None)):
            phone = self.open(ticket="AAAAAAAAAAAAAAAAAAAAAA" if stage == "scan" else None)
            if stage == "full":
                self.join()
            self.tap_play(phone)
            phone.wait(f"document.body.dataset.stage === '{stage}'")
            self.draw(phone, stage)

    def test_a_buzzer_in_portrait(self):
        phone, _ = self.join(width=390, height=700)
        self.choose(phone, "buzzer")
        self.draw(phone, "buzzer")

    def test_a_tank_that_turns(self):
        phone, player = self.join(layout="tank", width=667, height=325)
        left, right = phone.middle("[data-cell=left]"), phone.middle("[data-cell=right]")
        phone.touch(l=left, r=right)
        phone.slide(l=(left[0], left[1] - 50), r=(right[0] + 15, right[1]))
        self.until_state(player, lambda state: state.sticks[1] < -0.9, "the left track")
        self.draw(phone, "tank")
        phone.lift()

    def test_play_with_thumbs_on_it(self):
        phone, player = self.join(layout="pad", width=667, height=325)
        left, right = phone.middle("[data-cell=left]"), phone.middle("[data-out=B]")
        phone.touch(l=left, r=right)
        phone.slide(l=(left[0] + 40, left[1] - 30))
        self.until_state(player, lambda state: state.buttons, "B")
        self.draw(phone, "pad")
        phone.lift()

    def test_a_wheel_that_is_turned(self):
        phone, player = self.join(layout="wheel", width=667, height=325)
        phone.tilt(25, -90)
        self.until_state(player, lambda state: state.roll > 0.4, "a turn")
        self.draw(phone, "wheel")
        phone.run("document.querySelector('#open-menu').click()")
        phone.wait("document.querySelector('[data-setting=mirror]')")
        self.draw(phone, "menu")

    def test_a_lost_connection(self):
        phone, _ = self.join(layout="tank")
        self.house.proxy.hold()
        phone.run("window.dispatchEvent(new Event('online'))")
        phone.wait("document.body.dataset.stage === 'lost'")
        self.draw(phone, "lost")
        self.house.proxy.let_go()


class StagePictureTests(Drawing, scene.Scene):
    """Draws the stages before and after play, and further layouts."""

    options = {"layout": "wheel"}

    def test_who_waits_and_who_does_not_come_in(self):
        for policy, stage in (("ask", "waiting"), ("locked", "denied")):
            self.house.server.policy = policy
            phone = self.open(width=390, height=700)
            self.tap_play(phone)
            phone.wait(f"document.body.dataset.stage === '{stage}'")
            self.draw(phone, stage)

    def test_who_is_sent_away_or_plays_elsewhere(self):
        for reason in ("kicked", "takeover"):
            phone, player = self.join()
            self.house.say(player, type="denied", reason=reason)
            phone.wait("['denied', 'takeover'].includes(document.body.dataset.stage)")
            self.draw(phone, reason)

    def test_a_phone_that_is_held_still(self):
        phone = self.open()
        self.tap_play(phone)
        phone.wait("document.body.dataset.stage === 'calibrate'")
        self.draw(phone, "calibrate")

    def test_a_slider_where_there_is_no_tilt(self):
        phone, _ = self.join(sensors="denied", width=667, height=325)
        phone.wait("document.querySelector('[data-cell=steer]').getAttribute('role') === 'slider'")
        x, y = phone.middle("[data-cell=steer]")
        phone.touch(t=(x, y))
        phone.slide(t=(x + 60, y))
        self.draw(phone, "slider")
        phone.lift()

    def test_a_layout_that_the_host_chooses(self):
        phone, player = self.join(width=667, height=325)
        self.host_chooses(phone, player, "kart")
        self.draw(phone, "kart")

    def test_layouts_of_form_2(self):
        for layout, width, height in (("classic", 667, 325), ("onehand", 390, 700), ("big", 667, 325), ("gyro", 667, 325)):
            phone, player = self.join(width=width, height=height)
            self.host_chooses(phone, player, layout)
            self.draw(phone, layout)

    def test_a_touchpad(self):
        phone, player = self.join(width=667, height=325)
        self.host_chooses(phone, player, "touchpad")
        self.draw(phone, "touchpad")

    def test_a_rim(self):
        phone, player = self.join(width=667, height=325)
        self.host_chooses(phone, player, "rim")
        self.house.send(player, frames.torque(-0.5, -0.05))
        phone.wait("document.querySelector('.rim').getAttribute('aria-valuenow') === '-0.05'")
        self.draw(phone, "rim")


class CheckPictureTests(check_scene.Steps, Drawing, scene.Scene):
    """Draws a phone's check."""

    def test_the_check(self):
        self.house.server.open_channels()
        phone = self.phone(script=check_scene.SENSORS + check_scene.VIBRATES, width=390, height=844)
        phone.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        phone.open(f"{self.house.address}/check/#{self.house.ticket()}")
        self.begin(phone)
        self.pose(phone, "flat")
        self.step(phone, "checkPose_left")
        self.draw(phone, "check-tilt")
        self.pose(phone, "left", "right", "up")
        self.touch(phone)
        self.step(phone, "checkShake")
        self.choose(phone, "checkUnfelt")
        self.play(phone)
        self.skip(phone, "checkLock", "checkWifi")
        self.step(phone, "report")
        self.draw(phone, "check-report")


class AccessPictureTests(Drawing, scene.Scene):
    """Draws scanning."""

    def test_a_scan_of_a_pad(self):
        phone, player = self.join(script=one_key.options(way="two", step=5), width=667, height=325)
        self.host_chooses(phone, player, "pad")
        person = one_key.OneKey(phone, 5, 0)
        for _ in range(3):
            person.press()
        self.draw(phone, "scanning")


class EditorPictureTests(Drawing, edit_scene.EditScene):
    """Draws the editor."""

    def test_the_editor(self):
        phone, _ = self.editor("pad")
        self.select(phone, "rs")
        self.draw(phone, "editor")


class ModePictureTests(Drawing, buzzer_tests.BuzzerScene):
    """Draws the modes, between and during rounds. All but one are in portrait."""

    scores = ((1, "Aki", 1, 4), (2, "Mei", 2, 6), (3, "Jun", 1, 2))

    def player_of_three(self, **options):
        """Returns a phone that is one of three players, and its player's number."""
        phone, player = self.join(**options)
        self.house.say(player, type="players", players=[{"player": number, "name": name} for number, name, *_ in self.scores])
        self.quiz(player, *self.scores, teams=((1, 6), (2, 6)))
        return phone, player

    def test_the_lobby(self):
        phone, player = self.player_of_three(width=390, height=700)
        self.into(phone, player, Mode.LOBBY)
        phone.wait("document.querySelector('#scene output').textContent.includes('1')")
        self.draw(phone, "lobby")

    def test_a_round(self):
        for name, values, points, size in (
                ("buzzer-armed", (7, RoundPhase.ARMED), 4, (390, 700)), ("buzzer-win", (7, RoundPhase.RESULT, 1, 12_000), 5, (390, 700)),
                ("buzzer-lose", (7, RoundPhase.RESULT, 2, 31_000), 4, (667, 325))):
            phone, player = self.player_of_three(width=size[0], height=size[1])
            phone.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
            self.into(phone, player, Mode.BUZZER)
            self.told(phone, player, "armed", 7, RoundPhase.ARMED)
            self.quiz(player, (1, "Aki", 1, points), *self.scores[1:], teams=((1, points + 2), (2, 6)))
            self.house.round(player, *values)
            phone.wait(f"document.querySelector('#scene, #pad').parentElement.textContent.includes('Aki') && document.body.dataset.quiz === '{name.split('-')[1]}'")
            self.draw(phone, name)
            self.house.server.seats.clear()


class DashboardPictureTests(Drawing, full_desk.DeskScene):
    """Draws the host's screens."""

    def draw(self, page, name):
        """Writes a screenshot of a page to the documents."""
        page.picture(PLACE / f"{name}.png")

    def test_the_dashboard(self):
        evening.begin(self.server)
        page = self.dashboard(width=1280, height=900)
        evening.play(self.server, page)
        self.draw(page, "dashboard")

    def test_the_settings(self):
        page = self.settings(width=1280, height=680)
        self.turn(page, "full_lock", 300)
        page.wait("document.querySelector('[data-key=full_lock]').dataset.origin === 'tried'")
        page.run("document.querySelector('#knobs').scrollIntoView({ block: 'end' })")
        self.draw(page, "dashboard-settings")

    def test_the_dashboard_on_a_television(self):
        evening.begin(self.server)
        self.server.players[4].is_connected = False
        page = self.dashboard("/?kiosk", width=1280, height=720)
        page.wait("document.querySelectorAll('#crowd li').length === 4")
        self.draw(page, "dashboard-kiosk")

    def test_a_quiz_that_is_decided(self):
        evening.begin(self.server)
        self.server.peers, self.server.stage = [], evening.quiz()
        page = self.dashboard(width=1280, height=900)
        page.wait("document.querySelectorAll('#presses li').length === 3")
        self.draw(page, "dashboard-quiz")

    def test_tanks_that_drive(self):
        evening.begin(self.server)
        self.server.peers = []
        page = self.page(width=1280, height=820)
        page.open(self.house.address() + "/tank")
        page.wait("document.querySelectorAll('g.tank').length === 4")
        evening.drive(self.server)
        page.wait("document.querySelector('.shell')")
        self.draw(page, "tank-demo")


# A script with a WebSocket that sends one text, the players of an overlay.
SAID = """const [text] = [JSON.stringify({ players: %s })];
  window.WebSocket = class { constructor() { setTimeout(() => this.onmessage({ data: text })); } };"""
VIEWED = [
    {"slot": 1, "name": "Aki", "colour": "#56b4e9", "buttons": 1, "sticks": [26000, -9000, 0, 0], "triggers": [0, 210], "roll": 0.62},
    {"slot": 2, "name": "Mei", "colour": "#e69f00", "buttons": 0x10040, "sticks": [0, 0, -20000, 20000], "triggers": [120, 0],
     "roll": -0.3},
]


class OverlayPictureTests(Drawing, dashboard_scene.DashboardScene):
    """Draws the overlay over the picture of a game."""

    def test_the_overlay(self):
        page = self.page(width=1280, height=820)
        page.call("Emulation.setDeviceMetricsOverride", width=1280, height=820, deviceScaleFactor=1, mobile=False)
        page.call("Page.setBypassCSP", enabled=True)
        page.before(SAID % json.dumps(VIEWED))
        page.open(self.house.address() + "/web/overlay.html?show=pad,wheel,name&size=540#AAAAAAAAAAAAAAAAAAAAAA")
        page.wait("document.querySelectorAll('.player svg.pad').length === 2")
        game = base64.b64encode((PLACE / "tank-demo.png").read_bytes()).decode()
        page.run(f"""(() => {{ const image = new Image(); image.src = 'data:image/png;base64,{game}';
          Object.assign(image.style, {{ position: 'fixed', inset: 0, zIndex: -1 }});
          Object.assign(document.querySelector('#players').style, {{ alignContent: 'end', paddingBottom: '12px' }});
          document.body.append(image); return image.decode(); }})()""")
        page.picture(PLACE / "overlay.png")


if __name__ == "__main__":
    unittest.main()
