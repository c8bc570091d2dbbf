import Model

/// What a controller says of itself in its handshake: the payload of INIT, 56 bytes.
public struct Introduction: Hashable, Sendable {
  /// The size on the wire.
  public static let size = 56

  /// What a controller can do.
  public struct Capabilities: OptionSet, Hashable, Sendable {
    /// The bits, as on the wire; unknown ones are kept.
    public let rawValue: UInt16

    /// The capabilities whose bits are set.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// It knows its tilt.
    public static let tilt = Capabilities(rawValue: 1)
    /// It has sticks.
    public static let sticks = Capabilities(rawValue: 2)
    /// It sends raw accelerometer and gyroscope.
    public static let motion = Capabilities(rawValue: 4)
    /// It can rumble.
    public static let rumble = Capabilities(rawValue: 8)
    /// It can take part in buzzer rounds.
    public static let buzzer = Capabilities(rawValue: 16)
    /// It has a touch surface.
    public static let touch = Capabilities(rawValue: 32)
  }

  /// What a controller is.
  public enum DeviceClass: UInt8, CaseIterable, Sendable {
    /// An app on a phone.
    case phone = 1
    /// A page in a browser.
    case browser
    /// A microcontroller.
    case microcontroller
    /// Another computer.
    case computer
  }

  /// What a controller wants to be.
  public enum Role: UInt8, CaseIterable, Sendable {
    /// A gamepad, and a buzzer in buzzer rounds.
    case gamepad = 1
    /// A buzzer only.
    case buzzer
  }

  /// A number that the controller draws at each start: the same one means a change of keys, another one a new start.
  public var epoch: UInt64
  /// What the controller can do.
  public var capabilities: Capabilities
  /// What it is.
  public var deviceClass: DeviceClass
  /// What it wants to be.
  public var role: Role
  /// The most samples that it can send, in Hz.
  public var sampleRate: UInt16
  /// What it is called.
  public var name: DeviceName

  /// What a controller says of itself.
  public init(
    epoch: UInt64, capabilities: Capabilities, deviceClass: DeviceClass, role: Role = .gamepad,
    sampleRate: UInt16, name: DeviceName
  ) {
    self.epoch = epoch
    self.capabilities = capabilities
    self.deviceClass = deviceClass
    self.role = role
    self.sampleRate = sampleRate
    self.name = name
  }

  /// What the 56 `bytes` say.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    guard bytes.count == Introduction.size else { throw .size }
    guard let deviceClass = DeviceClass(rawValue: bytes[10]), let role = Role(rawValue: bytes[11])
    else { throw .value }
    guard bytes.u16(at: 14) == 0 else { throw .reserved }
    self.init(
      epoch: bytes.u64(at: 0), capabilities: Capabilities(rawValue: bytes.u16(at: 8)),
      deviceClass: deviceClass, role: role, sampleRate: bytes.u16(at: 12),
      name: DeviceName(copying: bytes, at: 16))
  }

  /// Adds the 56 bytes to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(epoch)
    datagram.append(capabilities.rawValue)
    datagram.append(deviceClass.rawValue)
    datagram.append(role.rawValue)
    datagram.append(sampleRate)
    datagram.append(UInt16(0))
    datagram.append(contentsOf: name.bytes.span)
  }
}

/// What the host says in its handshake: the payload of RESP, 32 bytes.
public struct Welcome: Hashable, Sendable {
  /// The size on the wire.
  public static let size = 32

  /// The player's number, 1 to 16; 0 while there is none.
  public var player: UInt8
  /// The most players that the host takes.
  public var limit: UInt8
  /// How many states the controller is to send, in Hz.
  public var rate: UInt16
  /// How many earlier samples each packet is to repeat.
  public var history: UInt16
  /// Flags; none has a meaning yet.
  public var flags: UInt16
  /// A number that the host draws at each start.
  public var session: UInt64
  /// Send at least this often, in milliseconds.
  public var keepAlive: UInt16
  /// Silence after which the host counts the controller as gone, in milliseconds.
  public var timeout: UInt16
  /// The profile that the axes are mapped with; 0 is the default.
  public var profile: UInt32
  /// The host's clock in microseconds.
  public var time: UInt64

  /// What the host says.
  public init(
    player: UInt8 = 0, limit: UInt8, rate: UInt16 = 125, history: UInt16 = 2, flags: UInt16 = 0,
    session: UInt64, keepAlive: UInt16 = 50, timeout: UInt16 = 5_000, profile: UInt32 = 0, time: UInt64
  ) {
    (self.player, self.limit, self.rate, self.history) = (player, limit, rate, history)
    (self.flags, self.session, self.keepAlive) = (flags, session, keepAlive)
    (self.timeout, self.profile, self.time) = (timeout, profile, time)
  }

  /// What the 32 `bytes` say.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    guard bytes.count == Welcome.size else { throw .size }
    guard bytes[0] <= 16 else { throw .value }
    self.init(
      player: bytes[0], limit: bytes[1], rate: bytes.u16(at: 2), history: bytes.u16(at: 4),
      flags: bytes.u16(at: 6), session: bytes.u64(at: 8), keepAlive: bytes.u16(at: 16),
      timeout: bytes.u16(at: 18), profile: bytes.u32(at: 20), time: bytes.u64(at: 24))
  }

  /// Adds the 32 bytes to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(player)
    datagram.append(limit)
    datagram.append(rate)
    datagram.append(history)
    datagram.append(flags)
    datagram.append(session)
    datagram.append(keepAlive)
    datagram.append(timeout)
    datagram.append(profile)
    datagram.append(time)
  }
}

/// What a device is called: at most 40 bytes of UTF-8, with zeros behind it.
public struct DeviceName: Hashable, Sendable {
  /// How many bytes there are on the wire.
  public static let size = 40

  /// The bytes, as on the wire.
  public var bytes: InlineArray<40, UInt8>

  /// The name `text`, cut to what fits, between characters.
  public init(_ text: String) {
    var name: [UInt8] = []
    for character in text {
      guard name.count + character.utf8.count <= DeviceName.size else { break }
      name += character.utf8
    }
    bytes = InlineArray { $0 < name.count ? name[$0] : 0 }
  }

  /// The name that starts at `offset` of `source`.
  init(copying source: Span<UInt8>, at offset: Int) {
    bytes = InlineArray { source[offset + $0] }
  }

  /// The name as it can be shown: repaired, and without control characters.
  public var text: String {
    let used = bytes.indices.map { bytes[$0] }.prefix { $0 != 0 }
    return String(String(decoding: used, as: UTF8.self).unicodeScalars.filter(\.isShown))
  }

  /// Whether the bytes are the same.
  public static func == (one: DeviceName, two: DeviceName) -> Bool {
    one.bytes.indices.allSatisfy { one.bytes[$0] == two.bytes[$0] }
  }

  /// Adds the bytes.
  public func hash(into hasher: inout Hasher) {
    for index in bytes.indices { hasher.combine(bytes[index]) }
  }
}
