"""Tests of a copy of the page on another host. It can play only over a data channel, and says why if it cannot."""

import time

import away
import both_crash_tests
import both_mode_tests
import both_play_tests
import house
import long_run

STAGE = "document.body?.dataset.stage"
TEXT = "document.querySelector('#card-text').textContent"
# The time in s after which a used code is no longer valid for the page that has used it.
GRACE_s = 11


class AwayPlayTests(both_play_tests.Thumbs, away.Scene):
    """The tests of two thumbs and of tilt."""


@long_run.only
class AwayModeTests(away.Scene, both_mode_tests.ModeTests):
    """The tests of the host's modes, and of a quiz."""


class AwayCrashTests(both_crash_tests.Crashing, away.Scene):
    """The tests of a gateway that is killed."""


class AwayTests(away.Scene):
    """Tests of the codes in links to a page elsewhere."""

    def refused(self, link, start):
        """Opens the page by a link, and checks that the reason shown begins with `start`; returns the phone."""
        phone = self.open(ticket=link)
        self.tap_play(phone)
        house.until(lambda: phone.run(TEXT).startswith(start), f"{start}…")
        self.assertEqual(phone.run(STAGE), "lost")
        self.assertEqual(self.house.slots, [])
        return phone

    def changed(self, place):
        """Returns a link of the host with other letters in part `place` of its code. A negative `place` counts from the end."""
        base, _, code = self.house.phone_link().partition("#")
        parts = code.split(".")
        parts[place] = parts[place][:-6] + "AAAAAA"
        return f"{base}#{'.'.join(parts)}"

    def test_a_host_with_another_fingerprint_is_not_believed(self):
        self.refused(self.changed(-1), "Another machine answered")

    def test_a_wrong_ticket_gets_no_answer(self):
        self.refused(self.changed(-2), "The host does not answer.")

    def test_a_code_of_another_version_asks_for_another_page(self):
        link = self.house.phone_link()
        self.refused(link.replace("#1.", "#2."), "This code needs another version")

    def test_a_used_code_lets_nobody_else_in(self):
        link = self.house.phone_link()
        self.join(ticket=link)
        time.sleep(GRACE_s)
        phone = self.open(ticket=link)
        self.tap_play(phone)
        house.until(lambda: phone.run(TEXT).startswith("This link is used up"), "the reason")
        self.assertEqual(phone.run(STAGE), "scan")
        self.assertEqual(self.house.slots, [1])

    def test_a_code_that_has_ended_lets_nobody_in(self):
        phone, player = self.join()
        self.house.order("kick", str(player))
        phone.wait(f"{STAGE} !== 'play'")
        phone.reload()
        phone.wait(f"{STAGE} === 'join'")
        self.tap_play(phone)
        house.until(lambda: phone.run(TEXT).startswith("This link is used up"), "the reason")
        self.assertEqual(phone.run(STAGE), "scan")

    def test_a_page_that_is_loaded_again_comes_back_as_the_same_player(self):
        phone, player = self.join()
        phone.reload()
        phone.wait(f"{STAGE} === 'join'")
        self.tap_play(phone)
        self.playing(phone)
        self.assertEqual(self.player_of(phone), player)
        self.assertEqual(self.house.slots, [player])

    def test_a_time_without_a_network_is_survived(self):
        phone, player = self.join()
        self.house.proxy.hold()
        time.sleep(2)
        self.house.proxy.let_go()
        back = time.monotonic()
        house.until(lambda: self.states(player, back), "states after the pause")
        self.choose(phone, "kart")
        self.assertEqual(self.house.slots, [player])

    def test_every_layout_comes_from_the_host(self):
        phone, _ = self.join()
        for layout in ("kart", "wheel", "tank", "pad"):
            self.choose(phone, layout)

    def test_a_channel_that_opens_after_it_was_closed_takes_no_layouts(self):
        phone, _ = self.join()
        phone.run("""import(new URL("carrier.js", document.querySelector("script[type=module]").src)).then(({ AwayCarrier }) => {
          const late = new AwayCarrier("", {}); late.close(); late.opened(); })""")
        self.choose(phone, "kart")

    def test_the_page_opens_without_its_files_once_they_were_there(self):
        phone, player = self.join()
        house.until(lambda: phone.run("navigator.serviceWorker.ready.then(({ active }) => active.state)") == "activated", "the files to be kept")
        self.copy.vanish()
        self.addCleanup(self.copy.vanish, False)
        phone.reload()
        phone.wait(f"{STAGE} === 'join'")
        self.tap_play(phone)
        self.playing(phone)
        self.assertEqual(self.player_of(phone), player)
        # A text that a language lacks is shown in English.
        lacking = "new URL('../words/xx/page.js', document.querySelector('script[type=module]').src)"
        self.assertEqual(phone.run(f"fetch({lacking}).then(({{ status }}) => status)"), 404)

    def test_the_page_reports_no_error(self):
        phone, _ = self.join()
        self.assertEqual(phone.messages, [])
