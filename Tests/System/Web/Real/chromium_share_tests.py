"""Tests of two pages that move one pad. One drives a tank, and the other steers it."""

import chromium_access_tests


class OneTank(chromium_access_tests.Games):
    """Tests of two people with a phone each, who share one tank."""

    def test_one_drives_and_the_other_steers(self):
        """The average of both inputs drives a circle. When the driver releases the lever, the tank only turns. Then it stands still."""
        driver, first, main = self.by_keyboard()
        steerer, second, _ = self.by_keyboard()
        self.house.order("share", "together", "1", "2")
        for phone, words in ((first, "helps you"), (second, "You help")):
            phone.wait(f"document.querySelector('#share')?.textContent.includes('{words}')")
        field = self.field(first)
        second.wait("document.querySelector('#pad').dataset.layout === 'tank' && !document.querySelector('#pad').inert")
        field.wait("document.querySelectorAll('g.tank').length === 1")
        driver.tab_to("[data-cell=left]")
        driver.press("ArrowUp")
        first.wait("document.querySelector('#share').textContent.includes('You steer')")
        steerer.tab_to("[data-cell=right]")
        steerer.press("ArrowRight")
        self.until_player(main, lambda pad: abs(pad.sticks[1] + 1 / 3) < 0.02 and abs(pad.sticks[3]) < 0.02, "both levers on one pad")
        self.is_lap(self.circle(field))
        driver.press("Escape")
        self.until_player(main, lambda pad: pad.sticks[1] * pad.sticks[3] < -0.05, "the tank to turn where it stands")
        second.run("document.querySelector('#share button').click()")
        self.until_player(main, lambda pad: pad.is_at_rest, "the tank to stand")
        field.wait("document.querySelectorAll('g.tank').length === 2")
        for phone in (first, second):
            phone.wait("!document.querySelector('#share')")
            self.assertEqual(phone.messages, [])
