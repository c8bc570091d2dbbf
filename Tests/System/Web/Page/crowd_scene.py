"""The scene for the picture of a phone that votes."""

import scene
from drawing import Drawing


class CrowdPictureTests(Drawing, scene.Scene):
    """Draws the picture of a phone that votes."""

    def test_a_vote_in_a_crowd(self):
        phone = self.phone(width=390, height=844)
        phone.open(f"{self.house.address}/crowd#AAAAAAAAAAAAAAAAAAAAAA")
        phone.wait("document.body.dataset.state === 'plays'")
        x, y = phone.middle("#stick")
        phone.touch(s=(x, y))
        phone.slide(s=(x + 40, y - 44))
        phone.lift()
        phone.touch(a=phone.middle("[data-key='0']"))
        phone.lift()
        phone.wait("document.querySelector('[data-key=\"0\"]').ariaPressed === 'true' && document.querySelector('#next').textContent")
        # The remaining time differs in each run, so it is hidden.
        phone.run("document.querySelector('#count').style.visibility = 'hidden'")
        self.draw(phone, "crowd")
