/// An extender of 16-bit sequence numbers to numbers that never wrap; it also detects a sender that has restarted.
///
/// The rule is RTP's (RFC 3550 A.1): a small step forward is progress, and a very small step back is a late
/// packet. Any other number is suspect. If the next packet has the number after a suspect one, the sender has
/// restarted.
public struct SequenceExtender: Sendable {
  /// The meaning of a sequence number.
  public enum Extension: Hashable, Sendable {
    /// The packet's number in the present run.
    case number(UInt64)
    /// A jump that may be a restart or a stray packet: the next packet decides.
    case suspect
    /// A restart of the sender, with the packet's number in the new run.
    case restart(UInt64)
  }

  /// The limit below which a gap counts as lost packets: RTP's MAX_DROPOUT.
  public static let largestGap: UInt16 = 3000
  /// The maximum distance behind the newest at which a packet counts as late: RTP's MAX_MISORDER.
  public static let largestDelay: UInt16 = 100

  private var newest: UInt64?
  private var afterSuspect: UInt16?

  /// Creates an extender that has received no packet.
  public init() {}

  /// Returns the meaning of `sequence`, and remembers the number unless it is late.
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

  /// Starts a run one whole cycle above 0, and returns its first number.
  ///
  /// Packets sent just before `sequence` therefore have numbers too.
  private mutating func begin(at sequence: UInt16) -> UInt64 {
    let number = 0x1_0000 + UInt64(sequence)
    newest = number
    afterSuspect = nil
    return number
  }
}
