public import Model

/// The messages to the host on the local socket, one per seqpacket message.
///
/// Gateways deliver the frames of their controllers. Local programs watch the players, give orders, and send
/// messages to the players' programs (docs/protocol.md, "The local socket"). The host answers with a
/// ``GatewayPacket`` or a ``StatusPacket``.
public enum LocalPacket: Sendable {
  /// The frames of a gateway's controller, which start at ``GatewayHeader/size``.
  case frames(GatewayHeader)
  /// The gateway's controller with the given number has left.
  case gone(controller: UInt32)
  /// The gateway serves a page on that TCP port, 1 or more, for as long as the gateway is connected.
  case page(port: UInt16)
  /// The player of the gateway's controller with the given number has chosen the given name.
  case name(controller: UInt32, DeviceName)
  /// The gateway's event loop is running; a gateway sends this once a second.
  case alive
  /// The gateway's controller with the given number and name plays with permission, waits for it, or is gone.
  case guest(controller: UInt32, GuestState, DeviceName)
  /// The sender subscribes to topics.
  case watch(Watch)
  /// The present tilt becomes the centre, for one player or, with nil, for everyone.
  case recentre(PlayerSlot?)
  /// Another program runs the motors of the player's controller, each 0 to 255, for at most five seconds.
  case rumble(PlayerSlot, strong: UInt8, weak: UInt8)
  /// An order about pairing, admission or the stage.
  case order(LocalOrder)
  /// The answers given at a dashboard's first visit.
  case setup(SetupOrder)
  /// An order about settings.
  case setting(SettingOrder)
  /// An order about shared pads.
  case share(ShareOrder)
  /// An order about the game that runs.
  case game(GameOrder)
  /// A message for the players' programs, whose bytes start at ``LocalMessage/size``.
  case message(LocalMessage)

  /// The size of the largest message, in bytes.
  public static let largest = 640

  /// Decodes the message in `bytes`, as a gateway or local program sends it.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= 8 else { throw .tooShort }
    switch LocalMessageKind(rawValue: bytes[0]) {
    case .frames: self = .frames(try GatewayHeader(parsing: bytes))
    case .gone: self = .gone(controller: try LocalPacket.number(in: bytes))
    case .page: self = .page(port: try LocalPacket.port(in: bytes))
    case .name: self = try LocalPacket.name(in: bytes)
    case .alive:
      guard try LocalPacket.number(in: bytes) == 0 else { throw .reservedNotZero }
      self = .alive
    case .guest: self = try LocalPacket.guest(in: bytes)
    case .watch: self = .watch(try Watch(parsing: bytes))
    case .recentre: self = .recentre(try LocalPacket.slot(in: bytes))
    case .rumble: self = try LocalPacket.rumble(in: bytes)
    case .order: self = .order(try LocalOrder(parsing: bytes))
    case .setup: self = .setup(try SetupOrder(parsing: bytes))
    case .setting: self = .setting(try SettingOrder(parsing: bytes))
    case .share: self = .share(try ShareOrder(parsing: bytes))
    case .game: self = .game(try GameOrder(parsing: bytes))
    case .message: self = .message(try LocalMessage(parsing: bytes))
    case .host, .player, .trace, .answer, .peer, .delivery, .seat, .verdict, .site, .report, nil:
      throw .unknownType
    }
  }

  /// The encoded message, without the frames or bytes that follow its header.
  public var datagram: Datagram<168> {
    var datagram = Datagram<168>()
    switch self {
    case .frames(let header): header.write(to: &datagram)
    case .gone(let controller): LocalPacket.write(.gone, 0, 0, controller, to: &datagram)
    case .page(let port): LocalPacket.write(.page, 0, port, 0, to: &datagram)
    case .name(let controller, let name):
      LocalPacket.write(.name, 0, 0, controller, to: &datagram)
      datagram.append(contentsOf: name.bytes.span)
    case .alive: LocalPacket.write(.alive, 0, 0, 0, to: &datagram)
    case .guest(let controller, let state, let name):
      LocalPacket.write(.guest, state.rawValue, 0, controller, to: &datagram)
      datagram.append(contentsOf: name.bytes.span)
    case .watch(let watch):
      LocalPacket.write(.watch, watch.topics.rawValue, watch.period, UInt32(watch.version), to: &datagram)
    case .recentre(let slot): LocalPacket.write(.recentre, slot?.number ?? 0, 0, 0, to: &datagram)
    case .rumble(let slot, let strong, let weak):
      LocalPacket.write(.rumble, slot.number, UInt16(weak) << 8 | UInt16(strong), 0, to: &datagram)
    case .order(let order): order.write(to: &datagram)
    case .setup(let order): order.write(to: &datagram)
    case .setting(let order): order.write(to: &datagram)
    case .share(let order): order.write(to: &datagram)
    case .game(let order): order.write(to: &datagram)
    case .message(let message): message.write(to: &datagram, payload: Span())
    }
    return datagram
  }

  private static func write(
    _ kind: LocalMessageKind, _ byte: UInt8, _ word: UInt16, _ number: UInt32,
    to datagram: inout Datagram<168>
  ) {
    datagram.append(kind.rawValue)
    datagram.append(byte)
    datagram.append(word)
    datagram.append(number)
  }

  private static func number(in bytes: Span<UInt8>) throws(Drop) -> UInt32 {
    guard bytes.count == 8 else { throw .tooLong }
    guard bytes.u32(at: 0) >> 8 == 0 else { throw .reservedNotZero }
    return bytes.u32(at: 4)
  }

  private static func name(in bytes: Span<UInt8>) throws(Drop) -> LocalPacket {
    let size = 8 + DeviceName.size
    guard bytes.count == size else { throw bytes.count < size ? .tooShort : .tooLong }
    guard bytes.u32(at: 0) >> 8 == 0 else { throw .reservedNotZero }
    return .name(controller: bytes.u32(at: 4), DeviceName(copying: bytes, at: 8))
  }

  private static func port(in bytes: Span<UInt8>) throws(Drop) -> UInt16 {
    guard bytes.count == 8 else { throw .tooLong }
    guard bytes[1] == 0, bytes.u16(at: 2) > 0, bytes.u32(at: 4) == 0 else { throw .reservedNotZero }
    return bytes.u16(at: 2)
  }

  private static func rumble(in bytes: Span<UInt8>) throws(Drop) -> LocalPacket {
    guard bytes.count == 8 else { throw .tooLong }
    guard let slot = PlayerSlot(number: Int(bytes[1])), bytes.u32(at: 4) == 0 else { throw .reservedNotZero }
    return .rumble(slot, strong: bytes[2], weak: bytes[3])
  }

  private static func slot(in bytes: Span<UInt8>) throws(Drop) -> PlayerSlot? {
    guard bytes.count == 8 else { throw .tooLong }
    guard bytes.u16(at: 2) == 0, bytes.u32(at: 4) == 0, bytes[1] <= PlayerSlot.limit else {
      throw .reservedNotZero
    }
    return PlayerSlot(number: Int(bytes[1]))
  }
}

