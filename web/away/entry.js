// The page from elsewhere (docs/phones.md): it finds the host by its code, and plays over a data channel alone.

import { getLayouts } from "../layout.js";
import { Link } from "../link.js";
import { learn } from "../words.js";
import "./code.js";
import { AwayCarrier, layout } from "./carrier.js";
import { WORDS } from "./words.js";

learn(WORDS);
getLayouts(layout);
Link.first = AwayCarrier;
// The page also opens without the internet, once it has been there.
navigator.serviceWorker?.register("worker.js").catch(() => {});
import("../join.js");
