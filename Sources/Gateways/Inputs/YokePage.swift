import Dialects
import WebSocket

/// The pad that the app Yoke fetches with "Upgrade gamepad".
///
/// The app shows the pad in a WebView, and gives it the interface `window.Yoke` (YokeActivity.java of
/// yoke-android 9e77ea9). The app requests `manifest.json` on each connection, and shows no pad without this
/// file.
enum YokePage {
  /// The files that the app fetches.
  static let files = FileShelf([
    FileShelf.File("main.html", type: "text/html; charset=utf-8", page),
    FileShelf.File(
      "manifest.json", type: "application/json",
      YokeManifest(files: ["main.html"], size: page.utf8.count, time: 0).text),
  ])

  private static let page = head + body + script

  private static let head = #"""
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, user-scalable=no">
    <title>Tiltpad</title>
    <style>
    html, body { height: 100%; margin: 0; overflow: hidden; background: #14181f; color: #e8ecf2; font: 5vmin sans-serif;
      touch-action: none; user-select: none; -webkit-user-select: none; }
    body > div { position: absolute; box-sizing: border-box; width: 17vmin; height: 17vmin; margin: -8.5vmin; border: .5vmin solid #8793a6;
      border-radius: 50%; text-align: center; line-height: 16vmin; touch-action: none; }
    body > .pad { width: 38vmin; height: 38vmin; margin: -19vmin; line-height: 37vmin; }
    body > .flat { border-radius: 3vmin; height: 12vmin; line-height: 11vmin; }
    .down { background: #3d6fb0; }
    .pad i { position: absolute; left: 11vmin; top: 11vmin; width: 15vmin; height: 15vmin; border-radius: 50%; background: #8793a6; }
    </style>

    """#

  /// The choice between the two pads; the controls are made by the script.
  private static let body = #"""
    <body>
    <div class="pad" data-pad="sticks" style="left: 30%; top: 50%">Sticks</div>
    <div class="pad" data-pad="tilt" style="left: 70%; top: 50%">Tilt</div>

    """#

  private static let script = #"""
    <script>
    'use strict';
    // Outside the app there is no `window.Yoke`, and nothing is sent.
    const app = window.Yoke || { update_vals() {}, set_bye() {} };
    // Each control: name, label, form, and its middle in percent of the screen.
    const BUTTONS = [['b1', 'A', '', 84, 80], ['b2', 'B', '', 93, 61], ['b3', 'X', '', 75, 61], ['b4', 'Y', '', 84, 43],
      ['b5', 'LB', 'flat', 8, 27], ['b6', 'RB', 'flat', 92, 27], ['b7', 'LT', 'flat', 8, 11], ['b8', 'RT', 'flat', 92, 11],
      ['bg', 'back', 'flat', 38, 11], ['bm', '◉', 'flat', 50, 11], ['bs', 'start', 'flat', 62, 11], ['dp', '✚', 'pad', 36, 68]];
    const PADS = {
      sticks: [['t1', '', 'pad', 13, 62], ['t2', '', 'pad', 59, 68], ...BUTTONS],
      tilt: BUTTONS,
    };
    const SENSORS = ['mx', 'my', 'mz'];
    const AGAIN_ms = 5000, LONG_ENOUGH_ms = 60, DOUBLE_TAP_ms = 300;

    let layout = '', held = 0, isTelling = false;
    const state = new Map();
    // 0 to 0x7fff, with the middle at 0x4000.
    const axis = (share) => { const word = Math.max(0, Math.min(0x7fff, Math.round(0x4000 * (1 + share)))); return [word >> 8, word & 255]; };
    const text = (bytes) => String.fromCharCode(...bytes);
    const send = () => { if (layout && !isTelling) app.update_vals(text([0, ...[...state.values()].flat()])); };
    const set = (name, bytes) => { state.set(name, bytes); send(); };

    // The app sends the newest text fifty times a second, so the layout stays for LONG_ENOUGH_ms. It is repeated, as hosts may forget it.
    const tell = () => {
      if (held) return;
      isTelling = true;
      app.update_vals(layout);
      setTimeout(() => { isTelling = false; send(); }, LONG_ENOUGH_ms);
    };

    const isIn = { t: (x, y) => [...axis(x), ...axis(y)], d: (x, y) => [y < -.3, x < -.3, y > .3, x > .3].map(Number) };

    const make = ([name, label, form, left, top]) => {
      const element = document.body.appendChild(document.createElement('div'));
      Object.assign(element, { id: name, className: form, textContent: label });
      Object.assign(element.style, { left: `${left}%`, top: `${top}%` });
      const knob = name[0] === 't' && element.appendChild(document.createElement('i'));
      // One finger at a time moves a control.
      let finger = null, lifted = -1e9, isDeep = false;
      const place = (event) => {
        const box = element.getBoundingClientRect();
        const [x, y] = event ? [(event.clientX - box.x) / box.width * 2 - 1, (event.clientY - box.y) / box.height * 2 - 1] : [0, 0];
        const far = Math.max(1, Math.hypot(x, y));
        if (knob) knob.style.transform = `translate(${x / far * 11}vmin, ${y / far * 11}vmin)`;
        element.classList.toggle('down', Boolean(event));
        const kind = isIn[name[0]];
        set(name, kind ? [...kind(x / far, y / far), ...(knob ? [Number(isDeep)] : [])] : [Number(Boolean(event))]);
      };
      element.onpointerdown = (event) => {
        if (finger !== null) return;
        finger = event.pointerId;
        element.setPointerCapture(event.pointerId);
        // A double tap presses the stick's button.
        isDeep = event.timeStamp - lifted < DOUBLE_TAP_ms;
        held += 1;
        place(event);
      };
      element.onpointermove = (event) => { if (event.pointerId === finger) place(event); };
      element.onpointerup = element.onpointercancel = (event) => {
        if (event.pointerId !== finger) return;
        (finger = null, lifted = event.timeStamp, isDeep = false, held -= 1);
        place();
      };
      place();
    };

    const start = (pad) => {
      document.body.replaceChildren();
      for (const name of SENSORS) state.set(name, axis(0));
      PADS[pad].forEach(make);
      layout = [...state.keys()].join();
      app.set_bye('\xff');
      tell();
      setInterval(tell, AGAIN_ms);
      addEventListener('devicemotion', ({ accelerationIncludingGravity: a }) => {
        if (!a || a.x === null) return;
        // From the phone's frame to that of the screen.
        const turn = { 0: [a.x, a.y], 90: [-a.y, a.x], 180: [-a.x, -a.y], 270: [a.y, -a.x] }[screen.orientation ? screen.orientation.angle : 90];
        [...turn, a.z].forEach((value, place) => state.set(SENSORS[place], axis(value / 40)));
        send();
      });
    };
    document.querySelectorAll('[data-pad]').forEach((choice) => { choice.onclick = () => start(choice.dataset.pad); });
    </script>

    """#
}
