/// Extends 16-bit sequence numbers to numbers that never wrap, and notices a sender that started anew.
///
/// The rule is RTP's (RFC 3550 A.1): a small step forward is progress, a very small one back is a late
/// packet, and anything else is believed only when the next packet follows it directly.
public struct SequenceExtender: Sendable {
  /// What a sequence number means.
  public enum Extension: Hashable, Sendable {
    /// The packet's number in the present run.
    case number(UInt64)
    /// A jump that may be a restart or a stray: wait for the next packet.
    case suspect
    /// The sender started anew; this is the packet's number in the new run.
    case restart(UInt64)
  }

  /// Gaps below this are lost packets: RTP's MAX_DROPOUT.
  public static let largestGap: UInt16 = 3000
  /// Packets up to this far behind are late: RTP's MAX_MISORDER.
  public static let largestDelay: UInt16 = 100

  private var newest: UInt64?
  private var afterSuspect: UInt16?

  /// An extender that has seen nothing.
  public init() {}

  /// The meaning of `sequence`.
  public mutating func extend(_ sequence: UInt16) -> Extension {
    guard let newest else { return .number(begin(at: sequence)) }
    let ahead = sequence &- UInt16(truncatingIfNeeded: newest)
    if ahead < SequenceExtender.largestGap {
      self.newest = newest + UInt64(ahead)
      afterSuspect = nil
      return .number(newest + UInt64(ahead))
    }
    let behind = 0 &- ahead
    if behind <= SequenceExtender.largestDelay { return .number(newest - UInt64(behind)) }
    return judgeJump(to: sequence)
  }

  private mutating func judgeJump(to sequence: UInt16) -> Extension {
    guard sequence == afterSuspect else {
      afterSuspect = sequence &+ 1
      return .suspect
    }
    return .restart(begin(at: sequence))
  }

  /// Starts a run one whole cycle up, so that late packets of its beginning have numbers too.
  private mutating func begin(at sequence: UInt16) -> UInt64 {
    let number = 0x1_0000 + UInt64(sequence)
    newest = number
    afterSuspect = nil
    return number
  }
}
