import Channel
import Cryptography
import Model
import Platform
import Wire

/// A controller and a host in one process, connected by a session.
struct Pair {
  /// A failure of the handshake, which only a bug can cause.
  struct NoSession: Error {}

  private var host: HostChannel
  private var controller: ControllerChannel
  private var session: HostChannel.SessionID?
  private var random = SystemRandomNumberGenerator()
  private let now = Clock.now()
  private let endpoint = Endpoint(address: Address(v4: 0x7f00_0001), port: 1)

  /// Creates both sides, after their handshake and a first packet.
  init() throws {
    let (mine, theirs) = (KeyPair(from: &random), KeyPair(from: &random))
    host = HostChannel(keys: theirs, announcement: Announcement(session: 1, name: DeviceName("")))
    controller = ControllerChannel(
      keys: mine, host: theirs.publicKey, preShared: .zero,
      introduction: Introduction(
        epoch: 1, capabilities: .tilt, deviceClass: .computer, sampleRate: 250, name: DeviceName("")))
    _ = controller.begin(at: now, random: &random)
    guard case .send(let introduction) = controller.advance(to: now, random: &random),
      case .reply(let welcome) = receive(introduction)
    else { throw NoSession() }
    var bytes = (0..<welcome.count).map { welcome[$0] }
    var span = bytes.mutableSpan
    guard case .welcomed = controller.receive(&span, at: now) else { throw NoSession() }
    var data = Datagram<512>()
    guard controller.seal([1].span, at: now, into: &data), case .opened(let opened) = receive(data)
    else { throw NoSession() }
    session = opened.session
  }

  private mutating func receive<let capacity: Int>(_ datagram: Datagram<capacity>) -> HostChannel.Response {
    var bytes = (0..<datagram.count).map { datagram[$0] }
    var span = bytes.mutableSpan
    return host.receive(&span, from: endpoint, at: now, random: &random) { _, _, _ in
      .welcome(Welcome(limit: 1, session: 1, time: 0), preShared: .zero)
    }
  }

  /// Seals the next packets of the controller, with `frames`, into `packets`.
  mutating func seal(_ packets: inout [[UInt8]], _ frames: [UInt8]) {
    var datagram = Datagram<512>()
    for index in packets.indices {
      _ = controller.seal(frames.span, at: now, into: &datagram)
      for place in packets[index].indices { packets[index][place] = datagram[place] }
    }
  }

  /// Seals `count` packets of the host without storing them; returns their number.
  mutating func seal(_ count: Int, _ frames: [UInt8]) -> Int {
    guard let session else { return 0 }
    var datagram = Datagram<512>()
    var sealed = 0
    for _ in 0..<count where host.seal(frames.span, for: session, at: now, into: &datagram) == endpoint {
      sealed += 1
    }
    return sealed
  }

  /// Opens `packets` in place; returns the number of genuine packets.
  mutating func open(_ packets: inout [[UInt8]]) -> Int {
    var genuine = 0
    for index in packets.indices {
      var span = packets[index].mutableSpan
      let outcome = host.receive(&span, from: endpoint, at: now, random: &random) { _, _, _ in .unknown }
      if case .opened = outcome { genuine += 1 }
    }
    return genuine
  }
}
