// The names of the layouts that ship with the page, in Chinese.

export default {
  layout_big: "大按键",
  layout_buzzer: "抢答器",
  layout_classic: "经典",
  layout_gyro: "体感手柄",
  layout_kart: "卡丁车",
  layout_onehand: "单手",
  layout_pad: "手柄",
  layout_rim: "拇指方向盘",
  layout_tank: "坦克",
  layout_touchpad: "触摸板手柄",
  layout_wheel: "方向盘",
};
