// The menu's words, in Chinese.

export default {
  layout: "布局",
  language: "语言",
  size: "大小",
  mirror: "左手模式",
  contrast: "高对比度",
  buzzing: "振动",
  sound: "声音",
  tilting: "倾斜转向",
  flip: "反转倾斜",
  gyro: "任何布局都向游戏发送体感",
  digital: "踏板仅全踩或松开",
  fullScreen: "全屏",
  mixing: "混合双摇杆",
  connection: "连接",
  openedIn: "{name}：{ms} 毫秒内打开",
  editLayout: "编辑此布局",
  newLayout: "以此布局新建",
  byPlayer: "{name} – {by} 制作",
  ownLayout: "{name} – 我的",
};
