public import Model

/// What a local program wants the host to do (docs/protocol.md, "The local socket").
public struct LocalOrder: Sendable {
  /// What is to be done.
  public enum Verb: UInt8, CaseIterable, Sendable {
    /// Let the waiting controller of `key` in.
    case accept = 1
    /// Send the waiting controller of `key` away.
    case deny
    /// Send the player of slot `argument` away.
    case kick
    /// From now on `argument` says who gets a slot: 0 every paired device, 1 whom a person lets in, 2 nobody new.
    case policy
    /// Open a pairing by a QR code.
    case offerCode
    /// Open a pairing by a PIN.
    case offerPIN
    /// Close the pairings that are open.
    case closePairing
    /// Forget the device of `key`.
    case revoke
    /// Call the device of `key` by `name`.
    case rename
    /// `player`, or with nil everybody, goes to the mode whose number is `argument`.
    case mode
    /// A round begins.
    case arm
    /// The first has answered rightly, and gets the points.
    case right
    /// The first has answered wrongly, and the others go on.
    case wrong
    /// It was too close: everybody who may have been first gets the points.
    case shared
    /// It was too close: those who may have been first press again.
    case again
    /// It was too close: the earlier middle wins.
    case midpoint
    /// The round ends without a result.
    case clear
    /// The last change of the points is taken back.
    case undo
    /// With `argument` 1 rounds follow each other by themselves, with 0 the host begins them.
    case automatic
    /// Everybody's points are 0: another quiz.
    case reset
    /// `player` belongs to team `argument`, 0 to none.
    case team
    /// `player` gets as many points as `argument` says, read as i8.
    case points
    /// `player` wants to belong to team `argument`: its page says so, which counts in the lobby and no faster than people choose.
    case choose
    /// Every round, all points and all teams that were kept are deleted; everybody has nothing.
    case forget

    /// What the host of a quiz does that needs nothing else, by its name.
    public static let ofQuiz: [String: Verb] = [
      "arm": .arm, "right": .right, "wrong": .wrong, "shared": .shared, "again": .again,
      "midpoint": .midpoint, "clear": .clear, "undo": .undo, "reset": .reset,
    ]

    /// Whether it is about the stage, and not about pairing.
    public var isForStage: Bool { rawValue >= Verb.mode.rawValue }
  }

  /// The message's size.
  public static let size = 80

  /// What is to be done.
  public var verb: Verb
  /// A small number, by verb.
  public var argument: UInt8
  /// Whom an order about the stage is about; nil is everybody or nobody, by verb.
  public var player: PlayerSlot?
  /// A number that the answer repeats.
  public var number: UInt32
  /// Whom it is about.
  public var key: InlineArray<32, UInt8>
  /// A name, by verb.
  public var name: DeviceName

  /// An order.
  public init(
    _ verb: Verb, argument: UInt8 = 0, player: PlayerSlot? = nil, number: UInt32 = 0,
    key: InlineArray<32, UInt8> = InlineArray(repeating: 0), name: DeviceName = DeviceName("")
  ) {
    (self.verb, self.argument, self.player) = (verb, argument, player)
    (self.number, self.key, self.name) = (number, key, name)
  }

  init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count == LocalOrder.size else { throw bytes.count < LocalOrder.size ? .tooShort : .tooLong }
    guard let verb = Verb(rawValue: bytes[1]), bytes[3] <= (verb.isForStage ? UInt8(PlayerSlot.limit) : 0)
    else { throw .reservedNotZero }
    self.init(
      verb, argument: bytes[2], player: PlayerSlot(number: Int(bytes[3])), number: bytes.u32(at: 4),
      key: InlineArray { bytes[8 + $0] },
      name: DeviceName(copying: bytes, at: 40))
  }

  /// Adds the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.order.rawValue)
    datagram.append(verb.rawValue)
    datagram.append(argument)
    datagram.append(player?.number ?? 0)
    datagram.append(number)
    datagram.append(contentsOf: key.span)
    datagram.append(contentsOf: name.bytes.span)
  }
}

