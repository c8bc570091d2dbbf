import Model
import Wire

/// The state that pages see: the list of players, the quiz and the shared pads.
struct Board: Sendable {
  /// The states of devices with a slot: connected and disconnected.
  private static let placed: Set<PeerState?> = [.connected, .disconnected]

  /// The status of the stage; nil until the bridge has sent it, and while the bridge is away.
  private(set) var stage: StageStatus?
  /// The names of the players whose controllers are not pages.
  private(set) var deviceNames: [PlayerSlot: String] = [:]
  /// The names of the playing pages in JSON, as last sent to the dashboards.
  private var names = ""

  /// Applies the status of the stage.
  ///
  /// Nil means that the bridge is away, which changes nothing for pages.
  mutating func apply(_ stage: StageStatus?, on pages: inout PageTable) -> [PageAction] {
    self.stage = stage
    guard let stage else { return [] }
    deviceNames = deviceNames.filter { stage.players[$0.key.index].mode != nil }
    return showQuiz(on: &pages) + showShares(on: &pages)
  }

  /// Records the name of a device with a slot.
  mutating func note(_ peer: PeerStatus, on pages: inout PageTable) -> [PageAction] {
    guard let slot = peer.slot, Board.placed.contains(peer.state) else { return [] }
    deviceNames[slot] = peer.name.text
    return showQuiz(on: &pages)
  }

  /// Sends pages changes of the players, the quiz and shared pads, and dashboards changes of pages' names.
  mutating func showPlayers(on pages: inout PageTable) -> [PageAction] {
    var actions: [PageAction] = []
    let players = pages.playing
    let text = PageText.players(players.compactMap { page in page.slot.map { ($0, page.name) } }).text
    for page in pages.filter({ $0.stage == .playing && $0.players != text }) {
      guard let action = pages.show(.players, text, to: page.controller) else { continue }
      pages[page.controller]?.players = text
      actions.append(action)
    }
    let names = DashboardText.names(players)
    if self.names != names.text {
      self.names = names.text
      actions.append(.inform(names))
    }
    return actions + showQuiz(on: &pages) + showShares(on: &pages)
  }

  /// Tells each playing page which pad its player shares, unless the page already knows.
  private func showShares(on pages: inout PageTable) -> [PageAction] {
    guard let stage else { return [] }
    let names = deviceNames.merging(names(of: pages)) { $1 }
    return pages.playing.compactMap { page in
      let share = stage.shares.first { share in
        page.slot.map { share.members.contains(PlayerSlots($0)) } == true
      }
      guard share != nil || !page.share.isEmpty else { return nil }
      let text = PageText.share(share, names: names).text
      guard text != page.share, let action = pages.show(.share, text, to: page.controller) else { return nil }
      pages[page.controller]?.share = text
      return action
    }
  }

  private func names(of pages: PageTable) -> [PlayerSlot: String] {
    Dictionary(pages.playing.compactMap { page in page.slot.map { ($0, page.name) } }) { $1 }
  }

  /// Sends the state of the quiz to each playing page that does not have it yet.
  private func showQuiz(on pages: inout PageTable) -> [PageAction] {
    let names = names(of: pages)
    let quiz = QuizView(on: stage) { names[$0] ?? deviceNames[$0] ?? "" }
    let waiting = pages.filter { $0.stage == .playing && $0.quiz != quiz }
    guard stage != nil, !waiting.isEmpty else { return [] }
    let text = PageText.quiz(quiz).text
    return waiting.compactMap { page in
      guard let action = pages.show(.quiz, text, to: page.controller) else { return nil }
      pages[page.controller]?.quiz = quiz
      return action
    }
  }
}
