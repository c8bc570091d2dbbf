"""A scene with a person at a phone, who uses one key or a whole keyboard."""

import keyboard
import one_key
import scene

STEP, FIRST = 0.5, 0.2
AUTO = one_key.options(way="auto", step=STEP, first=FIRST)
# A script that returns the stored settings, and the names of the switches among them.
SETTINGS = "JSON.parse(localStorage.getItem('tiltpad.settings'))"
SWITCHES = ("tilting", "gyro", "flip", "mirror", "contrast", "buzzing", "sound", "digital", "mixing", "fullScreen")


class AccessScene(scene.Scene):
    """A test with a person at a phone."""

    def key(self, phone, code, key=None, **options):
        """Presses and releases a key."""
        keyboard.press(phone, code, key, **options)

    def person(self, script=AUTO, **options):
        """Returns a person with one key, and the phone with the page before PLAY."""
        phone = self.open(script=script, **options)
        return one_key.OneKey(phone, STEP, FIRST), phone

    def play(self, person, phone):
        """Lets a person press PLAY by one key; returns the player's number."""
        phone.wait("document.querySelector('#access .name')?.textContent")
        person.choose("PLAY")
        self.playing(phone)
        return self.player_of(phone)
