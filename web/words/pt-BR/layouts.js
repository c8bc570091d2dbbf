// The names of the layouts that ship with the page, in Brazilian Portuguese.

export default {
  layout_big: "Botões grandes",
  layout_buzzer: "Botão de quiz",
  layout_classic: "Clássico",
  layout_gyro: "Controle com movimento",
  layout_kart: "Kart",
  layout_onehand: "Uma mão",
  layout_pad: "Controle",
  layout_rim: "Volante para o polegar",
  layout_tank: "Tanque",
  layout_touchpad: "Controle com touchpad",
  layout_wheel: "Volante",
};
