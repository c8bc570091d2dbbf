// Tests the comforts of a phone as a controller: vibration, a screen that stays on, the full screen, and its safe areas.

/** Vibrates; returns false if the browser cannot. */
export function vibrate() {
  try {
    return Boolean(navigator.vibrate?.([300, 120, 300]));
  } catch {
    return false;
  }
}

/** Requests a screen that stays on; returns "yes", "no" (refused) or "none" (the browser cannot). */
async function wakeLock() {
  if (!navigator.wakeLock) return "none";
  try {
    await navigator.wakeLock.request("screen");
    return "yes";
  } catch {
    return "no";
  }
}

/** Returns the distances of the safe area from the screen's edges, px: top, right, bottom, left. */
function safeArea() {
  const probe = document.createElement("div");
  for (const edge of ["top", "right", "bottom", "left"]) probe.style.setProperty(`padding-${edge}`, `env(safe-area-inset-${edge})`);
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const edges = ["Top", "Right", "Bottom", "Left"].map((edge) => Math.round(parseFloat(style[`padding${edge}`]) || 0));
  probe.remove();
  return edges;
}

/** Returns whether the page fills the screen: "yes", "app" (it is installed), "no" or "none" (the browser cannot). */
function fullScreen() {
  if (document.fullscreenElement) return "yes";
  if (navigator.standalone || matchMedia("(display-mode: standalone)").matches) return "app";
  return document.documentElement.requestFullscreen ? "no" : "none";
}

/** Returns {lock, full, safe}: the results of the three tests above. */
export const screenComforts = async () => ({ lock: await wakeLock(), full: fullScreen(), safe: safeArea() });
