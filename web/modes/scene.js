// The part of a mode that is beside the controls, or in place of them.

/** Makes an element with a class (or an id, if it begins with #), attributes and content. */
export function make(tag, name, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  if (name.startsWith("#")) element.id = name.slice(1);
  else if (name) element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** The area over the controls. It is empty in modes that do not use it. */
export class Scene {
  element = make("section", "#scene", { hidden: "" });

  constructor() {
    document.head.append(make("link", "", { rel: "stylesheet", href: "/web/modes/modes.css" }));
    document.getElementById("card").before(this.element);
  }

  /** Shows the content of a mode. */
  show(mode, ...inside) {
    document.body.dataset.mode = mode;
    this.element.hidden = inside.length === 0;
    this.element.replaceChildren(...inside);
  }
}
