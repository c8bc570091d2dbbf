"""A person who uses a keyboard alone: Tab, arrows, Space and Enter, but no pointer."""

import json

# The virtual key codes that browsers need in addition to the keys' names, and the texts of keys that type text.
NUMBERS = {"Enter": 13, "Space": 32, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Escape": 27}
TEXTS = {"Enter": "\r", "Space": " "}
SHOWN = "(() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2; })()"
# The most presses of Tab on the way to an element.
MOST = 60


def press(phone, code, key=None, **options):
    """Presses and releases a key."""
    for kind in ("keyDown", "keyUp"):
        text = {"text": TEXTS[code]} if code in TEXTS and kind == "keyDown" else {}
        phone.call("Input.dispatchKeyEvent", type=kind, code=code, key=key or {"Space": " "}.get(code, code),
                   windowsVirtualKeyCode=NUMBERS.get(code, 0), **text, **options)


def listens(phone):
    """Waits until a page that plays reads keys and attached gamepads. It loads the code for that while it plays."""
    phone.run("import('/web/attached.js').then(() => true)")


class Keyboard:
    """A person at a phone's keyboard, who counts key presses."""

    def __init__(self, phone):
        """Gives the page the focus, which it needs to receive keys."""
        self.phone = phone
        self.presses = 0
        phone.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def press(self, code):
        """Presses and releases a key, and counts it."""
        press(self.phone, code)
        self.presses += 1

    def is_at(self, selector):
        """Returns whether an element has the focus."""
        return self.phone.run(f"document.activeElement?.matches({json.dumps(selector)})")

    def tab_to(self, selector):
        """Presses Tab until an element has the focus, and checks that the focus is visible."""
        for _ in range(MOST):
            if self.is_at(selector):
                assert self.phone.run(SHOWN), f"the focus on {selector} does not show"
                return
            self.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}: {self.phone.run('document.activeElement.outerHTML.slice(0, 200)')}")

    def play(self):
        """Presses PLAY, and waits until the page reads keys."""
        self.tab_to("#join .action")
        self.press("Enter")
        self.phone.wait("document.body.dataset.stage === 'play'")
        listens(self.phone)
