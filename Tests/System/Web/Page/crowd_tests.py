"""Tests of the page of a crowd: the votes that it sends for thumbs and keys, what it shows, and how it reconnects."""

import re
import time

import house
import modules
import scene

CODE = "AAAAAAAAAAAAAAAAAAAAAA"
FULL = 32767
REST = [0, 0, 0, 0, 0]
A, B, X, Y, LT, RT = range(6)
# Functions for the scripts of tests. `hear` tells the vote the window's length, in ms, and `next` logs the vote that the page would send at a time.
MODEL = """const vote = new m.Vote(); const log = [];
  const hear = (window, round = 0) => vote.hear({ window, round });
  const next = (now) => log.push([now, vote.next(now)]);"""


class VoteTests(modules.Modules):
    """Unit tests of web/crowd/vote.js."""

    def vote(self, body):
        """Runs a script with the functions of MODEL; returns its log."""
        return self.module("crowd/vote", f"{MODEL} {body} return log;")

    def test_a_vote_is_sent_when_it_changes_and_again_while_it_is_held(self):
        found = self.vote("""next(0); vote.steer(1, 0); next(10); next(20); vote.steer(0, -1); next(30); next(140); next(600); next(640);
          vote.steer(0, 0, false); next(700); next(760); next(5000);""")
        self.assertEqual(found, [[0, None], [10, [FULL, 0, 0, 0, 0]], [20, None], [30, None], [140, [0, -FULL, 0, 0, 0]], [600, None],
                                 [640, [0, -FULL, 0, 0, 0]], [700, None], [760, REST], [5000, None]])

    def test_no_more_than_ten_votes_a_second_are_sent(self):
        sent = self.vote("for (let now = 0; now < 10000; now += 7) { vote.steer(Math.sin(now), Math.cos(now)); next(now); }")
        times = [now for now, vote in sent if vote]
        self.assertGreater(len(times), 60)
        self.assertEqual([later for later in times if sum(later - 1000 < each <= later for each in times) > 9], [])

    def test_a_short_press_counts_until_the_window_has_closed(self):
        found = self.vote(f"""hear(200); vote.press({A}, true, 1000); vote.press({A}, false, 1030);
          for (const now of [1030, 1250, 1299, 1300]) log.push(vote.at(now)[4]);
          vote.press({RT}, true, 2000); log.push(vote.at(9000)); vote.press({RT}, false, 9000); log.push(vote.at(9000));""")
        self.assertEqual(found, [1, 1, 1, 0, [0, 0, 0, 255, 0], REST])

    def test_in_a_long_window_a_touch_chooses_and_another_takes_it_back(self):
        found = self.vote(f"""hear(5000, 3); vote.press({Y}, true, 0); vote.press({Y}, false, 50); vote.steer(0, 1); vote.steer(0, 0, false);
          log.push(vote.next(100)); next(700); vote.press({Y}, true, 800); vote.press({Y}, false, 900); log.push(vote.at(1000));
          vote.press({B}, true, 1000); hear(5000, 3); log.push(vote.at(2000)); hear(5000, 4); log.push(vote.at(2000)); next(2000);""")
        self.assertEqual(found, [[0, FULL, 0, 0, 16], [700, None], [0, FULL, 0, 0, 0], [0, FULL, 0, 0, 2], REST, [2000, None]])

    def test_what_was_held_when_a_long_window_began_counts_no_more(self):
        found = self.vote(f"""hear(200); vote.press({A}, true, 0); vote.steer(1, 0); hear(5000, 3); vote.press({A}, false, 50); vote.steer(0, 0, false);
          log.push(vote.at(6000));""")
        self.assertEqual(found, [REST])

    def test_what_was_held_is_let_go_of_when_the_page_is_hidden(self):
        found = self.vote(f"""vote.press({A}, true, 0); vote.press({LT}, true, 0); vote.steer(1, 0); vote.release(); log.push(vote.at(400));""")
        self.assertEqual(found, [REST])

    def test_a_new_connection_hears_what_is_held(self):
        found = self.vote("vote.steer(1, 0); next(0); vote.forget(); next(200); vote.steer(0, 0, false); vote.forget(); next(400);")
        self.assertEqual([vote for _, vote in found], [[FULL, 0, 0, 0, 0], [FULL, 0, 0, 0, 0], None])

    def test_every_key_of_its_words_is_there(self):
        keys = set()
        for path in [*(house.WEB / "crowd").glob("*.js"), house.WEB / "crowd.html"]:
            keys |= set(re.findall(r'"(crowd[A-Z]\w+)"', path.read_text()))
        keys |= {f"crowd_{preset}" for preset in ("together", "ballot", "latest")}
        found = self.module("language", """return m.speak(["en"]).then(() => m.learn("crowd")).then(() => keys.filter((key) => !m.hasWord(key)));""",
                            keys=sorted(keys))
        self.assertEqual(found, [])
        words = set(re.findall(r"^  (\w+):", (house.WEB / "words/en/crowd.js").read_text(), re.M))
        self.assertEqual(words, keys)
        for path in (house.WEB / "words").glob("*/crowd.js"):
            self.assertEqual(set(re.findall(r"^  (\w+):", path.read_text(), re.M)), words, path.parent.name)

    def test_play_has_nothing_of_it(self):
        play = [house.WEB / "join.html", *house.WEB.glob("*.js"), *house.WEB.glob("modes/*.js"), *house.WEB.glob("edit/*.js")]
        self.assertEqual([path.name for path in play if "crowd/" in path.read_text()], [])


