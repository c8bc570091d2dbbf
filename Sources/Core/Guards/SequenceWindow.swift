/// A replay window that judges each packet number as new, late, a duplicate or too old.
///
/// The window is a ring of 1024 bits that is never shifted (RFC 6479). Its oldest word may be partly cleared,
/// so the window judges only numbers that are fewer than 960 behind the newest.
public struct SequenceWindow: Sendable {
  /// The verdict on a packet number.
  public enum Verdict: Hashable, Sendable {
    /// A number ahead of all others, with `gap` missing numbers in between.
    ///
    /// If the upper 32 bits differ, the packet uses new keys, whose numbers start at 0. The numbers missing under the
    /// former keys are then unknown.
    case newest(gap: UInt64)
    /// A number behind the newest, not seen before.
    case late
    /// A number seen before.
    case duplicate
    /// A number too far behind the newest to be judged.
    case tooOld
  }

  /// The highest number accepted; nil before the first.
  public private(set) var newest: UInt64?
  private var words = InlineArray<16, UInt64>(repeating: 0)

  /// The distance behind the newest at which a number is too old.
  public static let reach: UInt64 = 15 * 64

  /// Creates a window that has not accepted any number.
  public init() {}

  /// Returns the verdict on `number` without remembering the number: a packet may still turn out to be forged.
  ///
  /// The method is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  public mutating func verdict(of number: UInt64) -> Verdict {
    guard let newest else { return .newest(gap: 0) }
    if number > newest { return .newest(gap: number - max(newest + 1, (number >> 32) << 32)) }
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

  /// A bit field of earlier numbers: bit n is set if number `newest` − 1 − n was seen.
  ///
  /// The getter is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
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

  /// Clears the words that come into use after `newest` up to `number`.
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
