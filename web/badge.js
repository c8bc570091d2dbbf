// The badge of a player: number, shape and colour together, since not everyone can see colour.

/** Colours that people with any colour vision can tell apart (Okabe and Ito), in the order of slots and of the phones' list. */
export const COLOURS = ["#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#FFFFFF"];

/** Returns the colour of a slot, for a player who has not chosen one. */
export const colourOf = (slot) => COLOURS[(slot - 1) % COLOURS.length];

const SHAPES = ["circle", "triangle", "square", "diamond", "star", "cross", "hexagon", "moon"];

/** Returns the shape for a player's number, as its name in the sprite. */
export const shape = (player) => SHAPES[(player - 1) % SHAPES.length];

/** Makes a picture from a `file` of drawings, hidden from screen readers. */
export function icon(name, file = "sprite.svg") {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(namespace, "use"));
  svg.firstChild.setAttribute("href", `/web/${file}#${name}`);
  return svg;
}

/** Draws the badge of player number `player`, called `name`, into `element`. */
export function drawBadge(element, player, name) {
  const number = document.createElement("b");
  number.textContent = player;
  element.replaceChildren(icon(shape(player)), number, document.createTextNode(` ${name}`));
}
