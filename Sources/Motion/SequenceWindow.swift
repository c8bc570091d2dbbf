/// Decides for each packet number whether it is new, late or seen before.
///
/// The window is a ring of 1024 bits that is never shifted (RFC 6479); its oldest word may be partly
/// cleared, so that numbers up to 960 behind the newest are told apart.
public struct SequenceWindow: Sendable {
  /// What a packet number is.
  public enum Verdict: Hashable, Sendable {
    /// Ahead of all before it, with `gap` numbers missing in between.
    case newest(gap: UInt64)
    /// Behind the newest, and not seen before.
    case late
    /// Seen before.
    case duplicate
    /// So far behind that it cannot be told.
    case tooOld
  }

  /// The highest number accepted; nil before the first.
  public private(set) var newest: UInt64?
  private var words = InlineArray<16, UInt64>(repeating: 0)

  /// How far behind the newest a number can still be told apart.
  public static let reach: UInt64 = 15 * 64

  /// A window that has seen nothing.
  public init() {}

  /// What `number` is, without remembering it: a packet may still turn out to be forged.
  ///
  /// Mutating, as all reads of an inline array on the packet path (docs/decisions/0005).
  public mutating func verdict(of number: UInt64) -> Verdict {
    guard let newest else { return .newest(gap: 0) }
    if number > newest { return .newest(gap: number - newest - 1) }
    if newest - number >= SequenceWindow.reach { return .tooOld }
    return isMarked(number) ? .duplicate : .late
  }

  /// Judges `number` and remembers it.
  public mutating func accept(_ number: UInt64) -> Verdict {
    let verdict = verdict(of: number)
    switch verdict {
    case .newest:
      if let newest { clear(after: newest, through: number) }
      newest = number
      mark(number)
    case .late: mark(number)
    case .duplicate, .tooOld: break
    }
    return verdict
  }

  /// Bit n: number `newest` − 1 − n was seen.
  ///
  /// Mutating, as all reads of an inline array on the packet path (docs/decisions/0005).
  public var receivedBefore: UInt32 {
    mutating get {
      guard let newest else { return 0 }
      var bits: UInt32 = 0
      for distance in 1...min(32, max(newest, 1)) where newest >= distance && isMarked(newest - distance) {
        bits |= 1 << UInt32(distance - 1)
      }
      return bits
    }
  }

  /// Clears the words that come into use between two numbers.
  private mutating func clear(after newest: UInt64, through number: UInt64) {
    let first = newest >> 6 + 1
    let last = number >> 6
    guard first <= last else { return }
    for word in first...min(last, first + 15) { words[Int(word & 15)] = 0 }
  }

  private mutating func mark(_ number: UInt64) {
    words[Int(number >> 6 & 15)] |= 1 << (number & 63)
  }

  private mutating func isMarked(_ number: UInt64) -> Bool {
    words[Int(number >> 6 & 15)] >> (number & 63) & 1 == 1
  }
}
