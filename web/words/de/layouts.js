// The names of the layouts that ship with the page, in German.

export default {
  layout_big: "Große Tasten",
  layout_buzzer: "Buzzer",
  layout_classic: "Klassisch",
  layout_gyro: "Gamepad mit Bewegung",
  layout_kart: "Kart",
  layout_onehand: "Eine Hand",
  layout_pad: "Gamepad",
  layout_rim: "Lenkrad für den Daumen",
  layout_tank: "Panzer",
  layout_touchpad: "Gamepad mit Touchpad",
  layout_wheel: "Lenkrad",
};
