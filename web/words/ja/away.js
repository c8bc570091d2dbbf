// The words that only the page on another host needs, in Japanese.

export default {
  silentHost: "ホストが応答しません。スマホはホストと同じネットワークにありますか。コードは 1 台、10 分間だけ有効です。今画面に出ているコードを読み取ってください。",
  foreignHost: "ホスト以外の機器が応答したため、何も送信していません。ホストの画面のコードを読み取ってください。",
  outdatedHost: "このコードには別の版のページが必要です。ページをすべて閉じて、もう一度コードを読み取ってください。",
};
