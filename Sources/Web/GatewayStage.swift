import Model
import Notation
import Platform
import Wire

/// What is on stage, as far as pages hear of it, and what they may change.
extension Gateway {
  /// Whether anybody wants to know how things are at the bridge.
  var isWatchWanted: Bool {
    !desk.dashboards.isEmpty || pages.values.contains { $0.connection != nil }
  }

  /// Takes what is on stage; nil when the bridge is away, which changes nothing for pages.
  func take(stage: StageStatus?) {
    desk.stage = stage
    guard let stage else { return }
    desk.deviceNames = desk.deviceNames.filter { stage.players[$0.key.index].mode != nil }
    showQuiz()
  }

  /// Tells each page how the quiz stands that has not heard it.
  func showQuiz() {
    let names = Dictionary(playingPages.compactMap { page in page.slot.map { ($0, page.name) } }) { $1 }
    let quiz = Quiz(on: desk.stage) { names[$0] ?? desk.deviceNames[$0] ?? "" }
    let waiting = pages.values.filter { $0.stage == .playing && $0.quiz != quiz }
    guard desk.stage != nil, !waiting.isEmpty else { return }
    let text = quiz.text
    for page in waiting where show(.quiz, text, to: page.controller) { pages[page.controller]?.quiz = quiz }
  }

  /// Hands on that a page wants its player in another team; the bridge says whether that is too soon.
  func chooseTeam(_ controller: UInt32, _ said: JSON) {
    guard let page = pages[controller], page.stage == .playing, let slot = page.slot,
      let order = LocalOrder(teamFor: slot, on: desk.stage, said)
    else { return }
    _ = sendToBridge(.order(order))
  }
}
