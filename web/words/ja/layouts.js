// The names of the layouts that ship with the page, in Japanese.

export default {
  layout_big: "大きいボタン",
  layout_buzzer: "早押し",
  layout_classic: "クラシック",
  layout_gyro: "ジャイロ付きゲームパッド",
  layout_kart: "カート",
  layout_onehand: "片手",
  layout_pad: "ゲームパッド",
  layout_rim: "親指で回すハンドル",
  layout_tank: "戦車",
  layout_touchpad: "タッチパッド付きゲームパッド",
  layout_wheel: "ハンドル",
};
