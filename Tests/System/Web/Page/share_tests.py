"""Tests of shared pads: what a phone shows in its bar, and the panel of the dashboard."""

import dashboard_scene
import evening
import house
import host_records
import scene

MEMBERS = [{"player": 1, "name": "Ana", "steers": False}, {"player": 2, "name": "Bo", "steers": True}]


class PhoneTests(scene.Scene):
    """Tests of a phone whose pad is shared."""

    def share(self, player, members=None, main=1):
        """Sends the phone the members of a shared pad."""
        self.house.say(player, type="share", main=main, preset="help", members=members or MEMBERS)

    def shown(self, phone):
        """Waits for the text about the shared pad in the bar; returns it."""
        phone.wait("document.querySelector('#share')")
        return phone.run("document.querySelector('#share').textContent")

    def test_a_player_sees_who_helps_and_who_steers_and_ends_it(self):
        phone, player = self.join()
        self.share(player)
        self.assertIn("Bo helps you", self.shown(phone))
        self.assertIn("2 Bo steers", self.shown(phone))
        colour, shape = phone.run("""(() => { const badge = document.querySelector('#share .badge');
            return [badge.style.getPropertyValue('--badge'), badge.querySelector('use').getAttribute('href')]; })()""")
        self.assertEqual((colour, shape), ("#56B4E9", "/web/sprite.svg#triangle"))
        self.share(player, [{**MEMBERS[0], "steers": True}, {**MEMBERS[1], "steers": False}])
        phone.wait("document.querySelector('#share').textContent.includes('You steer')")
        phone.run("document.querySelector('#share button').click()")
        house.until(lambda: any(said["type"] == "apart" for said in self.house.said(player)), "the end")
        self.house.say(player, type="share")
        phone.wait("!document.querySelector('#share')")

    def test_a_helper_sees_whose_pad_it_is_in_each_language(self):
        phone, player = self.join()
        self.share(player, [{"player": 2, "name": "<b>Bo", "steers": False}, {"player": 1, "name": "Me", "steers": False}], main=2)
        self.assertIn("You help <b>Bo", self.shown(phone))
        self.assertIn("Nobody steers", self.shown(phone))
        self.assertEqual(phone.run("document.querySelectorAll('#share b').length"), 1, "a name is text")

    def test_the_button_keeps_the_focus_while_others_steer(self):
        phone, player = self.join()
        self.share(player)
        self.shown(phone)
        phone.run("document.querySelector('#share button').focus()")
        self.share(player, [{**MEMBERS[0], "steers": True}, {**MEMBERS[1], "steers": False}])
        phone.wait("document.querySelector('#share').textContent.includes('You steer')")
        self.assertTrue(phone.run("document.activeElement === document.querySelector('#share button')"))

    def test_a_share_that_ended_while_the_phone_was_away_is_gone(self):
        phone, player = self.join()
        self.share(player)
        self.shown(phone)
        self.house.proxy.cut()
        phone.wait("!document.querySelector('#share')")

    def test_what_is_malformed_shows_nothing(self):
        phone, player = self.join()
        for said in ({"main": 1}, {"main": 3, "members": MEMBERS}, {"main": 1, "members": 7}):
            self.house.say(player, type="share", **said)
        self.share(player)
        self.shown(phone)
        self.house.say(player, type="share", main=9, members=MEMBERS)
        phone.wait("!document.querySelector('#share')")


