// The names of the layouts that ship with the page, in Polish.

export default {
  layout_big: "Duże przyciski",
  layout_buzzer: "Buzzer",
  layout_classic: "Klasyczny",
  layout_gyro: "Pad z ruchem",
  layout_kart: "Gokart",
  layout_onehand: "Jedna ręka",
  layout_pad: "Pad",
  layout_rim: "Kierownica pod kciuk",
  layout_tank: "Czołg",
  layout_touchpad: "Pad z touchpadem",
  layout_wheel: "Kierownica",
};
