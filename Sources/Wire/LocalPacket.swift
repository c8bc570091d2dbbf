public import Model

/// The messages of the local socket, one per seqpacket message (docs/protocol.md, "The local socket").
///
/// Gateways hand in the frames of their controllers and get the host's frames back; local programs watch
/// the players and give the few orders there are.
public enum LocalPacket: Sendable {
  /// A controller's frames, or frames for it, which start at ``GatewayHeader/size``.
  case frames(GatewayHeader)
  /// The gateway's controller of that number is gone.
  case gone(controller: UInt32)
  /// The gateway serves a page at that TCP port, 1 or more, for as long as it is connected.
  case page(port: UInt16)
  /// The player of the gateway's controller of that number is called so.
  case name(controller: UInt32, DeviceName)
  /// The gateway's loop has turned; said once a second.
  case alive
  /// The sender wants to be told how things are.
  case watch(Watch)
  /// The present tilt becomes the centre, for one player or, with nil, for everyone.
  case recentre(PlayerSlot?)
  /// Something about pairing and who comes in.
  case order(LocalOrder)
  /// Bytes for the programs at players' ends, which start at ``LocalMessage/size``.
  case message(LocalMessage)

  /// The first byte of each message.
  enum Kind: UInt8 {
    case frames = 0xe0
    case gone = 0xe1
    case page = 0xe2
    case name = 0xe3
    case alive = 0xe4
    case watch = 0xe8
    case host = 0xe9
    case player = 0xea
    case trace = 0xeb
    case recentre = 0xec
    case order = 0xed
    case answer = 0xee
    case peer = 0xef
    case message = 0xf0
    case delivery = 0xf1
    case seat = 0xf2
    case stage = 0xf3
  }

  /// The largest message.
  public static let largest = 640

  /// The message in `bytes`, as a gateway or local program sends it.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count >= 8 else { throw .tooShort }
    switch Kind(rawValue: bytes[0]) {
    case .frames: self = .frames(try GatewayHeader(parsing: bytes))
    case .gone: self = .gone(controller: try LocalPacket.number(in: bytes))
    case .page: self = .page(port: try LocalPacket.port(in: bytes))
    case .name: self = try LocalPacket.name(in: bytes)
    case .alive:
      guard try LocalPacket.number(in: bytes) == 0 else { throw .reservedNotZero }
      self = .alive
    case .watch: self = .watch(try Watch(parsing: bytes))
    case .recentre: self = .recentre(try LocalPacket.slot(in: bytes))
    case .order: self = .order(try LocalOrder(parsing: bytes))
    case .message: self = .message(try LocalMessage(parsing: bytes))
    case .host, .player, .trace, .answer, .peer, .delivery, .seat, .stage, nil: throw .unknownType
    }
  }

  /// The bytes of a message, without the frames or bytes that follow its header.
  public var datagram: Datagram<80> {
    var datagram = Datagram<80>()
    switch self {
    case .frames(let header): header.write(to: &datagram)
    case .gone(let controller): LocalPacket.write(.gone, 0, 0, controller, to: &datagram)
    case .page(let port): LocalPacket.write(.page, 0, port, 0, to: &datagram)
    case .name(let controller, let name):
      LocalPacket.write(.name, 0, 0, controller, to: &datagram)
      datagram.append(contentsOf: name.bytes.span)
    case .alive: LocalPacket.write(.alive, 0, 0, 0, to: &datagram)
    case .watch(let watch): LocalPacket.write(.watch, watch.topics.rawValue, watch.period, 0, to: &datagram)
    case .recentre(let slot): LocalPacket.write(.recentre, slot?.number ?? 0, 0, 0, to: &datagram)
    case .order(let order): order.write(to: &datagram)
    case .message(let message): message.write(to: &datagram, payload: Span())
    }
    return datagram
  }

  private static func write(
    _ kind: Kind, _ byte: UInt8, _ word: UInt16, _ number: UInt32, to datagram: inout Datagram<80>
  ) {
    datagram.append(kind.rawValue)
    datagram.append(byte)
    datagram.append(word)
    datagram.append(number)
  }

  private static func number(in bytes: Span<UInt8>) throws(Malformed) -> UInt32 {
    guard bytes.count == 8 else { throw .tooLong }
    guard bytes.u32(at: 0) >> 8 == 0 else { throw .reservedNotZero }
    return bytes.u32(at: 4)
  }

  private static func name(in bytes: Span<UInt8>) throws(Malformed) -> LocalPacket {
    let size = 8 + DeviceName.size
    guard bytes.count == size else { throw bytes.count < size ? .tooShort : .tooLong }
    guard bytes.u32(at: 0) >> 8 == 0 else { throw .reservedNotZero }
    return .name(controller: bytes.u32(at: 4), DeviceName(copying: bytes, at: 8))
  }

  private static func port(in bytes: Span<UInt8>) throws(Malformed) -> UInt16 {
    guard bytes.count == 8 else { throw .tooLong }
    guard bytes[1] == 0, bytes.u16(at: 2) > 0, bytes.u32(at: 4) == 0 else { throw .reservedNotZero }
    return bytes.u16(at: 2)
  }

  private static func slot(in bytes: Span<UInt8>) throws(Malformed) -> PlayerSlot? {
    guard bytes.count == 8 else { throw .tooLong }
    guard bytes.u16(at: 2) == 0, bytes.u32(at: 4) == 0, bytes[1] <= PlayerSlot.limit else {
      throw .reservedNotZero
    }
    return PlayerSlot(number: Int(bytes[1]))
  }
}

