import Model
import TiltpadClient
import Wire

/// The rounds of the quiz, in words for a player.
extension Round {
  /// Returns the change since the round `former`, as a line for a player in `state`; nil if it deserves none.
  func news(since former: Round?, for state: ConnectionState) -> String? {
    if isLockedOut, former?.isLockedOut != true { return "too soon: locked out for a moment" }
    guard former?.number != number || former?.phase != phase || former?.winner != winner else { return nil }
    switch RoundPhase(rawValue: phase & 3) {
    case .armed: return former?.isArmed == true && former?.number == number ? nil : "round \(number): press!"
    case .locked, .result:
      let isTold = former?.number == number && former?.winner == winner
      return isTold ? nil : "round \(number): \(verdict(for: state))"
    case .idle, nil: return nil
    }
  }

  private func verdict(for state: ConnectionState) -> String {
    let difference = margin == Round.noMargin ? nil : "\(Double(margin / 100) / 10) ms"
    if winner == Round.tooClose { return "too close to call" }
    guard let first = PlayerSlot(number: Int(winner)) else { return "nobody was first" }
    guard case .connected(first) = state else {
      return "player \(first.number) was first\(difference.map { ", \($0) before you" } ?? "")"
    }
    return "you were first\(difference.map { ", by \($0)" } ?? "")!"
  }
}
