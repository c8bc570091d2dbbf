// The row of docs/phones.md's table: one cell for each column, in English, with characters that the host accepts.

import { COLUMNS, HEADINGS, LONGEST } from "./tables.js";
import { WAYS } from "./ways.js";

const UNTRIED = "not tried";
const PERMISSION = { refused: "refused", plain: "no, needs https", none: "no sensors" };

const line = (cells) => `| ${cells.join(" | ")} |`;

/** Returns `text` as a cell that the host accepts. */
export function cell(text) {
  const words = `${text}`.replace(/[^A-Za-z0-9 .,%()+-]/g, " ").split(/\s+/).filter(Boolean)
    .map((word) => (word.split(".").length > 3 || /^www\./i.test(word) ? word.replaceAll(".", "-") : word));
  return words.join(" ").slice(0, LONGEST).trim() || UNTRIED;
}

/** Returns the poses whose tilt has the wrong sign, and whether the rotation has the wrong sign in any pose. */
export function wrongSigns(poses) {
  const named = Object.entries(poses ?? {});
  return { tilt: named.filter(([, { tilt }]) => tilt === false).map(([name]) => name), gyro: named.some(([, { gyro }]) => gyro === false) };
}

function tilt({ permission, isAbsent, rate, poses, hasGyroscope, drift }) {
  if (!permission) return UNTRIED;
  if (permission !== "granted") return PERMISSION[permission];
  if (isAbsent) return "no samples";
  const { tilt: wrong, gyro } = wrongSigns(poses);
  const isTried = Object.values(poses ?? {}).some((pose) => pose.tilt !== null);
  const signs = wrong.length || gyro ? `signs wrong ${[...wrong, ...(gyro ? ["gyro"] : [])].join(" ")}` : isTried ? "signs right" : "signs not tried";
  const drifts = hasGyroscope ? (drift === null ? "drift unknown" : `drift ${drift.toFixed(1)}`) : "no gyroscope";
  return `${rate === null ? "" : `${rate} per s, `}${signs}, ${drifts}`;
}

function comforts({ lock, full, safe }) {
  const screen = { yes: "full", app: "as an app", no: "not full", none: "cannot be full" }[full];
  return `${lock === "yes" ? "stays on" : "goes dark"}, ${screen}, edges ${safe.join(" ")}`;
}

const away = ({ seconds, same, isReloaded }, words) => {
  if (isReloaded) return "page was loaded anew";
  return seconds === null ? "does not come back" : `${words(seconds.toFixed(1))}, ${same ? "same player" : "another player"}`;
};

/** The function for the cell of each column. It takes the findings. */
const CELLS = {
  phone: ({ phone }) => phone,
  way: ({ way }) => way,
  warns: ({ warns }) => warns ?? UNTRIED,
  transport: ({ ways }) => ways
    && `${Object.entries(WAYS).map(([label, name]) => (ways[label] === null ? `no ${name}` : `${name} ${ways[label]}`)).join(", ")} ms`,
  tilt: ({ motion }) => motion && tilt(motion),
  touches: ({ touches }) => touches && `${touches.most} at once, ${touches.late} ms, ${touches.cancelled} cancelled`,
  vibrates: ({ vibrates }) => vibrates && { yes: "yes", no: "not felt", none: "no" }[vibrates],
  screen: ({ screen }) => screen && comforts(screen),
  axes: ({ minute }) => minute && minute.age !== null && `${Math.round(minute.age)} ms, 99% below ${Math.ceil(minute.high)} ms`,
  presses: ({ minute }) => minute && `${minute.lost} of ${minute.count}`,
  wifi: ({ wifi }) => wifi && away(wifi, (seconds) => `${seconds} s away`),
  lock: ({ lock }) => lock && away(lock, (seconds) => `back in ${seconds} s`),
};

/** Returns the cells of the row for the findings. */
export const cells = (found) => COLUMNS.map((column) => cell(CELLS[column](found) || UNTRIED));

/** Returns the row in Markdown. */
export const row = (found) => line(cells(found));

/** Returns the table in Markdown with this row alone. */
export const table = (found) => [line(HEADINGS), `|${HEADINGS.map(() => "---|").join("")}`, row(found), ""].join("\n");
