// The menu's words, in Japanese.

export default {
  layout: "レイアウト",
  language: "言語",
  size: "大きさ",
  mirror: "左利き",
  contrast: "ハイコントラスト",
  buzzing: "振動",
  sound: "サウンド",
  tilting: "傾きで操作",
  flip: "傾きを反転",
  gyro: "どのレイアウトでもゲームに動きを送る",
  digital: "ペダルはオン・オフのみ",
  fullScreen: "全画面",
  mixing: "左右レバーをミックス",
  connection: "接続",
  openedIn: "{name}: {ms} ms で接続",
  editLayout: "このレイアウトを編集",
  newLayout: "このレイアウトから新規作成",
  byPlayer: "{name} – {by} 作",
  ownLayout: "{name} – 自分用",
};
