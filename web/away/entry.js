// The page on another host (docs/phones.md): it finds the Tiltpad host by its code, and plays only over a data
// channel.

import { learn } from "../language.js";
import { getLayouts } from "../layout.js";
import { Link } from "../link.js";
import "./code.js";
import { AwayCarrier, layout } from "./carrier.js";

getLayouts(layout);
Link.first = AwayCarrier;
// After the first visit, the page also opens without the internet.
navigator.serviceWorker?.register("worker.js").catch(() => {});
import("../join.js").then(() => learn("away"), () => setTimeout(() => location.reload(), 1000));
