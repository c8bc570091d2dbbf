import Model

/// The controller's description of itself in its handshake: the payload of INIT, 56 bytes.
public struct Introduction: Hashable, Sendable {
  /// The size on the wire, in bytes.
  public static let size = 56

  /// The capabilities of a controller.
  public struct Capabilities: OptionSet, Hashable, Sendable {
    /// The bits, as on the wire; unknown bits are preserved.
    public let rawValue: UInt16

    /// Creates the set of the capabilities whose bits are set.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The controller measures its tilt.
    public static let tilt = Capabilities(rawValue: 1)
    /// The controller has sticks.
    public static let sticks = Capabilities(rawValue: 2)
    /// The controller sends raw samples of accelerometer and gyroscope.
    public static let motion = Capabilities(rawValue: 4)
    /// The controller has force feedback (rumble).
    public static let rumble = Capabilities(rawValue: 8)
    /// The controller can take part in buzzer rounds.
    public static let buzzer = Capabilities(rawValue: 16)
    /// The controller has a touch surface.
    public static let touch = Capabilities(rawValue: 32)
    /// The controller describes its own device, which the host is to copy.
    public static let description = Capabilities(rawValue: 64)
  }

  /// The kinds of device that a controller can be.
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

  /// The roles that a controller can ask for.
  public enum Role: UInt8, CaseIterable, Sendable {
    /// A gamepad, which is also a buzzer in buzzer rounds.
    case gamepad = 1
    /// A buzzer only: its pad is at rest in every mode.
    case buzzer
  }

  /// A number that the controller draws at each start.
  ///
  /// An equal epoch means a change of keys; a different one means a restart.
  public var epoch: UInt64
  /// The capabilities of the controller.
  public var capabilities: Capabilities
  /// The kind of device.
  public var deviceClass: DeviceClass
  /// The role that the controller asks for.
  public var role: Role
  /// The highest sample rate of the controller, in Hz.
  public var sampleRate: UInt16
  /// The controller's name.
  public var name: DeviceName

  /// Creates a controller's description of itself.
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

  /// Decodes the 56 `bytes` of the payload.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == Introduction.size else { throw .sessionSize }
    guard let deviceClass = DeviceClass(rawValue: bytes[10]), let role = Role(rawValue: bytes[11])
    else { throw .sessionValue }
    guard bytes.u16(at: 14) == 0 else { throw .sessionReserved }
    self.init(
      epoch: bytes.u64(at: 0), capabilities: Capabilities(rawValue: bytes.u16(at: 8)),
      deviceClass: deviceClass, role: role, sampleRate: bytes.u16(at: 12),
      name: DeviceName(copying: bytes, at: 16))
  }

  /// Appends the 56 bytes to `datagram`.
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

/// The host's part of the handshake: the payload of RESP, 32 bytes.
public struct Welcome: Hashable, Sendable {
  /// The size on the wire, in bytes.
  public static let size = 32

  /// The player's number, 1 to 16; 0 as long as the controller has no slot.
  public var player: UInt8
  /// The maximum number of players.
  public var limit: UInt8
  /// The rate at which the controller is to send states, in Hz.
  public var rate: UInt16
  /// The number of earlier samples that each packet is to repeat.
  public var history: UInt16
  /// Flags; none is defined yet.
  public var flags: UInt16
  /// A number that the host draws at each start.
  public var session: UInt64
  /// The maximum time between two packets from the controller, in ms.
  public var keepAlive: UInt16
  /// The duration of silence after which the host treats the controller as disconnected, in ms.
  public var timeout: UInt16
  /// The number of the profile by which the axes are mapped; 0 is the default.
  public var profile: UInt32
  /// The host's clock in µs.
  public var time: UInt64

  /// Creates a host's part of the handshake.
  public init(
    player: UInt8 = 0, limit: UInt8, rate: UInt16 = 125, history: UInt16 = 2, flags: UInt16 = 0,
    session: UInt64, keepAlive: UInt16 = 50, timeout: UInt16 = 5_000, profile: UInt32 = 0, time: UInt64
  ) {
    (self.player, self.limit, self.rate, self.history) = (player, limit, rate, history)
    (self.flags, self.session, self.keepAlive) = (flags, session, keepAlive)
    (self.timeout, self.profile, self.time) = (timeout, profile, time)
  }

  /// Decodes the 32 `bytes` of the payload.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == Welcome.size else { throw .sessionSize }
    guard bytes[0] <= 16 else { throw .sessionValue }
    self.init(
      player: bytes[0], limit: bytes[1], rate: bytes.u16(at: 2), history: bytes.u16(at: 4),
      flags: bytes.u16(at: 6), session: bytes.u64(at: 8), keepAlive: bytes.u16(at: 16),
      timeout: bytes.u16(at: 18), profile: bytes.u32(at: 20), time: bytes.u64(at: 24))
  }

  /// Appends the 32 bytes to `datagram`.
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

/// The name of a device: at most 40 bytes of UTF-8, padded with zeros.
public struct DeviceName: Hashable, Sendable {
  /// The number of bytes on the wire.
  public static let size = 40

  /// The bytes, as on the wire.
  public var bytes: InlineArray<40, UInt8>

  /// Creates a name from the visible part of `text`, cut between characters so that it fits.
  public init(_ text: String) {
    var cut = ""
    for character in text.shown {
      guard cut.utf8.count + character.utf8.count <= DeviceName.size else { break }
      cut.append(character)
    }
    // The last character that fits may be a blank.
    let name = Array(cut.shown.utf8)
    bytes = InlineArray { $0 < name.count ? name[$0] : 0 }
  }

  /// Copies the name that starts at `offset` of `source`.
  init(copying source: Span<UInt8>, at offset: Int) {
    bytes = InlineArray { source[offset + $0] }
  }

  /// The name for display: invalid UTF-8 is repaired and invisible characters are removed; may be empty.
  public var text: String {
    let used = bytes.indices.map { bytes[$0] }.prefix { $0 != 0 }
    return String(decoding: used, as: UTF8.self).shown
  }

  /// Returns whether the bytes of the two names are equal.
  public static func == (one: DeviceName, two: DeviceName) -> Bool {
    one.bytes.indices.allSatisfy { one.bytes[$0] == two.bytes[$0] }
  }

  /// Hashes the bytes of the name.
  public func hash(into hasher: inout Hasher) {
    for index in bytes.indices { hasher.combine(bytes[index]) }
  }
}
