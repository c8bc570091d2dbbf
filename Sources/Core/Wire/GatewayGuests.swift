/// The states of a gateway's controller that has to be admitted at the host.
public enum GuestState: UInt8, CaseIterable, Sendable {
  /// The controller has left, has lost its permission, or has just got it and has no slot yet.
  case gone
  /// The controller waits for permission.
  case waits
  /// The controller has permission and a slot.
  case plays
}

/// The encoding of GUEST (docs/protocol.md, "The local socket").
extension LocalPacket {
  static func guest(in bytes: Span<UInt8>) throws(Drop) -> LocalPacket {
    let size = 8 + DeviceName.size
    guard bytes.count == size else { throw bytes.count < size ? .tooShort : .tooLong }
    guard let state = GuestState(rawValue: bytes[1]), bytes.u16(at: 2) == 0 else { throw .reservedNotZero }
    return .guest(controller: bytes.u32(at: 4), state, DeviceName(copying: bytes, at: 8))
  }
}

/// The host's decision about a gateway's waiting controller.
public struct Verdict: Hashable, Sendable {
  /// The message's size in bytes.
  public static let size = 8

  /// The controller's number, which the gateway has chosen.
  public var controller: UInt32
  /// True if the controller may play.
  public var isAccepted: Bool

  /// Creates the answer to `controller`.
  public init(controller: UInt32, isAccepted: Bool) {
    (self.controller, self.isAccepted) = (controller, isAccepted)
  }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == Verdict.size else { throw .tooLong }
    guard bytes[1] <= 1, bytes.u16(at: 2) == 0 else { throw .reservedNotZero }
    self.init(controller: bytes.u32(at: 4), isAccepted: bytes[1] == 1)
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalMessageKind.verdict.rawValue)
    datagram.append(UInt8(isAccepted ? 1 : 0))
    datagram.append(UInt16(0))
    datagram.append(controller)
  }
}
