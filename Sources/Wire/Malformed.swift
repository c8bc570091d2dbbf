/// The reasons why bytes from the network are not a valid packet; each reason has a counter.
public enum Malformed: UInt8, Error, CaseIterable, Sendable {
  /// Fewer bytes than the packet type's smallest size.
  case tooShort
  /// More bytes than any packet of the type has.
  case tooLong
  /// The first byte is not a packet type of this socket.
  case unknownType
  /// A field that must be zero has another value.
  case reservedNotZero
  /// A packet without a single frame.
  case empty
  /// A frame's header or body runs past the end of the packet.
  case frameTruncated
  /// A known frame whose length is invalid for its type.
  case frameLength
  /// Two frames of the same type, or both STATE and TILT.
  case frameRepeated
  /// A frame that only the other side may send.
  case wrongDirection
  /// HIST without the STATE or TILT that its ages refer to.
  case historyWithoutState
  /// An angle that is NaN or infinite.
  case angleNotFinite
  /// An angle beyond ±2π rad.
  case angleRange
  /// A button number over 31.
  case buttonRange
  /// A battery level that is neither 0…100 nor 255.
  case batteryRange
  /// A touch phase over 3.
  case touchPhase
}
