"""A person with one key, who waits until the wanted entry is lit, and presses. The page records all that is lit, with its time."""

import json
import time

import house

KEY = "Space"
# A script that records the name of each entry that is lit, with its time in ms, and all texts for screen readers, which include each choice.
NOTES = """window.lit = []; window.said = []; addEventListener('DOMContentLoaded', () => new MutationObserver((records) => {
  const text = document.querySelector('#access .name')?.textContent ?? '';
  if (text && lit.at(-1)?.[0] !== text) lit.push([text, performance.now()]);
  for (const { target, addedNodes } of records) if (target.id === 'live') said.push(...[...addedNodes].map(({ data }) => data));
}).observe(document.documentElement, { subtree: true, childList: true, characterData: true }));"""
# A script that waits until an entry is lit whose name fulfils WANTED. It returns the name, or "" after PATIENCE ms.
AWAIT = """new Promise((done) => { const since = performance.now(); const look = () => {
  const text = document.querySelector('#access .name')?.textContent ?? '';
  if ((WANTED)(text)) done(text); else if (performance.now() - since > PATIENCE) done(''); else setTimeout(look, 5); }; look(); })"""


def options(**chosen):
    """Returns a script that makes a page start with these options of web/access/options.js."""
    return f"localStorage.setItem('tiltpad.access', '{json.dumps({'isOn': True, **chosen})}');{NOTES}"


class OneKey:
    """A person who uses automatic scanning. Each entry is lit for `step` s, and the first of each list for `first` s longer."""

    def __init__(self, phone, step, first):
        """Gives the page the focus, which it needs to receive keys."""
        self.phone, self.step, self.first = phone, step, first
        phone.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.presses = 0

    def press(self):
        """Presses and releases the key."""
        for kind in ("keyDown", "keyUp"):
            self.phone.call("Input.dispatchKeyEvent", type=kind, code=KEY, key=" ")
        self.presses += 1

    def lit(self, test, seconds=20):
        """Waits until an entry is lit whose name fulfils `test`, a JavaScript function; returns the name, or "" after `seconds`."""
        return self.phone.run(AWAIT.replace("WANTED", test).replace("PATIENCE", str(1000 * seconds)))

    def choose(self, name, row=None):
        """Chooses an entry by its name, after choosing its row. Begins again if a press was late.

        The row is the one with the name `row`, or the one that lists the entry.
        """
        deadline = time.monotonic() + house.DEADLINE
        is_thing = f"(text) => text.split(' · ')[0] === {json.dumps(name)}"
        is_either = f"(text) => [{json.dumps(name)}, {json.dumps(row)}].some((one) => [text, ...text.split(' · ')[0].split(', ')].includes(one))"
        while time.monotonic() < deadline:
            shown = self.lit(is_either)
            if shown and shown.split(" · ")[0] != name:
                self.press()
                shown = self.lit(is_thing, 10)
            # If nothing is lit, a press starts the scan again.
            if self.is_chosen(name):
                return
            if not shown:
                self.close_panel()
        raise AssertionError(f"{name} is never lit: {self.phone.run('lit.slice(-12)')}")

    def close_panel(self):
        """Closes a panel that a late press may have opened."""
        for names in ("(text) => text.split(', ').includes('Close')", "(text) => text === 'Close'"):
            if self.lit(names, 10):
                self.press()

    def is_chosen(self, name):
        """Presses the key; returns whether the entry was chosen."""
        self.phone.run("said.length = 0")
        self.press()
        for _ in range(20):
            if self.phone.run(f"said.some((text) => text.startsWith({json.dumps(name)}))"):
                return True
        return False

    def theory(self, positions):
        """Returns the theoretical time in s from the start of a scan to the last press.

        `positions` has the index of each chosen entry in its list, from 0, the outer list first.
        """
        return sum(self.first * (position > 0) + self.step * position for position in positions)
