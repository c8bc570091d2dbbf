internal import Buzzer
public import TestDelays

/// Values in their order.
public struct Spread: Sendable {
  private let values: [Double]

  /// The spread of `values`.
  public init(_ values: [Double]) {
    self.values = values.sorted()
  }

  /// The value that so many hundredths of all are not above; nil when there is none.
  public func percentile(_ hundredths: Int) -> Double? {
    values.isEmpty ? nil : values[min(values.count - 1, values.count * hundredths / 100)]
  }
}

/// How far ways to compare clocks are from the truth, in ms.
public struct OffsetErrors: Sendable {
  /// The last exchange alone.
  public let single: Spread
  /// The quickest of the last eight.
  public let quickest: Spread
  /// The median of the last 200.
  public let median: Spread
  /// The middle of the bounds.
  public let bounds: Spread
  /// Half the distance of the bounds.
  public let halfWidth: Spread
  /// The share of clocks within their bounds.
  public let inside: Double

  /// Of so many players on `delays`, each after 10 s of ten exchanges a second.
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

/// What comes of the same rounds by three ways to judge.
public struct Verdicts: Sendable {
  /// How many rounds there were.
  public private(set) var rounds = 0
  /// How often the first press came first.
  public private(set) var rightByArrival = 0
  /// How often it was the first by the medians of the exchanges.
  public private(set) var rightByMedian = 0
  /// How often the judge named a winner.
  public private(set) var decided = 0
  /// How often the judge named one who was not first.
  public private(set) var wrong = 0
  /// How often a judge who takes the medians for the truth did.
  public private(set) var wrongByBelief = 0
  /// How long after the first press each round was decided, in ms.
  public private(set) var waits: [Double] = []

  /// No rounds yet.
  public init() {}

  /// In so many rooms of `seats`, so many rounds each; `lead` is how much later the second press is, in ms.
  public static func measure(
    _ seats: [Seat], rooms: Range<UInt64>, rounds: Int, believes: Bool = false,
    lead: (inout Dice) -> Milliseconds
  ) -> Verdicts {
    var verdicts = Verdicts()
    for seed in rooms {
      var room = QuizRoom(seats, seed: seed)
      var believing = room
      believing.belief = .median
      var dice = Dice(state: ~seed)
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

  /// Both together.
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
