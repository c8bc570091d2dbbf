// The menu's words, in English.

export default {
  layout: "Layout",
  language: "Language",
  size: "Size",
  mirror: "Left-handed",
  contrast: "High contrast",
  buzzing: "Vibration",
  sound: "Sound",
  tilting: "Steer by tilt",
  flip: "Reverse tilt",
  gyro: "Motion for games in every layout",
  digital: "On/off pedals",
  fullScreen: "Full screen",
  mixing: "Mix both levers",
  connection: "Connection",
  openedIn: "{name}: opened in {ms} ms",
  editLayout: "Edit this layout",
  newLayout: "New layout from this one",
  byPlayer: "{name} – by {by}",
  ownLayout: "{name} – mine",
};
