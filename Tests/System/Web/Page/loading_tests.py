"""Tests of pages that lack a part at first, as on a phone that changes networks."""

import scene

# A script, a module that another one imports, a style sheet, and the words.
PARTS = ["join.js", "pointers.js", "page.css", "words/en/page.js"]


class LoadingTests(scene.Scene):
    """Tests of the players' page."""

    def test_a_page_without_a_part_is_loaded_again_until_it_is_whole(self):
        for part in PARTS:
            with self.subTest(part):
                phone = self.phone()
                phone.call("Network.setBlockedURLs", urls=[f"*/web/{part}"])
                phone.open(self.link())
                phone.run("window.isOld = true")
                phone.wait("!window.isOld")
                phone.call("Network.setBlockedURLs", urls=[])
                phone.wait("document.body?.dataset.stage === 'join' && document.styleSheets.length && document.querySelector('#card-title').textContent")
                self.tap_play(phone)
                self.playing(phone)
