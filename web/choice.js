// The choice of a layout. A layout may have a partner for the other orientation of the screen.

import { fetchLayout } from "./layout.js";

/** The time before a failed load is repeated; ms. */
const PATIENCE = 1000;
/** The limit on requests for a layout. */
const TRIES = 3;

const portrait = matchMedia("(orientation: portrait)");

/** Returns {layout, isWhole} for the layout called `id`.
 *
 * The layout is null if it did not load. If it has a partner for the other orientation, `layout.other` is the partner, and `turns` is true
 * in both. `isWhole` is false if the layout, or a partner that it names, did not load. */
async function fetchBoth(id) {
  const layout = await fetchLayout(id);
  if (!layout || !(layout.form > 1 && layout.turned)) return { layout, isWhole: layout !== null };
  const other = await fetchLayout(layout.turned);
  const areOpposite = [layout.orientation, other?.orientation].sort().join() === "landscape,portrait";
  // A partner must name this layout as its own partner, or none.
  const fits = areOpposite && [layout.id, undefined].includes(other.turned);
  return { layout: fits ? { ...layout, turns: true, other: { ...other, turns: true } } : layout, isWhole: other !== null };
}

/** Returns `layout`, or its partner if only the partner is for the present orientation. */
function fitting(layout) {
  const now = portrait.matches ? "portrait" : "landscape";
  return layout?.other?.orientation === now && layout.orientation !== now ? layout.other : layout;
}

/** Returns a function that loads the layout with a given name, and then uses it. While a mode of `page` has its own layout, it waits. The
 * former layout stays until the new one has loaded; a failed load is repeated. */
export function chooser(page) {
  let [wanted, chosen] = [null, null];
  const turn = () => {
    const layout = fitting(chosen);
    if (!layout || page.choice === layout) return;
    page.choice = layout;
    if (!page.room?.isFixed) page.use(layout);
  };
  portrait.addEventListener("change", turn);
  return async function choose(id, tries = TRIES) {
    wanted = id;
    const { layout: found, isWhole } = await fetchBoth(id);
    const layout = found ?? (page.choice ? null : await fetchLayout("pad"));
    if (wanted !== id) return;
    if (!isWhole && tries > 1) setTimeout(() => wanted === id && choose(id, tries - 1), PATIENCE);
    if (!layout) return;
    chosen = layout;
    turn();
  };
}