/// What precedes the frames of a gateway's controller.
public struct GatewayHeader: Hashable, Sendable {
  /// The header's size; the frames follow.
  public static let size = 24

  /// What the gateway speaks to the controller.
  public var transport: Transport
  /// The controller's number, chosen by the gateway and kept as long as it is the same controller.
  public var controller: UInt32
  /// The packet's number, counting from 0 for each controller and never wrapping.
  public var counter: UInt32
  /// When the gateway received it, on the host's monotonic clock.
  public var received: Instant

  /// How a controller reaches the host.
  public enum Transport: UInt8, CaseIterable, Sendable {
    /// UDP, straight to the bridge.
    case direct
    /// WebSocket over TLS.
    case webSocket
    /// HTTPS requests.
    case http
    /// A WebRTC data channel.
    case webRTC
    /// Another protocol.
    case other

    /// The gateway that speaks this, of which there are several ways to reach: the web's is one, whatever carries its packets.
    public var gateway: UInt8 {
      switch self {
      case .direct: 0
      case .webSocket, .http, .webRTC: 1
      case .other: 4
      }
    }
  }

  /// A header.
  public init(transport: Transport, controller: UInt32, counter: UInt32, received: Instant) {
    self.transport = transport
    self.controller = controller
    self.counter = counter
    self.received = received
  }

  init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count >= GatewayHeader.size else { throw .tooShort }
    guard bytes.count <= GatewayHeader.size + PlainHeader.largestPacket else { throw .tooLong }
    guard let transport = Transport(rawValue: bytes[1]), bytes.u16(at: 2) == 0, bytes.u32(at: 12) == 0
    else { throw .reservedNotZero }
    self.init(
      transport: transport, controller: bytes.u32(at: 4), counter: bytes.u32(at: 8),
      received: Instant(nanoseconds: Int64(bitPattern: bytes.u64(at: 16))))
  }

  /// Adds the header to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.frames.rawValue)
    datagram.append(transport.rawValue)
    datagram.append(UInt16(0))
    datagram.append(controller)
    datagram.append(counter)
    datagram.append(UInt32(0))
    datagram.append(received.nanoseconds)
  }
}

/// What a local program wants to be told.
public struct Watch: Hashable, Sendable {
  /// The things that can be watched.
  public struct Topics: OptionSet, Hashable, Sendable {
    /// The bits, as on the wire.
    public let rawValue: UInt8

    /// The topics whose bits are set.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The state of the host and of every player, once a period.
    public static let status = Topics(rawValue: 1)
    /// The frames of every packet that is accepted, as they come.
    public static let trace = Topics(rawValue: 2)
    /// How each controller with an encrypted session is: everyone at once, and then each change.
    public static let peers = Topics(rawValue: 4)
    /// What the programs at the players' ends send.
    public static let messages = Topics(rawValue: 8)
    /// What is on stage: at once, and then whenever it changes.
    public static let stage = Topics(rawValue: 16)
  }

  /// What is wanted; nothing ends it.
  public var topics: Topics
  /// The time between two states, in milliseconds, 10 or more.
  public var period: UInt16

  /// A wish for `topics`.
  public init(topics: Topics, period: UInt16) {
    self.topics = topics
    self.period = period
  }

  init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count == 8 else { throw .tooLong }
    guard bytes.u32(at: 4) == 0, bytes[1] < 32, bytes.u16(at: 2) >= 10 else { throw .reservedNotZero }
    self.init(topics: Topics(rawValue: bytes[1]), period: bytes.u16(at: 2))
  }
}
