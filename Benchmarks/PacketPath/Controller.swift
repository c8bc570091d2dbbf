import Cryptography
import Model
import Platform
import TestSupport
import TiltpadClient
import Wire

/// A simulated controller that turns like a wheel, pulls a trigger, and presses a button now and then.
final class Controller {
  /// The kind of packet that a controller sends.
  enum Kind: String {
    /// STATE, two earlier samples, and EDGES until their acknowledgement.
    case state = "STATE"
    /// TILT alone: tilt and the levels of the buttons.
    case tilt = "TILT"
    /// The frames of ``state``, encrypted.
    case sealed = "encrypted STATE"

    /// The size of one report to a pad, in bytes: SYN_REPORT and an axis, and for STATE also a trigger.
    var reportSize: Int { self == .tilt ? 48 : 72 }

    /// The size of an acknowledgement, in bytes.
    var answerSize: Int { self == .sealed ? 40 : 24 }
  }

  /// The number of samples per second.
  static let rate: Int64 = 250
  /// The number of samples between a press and its release: a tenth of a second.
  private static let pressLength = 25
  /// The number of packets that carry an edge until its acknowledgement arrives: 12 ms.
  private static let repetition = 3

  private let kind: Kind
  private let token: UInt32
  private let host: Endpoint
  private var socket: DatagramSocket
  private var stream: PacketStream
  private var sampleCount: Int
  private var line: SealedLine?

  /// The key that identifies the controller if its packets are encrypted; otherwise nil.
  var key: PublicKey? { line?.key }

  /// Creates controller number `token`, which sends to the daemon at `port` of this machine, with the host's key for
  /// encrypted packets.
  init(token: UInt32, _ kind: Kind, port: UInt16, host key: PublicKey? = nil) throws {
    self.kind = kind
    self.token = token
    host = Endpoint(address: .loopback, port: port)
    socket = try DatagramSocket(bound: Endpoint(address: .loopback, port: 0))
    stream = PacketStream(token: token)
    // The offset keeps the controllers from pressing all at the same time.
    sampleCount = Int(token) * 7
    if kind == .sealed, let key { line = SealedLine(to: key) }
  }

  /// Returns the packet of the sample at `now`, which differs from the sample before in roll and in a trigger.
  func packet(at now: Instant) -> Datagram<512> {
    sampleCount += 1
    if sampleCount % Controller.pressLength == 0 {
      stream.note(.a, isPress: !stream.levels[.a], at: now)
    }
    let phase = sampleCount % 200
    let roll = Angle(raw: Int32(min(phase, 200 - phase) + 20) * 4_000_000)
    let state = ControllerState(
      sampleTime: 0, tilt: Tilt(roll: roll), sticks: ControllerState.Sticks(),
      rightTrigger: UInt8(truncatingIfNeeded: sampleCount))
    guard kind != .tilt else { return stream.tiltPacket(for: state, at: now) }
    let datagram = stream.packet(for: state, at: now)
    if sampleCount % Controller.pressLength == Controller.repetition - 1 {
      // The stream receives a made-up acknowledgement: the daemon's own answers arrive too late, because
      // packets are made in advance.
      acknowledgement(of: datagram, token: token)?.withBytes { stream.receive($0) }
    }
    return kind == .state ? datagram : line?.seal(datagram, at: now) ?? datagram
  }

  /// Sends the first packet of an encrypted session.
  func introduce(at now: Instant) {
    if let introduction = line?.introduction(at: now) { send(introduction) }
  }

  /// Receives the daemon's answers so far, and sends the replies that they require.
  func reply(at now: Instant) {
    guard case .done(let count) = socket.receive() else { return }
    for index in 0..<count {
      let reply = socket.withMutableDatagram(index) { bytes, _ in line?.reply(to: &bytes, at: now) }
      if let reply { send(reply) }
    }
  }

  /// Sends `datagram` to the daemon's socket.
  func send<let capacity: Int>(_ datagram: Datagram<capacity>) {
    datagram.withBytes { _ = socket.send($0, to: host) }
  }

  /// Receives the acknowledgements that have arrived; returns their number.
  @discardableResult
  func receiveAnswers() -> Int {
    var total = 0
    while case .done(let count) = socket.receive() { total += count }
    return total
  }
}

extension Address {
  /// The address 127.0.0.1.
  static let loopback = Address(v4: 0x7f00_0001)
}
