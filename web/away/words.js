// The words that only the page on another host needs, in English, Japanese and Chinese.

export const WORDS = {
  silentHost: ["The host does not answer. Is this phone in the host's network? A code works for one phone and ten minutes: scan the one that is on the screen now.",
    "ホストが応答しません。スマホはホストと同じネットワークにありますか。コードは 1 台、10 分間だけ有効です。今画面に出ているコードを読み取ってください。",
    "主机没有响应。手机和主机在同一网络吗？每个二维码只供一部手机使用，十分钟内有效。请扫描屏幕上现在的二维码。"],
  foreignHost: ["Another machine answered instead of the host, so nothing is sent to it. Scan the code on the host's screen.",
    "ホスト以外の機器が応答したため、何も送信していません。ホストの画面のコードを読み取ってください。",
    "应答的不是该主机，因此未发送任何内容。请扫描主机屏幕上的二维码。"],
  outdatedHost: ["This code needs another version of the page. Close the page everywhere, and scan the code again.",
    "このコードには別の版のページが必要です。ページをすべて閉じて、もう一度コードを読み取ってください。",
    "此二维码需要其他版本的页面。请关闭所有此页面，然后重新扫描。"],
};