class PageTests(scene.Scene):
    """Tests of the page with the stand-in for the host."""

    def vote(self, code=CODE, state="plays", script="", **options):
        """Returns a phone with the page in this state."""
        phone = self.phone(script=script, **{"width": 390, "height": 844, **options})
        phone.open(f"{self.house.address}/crowd" + (f"#{code}" if code else ""))
        phone.wait(f"document.body.dataset.state === '{state}'")
        return phone

    @property
    def crowd(self):
        """Returns the stand-in's crowd."""
        return self.house.server.crowd

    def say(self, **said):
        """Sends a text to all pages: the crowd's first text with some members replaced."""
        text = {**self.crowd.first, **said}
        self.house.server.background.soon(lambda: self.crowd.say(**text))

    def until_vote(self, *vote):
        """Waits until a page has sent a vote."""
        house.until(lambda: list(vote) in self.crowd.votes, f"the vote {vote}")

    def text(self, phone, selector):
        """Returns the text of an element."""
        return phone.run(f"document.querySelector({selector!r}).textContent")

    def test_thumbs_vote(self):
        self.crowd.first.update(window=200, open=False, round=0)
        phone = self.vote()
        x, y = phone.middle("#stick")
        phone.touch(s=(x, y), a=phone.middle("[data-key='0']"))
        phone.slide(s=(x + 200, y))
        self.until_vote(FULL, 0, 0, 0, 1)
        phone.wait("document.querySelector('[data-key=\"0\"]').ariaPressed === 'true' && document.querySelector('#stick').classList.contains('moved')")
        phone.lift()
        house.until(lambda: self.crowd.votes[-1] == REST, "rest")
        phone.touch(r=phone.middle("[data-key='5']"))
        self.until_vote(0, 0, 0, 255, 0)
        phone.lift()

    def test_keys_and_clicks_vote(self):
        self.crowd.first.update(window=200, open=False, round=0)
        phone = self.vote()
        for code, vote in (("ArrowUp", (0, -FULL, 0, 0, 0)), ("KeyX", (0, 0, 0, 0, 8)), ("KeyL", (0, 0, 255, 0, 0))):
            phone.run(f"dispatchEvent(new KeyboardEvent('keydown', {{ code: '{code}' }}))")
            self.until_vote(*vote)
            phone.run(f"dispatchEvent(new KeyboardEvent('keyup', {{ code: '{code}' }}))")
            house.until(lambda: self.crowd.votes[-1] == REST, "rest")
        phone.run("document.querySelector('[data-key=\"3\"]').click()")
        self.until_vote(0, 0, 0, 0, 16)
        phone.run("dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyA', ctrlKey: true }))")
        time.sleep(0.3)
        self.assertNotIn([0, 0, 0, 0, 1], self.crowd.votes)

    def test_it_shows_the_result_the_share_and_the_time(self):
        phone = self.vote()
        self.assertEqual(self.text(phone, "#state"), "Together you are player 3.")
        self.assertEqual(self.text(phone, "#votes"), "Like yours: 7 of 12 · Phones here: 14")
        self.assertEqual(self.text(phone, "#rule"), "What most votes want counts. A tie is rest.")
        self.assertIn("The pad: up and right, A.", self.text(phone, "#spoken"))
        phone.wait("document.querySelector('#next').textContent.startsWith('Counted in ') && !document.querySelector('#window').hidden")
        self.assertEqual(phone.run("[...document.querySelectorAll('[data-held].on')].map((each) => each.textContent)"), ["A"])
        self.say(agree=0, of=3, slot=0, shown=REST, open=False, window=200, round=0)
        phone.wait("document.body.dataset.state === 'waits' && document.querySelector('#window').hidden")
        self.assertEqual(self.text(phone, "#votes"), "Votes: 3 · Phones here: 14")
        self.assertEqual(phone.run("document.querySelectorAll('[data-held].on, .pad .moved').length"), 0)

    def test_a_browser_keeps_its_secret(self):
        self.vote().reload()
        house.until(lambda: len(self.crowd.devices) == 2, "two connections")
        self.assertEqual(len(set(self.crowd.devices)), 1)
        self.assertRegex(self.crowd.devices[0], r"^[A-Za-z0-9_-]{21}[AQgw]$")

    def test_a_page_has_one_secret_in_a_browser_that_keeps_none(self):
        phone = self.vote(script=scene.BLOCKED)
        self.house.proxy.cut()
        house.until(lambda: len(self.crowd.devices) == 2, "two connections")
        self.assertEqual(len(set(self.crowd.devices)), 1)

    def test_it_comes_back_by_itself_and_says_again_what_is_held(self):
        self.crowd.first.update(window=200, open=False, round=0)
        phone = self.vote()
        x, y = phone.middle("#stick")
        phone.touch(s=(x, y))
        phone.slide(s=(x, y + 200))
        self.until_vote(0, FULL, 0, 0, 0)
        self.house.proxy.hold()
        self.house.proxy.cut()
        phone.wait("document.body.dataset.state === 'lost'")
        self.crowd.votes.clear()
        self.house.proxy.let_go()
        phone.wait("document.body.dataset.state === 'plays'")
        self.until_vote(0, FULL, 0, 0, 0)
        phone.lift()

    def test_a_code_that_is_no_longer_good_is_told_so_and_can_be_tried_again(self):
        self.crowd.refuses = True
        phone = self.vote(state="over")
        self.assertEqual(self.text(phone, "#state"), "This code is no longer good. Ask for a new one.")
        self.crowd.refuses = False
        phone.run("document.querySelector('#again').click()")
        phone.wait("document.body.dataset.state === 'plays'")

    def test_who_is_sent_away_is_told_why_and_does_not_come_back_alone(self):
        phone = self.vote()
        self.house.server.background.soon(lambda: self.crowd.say(type="end", why="elsewhere"))
        phone.wait("document.body.dataset.state === 'over'")
        self.assertEqual(self.text(phone, "#state"), "Another page of this browser votes now.")
        time.sleep(1)
        self.assertEqual((len(self.crowd.devices), phone.run("document.body.dataset.state")), (1, "over"))

    def test_without_a_code_it_asks_for_one(self):
        for code in ("", "AAAA", "AAAAAAAAAAAAAAAAAAAAAB", "<b>"):
            phone = self.vote(code, "scan")
            self.assertEqual(self.text(phone, "#state"), "Scan the code on the host's screen.")
        self.assertEqual(self.crowd.devices, [])

    def test_everything_to_touch_is_large_enough_and_on_the_screen(self):
        for width, height in ((320, 568), (360, 640), (390, 844), (667, 325), (844, 390), (1280, 720)):
            phone = self.vote(width=width, height=height)
            boxes = phone.run("""[...document.querySelectorAll('#stick, [data-key]')].map((each) => {
              const { width, height, left, right } = each.getBoundingClientRect(); return [width, height, left, innerWidth - right]; })""")
            self.assertEqual([box for box in boxes if min(box[:2]) < 44 or min(box[2:]) < 0], [], (width, height))
            self.assertEqual(phone.run("document.documentElement.scrollWidth > innerWidth"), False, (width, height))
            self.assertEqual(phone.messages, [])

