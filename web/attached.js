// A gamepad that is connected to the phone: it plays along with the controls on the screen.

// The standard mapping of the Gamepad API: button index to ours.
const BUTTONS = ["A", "B", "X", "Y", "LB", "RB", null, null, "BACK", "START", "LS", "RS", "UP", "DOWN", "LEFT", "RIGHT", "GUIDE"];
const AXES = ["lx", "ly", "rx", "ry"];
const TRIGGERS = { 6: "LT", 7: "RT" };
/** Sticks do not come back to 0 exactly. */
const REST = 0.08;

/** Reads the attached gamepads; `outputs` hears of them as the source "attached". */
export class Attached {
  #outputs;
  #wasThere = false;
  #stale = new Set();

  constructor(outputs) { this.#outputs = outputs; }

  /** Whether there is one. */
  get isThere() { return this.#wasThere; }

  /** What is held now counts as let go, until it was. */
  forget() { this.#stale = null; }

  /** To be called with each frame of the screen: there are no events for what a gamepad does. */
  poll(now) {
    const pad = [...(navigator.getGamepads?.() ?? [])].find((one) => one?.connected && one.mapping === "standard");
    if (pad) this.#follow(pad, now);
    else if (this.#wasThere) this.#rest(now);
    this.#wasThere = Boolean(pad);
  }

  /** Hands on what a game does with the motors. */
  rumble({ strong, weak, duration }) {
    if (!this.#wasThere) return;
    for (const pad of navigator.getGamepads()) {
      const effect = { duration: Math.min(duration, 500), strongMagnitude: strong, weakMagnitude: weak };
      pad?.vibrationActuator?.playEffect?.("dual-rumble", effect).catch(() => {});
    }
  }

  #follow(pad, now) {
    this.#stale ??= new Set(pad.buttons.keys());
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

  #rest(now) {
    for (const name of BUTTONS.filter(Boolean)) this.#outputs.press("attached", name, false, now);
    for (const name of [...AXES, ...Object.values(TRIGGERS)]) this.#outputs.move("attached", name, null);
  }
}
