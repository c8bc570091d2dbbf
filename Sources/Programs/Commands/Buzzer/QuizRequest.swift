import Console
import Model
import Wire

/// A user's request about the quiz.
enum QuizRequest: Hashable {
  /// A request for the state.
  case status
  /// A request for the state and all its changes.
  case watch
  /// An order for the host to carry out.
  case order(QuizOrder)
  /// A request for the stored rounds.
  case log
  /// A request to delete all rounds, points and teams.
  case forget

  /// Parses the `operands` of `command`.
  ///
  /// - Throws: a usage failure that explains what is wrong.
  init(_ operands: [String], of command: String) throws(Failure) {
    let word = operands.first ?? "status"
    let rest = Array(operands.dropFirst())
    if let order = QuizOrder.byWord[word], rest.isEmpty {
      self = .order(order)
      return
    }
    switch (word, rest.count) {
    case ("status", 0): self = .status
    case ("watch", 0): self = .watch
    case ("log", 0): self = .log
    case ("forget", 0): self = .forget
    case ("automatic", 0...1):
      guard let isOn = ["on": true, "off": false][rest.first ?? "on"] else {
        throw .usage("automatic must be on or off", of: command)
      }
      self = .order(.automatic(isOn))
    case ("team", 2):
      guard let team = UInt8(rest[1]), team <= Team.limit else {
        throw .usage("a team must be a number from 1 to \(Team.limit), or 0 for none", of: command)
      }
      self = .order(.team(try QuizRequest.player(rest[0], command), team))
    case ("points", 2):
      guard let change = Int8(rest[1]) else {
        throw .usage("points can change by -128 to 127, not by \(rest[1])", of: command)
      }
      self = .order(.points(try QuizRequest.player(rest[0], command), change))
    default:
      throw .usage("unknown quiz command \(operands.joined(separator: " "))", of: command)
    }
  }

  /// The order to the daemon; nil if the request needs none.
  var order: LocalOrder? {
    switch self {
    case .status, .watch, .log: nil
    case .order(let order): LocalOrder(order)
    case .forget: LocalOrder(QuizOrder.forget)
    }
  }

  private static func player(_ text: String, _ command: String) throws(Failure) -> PlayerSlot {
    guard let slot = Int(text).flatMap(PlayerSlot.init(number:)) else {
      throw .usage("\(text) is not a player from 1 to \(PlayerSlot.limit)", of: command)
    }
    return slot
  }
}
