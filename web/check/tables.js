// The columns of docs/phones.md's table and their limits, written by `swift run tables --write`.

export const COLUMNS = ["phone", "way", "warns", "transport", "tilt", "touches", "vibrates", "screen", "axes", "presses", "wifi", "lock"];
export const HEADINGS = [
  "phone and browser", "way", "warns", "transport", "tilt", "touches", "vibrates", "screen", "age of axes", "lost presses", "without Wi-Fi",
  "after the lock screen",
];
export const LONGEST = 60;
