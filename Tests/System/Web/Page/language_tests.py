"""Tests of languages: the choice of a language, a new language, and words that do not arrive."""

import dashboard_scene
import house
import scene

# A new language: its line in the table of languages, and its only file.
LINE = 'xx: { name: "Xish", dir: "rtl", isRead: false },'
WORDS = 'export default { title: "Xplay", play: "XPLAY", player: "Xplayer {player}" };\n'
ADDED = ("xx", LINE, {"page": WORDS})


class NewLanguageTests(scene.Scene):
    """Tests of a language that has one line and one file, with three words."""

    def open_house(self, **options):
        """Starts a stand-in that has the language; returns it."""
        opened = super().open_house(**options)
        opened.server.files.add_language(*ADDED)
        return opened

    def test_it_is_spoken_and_what_it_lacks_is_english(self):
        phone, player = self.join(layout="wheel", language="xx")
        self.assertEqual(phone.run("[document.documentElement.lang, document.documentElement.dir]"), ["xx", "rtl"])
        # The number is isolated, so that the direction of the words around it does not affect it.
        self.assertIn(f"Xplayer \u2068{player}\u2069", phone.run("document.querySelector('#live').textContent"))
        self.assertEqual(phone.run("document.querySelector('[data-cell=gas]').textContent"), "GAS")
        self.open_menu(phone)
        self.assertEqual(phone.run("document.querySelector('[data-setting=size]').closest('label').textContent"), "Size")
        self.assertEqual(phone.run("document.querySelector('[data-setting=language]').selectedOptions[0].textContent"), "Xish (beta)")

    def test_the_join_page_has_its_words(self):
        phone = self.open(language="xx")
        self.assertEqual(phone.run("[document.querySelector('#card-title').textContent, document.querySelector('#join .action').textContent,"
                                   " document.querySelector('#card-text').textContent]"), ["Xplay", "XPLAY", "Your phone becomes the controller."])

    def test_it_is_chosen_by_hand_and_left_again(self):
        phone, _ = self.join()
        for language, text in (("xx", "rtl"), ("de", "ltr"), ("en", "ltr")):
            self.open_menu(phone)
            phone.run(f"(() => {{ const s = document.querySelector('[data-setting=language]'); s.value = '{language}'; s.dispatchEvent(new Event('change')); }})()")
            phone.wait(f"document.documentElement.lang === '{language}' && document.documentElement.dir === '{text}'")
        self.assertEqual(phone.run("document.querySelector('#menu-title').textContent"), "Menu")

    def test_controls_are_where_they_are_in_every_language(self):
        """The controls have the same places in a language that is written from right to left, because thumbs have learned them."""
        places = []
        for language in ("en", "xx"):
            phone, _ = self.join(layout="wheel", language=language)
            places.append([phone.middle(f"[data-cell={cell}]") for cell in ("brake", "gas", "steer", "item")])
        self.assertEqual(*places)


class NewDashboardLanguageTests(dashboard_scene.DashboardScene):
    """Tests of the new language on the dashboard, for which it has no words."""

    def test_it_can_be_chosen_and_is_english(self):
        self.server.files.add_language(*ADDED)
        page = self.dashboard()
        self.speak(page, "xx")
        self.assertEqual(page.run("document.documentElement.dir"), "rtl")
        self.assertEqual(self.text(page, "#nobody h2"), "Nobody is playing yet")


class ChoiceTests(scene.Scene):
    """Tests of the language that a page begins with."""

    def test_the_browser_decides_until_the_player_does(self):
        for wanted, found in (("de-AT,en", "de"), ("pt-PT", "pt-BR"), ("sv,fr-CA,en", "fr"), ("zh-TW", "zh-Hans"), ("sv", "en")):
            phone = self.open(language=wanted)
            self.assertEqual(phone.run("document.documentElement.lang"), found, wanted)

    def test_words_that_do_not_arrive_are_asked_for_again(self):
        """A word that a language lacks is shown in English. A file that does not arrive is requested again."""
        phone = self.phone(language="de")
        phone.call("Network.setBlockedURLs", urls=["*/words/de/page.js"])
        phone.open(self.link())
        phone.call("Network.setBlockedURLs", urls=[])
        phone.wait("document.documentElement.lang === 'de' && document.querySelector('#card-title').textContent === 'Spielen'")
        house.until(lambda: phone.run("!document.querySelector('#join .action').disabled"), "the form")
