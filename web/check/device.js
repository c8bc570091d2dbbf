// Information about the phone that the page can get: its model or kind, the system, the browser, and the way by which the page was loaded.

/** The brands that only name the engine of a browser, or that are made up. */
const OTHERS = /Chromium|Not.?A|Brand/i;
/** The browsers by the text before their version in the user agent. The more specific ones come first. */
const BROWSERS = [["FxiOS/", "Firefox"], ["CriOS/", "Chrome"], ["EdgA/", "Edge"], ["Firefox/", "Firefox"], ["SamsungBrowser/", "Samsung Internet"],
  ["OPR/", "Opera"], ["Chrome/", "Chrome"], ["Version/", "Safari"]];
const ADDRESS = /^(\d+\.){3}\d+$|^\[|^localhost$|\.local$/;

const major = (version) => (version ?? "").split(".")[0];

/** Returns the phone, system and browser in words, from the user agent. */
export function fromAgent(agent) {
  const apple = /(iPhone|iPad)[^)]*OS (\d+)_(\d+)/.exec(agent);
  const android = /Android (\d+)/.exec(agent);
  const kind = apple ? `${apple[1]}, iOS ${apple[2]}.${apple[3]}` : android ? `Android ${android[1]}` : /(Mac OS X|Windows|Linux)/.exec(agent)?.[1] ?? "unknown";
  const [mark, browser] = BROWSERS.find(([start]) => agent.includes(start)) ?? ["", "unknown browser"];
  return `${kind}, ${browser} ${major(agent.split(mark)[1])}`.trim();
}

/** Returns the phone, system and browser in words, from client hints if the browser has them. */
export async function device() {
  const data = navigator.userAgentData;
  const known = await data?.getHighEntropyValues?.(["model", "platformVersion"]).catch(() => null);
  const brand = data?.brands.find((each) => !OTHERS.test(each.brand)) ?? data?.brands.find((each) => each.brand === "Chromium");
  if (!known || !brand) return fromAgent(navigator.userAgent);
  const browser = `${brand.brand.replace("Google ", "")} ${brand.version}`;
  return [known.model, `${data.platform} ${major(known.platformVersion)}`.trim(), browser].filter(Boolean).join(", ");
}

/** Returns the way by which the page at `place` was loaded, as docs/phones.md names it. */
export function way({ protocol, hostname }) {
  if (protocol === "http:") return "plain http";
  return ADDRESS.test(hostname) || !hostname.includes(".") ? "own certificate" : "own domain";
}
