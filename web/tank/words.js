// Every word on the tanks' page, in English, Japanese and Chinese.

import { vocabulary } from "../language.js";

const WORDS = {
  title: ["Tanks", "戦車", "坦克"],
  field: ["The field with {count} tanks", "戦車 {count} 台のフィールド", "有 {count} 辆坦克的场地"],
  player: ["Player {slot}", "プレイヤー {slot}", "玩家 {slot}"],
  steering: ["Steering", "操縦方式", "操控方式"],
  single: ["One lever", "レバー 1 本", "单杆"],
  mix: ["Mix", "ミックス", "混合"],
  tracks: ["Tracks", "左右キャタピラ", "双履带"],
  nobody: ["Nobody drives yet", "まだ誰も操縦していません", "还没有人驾驶"],
  nobodyText: ["Choose the layout Tank on the phone.", "スマホで「戦車」レイアウトを選んでください。", "请在手机上选择“坦克”布局。"],
  keys: ["A fires, LB and RB turn the turret, BACK changes the steering.",
    "A で発射、LB・RB で砲塔を回転、BACK で操縦方式を切替。", "A 开火，LB、RB 转动炮塔，BACK 切换操控方式。"],
  retrying: ["No connection to the gateway. Trying again…", "ゲートウェイに接続できません。再試行中…", "与网关失去连接，正在重试…"],
  bridgeLost: ["The daemon stopped. Pads are released until it returns.", "デーモン停止。復帰までパッドは休止します。", "守护进程已停止，恢复前手柄归位。"],
  otherVersion: ["The daemon is a different version; restart it.", "デーモンのバージョンが異なります。再起動してください。", "守护进程版本不同，请重新启动。"],
  forHost: ["This page is for the host", "ホスト専用のページです", "此页面仅供主机使用"],
  forHostText: ["Run this command on the host and open the link that it prints:",
    "ホストで次を実行し、表示されるリンクを開いてください:", "请在主机上运行以下命令，并打开显示的链接："],
  again: ["Try again", "再試行", "重试"],
};

/** The function for the word called `key`, with `{name}` filled in. */
export const { word } = vocabulary(WORDS);

/** The keys of all words, and the texts of one in the order of the languages. */
export const keys = Object.keys(WORDS);
export const texts = (key) => WORDS[key];
