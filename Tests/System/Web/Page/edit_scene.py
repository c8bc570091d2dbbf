"""A scene of a phone with the editor of layouts open, for tests and pictures."""

import json

import house
import scene

MESSAGE = "document.querySelector('#edit-message').textContent"


class EditScene(scene.Scene):
    """A test with a phone of 667 × 375 px on which layouts are edited."""

    def editor(self, layout="pad", entry="editLayout", script="", **options):
        """Returns a phone with the editor open, and its player's number."""
        phone, player = self.join(layout=layout, width=667, height=375, script=script, **options)
        self.open_editor(phone, entry)
        return phone, player

    def open_editor(self, phone, entry="editLayout", waits_for=".mark"):
        """Opens the editor from the menu."""
        self.open_menu(phone)
        phone.wait(f"document.querySelector('[data-edit={entry}]')")
        phone.run(f"document.querySelector('[data-edit={entry}]').click()")
        phone.wait(f"document.querySelector('{waits_for}')")

    def draft(self, phone):
        """Returns the layout that is being edited, as the phone stores it; None if nothing has changed."""
        return json.loads((self.kept(phone, "tiltpad.draft") or {}).get("text", "null"))

    def kept(self, phone, key):
        """Returns the value that the phone's page has stored under a key, or None."""
        return json.loads(phone.run(f"localStorage.getItem('{key}')") or "null")

    def own(self, phone):
        """Returns a phone's own layouts, by id."""
        return {name: json.loads(each["text"]) for name, each in self.kept(phone, "tiltpad.layouts") or []}

    def row(self, phone, cell):
        """Returns the rows of the grid that contain a cell, as {row: (first column, last column)}, counted from 1."""
        found = {}
        for number, line in enumerate(self.draft(phone)["grid"], 1):
            columns = [column for column, name in enumerate(line.split(), 1) if name == cell]
            if columns:
                found[number] = (columns[0], columns[-1])
        return found

    def mark(self, phone, cell):
        """Returns the position of the middle of a control in the editor."""
        return phone.middle(f".mark[data-cell={cell}]")

    def select(self, phone, cell):
        """Taps a control, and waits until it is selected."""
        phone.touch(t=self.mark(phone, cell))
        phone.lift("t")
        phone.wait(f"document.querySelector('.mark[data-cell={cell}]').getAttribute('aria-pressed') === 'true'")

    def drag(self, phone, start, across, down):
        """Drags a finger from the place `start`, by this many px to the right and down."""
        phone.touch(t=start)
        phone.slide(t=(start[0] + across / 2, start[1] + down / 2))
        phone.slide(t=(start[0] + across, start[1] + down))
        phone.lift("t")

    def step(self, phone):
        """Returns the distances between neighbouring cells, across and down, in px."""
        return phone.run("""(() => { const m = document.querySelector('#edit-marks'); const s = getComputedStyle(m); const gap = parseFloat(s.columnGap);
          const count = (list) => list.split(' ').length; const b = m.getBoundingClientRect();
          return [(b.width + gap) / count(s.gridTemplateColumns), (b.height + gap) / count(s.gridTemplateRows)]; })()""")

    def until_draft(self, phone, condition, what):
        """Waits until `condition` holds for the layout that is being edited."""
        return house.until(lambda: condition(self.draft(phone)), what)

    def press(self, phone, key, code=None, modifiers=0):
        """Presses and releases a key."""
        for kind in ("keyDown", "keyUp"):
            phone.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, modifiers=modifiers)

    def open_section(self, phone, name, waits_for):
        """Opens a section of the sheet by a tap, and waits until it has an element."""
        self.tap_tool(phone, name)
        phone.wait(f"document.querySelector('#edit-sheet .section {waits_for}')")

    def tap_tool(self, phone, name):
        """Scrolls a button of the bar or of the sheet into view, and taps it."""
        phone.run(f"document.querySelector('[data-do={name}]').scrollIntoView({{ inline: 'nearest', block: 'nearest' }})")
        phone.tap(f"[data-do={name}]")

    def tap_key(self, phone, key):
        """Scrolls an element of a section into view, and taps it."""
        phone.run(f"document.querySelector('[data-key=\"{key}\"]').scrollIntoView({{ block: 'center' }})")
        phone.tap(f"[data-key=\"{key}\"]")

    def answer(self, phone, name):
        """Answers a question of the editor by a tap, and waits until the question is gone."""
        phone.wait(f"document.querySelector('dialog.ask [value={name}]')")
        phone.tap(f"dialog.ask [value={name}]")
        phone.wait(f"!document.querySelector('dialog.ask [value={name}]')")
