"""Tests of the host's dashboard and a phone, with a real daemon and gateway. Both pages are in one browser."""

import time

import dashboard_scene
import real
import scene
import standstill

WIDTH, HEIGHT = 1280, 800
KNOB = "document.querySelector('tr[data-slot=\"1\"] [data-knob=LS]').getAttribute('transform')"
ROW = "tr[data-slot='1']"


class DashboardTests(dashboard_scene.DashboardScene, real.Scene):
    """Tests of the dashboard's display and its orders."""

    def setUp(self):
        """Starts daemon and gateway, and opens the dashboard."""
        scene.Scene.setUp(self)
        self.page = dashboard_scene.DashboardScene.page(self, width=WIDTH, height=HEIGHT)
        self.page.open(self.house.address + "/")
        self.page.wait("document.body.dataset.stage === 'open' && document.querySelector('#url').textContent.includes('#')")

    def guest(self):
        """Returns a phone that has joined by the dashboard's QR code, and its player's number."""
        ticket = self.text(self.page, "#url").split("#")[1]
        joined = self.join(ticket=ticket)
        self.page.wait(f"!document.querySelector('#url').textContent.includes({ticket!r})")
        return joined

    @standstill.again(3)
    def test_who_scans_the_code_is_seen_live_and_led(self):
        phone, player = self.guest()
        self.page.wait(f"document.querySelector({ROW!r})?.textContent.includes('Aki')")
        rest = self.page.run(KNOB)
        x, y = phone.middle("[data-cell=left]")
        phone.touch(l=(x, y), a=phone.middle("[data-out=A]"))
        phone.slide(l=(x + 200, y))
        self.page.wait(f"{KNOB} !== {rest!r} && document.querySelector({ROW + ' [data-button=A].on'!r})")
        phone.lift()
        self.page.wait(f"{KNOB} === {rest!r} && !document.querySelector({ROW + ' [data-button].on'!r})")
        self.page.run("(() => { const s = document.querySelector('#layout'); s.value = 'tank'; s.dispatchEvent(new Event('change')); })()")
        phone.wait("document.querySelector('#pad').dataset.layout === 'tank'")
        self.click(self.page, f"{ROW} [data-order=kick]")
        self.click(self.page, "#kick button[value=kick]")
        phone.wait("document.body.dataset.stage === 'denied'")
        self.page.wait(f"!document.querySelector({ROW!r})")

    def test_the_first_visit_is_answered_and_its_settings_are_used(self):
        self.page.wait("!document.querySelector('#setup').hidden")
        self.click(self.page, "#setup [name=join][value=ask]")
        self.click(self.page, "#setup-form button:not([type])")
        self.page.wait("document.querySelector('#setup-qr path') && document.querySelector('#setup-form').hidden")
        self.page.wait("document.querySelector('#policy [data-value=ask]').getAttribute('aria-pressed') === 'true'")
        self.page.open(self.house.address + "/")
        self.page.wait("document.body.dataset.stage === 'open' && document.querySelector('#url').textContent.includes('#')")
        self.assertTrue(self.page.run("document.querySelector('#setup').hidden"))

    def test_a_ninth_dashboard_closes_the_first_which_stays_away(self):
        others = []
        for _ in range(8):
            others.append(dashboard_scene.DashboardScene.page(self, width=WIDTH, height=HEIGHT))
            others[-1].open(self.house.address + "/")
            others[-1].wait("document.body.dataset.stage === 'open'")
        self.page.wait("document.querySelector('#banner').textContent.startsWith('Another tab has taken over')")
        time.sleep(1)
        self.assertEqual([page.run("document.body.dataset.stage") for page in [self.page, *others]], ["replaced"] + ["open"] * 8)

    def test_a_locked_host_lets_no_phone_in(self):
        self.click(self.page, "#policy [data-value=locked]")
        self.until_logged(self.page, "ocked")
        phone = self.open(ticket=self.text(self.page, "#url").split("#")[1])
        self.tap_play(phone)
        phone.wait("document.body.dataset.stage === 'denied'")

    def test_it_is_back_when_the_gateway_is(self):
        _, player = self.guest()
        self.house.kill_gateway()
        self.page.wait("document.body.dataset.stage !== 'open'")
        self.house.start_gateway()
        self.page.wait(f"document.body.dataset.stage === 'open' && document.querySelector({ROW!r})?.textContent.includes('Aki')")
