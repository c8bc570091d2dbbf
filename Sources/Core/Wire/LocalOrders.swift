public import Model

/// The answer to an order.
public struct LocalAnswer: Sendable {
  /// The outcomes of an order.
  public enum Result: UInt8, CaseIterable, Sendable {
    /// The order was carried out.
    case done
    /// Something that the order names does not exist, such as a device with its key or a player in its slot.
    case nobody
    /// The order cannot be carried out now.
    ///
    /// For example, a short code has to be compared first, too many orders came in a short time, or there is
    /// no room.
    case notNow
    /// This host has no encrypted sessions.
    case noSessions
    /// The store has failed, or a file of settings could not be written or read.
    case failed
    /// The limit of paired devices is reached.
    case full
    /// The answers to the set-up questions are saved, but the host's configuration differs and takes precedence.
    case overruled
    /// The host's configuration fixes the setting, so that the order cannot change it.
    case fixed
    /// The file of the dashboard's settings has been edited by hand, and is left alone.
    case edited
    /// The host's configuration lets no dashboard change settings.
    case switchedOff
  }

  /// The message's size in bytes.
  public static let size = 112

  /// The number of the order.
  public var number: UInt32
  /// The outcome of the order.
  public var result: Result
  /// The PIN that the host shows, 0 to 999,999.
  public var pin: UInt32
  /// The host's UDP port.
  public var port: UInt16
  /// The time for which the pairing is open, in s.
  public var seconds: UInt16
  /// The secret of the QR code; zeros without a QR code.
  public var secret: InlineArray<16, UInt8>
  /// The host's public key.
  public var key: InlineArray<32, UInt8>
  /// The host's name.
  public var name: DeviceName

  /// Creates an answer.
  public init(
    number: UInt32, _ result: Result, pin: UInt32 = 0, port: UInt16 = 0, seconds: UInt16 = 0,
    secret: InlineArray<16, UInt8> = InlineArray(repeating: 0),
    key: InlineArray<32, UInt8> = InlineArray(repeating: 0), name: DeviceName = DeviceName("")
  ) {
    (self.number, self.result, self.pin, self.port, self.seconds) = (number, result, pin, port, seconds)
    (self.secret, self.key, self.name) = (secret, key, name)
  }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == LocalAnswer.size else { throw bytes.count < LocalAnswer.size ? .tooShort : .tooLong }
    guard let result = Result(rawValue: bytes[1]) else { throw .reservedNotZero }
    self.init(
      number: bytes.u32(at: 4), result, pin: bytes.u32(at: 8), port: bytes.u16(at: 12),
      seconds: bytes.u16(at: 14), secret: InlineArray { bytes[16 + $0] }, key: InlineArray { bytes[32 + $0] },
      name: DeviceName(copying: bytes, at: 64))
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalMessageKind.answer.rawValue)
    datagram.append(result.rawValue)
    datagram.append(UInt16(0))
    datagram.append(number)
    datagram.append(pin)
    datagram.append(port)
    datagram.append(seconds)
    datagram.append(contentsOf: secret.span)
    datagram.append(contentsOf: key.span)
    datagram.append(contentsOf: name.bytes.span)
    datagram.append(UInt64(0))
  }
}

/// The status of a controller with an encrypted session, or of a gateway's controller that needs permission.
public struct PeerStatus: Sendable {
  /// The message's size in bytes.
  public static let size = 80
  private static let endOfList: UInt8 = 255

  /// The state of the controller; nil at the end of a watcher's initial list.
  public var state: PeerState?
  /// The controller's slot; nil if it has none.
  public var slot: PlayerSlot?
  /// The reason why the controller may not join; `none` if there is no such reason.
  public var refusal: Refusal
  /// The short code to compare before admitting the controller, 0 to 999,999; nil if there is none.
  public var code: UInt32?
  /// The controller's public key; for a gateway's controller, its number followed by zeros.
  public var key: InlineArray<32, UInt8>
  /// The controller's name.
  public var name: DeviceName

  /// The entry that ends the initial list.
  public static let end = PeerStatus(
    state: nil, slot: nil, refusal: .none, code: nil, key: InlineArray(repeating: 0), name: DeviceName(""))

  /// Creates the status of a controller.
  public init(
    state: PeerState?, slot: PlayerSlot?, refusal: Refusal, code: UInt32?, key: InlineArray<32, UInt8>,
    name: DeviceName
  ) {
    (self.state, self.slot, self.refusal) = (state, slot, refusal)
    (self.code, self.key, self.name) = (code, key, name)
  }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == PeerStatus.size else { throw bytes.count < PeerStatus.size ? .tooShort : .tooLong }
    let state = PeerState(rawValue: bytes[1])
    guard state != nil || bytes[1] == PeerStatus.endOfList, let refusal = Refusal(rawValue: bytes[3]),
      bytes[2] <= PlayerSlot.limit
    else { throw .reservedNotZero }
    self.init(
      state: state, slot: PlayerSlot(number: Int(bytes[2])), refusal: refusal,
      code: bytes.u32(at: 4) == .max ? nil : bytes.u32(at: 4), key: InlineArray { bytes[8 + $0] },
      name: DeviceName(copying: bytes, at: 40))
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalMessageKind.peer.rawValue)
    datagram.append(state?.rawValue ?? PeerStatus.endOfList)
    datagram.append(slot?.number ?? 0)
    datagram.append(refusal.rawValue)
    datagram.append(code ?? .max)
    datagram.append(contentsOf: key.span)
    datagram.append(contentsOf: name.bytes.span)
  }
}
