// Every word that a player reads, in English, Japanese and Chinese.

/** The languages, and what each calls itself. */
export const LANGUAGES = { en: "English", ja: "日本語", zh: "中文" };

const WORDS = {
  title: ["Play", "プレイ", "开始游戏"],
  name: ["Name", "名前", "名字"],
  colour: ["Colour", "色", "颜色"],
  play: ["PLAY", "プレイ", "开始"],
  joinText: ["Your phone becomes the controller.", "スマホがコントローラーになります。", "手机将成为手柄。"],
  tiltNeedsHTTPS: ["Without a secure connection there is no tilt; everything else works.",
    "安全な接続ではないため傾きは使えません。ほかの操作はできます。", "连接不安全,无法使用倾斜;其他操作可用。"],
  connecting: ["Connecting…", "接続中…", "正在连接…"],
  waiting: ["The host decides", "ホストの許可待ち", "等待主机允许"],
  waitingText: ["Someone at the screen has to let you in.", "画面のそばの人が許可すると始まります。", "请屏幕旁的人允许你加入。"],
  full: ["All places are taken", "満員です", "人数已满"],
  fullText: ["You join by yourself when a place is free. In the queue: {place}",
    "空きができると自動で参加します。順番: {place}", "有空位时自动加入。排队: {place}"],
  scan: ["Scan the code", "コードを読み取ってください", "请扫描二维码"],
  scanText: ["This link is used up or not complete. Scan the code that the host's screen shows now.",
    "このリンクは使えません。ホストの画面のコードをもう一度読み取ってください。", "此链接已失效。请重新扫描主机屏幕上的二维码。"],
  lost: ["Connection lost", "接続が切れました", "连接已断开"],
  lostText: ["Reconnecting. Your place is kept.", "再接続しています。席は残っています。", "正在重新连接,位置已保留。"],
  unreachable: ["The host does not answer. Trying again.", "ホストが応答しません。再試行しています。", "主机没有回应,正在重试。"],
  takeover: ["Playing in another tab", "別のタブでプレイ中", "正在另一个标签页中游戏"],
  takeoverText: ["This controller went on elsewhere.", "このコントローラーは別の場所で使われています。", "此手柄已在别处继续。"],
  takeOver: ["Play here", "ここでプレイ", "在此继续"],
  version: ["This page is old", "ページが古くなっています", "页面版本过旧"],
  versionText: ["The host has a newer one.", "ホストに新しいページがあります。", "主机有更新的页面。"],
  reload: ["Load again", "再読み込み", "重新加载"],
  again: ["Try again", "もう一度", "重试"],
  denied: ["You are not in", "参加できません", "无法加入"],
  left: ["You have left", "退出しました", "已退出"],
  leftText: ["Your place is free for someone else.", "席はほかの人が使えます。", "你的位置已空出。"],
  locked: ["The host lets nobody new in.", "ホストは新しい参加を受け付けていません。", "主机不接受新玩家。"],
  byHost: ["The host said no.", "ホストに断られました。", "主机拒绝了请求。"],
  kicked: ["The host took you out.", "ホストに外されました。", "你被主机移出。"],
  fullNow: ["All places are taken.", "満員です。", "人数已满。"],
  calibrate: ["Hold it the way you like", "持ちやすい角度で止めてください", "请以舒适的姿势拿稳"],
  calibrateText: ["Keep still for a moment: this is straight ahead.", "少し止めると、そこが正面になります。", "保持片刻,此姿势即为正中。"],
  sliderText: ["No tilt here: steer with the slider.", "傾きは使えません。スライダーで操作します。", "无法使用倾斜,请用滑块转向。"],
  howToAllow: ["To allow tilt: open the site's settings in the browser, allow motion sensors, load the page again.",
    "傾きを使うには、ブラウザのサイト設定でモーションセンサーを許可し、再読み込みしてください。",
    "如需倾斜:在浏览器的网站设置中允许动作传感器,然后重新加载。"],
  rotate: ["Turn your phone", "スマホを横にしてください", "请旋转手机"],
  pinch: ["Pinch to zoom out", "ピンチで縮小してください", "请双指缩小"],
  lift: ["Lift the phone a little", "スマホを少し起こしてください", "请把手机抬起一点"],
  player: ["Player {player}", "プレイヤー {player}", "玩家 {player}"],
  players: ["Players", "プレイヤー", "玩家"],
  round: ["{ms} ms", "{ms} ms", "{ms} 毫秒"],
  menu: ["Menu", "メニュー", "菜单"],
  zero: ["This is straight", "ここを正面にする", "设为正中"],
  close: ["Close", "閉じる", "关闭"],
  leave: ["Leave", "退出", "退出"],
  layout: ["Layout", "レイアウト", "布局"],
  language: ["Language", "言語", "语言"],
  size: ["Size", "大きさ", "大小"],
  mirror: ["Left-handed", "左利き", "左手模式"],
  contrast: ["High contrast", "ハイコントラスト", "高对比度"],
  buzzing: ["Vibration", "振動", "振动"],
  sound: ["Sound", "音", "声音"],
  tilting: ["Steer by tilt", "傾きで操作", "倾斜转向"],
  flip: ["Tilt the other way", "傾きを逆にする", "反转倾斜"],
  digital: ["Pedals all or nothing", "ペダルをオン・オフにする", "踏板仅开关"],
  fullScreen: ["Full screen", "全画面", "全屏"],
  mixing: ["Mix the levers", "レバーを混ぜる", "混合操纵杆"],
  brake: ["BRAKE", "ブレーキ", "刹车"],
  gas: ["GAS", "アクセル", "油门"],
  item: ["ITEM", "アイテム", "道具"],
  horn: ["HORN", "ホーン", "喇叭"],
  steer: ["Steering", "ハンドル", "转向"],
  select: ["SELECT", "セレクト", "选择"],
  start: ["START", "スタート", "开始"],
  home: ["HOME", "ホーム", "主页"],
  leftStick: ["Left stick", "左スティック", "左摇杆"],
  rightStick: ["Right stick", "右スティック", "右摇杆"],
  directions: ["Direction pad", "十字キー", "方向键"],
  throttle: ["Throttle", "前進・後退", "油门杆"],
  spin: ["Turn", "旋回", "旋转"],
  leftTrack: ["Left track", "左キャタピラ", "左履带"],
  rightTrack: ["Right track", "右キャタピラ", "右履带"],
  fire: ["FIRE", "発射", "开火"],
  turretLeft: ["Turret left", "砲塔 左", "炮塔左转"],
  turretRight: ["Turret right", "砲塔 右", "炮塔右转"],
  buzz: ["BUZZ!", "早押し!", "抢答!"],
  attached: ["A gamepad is attached", "ゲームパッドが接続されています", "已连接手柄"],
};

const ORDER = Object.keys(LANGUAGES);
let language = "en";

/** The language that is spoken. */
export const current = () => language;

/** Speaks the first of `wanted` (BCP 47 tags) that there is. */
export function speak(wanted) {
  const short = wanted.map((tag) => (tag ?? "").slice(0, 2).toLowerCase());
  language = short.find((tag) => tag in LANGUAGES) ?? "en";
  document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
}

/** The word called `key`, with `{name}` filled in. */
export function word(key, values = {}) {
  const text = WORDS[key]?.[ORDER.indexOf(language)] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** What a layout calls something: a plain text, or one for each language. */
export function named(names) {
  return typeof names === "string" ? names : names?.[language] ?? names?.en ?? "";
}

/** Whether there is a word called `key`. */
export const hasWord = (key) => Object.hasOwn(WORDS, key);
