// The controls of a layout that let the phone's motion through, or block it (docs/layouts.md, "Form 2").

/** The gates of one layout. */
export class Gates {
  #all = [];

  /** True unless the gates block the motion: at least one of the gates to be held must be held, if there are any, and all others must be
   * open. */
  get areOpen() {
    const holds = this.#all.filter(({ isHold }) => isHold);
    return (!holds.length || holds.some(({ isOpen }) => isOpen)) && this.#all.every(({ isHold, isOpen }) => isHold || isOpen);
  }

  /** Adds a gate with the given mode; returns the function that its button `element` calls with isPress. */
  add(mode, element) {
    const gate = { isHold: mode === "hold", isOpen: mode !== "hold" };
    this.#all.push(gate);
    const show = () => element.setAttribute("aria-pressed", String(gate.isOpen));
    show();
    return (isPress) => {
      if (mode !== "switch") gate.isOpen = isPress === gate.isHold;
      else if (isPress) gate.isOpen = !gate.isOpen;
      show();
    };
  }
}
