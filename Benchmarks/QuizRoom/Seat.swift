public import Model
internal import Session
public import TestDelays

/// Milliseconds of the host's clock, from when a round is armed.
public typealias Milliseconds = Double

/// What a player of a simulated room has.
public struct Seat: Sendable {
  /// What is between it and the host.
  public var delays: Delays
  /// How often it sends its state, in Hz.
  public var rate: Double
  /// The share of packets that are lost, each way.
  public var loss: Double
  /// How long after its time a press is seen, for a page.
  public var inputDelay: ClosedRange<Milliseconds>
  /// How far the clock goes at a time.
  public var clockStep: Milliseconds

  /// Whether its packets overtake each other on their way; else a late one keeps all that follow.
  public var overtakes = false
  /// Until what its states are taken to speak for (``Judge/noteUp(_:at:_:received:inputDelay:)``).
  public var allowedInputDelay = Interval.zero
  /// What the judge is told of how exact its times are.
  public var precision = Interval.zero

  /// A native controller.
  public init(_ delays: Delays, rate: Double = 60, loss: Double = 0) {
    (self.delays, self.rate, self.loss) = (delays, rate, loss)
    (inputDelay, clockStep) = (0...0, 0.001)
  }

  /// A page: it sees its input 10 to 28 ms late, by a clock that goes by `clockStep` at a time.
  public static func page(_ delays: Delays, clockStep: Milliseconds = 0.1, loss: Double = 0) -> Seat {
    var seat = Seat(delays, loss: loss)
    (seat.inputDelay, seat.clockStep) = (10...28, clockStep)
    seat.allowedInputDelay = .milliseconds(30)
    seat.precision = Interval(nanoseconds: Int64(clockStep * 1e6))
    return seat
  }
}

/// A player of a simulated room: its seat, where its clock is, how that runs, and what the host knows of it.
public struct RoomPlayer: Sendable {
  /// What it has.
  public let seat: Seat
  /// What its clock shows when the round is armed, in µs.
  let offset: UInt32
  /// How much too fast its clock runs.
  let drift: Double
  /// What the host knows of its clock.
  var bounds = ClockBounds()
  /// What each exchange says of its clock by itself.
  public private(set) var exchanges: [Exchange] = []

  /// What others make of an exchange.
  public struct Exchange: Sendable {
    /// How far the middle of its bounds is from the truth when the round is armed, in ms.
    public var error: Milliseconds
    /// How long it took.
    public var roundTrip: Milliseconds
  }

  init(_ seat: Seat, _ dice: inout Dice) {
    self.seat = seat
    offset = UInt32.random(in: .min ... .max, using: &dice)
    drift = (dice.unit() - 0.5) * 8e-5
  }

  /// What the player's clock shows, in µs.
  public func clock(_ time: Milliseconds) -> UInt32 {
    let exact = time * (1 + drift)
    let shown = ((exact + phase) / seat.clockStep).rounded(.down) * seat.clockStep - phase
    return UInt32(truncatingIfNeeded: Int64((shown * 1_000).rounded())) &+ offset
  }

  /// How long before the round is armed the clock has taken a step; clocks do not step together.
  private var phase: Milliseconds {
    Double(offset % UInt32(max(1, (seat.clockStep * 1_000).rounded()))) / 1_000
  }

  /// How far the clock is ahead of the host's when the round is armed, in µs that wrap.
  var ahead: UInt32 { offset &- QuizRoom.stamp(0) }

  /// The host asks at `asked`; the question comes and is answered at `answered`, and the answer comes at `received`.
  mutating func exchange(asked: Milliseconds, answered: Milliseconds, received: Milliseconds) {
    let shown = clock(answered)
    let (sent, arrived) = (QuizRoom.stamp(asked), QuizRoom.stamp(received))
    bounds.add(hostSent: sent, received: shown, sent: shown, at: QuizRoom.instant(received))
    let both = [shown &- sent &- ahead, shown &- arrived &- ahead].map { Double(Int32(bitPattern: $0)) }
    exchanges.append(Exchange(error: (both[0] + both[1]) / 2_000, roundTrip: received - asked))
  }

  /// What the host knows of the clock when the round is armed, in ms from the truth.
  public var known: (middle: Milliseconds, halfWidth: Milliseconds)? {
    guard let offset = bounds.offset(at: QuizRoom.armed) else { return nil }
    let both = [offset.lower, offset.upper].map {
      Double(Int32(bitPattern: UInt32(bitPattern: $0) &- ahead)) / 1_000
    }
    return ((both[0] + both[1]) / 2, (both[1] - both[0]) / 2)
  }

  /// How far the median of the last 200 exchanges is from the truth, in ms: what other products set clocks by.
  public var medianError: Milliseconds {
    let errors = exchanges.suffix(200).map(\.error).sorted()
    return errors.isEmpty ? 0 : errors[errors.count / 2]
  }
}
