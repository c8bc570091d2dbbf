// The words that only the page on another host needs, in Chinese.

export default {
  silentHost: "主机没有响应。手机和主机在同一网络吗？每个二维码只供一部手机使用，十分钟内有效。请扫描屏幕上现在的二维码。",
  foreignHost: "应答的不是该主机，因此未发送任何内容。请扫描主机屏幕上的二维码。",
  outdatedHost: "此二维码需要其他版本的页面。请关闭所有此页面，然后重新扫描。",
};