/// What came of an order.
public struct LocalAnswer: Sendable {
  /// Whether it was done.
  public enum Result: UInt8, CaseIterable, Sendable {
    /// It was.
    case done
    /// There is nobody of that key, or in that slot.
    case nobody
    /// It cannot be done now: a code has to be compared first, or there is no room.
    case notNow
    /// This host has no encrypted sessions.
    case noSessions
    /// The store of devices has failed.
    case failed
    /// As many devices are paired as there may be.
    case full
  }

  /// The message's size.
  public static let size = 112

  /// The order's number.
  public var number: UInt32
  /// What came of it.
  public var result: Result
  /// The PIN that is shown, 0 to 999,999.
  public var pin: UInt32
  /// The host's UDP port.
  public var port: UInt16
  /// For how many seconds the pairing is open.
  public var seconds: UInt16
  /// The secret of the QR code.
  public var secret: InlineArray<16, UInt8>
  /// The host's key.
  public var key: InlineArray<32, UInt8>
  /// The host's name.
  public var name: DeviceName

  /// An answer.
  public init(
    number: UInt32, _ result: Result, pin: UInt32 = 0, port: UInt16 = 0, seconds: UInt16 = 0,
    secret: InlineArray<16, UInt8> = InlineArray(repeating: 0),
    key: InlineArray<32, UInt8> = InlineArray(repeating: 0), name: DeviceName = DeviceName("")
  ) {
    (self.number, self.result, self.pin, self.port, self.seconds) = (number, result, pin, port, seconds)
    (self.secret, self.key, self.name) = (secret, key, name)
  }

  init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count == LocalAnswer.size else { throw bytes.count < LocalAnswer.size ? .tooShort : .tooLong }
    guard let result = Result(rawValue: bytes[1]) else { throw .reservedNotZero }
    self.init(
      number: bytes.u32(at: 4), result, pin: bytes.u32(at: 8), port: bytes.u16(at: 12),
      seconds: bytes.u16(at: 14), secret: InlineArray { bytes[16 + $0] }, key: InlineArray { bytes[32 + $0] },
      name: DeviceName(copying: bytes, at: 64))
  }

  /// Adds the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.answer.rawValue)
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

/// How a controller with an encrypted session is with the host.
public struct PeerStatus: Sendable {
  /// The message's size.
  public static let size = 80

  /// The state: 0 available, 1 unavailable, 2 connected, 3 disconnected, 4 connecting; 255 ends the list that a watcher
  /// gets first.
  public var state: UInt8
  /// Its slot; nil without one.
  public var slot: PlayerSlot?
  /// Why it may not come in.
  public var refusal: Refusal
  /// The number that a person compares before letting it in; nil when there is none.
  public var code: UInt32?
  /// Its key.
  public var key: InlineArray<32, UInt8>
  /// What it is called.
  public var name: DeviceName

  /// The end of a list.
  public static let end = PeerStatus(
    state: 255, slot: nil, refusal: .none, code: nil, key: InlineArray(repeating: 0), name: DeviceName(""))

  /// A status.
  public init(
    state: UInt8, slot: PlayerSlot?, refusal: Refusal, code: UInt32?, key: InlineArray<32, UInt8>,
    name: DeviceName
  ) {
    (self.state, self.slot, self.refusal) = (state, slot, refusal)
    (self.code, self.key, self.name) = (code, key, name)
  }

  init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count == PeerStatus.size else { throw bytes.count < PeerStatus.size ? .tooShort : .tooLong }
    guard let refusal = Refusal(rawValue: bytes[3]), bytes[2] <= PlayerSlot.limit else {
      throw .reservedNotZero
    }
    self.init(
      state: bytes[1], slot: PlayerSlot(number: Int(bytes[2])), refusal: refusal,
      code: bytes.u32(at: 4) == .max ? nil : bytes.u32(at: 4), key: InlineArray { bytes[8 + $0] },
      name: DeviceName(copying: bytes, at: 40))
  }

  /// Adds the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.peer.rawValue)
    datagram.append(state)
    datagram.append(slot?.number ?? 0)
    datagram.append(refusal.rawValue)
    datagram.append(code ?? .max)
    datagram.append(contentsOf: key.span)
    datagram.append(contentsOf: name.bytes.span)
  }
}
