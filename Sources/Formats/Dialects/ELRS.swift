public import Wire

/// The announcement of an ExpressLRS transmitter in Wi-Fi mode, broadcast to ``port`` every five seconds.
///
/// It contains `ELRS`, version 1, a port and a name. After a POST of ``start(interval:channels:)`` to ``path``, the
/// transmitter sends frames. Source: wifiJoystick.h of ExpressLRS 7702d0f.
public struct ELRSAnnouncement: Hashable, Sendable {
  /// The UDP port on which the transmitter accepts and sends joystick frames.
  public var port: UInt16
  /// The name of the transmitter.
  public var name: ControlName

  /// The UDP port to which announcements and frames are sent.
  public static let port: UInt16 = 11_000
  /// The path on the transmitter's web server that starts and stops frames.
  public static let path = "/udpcontrol"
  /// The body of the POST that stops frames.
  public static let stop = "action=joystick_end"

  /// The letters `ELRS`.
  private static let magic: UInt32 = 0x5352_4c45
  private static let version: UInt8 = 1
  private static let header = 8

  /// Creates the announcement of a transmitter.
  public init(port: UInt16, name: ControlName) {
    (self.port, self.name) = (port, name)
  }

  /// Returns the body of the POST that starts frames of `channels` channels, one every `interval` µs.
  public static func start(interval: Int, channels: Int) -> String {
    "action=joystick_begin&interval=\(interval)&channels=\(channels)"
  }

  /// Decodes the announcement in `bytes`.
  ///
  /// - Throws: `size`, `kind`, `version`, `length` or `name`.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    guard bytes.count > ELRSAnnouncement.header else { throw .size }
    guard bytes.little32(at: 0) == ELRSAnnouncement.magic else { throw .kind }
    guard bytes[4] == ELRSAnnouncement.version else { throw .version }
    guard Int(bytes[7]) == bytes.count - ELRSAnnouncement.header else { throw .length }
    port = bytes.little16(at: 5)
    name = try ControlName(bytes.extracting(ELRSAnnouncement.header..<bytes.count))
  }

  /// The bytes of the announcement.
  public var datagram: Datagram<64> {
    var datagram = Datagram<64>()
    datagram.append(ELRSAnnouncement.magic)
    datagram.append(ELRSAnnouncement.version)
    datagram.append(port)
    datagram.append(UInt8(name.count))
    for offset in 0..<name.count { datagram.append(name[offset]) }
    return datagram
  }
}

/// The channels of an ExpressLRS transmitter.
///
/// A frame is the byte 1, the number of channels, and 16 bits for each, little-endian.
public struct ELRSFrame: Sendable {
  /// The maximum number of a transmitter's channels.
  public static let most = 16
  /// The maximum value of a channel; the middle is half of it.
  public static let highest: UInt16 = 0x7fff

  /// The number of channels, 1 to ``most``.
  public private(set) var count = 0
  private var channels = InlineArray<16, UInt16>(repeating: 0)

  private static let kind: UInt8 = 1
  private static let header = 2

  /// Creates a frame of `count` channels at 0.
  ///
  /// - Precondition: `count` is 1 to ``most``.
  public init(count: Int) {
    precondition((1...ELRSFrame.most).contains(count))
    self.count = count
  }

  /// The value of the channel at `index`, 0 (left, down, off) to ``highest``; transmitters send the sticks first.
  public subscript(index: Int) -> UInt16 {
    get { channels[index] }
    set { channels[index] = newValue }
  }

  /// Decodes the frame in `bytes`.
  ///
  /// - Throws: `size`, `kind`, `length`, or `range` for too few or too many channels, or a value above ``highest``.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    guard bytes.count >= ELRSFrame.header else { throw .size }
    guard bytes[0] == ELRSFrame.kind else { throw .kind }
    count = Int(bytes[1])
    guard (1...ELRSFrame.most).contains(count) else { throw .range }
    guard bytes.count == ELRSFrame.header + 2 * count else { throw .length }
    for index in 0..<count {
      channels[index] = bytes.little16(at: ELRSFrame.header + 2 * index)
      guard channels[index] <= ELRSFrame.highest else { throw .range }
    }
  }

  /// The bytes of the frame.
  public var datagram: Datagram<34> {
    var datagram = Datagram<34>()
    datagram.append(ELRSFrame.kind)
    datagram.append(UInt8(count))
    for index in 0..<count { datagram.append(channels[index]) }
    return datagram
  }
}
