// The names of the layouts that ship with the page, in French.

export default {
  layout_big: "Gros boutons",
  layout_buzzer: "Buzzer",
  layout_classic: "Classique",
  layout_gyro: "Manette avec mouvement",
  layout_kart: "Kart",
  layout_onehand: "Une main",
  layout_pad: "Manette",
  layout_rim: "Volant au pouce",
  layout_tank: "Char",
  layout_touchpad: "Manette avec pavé tactile",
  layout_wheel: "Volant",
};
