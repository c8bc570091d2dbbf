"""Finds the faults of a page's texts: cut off, off the screen, over another text, broken within a word, or English on a page in another language."""

import json

# Texts that are the same in every language: names of people and machines in the tests, of buttons and of transports, and units.
SAME = ("Aki", "Mei", "Jun", "Jonas", "Sofa wheel", "Pixel 7", "Living room", "My Kart", "Den", "Tiltpad", "DroidPad", "WebSocket", "WebRTC", "HTTP", "POST", "UDP", "rad",
        "LT", "RT", "LB", "RB", "LS", "RS", "ms", "Hz", "START", "PAD", "BACK", "GUIDE", "SHARE", "UP", "DOWN", "LEFT", "RIGHT")
FAULTS = """((same) => {
  const style = (element) => getComputedStyle(element);
  const [top] = ["dialog[open]", "#editor:not([hidden])", "#card:not([hidden])", "#scene.whole", "body"].map((each) => document.querySelector(each)).filter(Boolean);
  const isEnglish = (text) => /[A-Za-z]{2,}/.test(same.reduce((rest, name) => rest.replaceAll(name, ""), text).replace(/\\b[0-9A-F:]{8,}|https?:\\S+|tiltpad \\w+/g, ""));
  const isHidden = (element) => { for (let e = element; e; e = e.parentElement) if (style(e).clipPath !== "none" || (style(e).opacity === "0")) return true; return false; };
  // An ancestor that hides what does not fit; one that scrolls does not.
  const cutter = (element, rect) => {
    for (let e = element; e && e !== document.documentElement; e = e.parentElement) {
      const [box, { overflowX: x, overflowY: y, textOverflow }] = [e.getBoundingClientRect(), style(e)];
      const hides = (how) => how === "hidden" || how === "clip";
      if (textOverflow === "ellipsis" || e.tagName === "SELECT") return null;
      if (hides(x) && (rect.right > box.right + 1.5 || rect.left < box.left - 1.5)) return e;
      if (hides(y) && (rect.bottom > box.bottom + 4 || rect.top < box.top - 4)) return e;
      if (["auto", "scroll"].includes(x) && e !== document.body) return null;
    }
    return rect.left < -1.5 || rect.right > innerWidth + 1.5 ? document.documentElement : null;
  };
  // What sticks to an edge while the rest scrolls below it; a hint and a scan's caption lie over the rest for a moment.
  const isFloating = (element) => { for (let e = element; e; e = e.parentElement) if (style(e).position === "sticky") return true; return false; };
  const faults = new Set();
  const found = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [node, element, text] = [walker.currentNode, walker.currentNode.parentElement, walker.currentNode.data.trim()];
    if (!text || element.closest("script, style, template, option, code, pre, #live") || !element.checkVisibility({ visibilityProperty: true }) || isHidden(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (rects.length && isEnglish(text)) faults.add(`English: ${text}`);
    // A word that no line has room for is broken between two letters.
    for (const { 0: one, index } of element.closest("#url, #fingerprint") ? [] : node.data.matchAll(/[\\p{L}\\p{M}'’]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + one.length);
      if (!/[\u3040-\u30ff\u4e00-\u9fff]/.test(one) && new Set([...range.getClientRects()].map(({ top: y }) => Math.round(y))).size > 1) faults.add(`broken: ${one}`);
    }
    if (rects.some((rect) => cutter(element, rect))) faults.add(`cut: ${text}`);
    found.push(...rects.map((rect) => ({ rect, text, element })));
  }
  for (const element of top.querySelectorAll("[aria-label], option, [placeholder], [title]")) {
    if (element.closest("template, #languages, [data-setting=language]") || !(element.closest("select") ?? element).checkVisibility({ visibilityProperty: true })) continue;
    for (const text of [element.ariaLabel, element.tagName === "OPTION" ? element.textContent : "", element.placeholder, element.title]) {
      if (text && isEnglish(text)) faults.add(`English: ${text}`);
    }
  }
  found.forEach(({ rect: a, text, element }, index) => found.slice(index + 1).forEach(({ rect: b, text: other, element: another }) => {
    // The editor's sheet lies over its field.
    if (Boolean(element.closest("#edit-sheet")) !== Boolean(another.closest("#edit-sheet"))) return;
    if (element === another || [element, another].some((each) => isFloating(each) || each.closest("#hint, #access"))) return;
    const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
    if (across > 2 && down > 0.3 * Math.min(a.height, b.height)) faults.add(`overlap: ${text} / ${other}`);
  }));
  return [...faults];
})"""


def faults(page, is_made=False, same=SAME):
    """Returns the faults of the texts that a page shows.

    With `is_made`, the page is in the artificial language. Then English text is a fault, unless it is in `same`. A word that is
    broken between two letters is not a fault then, because a translator would choose a shorter word for a key.
    """
    found = page.run(f"{FAULTS}({json.dumps(sorted(same, key=len, reverse=True))})")
    return [fault for fault in found if not fault.startswith("broken" if is_made else "English")]
