import Cryptography
import Model
import Platform
import TiltpadClient
import Wire

/// A controller that turns like a wheel, pulls a trigger and presses a button now and then.
final class Controller {
  /// What a controller sends.
  enum Kind: String {
    /// STATE, two earlier samples, and EDGES until they are acknowledged.
    case state = "STATE"
    /// TILT alone: tilt and button levels.
    case tilt = "TILT"
    /// The frames of ``state``, encrypted.
    case sealed = "encrypted STATE"

    /// The bytes of one report to a pad: SYN_REPORT and an axis, with STATE a trigger too.
    var reportSize: Int { self == .tilt ? 48 : 72 }

    /// The bytes of an acknowledgement.
    var answerSize: Int { self == .sealed ? 40 : 24 }
  }

  /// The samples of a second.
  static let rate: Int64 = 250
  /// How many samples lie between a press and its release: a tenth of a second.
  private static let pressLength = 25
  /// How many packets carry an edge, until its acknowledgement is there: 12 ms.
  private static let repetition = 3

  private let kind: Kind
  private let token: UInt32
  private let host: Endpoint
  private var socket: DatagramSocket
  private var stream: PacketStream
  private var sampleCount: Int
  private var line: SealedLine?

  /// The key that it is known by, when its packets are encrypted.
  var key: PublicKey? { line?.key }

  /// Controller number `token`, which sends to the daemon at `port` of this machine, of that key.
  init(token: UInt32, _ kind: Kind, port: UInt16, host key: PublicKey? = nil) throws {
    self.kind = kind
    self.token = token
    host = Endpoint(address: .loopback, port: port)
    socket = try DatagramSocket(bound: Endpoint(address: .loopback, port: 0))
    stream = PacketStream(token: token)
    // So that they do not all press at the same time.
    sampleCount = Int(token) * 7
    if kind == .sealed, let key { line = SealedLine(to: key) }
  }

  /// The packet of the sample at `now`, which differs from the one before in roll and in a trigger.
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
    if sampleCount % Controller.pressLength == Controller.repetition - 1 { acknowledge(datagram) }
    return kind == .state ? datagram : line?.seal(datagram, at: now) ?? datagram
  }

  /// Sends what begins an encrypted session.
  func introduce(at now: Instant) {
    if let introduction = line?.introduction(at: now) { send(introduction) }
  }

  /// Takes what the daemon has answered so far, and sends what it wants to hear.
  func reply(at now: Instant) {
    guard case .done(let count) = socket.receive() else { return }
    for index in 0..<count {
      let reply = socket.withMutableDatagram(index) { bytes, _ in line?.reply(to: &bytes, at: now) }
      if let reply { send(reply) }
    }
  }

  /// Puts `datagram` into the daemon's socket.
  func send<let capacity: Int>(_ datagram: Datagram<capacity>) {
    datagram.withBytes { _ = socket.send($0, to: host) }
  }

  /// Behaves as if the daemon had answered `datagram`; the real answers come too late, as packets are made in advance.
  private func acknowledge(_ datagram: Datagram<512>) {
    let frames = datagram.withBytes { try? ControllerFrames(parsing: $0, from: PlainHeader.size) }
    guard let next = frames?.edges?.next else { return }
    var answer = HostFrames()
    answer.acknowledgement = Acknowledgement(newest: 0, received: 0, nextEdge: next, delay: 0)
    answer.datagram(behind: PlainHeader(sequence: 0, token: token)).withBytes { stream.receive($0) }
  }

  /// Takes the acknowledgements that have come; returns how many.
  @discardableResult
  func takeAnswers() -> Int {
    var total = 0
    while case .done(let count) = socket.receive() { total += count }
    return total
  }
}

extension Address {
  /// 127.0.0.1.
  static let loopback = Address(v4: 0x7f00_0001)
}
