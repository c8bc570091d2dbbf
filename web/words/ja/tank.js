// Every word on the tanks' page, in Japanese.

export default {
  title: "戦車",
  field: "戦車 {count} 台のフィールド",
  player: "プレイヤー {slot}",
  steering: "操縦方式",
  single: "レバー 1 本",
  mix: "ミックス",
  tracks: "左右キャタピラ",
  nobody: "まだ誰も操縦していません",
  nobodyText: "スマホで「戦車」レイアウトを選んでください。",
  keys: "A で発射、LB・RB で砲塔を回転、BACK で操縦方式を切替。",
  retrying: "Tiltpad に接続できません。再試行中…",
  bridgeLost: "Tiltpad が止まりました。戻るまで、どのパッドも何も押されません。",
  otherVersion: "Tiltpad が動作中に更新されました。再起動してください。",
  forHost: "ホスト専用のページです",
  forHostText: "ホストで次を実行し、表示されるリンクを開いてください:",
  again: "再試行",
};
