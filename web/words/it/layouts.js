// The names of the layouts that ship with the page, in Italian.

export default {
  layout_big: "Pulsanti grandi",
  layout_buzzer: "Pulsante quiz",
  layout_classic: "Classico",
  layout_gyro: "Controller con movimento",
  layout_kart: "Kart",
  layout_onehand: "Una mano",
  layout_pad: "Controller",
  layout_rim: "Volante per il pollice",
  layout_tank: "Carro armato",
  layout_touchpad: "Controller con touchpad",
  layout_wheel: "Volante",
};
