// Every word on the tanks' page, in Chinese.

export default {
  title: "坦克",
  field: "有 {count} 辆坦克的场地",
  player: "玩家 {slot}",
  steering: "操控方式",
  single: "单杆",
  mix: "混合",
  tracks: "双履带",
  nobody: "还没有人驾驶",
  nobodyText: "请在手机上选择“坦克”布局。",
  keys: "A 开火，LB、RB 转动炮塔，BACK 切换操控方式。",
  retrying: "未连接到 Tiltpad。正在重试…",
  bridgeLost: "Tiltpad 已停止。在它恢复之前，所有手柄都没有按下。",
  otherVersion: "Tiltpad 在运行时已更新。请重新启动它。",
  forHost: "此页面仅供主机使用",
  forHostText: "请在主机上运行以下命令，并打开显示的链接：",
  again: "重试",
};
