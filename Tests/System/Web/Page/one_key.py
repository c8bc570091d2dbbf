"""A person with one key: waits until what is wanted is lit, and presses. All that is lit is noted, with its time."""

import json
import time

import house

KEY = "Space"
# A script: notes the name of all that is lit, with its time, ms; and all that is said to screen readers, which includes each choice.
NOTES = """window.lit = []; window.said = []; addEventListener('DOMContentLoaded', () => new MutationObserver((records) => {
  const text = document.querySelector('#access .name')?.textContent ?? '';
  if (text && lit.at(-1)?.[0] !== text) lit.push([text, performance.now()]);
  for (const { target, addedNodes } of records) if (target.id === 'live') said.push(...[...addedNodes].map(({ data }) => data));
}).observe(document.documentElement, { subtree: true, childList: true, characterData: true }));"""
# A script: waits until something whose name passes a test is lit; false after a while.
AWAIT = """new Promise((done) => { const since = performance.now(); const look = () => {
  const text = document.querySelector('#access .name')?.textContent ?? '';
  if ((WANTED)(text)) done(text); else if (performance.now() - since > PATIENCE) done(''); else setTimeout(look, 5); }; look(); })"""


def options(**chosen):
    """Returns a script that makes a page start with these options of web/access/options.js."""
    return f"localStorage.setItem('tiltpad.access', '{json.dumps({'isOn': True, **chosen})}');{NOTES}"


class OneKey:
    """A person at a phone with automatic scanning of `step` s, the first thing of each list `first` s longer."""

    def __init__(self, phone, step, first):
        """Gives the page the focus, without which it has no keyboard."""
        self.phone, self.step, self.first = phone, step, first
        phone.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.presses = 0

    def press(self):
        """Presses the key, and lets go."""
        for kind in ("keyDown", "keyUp"):
            self.phone.call("Input.dispatchKeyEvent", type=kind, code=KEY, key=" ")
        self.presses += 1

    def lit(self, test, seconds=20):
        """Waits until something whose name passes a test, a function in JavaScript, is lit; returns the name, or "" if it never is."""
        return self.phone.run(AWAIT.replace("WANTED", test).replace("PATIENCE", str(1000 * seconds)))

    def choose(self, name, row=None):
        """Chooses a thing by its name, first its row: that of the name `row`, or the one that lists the thing. Begins again if a press came late."""
        deadline = time.monotonic() + house.DEADLINE
        is_thing = f"(text) => text.split(' · ')[0] === {json.dumps(name)}"
        is_either = f"(text) => [{json.dumps(name)}, {json.dumps(row)}].some((one) => [text, ...text.split(' · ')[0].split(', ')].includes(one))"
        while time.monotonic() < deadline:
            shown = self.lit(is_either)
            if shown and shown.split(" · ")[0] != name:
                self.press()
                shown = self.lit(is_thing, 10)
            # If nothing is lit at all, a press begins anew.
            if self.is_chosen(name):
                return
        raise AssertionError(f"{name} is never lit: {self.phone.run('lit.slice(-12)')}")

    def is_chosen(self, name):
        """Presses, and returns whether a thing was chosen."""
        self.phone.run("said.length = 0")
        self.press()
        for _ in range(20):
            if self.phone.run(f"said.some((text) => text.startsWith({json.dumps(name)}))"):
                return True
        return False

    def theory(self, positions):
        """Returns the time, s, from the beginning of a scan to the press at the last of these positions in lists, one below the other."""
        return sum(self.first * (position > 0) + self.step * position for position in positions)
