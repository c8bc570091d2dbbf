import Model
import Notation
import Platform
import Wire

/// The status of the stage, as pages see it, and the changes that pages may make.
extension Gateway {
  /// Whether a dashboard or a connected page needs the statuses of the bridge.
  var isWatchWanted: Bool {
    !desk.dashboards.isEmpty || pages.values.contains { $0.connection != nil }
  }

  /// Takes over the status of the stage; nil means that the bridge is away, which changes nothing for pages.
  func take(stage: StageStatus?) {
    desk.stage = stage
    guard let stage else { return }
    desk.deviceNames = desk.deviceNames.filter { stage.players[$0.key.index].mode != nil }
    showQuiz()
  }

  /// Sends the state of the quiz to each playing page that does not have it yet.
  func showQuiz() {
    let names = Dictionary(playingPages.compactMap { page in page.slot.map { ($0, page.name) } }) { $1 }
    let quiz = QuizView(on: desk.stage) { names[$0] ?? desk.deviceNames[$0] ?? "" }
    let waiting = pages.values.filter { $0.stage == .playing && $0.quiz != quiz }
    guard desk.stage != nil, !waiting.isEmpty else { return }
    let text = quiz.text
    for page in waiting where show(.quiz, text, to: page.controller) { pages[page.controller]?.quiz = quiz }
  }

  /// Relays the wish of a page for another team; the bridge decides whether the wish comes too soon.
  func chooseTeam(_ controller: UInt32, _ said: JSON) {
    guard let page = pages[controller], page.stage == .playing, let slot = page.slot,
      let order = LocalOrder(teamFor: slot, on: desk.stage, said)
    else { return }
    _ = sendToBridge(.order(order))
  }
}
