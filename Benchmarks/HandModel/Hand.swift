import Glibc
import Impairment
public import Model

/// A hand that steers with a phone: a model for comparing filters, not a claim about people.
///
/// The model makes these assumptions, which docs/filters.md repeats:
///
/// - The hand makes smooth moves (minimum jerk) between random angles, and dwells after each.
/// - The tremor is a pure tone of random phase, and the sensor noise is white.
/// - There is one press in each dwell that is long enough. It causes a jolt in the form of a damped
///   oscillation, and its time is the beginning of the jolt.
/// - The tilt turns about one axis.
/// - The times of samples are uneven but known exactly.
/// - A hand of the second style never rests, and follows a slow target.
public struct Hand: Sendable {
  /// The behaviour of the hand.
  public enum Style: Hashable, Sendable {
    /// The hand moves quickly and rests, in turn, and presses while it rests.
    case steering
    /// The hand follows a slow target without a rest, at up to 0.27 rad/s.
    case pursuing
  }

  /// The parameters of the model; angles in radians, times in seconds, frequencies in Hz.
  public enum Assumption {
    /// The duration of a move.
    public static let move = 0.15...0.5
    /// The angles between which the hand moves.
    public static let angle = -0.6...0.6
    /// The duration of the dwell after a move.
    public static let dwell = 0.3...1.5
    /// The frequency of the tremor.
    public static let tremorFrequency = 9.5
    /// The root mean square of the tremor.
    public static let tremor = 0.003
    /// The root mean square of the sensor noise at noise level 1.
    public static let noise = 0.003
    /// The jolt of a press: 40 mrad · exp(−t / 35 ms) · sin(2π · 18 Hz · t).
    public static let jolt = (height: 0.040, fading: 0.035, frequency: 18.0)
    /// The two oscillations of a slow target: height and frequency.
    public static let pursuit = [(height: 0.15, frequency: 0.15), (height: 0.05, frequency: 0.4)]
    /// The standard deviation of a sample's time from its even place, in sample periods.
    public static let timeJitter = 0.15
    /// The time after the end of a move at which the hand counts as resting.
    public static let settling = 0.25
    /// The time after a press in which its jolt is measured.
    public static let joltSpan = 0.15
  }

  /// A move, without the dwell before it.
  private struct Move {
    var start: Double
    var end: Double
    var from: Double
    var to: Double
  }

  /// The samples: the time in seconds, and the measured angle without any press, in radians.
  public let measured: [(time: Double, angle: Double)]
  /// The times of the presses, in seconds.
  public let presses: [Double]
  private let moves: [Move]
  private let style: Style

  /// Creates a hand for `seconds`, sampled `rate` times a second with noise level `noise`; equal seeds give equal
  /// hands.
  public init(
    _ style: Style = .steering, seed: UInt64, rate: Double, noise: Double, seconds: Double = 120
  ) {
    var chance = Random(seed: seed)
    let moves = style == .steering ? Hand.moves(until: seconds, chance: &chance) : []
    self.moves = moves
    self.style = style
    presses = zip(moves, moves.dropFirst()).compactMap { move, next in
      let first = move.end + Assumption.settling
      let last = next.start - Assumption.joltSpan - 0.01
      return first < last ? chance.number(in: first...last) : nil
    }
    let phase = chance.number(in: 0...2 * .pi)
    measured = (1..<Int(seconds * rate)).map { number in
      let stray = min(max(chance.normal() * Assumption.timeJitter, -0.45), 0.45)
      let time = (Double(number) + stray) / rate
      let tremor = sin(2 * .pi * Assumption.tremorFrequency * time + phase) * Assumption.tremor * sqrt(2)
      let error = tremor + chance.normal() * Assumption.noise * noise
      return (time, Hand.angle(of: moves, style, at: time) + error)
    }
  }

  /// Returns the angle at which the hand aims at `time`, in radians, without tremor, noise and jolts.
  public func truth(at time: Double) -> Double { Hand.angle(of: moves, style, at: time) }

  /// Returns whether the hand has been resting for a while at `time`.
  public func isResting(at time: Double) -> Bool {
    if style == .pursuing { return false }
    let move = moves[Hand.index(of: moves, at: time)]
    return time > move.end + Assumption.settling
  }

  /// Returns the samples as a controller sends them, with or without the jolts of the presses.
  public func samples(withPresses: Bool) -> [TiltSample] {
    var past = presses[...]
    var press = -1.0
    return measured.map { time, angle in
      while let next = past.first, next < time {
        press = next
        past.removeFirst()
      }
      let jolt = withPresses && press >= 0 ? Hand.jolt(time - press) : 0
      return TiltSample(
        microseconds: Int64((time * 1e6).rounded()), tilt: Tilt(roll: Angle(radians: angle + jolt)))
    }
  }

  private static func jolt(_ seconds: Double) -> Double {
    let jolt = Assumption.jolt
    return jolt.height * exp(-seconds / jolt.fading) * sin(2 * .pi * jolt.frequency * seconds)
  }

  private static func moves(until seconds: Double, chance: inout Random) -> [Move] {
    var moves = [Move(start: -1, end: 0, from: 0, to: 0)]
    while let last = moves.last, last.start < seconds {
      let start = last.end + chance.number(in: Assumption.dwell)
      let end = start + chance.number(in: Assumption.move)
      moves.append(Move(start: start, end: end, from: last.to, to: chance.number(in: Assumption.angle)))
    }
    return moves
  }

  /// Returns the index of the last move that has begun at `time`.
  private static func index(of moves: [Move], at time: Double) -> Int {
    var range = 0..<moves.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = moves[middle].start <= time ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Returns the angle at `time`: of the slow target, or of a move of minimum jerk (Flash and Hogan 1985) or
  /// the dwell after it.
  private static func angle(of moves: [Move], _ style: Style, at time: Double) -> Double {
    if style == .pursuing {
      return Assumption.pursuit.reduce(0) { $0 + $1.height * sin(2 * .pi * $1.frequency * time) }
    }
    let move = moves[index(of: moves, at: time)]
    let part = min(max((time - move.start) / (move.end - move.start), 0), 1)
    return move.from + (move.to - move.from) * part * part * part * (10 - 15 * part + 6 * part * part)
  }
}
