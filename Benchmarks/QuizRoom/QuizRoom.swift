internal import Buzzer
public import Model
internal import Session
internal import TestDelays

/// Players with clocks of their own at a host: what happens in rounds, packet by packet.
public struct QuizRoom: Sendable {
  /// When rounds are armed on the host's clock.
  public static let armed = Instant(nanoseconds: 5_000_000_000_000)
  private static let warmUp: Milliseconds = 10_000
  private static let end: Milliseconds = 500

  /// Who is there.
  public internal(set) var players: [RoomPlayer]
  var dice: Dice
  /// What the judge takes for bounds of the clocks.
  public var belief = Belief.bounds

  /// What a judge takes for bounds of the clocks.
  public enum Belief: Sendable {
    /// What no network can make wrong.
    case bounds
    /// The median of the exchanges, as if it were the truth; what other products do.
    case median
  }

  /// Players on these seats, with clocks anywhere that run wrong by up to 40 ppm, of which the host has heard for 10 s.
  public init(_ seats: [Seat], seed: UInt64) {
    dice = Dice(state: seed)
    players = []
    for seat in seats { players.append(RoomPlayer(seat, &dice)) }
    for index in players.indices { warmUp(index) }
  }

  /// The instant at `time`.
  public static func instant(_ time: Milliseconds) -> Instant {
    armed + Interval(nanoseconds: Int64((time * 1e6).rounded()))
  }

  /// The µs that the host's clock shows at `time`; it wraps.
  static func stamp(_ time: Milliseconds) -> UInt32 {
    UInt32(truncatingIfNeeded: instant(time).nanoseconds / 1_000)
  }

  /// All players of the room.
  public var slots: PlayerSlots { PlayerSlots(rawValue: UInt16((1 << players.count) - 1)) }

  private mutating func warmUp(_ index: Int) {
    var exchanges: [(asked: Milliseconds, answered: Milliseconds, received: Milliseconds)] = []
    for turn in stride(from: -QuizRoom.warmUp, to: 0, by: 100) {
      // The loop has other things to do too.
      guard let exchange = exchange(with: players[index].seat, at: turn + dice.unit()), exchange.received < 0
      else {
        continue
      }
      exchanges.append(exchange)
    }
    exchanges.sort { $0.received < $1.received }
    for exchange in exchanges {
      players[index].exchange(
        asked: exchange.asked, answered: exchange.answered, received: exchange.received)
    }
  }

  /// A question at `asked` and its answer; nil when either is lost.
  mutating func exchange(
    with seat: Seat, at asked: Milliseconds
  ) -> (asked: Milliseconds, answered: Milliseconds, received: Milliseconds)? {
    let answered = asked + seat.delays.down(&dice)
    let received = answered + seat.delays.up(&dice)
    return isLost(seat) || isLost(seat) ? nil : (asked, answered, received)
  }

  mutating func isLost(_ seat: Seat) -> Bool { seat.loss > 0 && dice.unit() < seat.loss }

  /// A round with presses at these times, nil for who does not press; the room stays as it was, but for its dice.
  public mutating func play(_ presses: [Milliseconds?]) -> Round? {
    var round = Round(self, presses)
    defer { dice = round.room.dice }
    return round.run(until: QuizRoom.end) ? round : nil
  }
}
