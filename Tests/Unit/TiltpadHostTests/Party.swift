import Bridge
import Channel
import Cryptography
import Impairment
import Model
import Motion
import TiltpadClient
import TiltpadHost
import Wire

/// A host and controllers as apps use them.
///
/// There is a link in each direction for each controller, and a clock that only the test advances.
final class Party {
  /// The transport of the host, which records the sent datagrams.
  final class Hall: HostTransport {
    var now = Instant(nanoseconds: 1_000_000_000_000)
    var deadline = Instant.distantFuture
    var sent: [(endpoint: Endpoint, datagram: Datagram<512>)] = []

    func send(_ datagram: Span<UInt8>, to endpoint: Endpoint) {
      var copy = Datagram<512>()
      copy.append(contentsOf: datagram)
      sent.append((endpoint, copy))
    }

    func schedule(at instant: Instant) { deadline = instant }
  }

  /// A controller with its transport and a record of its events.
  final class Guest: Transport, ClientDelegate {
    let hall: Hall
    var up: ImpairedLink
    var down: ImpairedLink
    var endpoint: Endpoint
    var deadline = Instant.distantFuture
    var isDark = false
    var states: [ConnectionState] = []
    var messages: [[UInt8]] = []
    var failures: [ConnectionError] = []
    var motors: [UInt16] = []
    var digits: [UInt32] = []

    var now: Instant { hall.now }

    init(in hall: Hall, _ faults: ImpairedLink.Faults, seed: UInt64, at endpoint: Endpoint) {
      (self.hall, self.endpoint) = (hall, endpoint)
      (up, down) = (ImpairedLink(faults, seed: seed), ImpairedLink(faults, seed: seed &+ 1))
    }

    func send(_ datagram: Span<UInt8>) {
      var copy = Datagram<512>()
      copy.append(contentsOf: datagram)
      if !isDark { up.submit(copy, at: now) }
    }

    func schedule(at instant: Instant) { deadline = instant }

    func client(_ client: Client, peer host: PublicKey, didChange state: ConnectionState) {
      states.append(state)
    }
    func client(_ client: Client, didReceive message: ReceivedMessage, fromPeer host: PublicKey) {
      messages.append(message.bytes)
    }
    func client(_ client: Client, didReceive feedback: Feedback) { motors.append(feedback.strong) }
    func client(_ client: Client, connectionWithHostFailed error: ConnectionError) { failures.append(error) }
    func client(_ client: Client, didCompute shortCode: UInt32) { digits.append(shortCode) }
  }

  /// The delegate of the host, which records events in words.
  final class Keeper: HostDelegate {
    var story: [String] = []
    var codes: [UInt32] = []
    var messages: [[UInt8]] = []
    var reports: [PublicKey: PadReport] = [:]
    var devices: [Admission.Device] = []
    /// Decides whether a controller that asks is admitted or denied; nil to let all of them wait.
    var decides: ((PublicKey) -> Bool)?

    func host(_ host: Host, peer: PublicKey, didChange state: PeerState) { story.append("\(state)") }
    func host(
      _ host: Host, didReceiveRequestFrom peer: PublicKey, called name: DeviceName, showing code: UInt32?
    ) {
      story.append("request of \(name.text)")
      if let code { codes.append(code) }
      guard let decides else { return }
      if decides(peer) { host.accept(peer) } else { host.deny(peer) }
    }
    func host(_ host: Host, didReceive message: ReceivedMessage, fromPeer peer: PublicKey) {
      messages.append(message.bytes)
    }
    func host(_ host: Host, peer: PublicKey, didMove report: PadReport) { reports[peer] = report }
    func host(_ host: Host, connectionWithPeerFailed peer: PublicKey, for reason: Refusal) {
      story.append("failed: \(reason)")
    }
    func host(_ host: Host, didPair device: Admission.Device) {
      story.append("paired \(device.name.text)")
      devices.append(device)
    }
  }

  let hall = Hall()
  let keeper = Keeper()
  let host: Host
  let faults: ImpairedLink.Faults
  var guests: [(client: Client, side: Guest)] = []
  var random: Random

  /// Creates a host for at most `limit` players; by default it asks before it admits a controller.
  init(
    _ faults: ImpairedLink.Faults = .init(), limit: Int = 4, admission: AdmissionPolicy = .ask,
    confirms: Bool = false, profile: Profile = .pad,
    seed: UInt64 = 1
  ) {
    var random = Random(seed: seed)
    host = Host(
      keys: KeyPair(from: &random), name: DeviceName("Den"), limit: limit, admission: admission,
      allowsConfirmation: confirms, profile: profile, transport: hall, random: Random(seed: seed &+ 99))
    (self.faults, self.random) = (faults, random)
    host.delegate = keeper
  }

  /// Adds a controller called `name` that pairs with the host by `pairing`.
  @discardableResult
  func invite(_ name: String, as keys: KeyPair? = nil, by pairing: Pairing) -> (client: Client, side: Guest) {
    let place = UInt32(guests.count) + 1
    let side = Guest(
      in: hall, faults, seed: random.next(),
      at: Endpoint(address: Address(v4: 0x0a00_0000 | place), port: 4_000))
    let client = Client(
      keys: keys ?? KeyPair(from: &random), host: host.key, pairing: pairing,
      introduction: Introduction(
        epoch: 0, capabilities: .tilt, deviceClass: .phone, sampleRate: 60, name: DeviceName(name)),
      transport: side, random: Random(seed: random.next()))
    client.delegate = side
    guests.append((client, side))
    client.connect()
    return (client, side)
  }

  /// Lets `length` pass.
  func run(_ length: Interval) {
    let end = hall.now + length
    while hall.now < end { step() }
  }

  private func step() {
    hall.now = hall.now + .milliseconds(1)
    for (client, side) in guests {
      if side.deadline <= hall.now { client.advance() }
      while let datagram = side.up.receive(at: hall.now) {
        datagram.withBytes { host.deliver($0, from: side.endpoint) }
      }
    }
    if hall.deadline <= hall.now { host.advance() }
    for (endpoint, datagram) in hall.sent {
      for (_, side) in guests where side.endpoint == endpoint && !side.isDark {
        side.down.submit(datagram, at: hall.now)
      }
    }
    hall.sent = []
    for (client, side) in guests {
      while let datagram = side.down.receive(at: hall.now) { datagram.withBytes { client.deliver($0) } }
    }
  }
}
