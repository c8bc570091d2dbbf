internal import Buzzer
public import Impairment
public import TestSupport

/// A sorted set of values.
public struct Spread: Sendable {
  private let values: [Double]

  /// Creates the spread of `values`.
  public init(_ values: [Double]) {
    self.values = values.sorted()
  }

  /// Returns the percentile for `hundredths` of all values, or nil if there are no values.
  public func percentile(_ hundredths: Int) -> Double? {
    values.isEmpty ? nil : values[min(values.count - 1, values.count * hundredths / 100)]
  }
}

/// The errors of several ways to estimate clock offsets, in ms.
public struct OffsetErrors: Sendable {
  /// The errors of the last exchange alone.
  public let single: Spread
  /// The errors of the quickest of the last eight exchanges.
  public let quickest: Spread
  /// The errors of the median of the last 200 exchanges.
  public let median: Spread
  /// The errors of the middle of the bounds.
  public let bounds: Spread
  /// Half the width of the bounds.
  public let halfWidth: Spread
  /// The share of clocks that lie within their bounds.
  public let inside: Double

  /// Measures the errors for `players` players whose networks have the delays `delays`.
  ///
  /// Each player first has ten exchanges a second for 10 s.
  public static func measure(_ delays: Delays, players: Int) -> OffsetErrors {
    let known = (0..<players).compactMap { seed -> (RoomPlayer, middle: Double, halfWidth: Double)? in
      let player = QuizRoom([Seat(delays)], seed: UInt64(seed)).players[0]
      return player.known.map { (player, $0.middle, $0.halfWidth) }
    }
    func spread(_ value: (RoomPlayer) -> Double) -> Spread { Spread(known.map { abs(value($0.0)) }) }
    return OffsetErrors(
      single: spread { $0.exchanges.last?.error ?? .infinity },
      quickest: spread { player in
        player.exchanges.suffix(8).min { $0.roundTrip < $1.roundTrip }?.error ?? .infinity
      },
      median: spread(\.medianError), bounds: Spread(known.map { abs($0.middle) }),
      halfWidth: Spread(known.map(\.halfWidth)),
      inside: Double(known.count { abs($0.middle) <= $0.halfWidth }) / Double(max(1, known.count)))
  }
}

/// The results of the same rounds by several ways to judge: by arrival, by medians, and by the judge.
public struct Verdicts: Sendable {
  /// The number of rounds.
  public private(set) var rounds = 0
  /// The number of rounds in which the first press arrived first.
  public private(set) var rightByArrival = 0
  /// The number of rounds in which the first press was first by the medians of the exchanges.
  public private(set) var rightByMedian = 0
  /// The number of rounds in which the judge named a winner.
  public private(set) var decided = 0
  /// The number of rounds in which the judge named the wrong player (``Round/isWrong``).
  public private(set) var wrong = 0
  /// The number of rounds in which a judge that takes the medians for the truth named the wrong player.
  public private(set) var wrongByBelief = 0
  /// The time from the first press to the decision of each round, in ms.
  public private(set) var waits: [Double] = []

  /// Creates the results of no rounds.
  public init() {}

  /// Plays `rounds` rounds in each of `rooms` rooms of `seats`; `lead` returns the time between the first two presses,
  /// in ms.
  public static func measure(
    _ seats: [Seat], rooms: Range<UInt64>, rounds: Int, believes: Bool = false,
    lead: (inout Random) -> Milliseconds
  ) -> Verdicts {
    var verdicts = Verdicts()
    for seed in rooms {
      var room = QuizRoom(seats, seed: seed)
      var believing = room
      believing.belief = .median
      var dice = Random(seed: ~seed)
      for _ in 0..<rounds {
        let presses = dice.presses(of: seats.count, lead: lead(&dice))
        guard let round = room.play(presses) else { continue }
        verdicts.add(round)
        if believes, believing.play(presses)?.isWrong == true { verdicts.wrongByBelief += 1 }
      }
    }
    return verdicts
  }

  private mutating func add(_ round: Round) {
    let truth = Round.first(of: round.presses)
    rounds += 1
    rightByArrival += Round.first(of: round.arrivals) == truth ? 1 : 0
    rightByMedian += Round.first(of: round.mediansOfPresses) == truth ? 1 : 0
    decided += round.winner == nil ? 0 : 1
    wrong += round.isWrong ? 1 : 0
    waits.append(round.decided - (truth.flatMap { round.presses[$0] } ?? 0))
  }

  /// Returns the sum of both results.
  public static func + (left: Verdicts, right: Verdicts) -> Verdicts {
    var sum = left
    sum.rounds += right.rounds
    sum.rightByArrival += right.rightByArrival
    sum.rightByMedian += right.rightByMedian
    sum.decided += right.decided
    sum.wrong += right.wrong
    sum.wrongByBelief += right.wrongByBelief
    sum.waits += right.waits
    return sum
  }
}