/// A message of the local socket that is being written, with room for the largest one.
public typealias LocalDatagram = Datagram<640>

/// The bytes of one received message of the local socket, with room for the largest one.
public typealias LocalBuffer = InlineArray<640, UInt8>

/// The topics that a local program subscribes to, and the period of the status.
public struct Watch: Hashable, Sendable {
  /// The topics that can be watched.
  public struct Topics: OptionSet, Hashable, Sendable {
    /// The bits, as on the wire.
    public let rawValue: UInt8

    /// Creates the set of the topics whose bits are set.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The status of the host and of every player, once per period.
    public static let status = Topics(rawValue: 1)
    /// The frames of every accepted packet, immediately.
    public static let trace = Topics(rawValue: 2)
    /// The status of each controller (``PeerStatus``): all of them immediately, then each change.
    public static let peers = Topics(rawValue: 4)
    /// The messages from the players' programs.
    public static let messages = Topics(rawValue: 8)
    /// The status of the stage: immediately, after each change and, with ``status``, once per period.
    public static let stage = Topics(rawValue: 16)
    /// The report of every pad: immediately, then whenever it changes.
    public static let reports = Topics(rawValue: 32)
    /// Every topic.
    static let all: Topics = [.status, .trace, .peers, .messages, .stage, .reports]
  }

  /// The version of the status's format.
  ///
  /// A daemon of another version answers with its own version, and sends nothing else.
  public static let currentVersion: UInt8 = 1

  /// The version of the format that the program reads.
  public private(set) var version = Watch.currentVersion
  /// The topics to watch; an empty set ends the subscription.
  public var topics: Topics
  /// The time between two statuses, in ms, 10 or more.
  public var period: UInt16

  /// True if the program and the daemon use different formats, so that the topics may have other meanings.
  public var isOfOtherVersion: Bool { version != Watch.currentVersion }

  /// Creates a subscription to `topics`.
  public init(topics: Topics, period: UInt16) {
    self.topics = topics
    self.period = period
  }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == 8 else { throw .tooLong }
    guard bytes.u32(at: 4) >> 8 == 0 else { throw .reservedNotZero }
    self.init(topics: Topics(rawValue: bytes[1]), period: bytes.u16(at: 2))
    version = bytes[4]
    guard isOfOtherVersion || (topics.isSubset(of: .all) && period >= 10) else { throw .reservedNotZero }
  }
}