class DashboardTests(dashboard_scene.DashboardScene):
    """Tests of the panel of shared pads, on the dashboard of a host with four players."""

    def setUp(self):
        super().setUp()
        evening.begin(self.server)
        self.server.stage = host_records.Stage(players={slot: host_records.Part() for slot in (1, 2, 3, 4)})

    def desk(self):
        """Returns a dashboard with the panel open."""
        page = self.dashboard()
        page.wait(f"document.querySelector('#share-main')?.options.length === 4 && {dashboard_scene.SHARES_LOOK}")
        page.run("document.querySelector('#shares details').open = true")
        return page

    def choose(self, page, field, value):
        """Chooses a value in a list."""
        page.run(f"(() => {{ const s = document.querySelector('{field}'); s.value = '{value}'; s.dispatchEvent(new Event('change')); }})()")

    def last(self, kind):
        """Waits for an order of this type; returns the newest one, without its type and its number."""
        found = house.until(lambda: [order for order in self.server.orders if order["type"] == kind], kind)
        return {name: value for name, value in found[-1].items() if name not in ("number", "type")}

    def test_a_pad_is_shared_and_given_back(self):
        page = self.desk()
        self.choose(page, "#share-main", 2)
        self.choose(page, "#share-helper", 1)
        self.choose(page, "#share-preset", "turns")
        self.click(page, "#shares [data-word=shareBegin]")
        page.wait("document.querySelector('#share-list li')")
        self.assertEqual(self.last("share"), {"do": "begin", "slot": 2, "helper": 1, "preset": "turns"})
        self.assertEqual(self.text(page, "#share-list b"), "Mei with Aki")
        self.assertEqual(self.text(page, "#share-list span"), "Nobody steers")
        self.server.stage.shares = [(2, 2, (1, 2), (1,))]
        self.server.tell()
        page.wait("document.querySelector('#share-list span').textContent === 'Aki steers'")
        page.run("document.querySelector('#share-list [data-word=shareNext]').focus()")
        self.server.stage.shares = [(2, 2, (1, 2), (2,))]
        self.server.tell()
        page.wait("document.querySelector('#share-list span').textContent === 'Mei steers'")
        self.assertTrue(page.run("document.activeElement.dataset.word === 'shareNext'"), "the button keeps the focus")
        self.click(page, "#share-list [data-word=shareNext]")
        house.until(lambda: self.server.orders[-1].get("do") == "pass", "the next turn")
        self.choose(page, "#share-list select", "help")
        house.until(lambda: self.server.orders[-1].get("preset") == "help", "another way")
        self.click(page, "#share-list [data-word=shareEnd]")
        page.wait("!document.querySelector('#share-list li')")

    def test_nobody_helps_themselves_and_a_refusal_is_shown(self):
        self.server.results = {"share": "notNow"}
        page = self.desk()
        self.choose(page, "#share-main", 1)
        self.assertNotEqual(page.run("document.querySelector('#share-helper').value"), "1")
        self.click(page, "#shares [data-word=shareBegin]")
        page.wait("document.querySelector('#share-said').textContent.includes('already')")

    def test_the_code_for_a_helper_names_the_player(self):
        page = self.desk()
        url = self.text(page, "#url")
        self.choose(page, "#share-main", 4)
        self.click(page, "#shares [data-word=shareCode]")
        page.wait("document.querySelector('#share-qr').childElementCount > 0")
        self.assertEqual(self.last("helper"), {"slot": 4})
        width, height = page.run("(({ width, height }) => [width, height])(document.querySelector('#share-qr').getBoundingClientRect())")
        self.assertGreater(width, 200)
        self.assertAlmostEqual(width, height, delta=1)
        self.assertEqual(self.text(page, "#share-said"), "Whoever scans this code helps Jonas.")
        self.assertEqual(self.text(page, "#url"), url, "the code to join is another one")
        self.speak(page, "de")
        page.wait("document.querySelector('#shares-title').textContent === 'Ein Pad zusammen'")
        del self.server.players[4]
        self.server.tell()
        page.wait("document.querySelector('#share-qr').childElementCount === 0 && !document.querySelector('#share-said').textContent")

    def test_a_code_that_the_host_does_not_give_is_not_announced(self):
        self.server.results = {"helper": "full"}
        page = self.desk()
        self.click(page, "#shares [data-word=shareCode]")
        page.wait("document.querySelector('#share-said').textContent.startsWith('Too many codes')")
        self.assertEqual(page.run("document.querySelector('#share-qr').childElementCount"), 0)
