// A gamepad attached to the phone, played along with the controls on the screen.

// The standard mapping of the Gamepad API: our button by its index.
const BUTTONS = ["A", "B", "X", "Y", "LB", "RB", null, null, "BACK", "START", "LS", "RS", "UP", "DOWN", "LEFT", "RIGHT", "GUIDE"];
const AXES = ["lx", "ly", "rx", "ry"];
const TRIGGERS = { 6: "LT", 7: "RT" };
/** The dead zone of a stick. */
const REST = 0.08;

/** Reads the attached gamepads into `outputs`, as the source "attached". */
export class Attached {
  #outputs;
  #wasThere = false;
  #stale = new Set();

  constructor(outputs) { this.#outputs = outputs; }

  /** True if a gamepad is attached. */
  get isThere() { return this.#wasThere; }

  get #pad() { return [...(navigator.getGamepads?.() ?? [])].find((one) => one?.connected && one.mapping === "standard"); }

  /** Ignores each button that is held now until its release. */
  forget() {
    const buttons = this.#pad?.buttons ?? [];
    this.#stale = new Set([...buttons.keys()].filter((index) => buttons[index].pressed));
  }

  /** Reads the gamepad; called with each frame of the screen: gamepads send no events. */
  poll(now) {
    const pad = this.#pad;
    if (pad) this.#follow(pad, now);
    else this.#miss(now);
    this.#wasThere = Boolean(pad);
  }

  /** Passes on a game's force feedback. */
  rumble({ strong, weak, duration }) {
    if (!this.#wasThere) return;
    for (const pad of navigator.getGamepads()) {
      const effect = { duration: Math.min(duration, 500), strongMagnitude: strong, weakMagnitude: weak };
      pad?.vibrationActuator?.playEffect?.("dual-rumble", effect).catch(() => {});
    }
  }

  #follow(pad, now) {
    pad.buttons.forEach(({ pressed, value }, index) => {
      if (!pressed) this.#stale.delete(index);
      if (this.#stale.has(index)) return;
      if (BUTTONS[index]) this.#outputs.press("attached", BUTTONS[index], pressed, now);
      else if (TRIGGERS[index]) this.#outputs.move("attached", TRIGGERS[index], value > 0 ? value : null);
    });
    AXES.forEach((name, index) => {
      const value = pad.axes[index] ?? 0;
      this.#outputs.move("attached", name, Math.abs(value) > REST ? value : null);
    });
  }

  /** Releases everything: a pad that comes later holds nothing yet, as a page sees it only from its first press on. */
  #miss(now) {
    if (!this.#wasThere) return;
    this.#stale.clear();
    for (const name of BUTTONS.filter(Boolean)) this.#outputs.press("attached", name, false, now);
    for (const name of [...AXES, ...Object.values(TRIGGERS)]) this.#outputs.move("attached", name, null);
  }
}
