internal import Buzzer
internal import Impairment
public import Model
internal import TestSupport

/// A simulated room of players with clocks of their own and a host, which plays rounds packet by packet.
public struct QuizRoom: Sendable {
  /// The time on the host's clock at which rounds are armed.
  public static let armed = Instant(nanoseconds: 5_000_000_000_000)
  private static let warmUp: Milliseconds = 10_000
  private static let end: Milliseconds = 500

  /// The players in the room.
  public internal(set) var players: [RoomPlayer]
  var dice: Random
  /// The judge's belief about the clocks.
  public var belief = Belief.bounds

  /// A judge's belief about the clocks.
  public enum Belief: Sendable {
    /// The bounds of each offset, which no network can make wrong.
    case bounds
    /// The median of the exchanges, taken as the exact offset, as other products do.
    case median
  }

  /// Creates a room of players on `seats`, whose clocks start anywhere and drift by up to 40 ppm; the host has
  /// exchanged clock times with them for 10 s.
  public init(_ seats: [Seat], seed: UInt64) {
    dice = Random(seed: seed)
    players = []
    for seat in seats { players.append(RoomPlayer(seat, &dice)) }
    for index in players.indices { warmUp(index) }
  }

  /// Returns the host's instant at `time`.
  public static func instant(_ time: Milliseconds) -> Instant {
    armed + Interval(nanoseconds: Int64((time * 1e6).rounded()))
  }

  /// Returns the host's clock at `time`, in µs modulo 2³².
  static func stamp(_ time: Milliseconds) -> UInt32 {
    UInt32(truncatingIfNeeded: instant(time).nanoseconds / 1_000)
  }

  /// All players of the room.
  public var slots: PlayerSlots { PlayerSlots(rawValue: UInt16((1 << players.count) - 1)) }

  private mutating func warmUp(_ index: Int) {
    var exchanges: [(asked: Milliseconds, answered: Milliseconds, received: Milliseconds)] = []
    for turn in stride(from: -QuizRoom.warmUp, to: 0, by: 100) {
      // The random delay stands for the other work of the host's loop.
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

  /// Simulates a question at `asked` and its answer; returns their times, or nil if either is lost.
  mutating func exchange(
    with seat: Seat, at asked: Milliseconds
  ) -> (asked: Milliseconds, answered: Milliseconds, received: Milliseconds)? {
    let answered = asked + seat.delays.down(&dice)
    let received = answered + seat.delays.up(&dice)
    return isLost(seat) || isLost(seat) ? nil : (asked, answered, received)
  }

  mutating func isLost(_ seat: Seat) -> Bool { seat.loss > 0 && dice.unit() < seat.loss }

  /// Plays a round in which player i presses at `presses[i]`; nil stands for no press.
  ///
  /// Returns nil if the judge does not decide. The round changes nothing in the room but its random numbers.
  public mutating func play(_ presses: [Milliseconds?]) -> Round? {
    var round = Round(self, presses)
    defer { dice = round.room.dice }
    return round.run(until: QuizRoom.end) ? round : nil
  }
}
