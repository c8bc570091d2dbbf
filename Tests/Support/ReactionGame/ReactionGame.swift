import Commands
import Glibc
import Model
import Modes
import Platform
import Room
import Wire

/// A reaction game: after an unpredictable pause all screens show "go", and the first press wins.
///
/// It is the example in docs/modes.md of an app that is not part of Tiltpad. Phones show it through the quiz
/// rounds that they already support.
struct ReactionGame: App {
  /// The pauses before "go".
  static let pauses: [Interval] = [.milliseconds(1_500), .milliseconds(2_700), .milliseconds(1_900)]
  /// The time for which a result is shown.
  static let resultTime = Interval.seconds(3)

  let mode: Mode
  let name = "reaction"
  let recipients: Recipients = .presses
  private(set) var wins = [Int](repeating: 0, count: PlayerSlot.limit)
  private var round: UInt16 = 0
  private var phase = RoundPhase.idle
  private var winner: PlayerSlot?

  init(_ mode: Mode) { self.mode = mode }

  mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
    switch message {
    case .started where player == nil: enter(.idle, on: &stage)
    case .started: show(on: &stage)
    case .timer: enter(phase == .idle ? .armed : .idle, on: &stage)
    case .button(let slot, let edge) where edge.isPress && phase == .armed:
      winner = slot
      wins[slot.index] += 1
      enter(.result, on: &stage)
    default: break
    }
    return .pass
  }

  private mutating func enter(_ phase: RoundPhase, on stage: inout Stage) {
    self.phase = phase
    switch phase {
    case .idle:
      (round, winner) = (round + 1, nil)
      stage.setTimer(1, at: stage.now + ReactionGame.pauses[Int(round) % ReactionGame.pauses.count])
    case .result: stage.setTimer(1, at: stage.now + ReactionGame.resultTime)
    default: stage.setTimer(1, at: .distantFuture)
    }
    show(on: &stage)
  }

  private func show(on stage: inout Stage) {
    for slot in stage.players.each {
      stage.post(
        Round(number: round, phase: phase.rawValue, winner: winner?.number ?? 0, margin: Round.noMargin),
        to: slot)
    }
  }
}

/// Tiltpad with the game: `reaction-game serve` runs a host in which `tiltpad mode reaction` starts it.
@main
enum Program {
  static func main() {
    let apps = Mode(rawValue: 130).map { [ReactionGame($0)] } ?? []
    exit(Tiltpad.run(Surroundings.arguments, apps: apps))
  }
}
