internal import Guards
internal import Impairment
public import Model
public import TestSupport

/// A time on the host's clock, in ms since a round was armed.
public typealias Milliseconds = Double

/// The network and the device of a player in a simulated room.
public struct Seat: Sendable {
  /// The delays between the player and the host.
  public var delays: Delays
  /// The rate at which the controller sends its state, in Hz.
  public var rate: Double
  /// The share of packets that are lost in each direction.
  public var loss: Double
  /// The time, in ms, after which the controller or the page notices a press.
  public var inputDelay: ClosedRange<Milliseconds>
  /// The step of the clock, in ms.
  public var clockStep: Milliseconds

  /// True if packets overtake each other on their way; otherwise a late packet delays all that follow.
  public var overtakes = false
  /// The input delay that the judge allows for a player's states (``Judge/noteUp(_:at:_:received:inputDelay:)``).
  public var allowedInputDelay = Interval.zero
  /// The precision of the player's times, as the judge knows it.
  public var precision = Interval.zero

  /// Creates the seat of a native controller.
  public init(_ delays: Delays, rate: Double = 60, loss: Double = 0) {
    (self.delays, self.rate, self.loss) = (delays, rate, loss)
    (inputDelay, clockStep) = (0...0, 0.001)
  }

  /// Returns the seat of a page, which sees its input 10 to 28 ms late, by a clock with steps of `clockStep`.
  public static func page(_ delays: Delays, clockStep: Milliseconds = 0.1, loss: Double = 0) -> Seat {
    var seat = Seat(delays, loss: loss)
    (seat.inputDelay, seat.clockStep) = (10...28, clockStep)
    seat.allowedInputDelay = .milliseconds(30)
    seat.precision = Interval(nanoseconds: Int64(clockStep * 1e6))
    return seat
  }
}

/// A player of a simulated room: the seat, the offset and the drift of the clock, and the host's knowledge of the
/// clock.
public struct RoomPlayer: Sendable {
  /// The network and the device of the player.
  public let seat: Seat
  /// The value of the player's clock when the round is armed, in µs, if the clock had no steps.
  let offset: UInt32
  /// The relative drift of the clock; positive if it is too fast.
  let drift: Double
  /// The host's knowledge of the clock.
  var bounds = ClockBounds()
  /// The estimates of the clock by each single exchange.
  public private(set) var exchanges: [Exchange] = []

  /// The estimate of the clock by a single exchange.
  public struct Exchange: Sendable {
    /// The distance of the middle of the exchange's bounds from the truth when the round is armed, in ms.
    public var error: Milliseconds
    /// The round trip, in ms.
    public var roundTrip: Milliseconds
  }

  init(_ seat: Seat, _ dice: inout Random) {
    self.seat = seat
    offset = UInt32.random(in: .min ... .max, using: &dice)
    drift = (dice.unit() - 0.5) * 8e-5
  }

  /// Returns the player's clock at `time`, in µs modulo 2³².
  public func clock(_ time: Milliseconds) -> UInt32 {
    let exact = time * (1 + drift)
    let shown = ((exact + phase) / seat.clockStep).rounded(.down) * seat.clockStep - phase
    return UInt32(truncatingIfNeeded: Int64((shown * 1_000).rounded())) &+ offset
  }

  /// The time since the clock's last step when the round is armed, in ms; it differs between clocks.
  private var phase: Milliseconds {
    Double(offset % UInt32(max(1, (seat.clockStep * 1_000).rounded()))) / 1_000
  }

  /// The offset of the clock from the host's when the round is armed, in µs modulo 2³².
  var ahead: UInt32 { offset &- QuizRoom.stamp(0) }

  /// Adds an exchange: the host asks at `asked`, the player answers at `answered`, and the answer arrives at
  /// `received`.
  mutating func exchange(asked: Milliseconds, answered: Milliseconds, received: Milliseconds) {
    let shown = clock(answered)
    let (sent, arrived) = (QuizRoom.stamp(asked), QuizRoom.stamp(received))
    bounds.add(hostSent: sent, received: shown, sent: shown, at: QuizRoom.instant(received))
    let both = [shown &- sent &- ahead, shown &- arrived &- ahead].map { Double(Int32(bitPattern: $0)) }
    exchanges.append(Exchange(error: (both[0] + both[1]) / 2_000, roundTrip: received - asked))
  }

  /// The host's estimate of the clock when the round is armed, in ms from the truth; nil if there is none.
  public var known: (middle: Milliseconds, halfWidth: Milliseconds)? {
    guard let offset = bounds.offset(at: QuizRoom.armed) else { return nil }
    let both = [offset.lower, offset.upper].map {
      Double(Int32(bitPattern: UInt32(bitPattern: $0) &- ahead)) / 1_000
    }
    return ((both[0] + both[1]) / 2, (both[1] - both[0]) / 2)
  }

  /// The distance from the truth, in ms, of the median of the last 200 exchanges.
  ///
  /// Other products set clocks by that median.
  public var medianError: Milliseconds {
    let errors = exchanges.suffix(200).map(\.error).sorted()
    return errors.isEmpty ? 0 : errors[errors.count / 2]
  }
}
