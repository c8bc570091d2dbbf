// What a mode shows beside or instead of controls.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** An element with a class, or an id that begins with #, attributes, and what is in it. */
export function make(tag, name, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  if (name.startsWith("#")) element.id = name.slice(1);
  else if (name) element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** A drawing that says nothing to whoever listens: one of modes/icons.svg, or of another `file`. */
export function icon(name, file = "modes/icons.svg") {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(NAMESPACE, "use"));
  svg.firstChild.setAttribute("href", `/web/${file}#${name}`);
  return svg;
}

/** The place over the controls; it is empty in modes that need none. */
export class Scene {
  element = make("section", "#scene", { hidden: "" });

  constructor() {
    document.head.append(make("link", "", { rel: "stylesheet", href: "/web/modes/modes.css" }));
    document.getElementById("card").before(this.element);
  }

  /** Shows what is `inside`, for the mode called so. */
  show(mode, ...inside) {
    document.body.dataset.mode = mode;
    this.element.hidden = inside.length === 0;
    this.element.replaceChildren(...inside);
  }
}
