// The names of the layouts that ship with the page, in Spanish.

export default {
  layout_big: "Botones grandes",
  layout_buzzer: "Pulsador",
  layout_classic: "Clásico",
  layout_gyro: "Mando con movimiento",
  layout_kart: "Kart",
  layout_onehand: "Una mano",
  layout_pad: "Mando",
  layout_rim: "Volante para el pulgar",
  layout_tank: "Tanque",
  layout_touchpad: "Mando con panel táctil",
  layout_wheel: "Volante",
};
