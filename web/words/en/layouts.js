// The names of the layouts that ship with the page, in English.

export default {
  layout_big: "Large buttons",
  layout_buzzer: "Buzzer",
  layout_classic: "Classic",
  layout_gyro: "Gamepad with motion",
  layout_kart: "Kart",
  layout_onehand: "One hand",
  layout_pad: "Gamepad",
  layout_rim: "Wheel for a thumb",
  layout_tank: "Tank",
  layout_touchpad: "Gamepad with touchpad",
  layout_wheel: "Wheel",
};
