import Bridge
import Channel
import Cryptography
import Model
import Testing
import TiltpadClient
import Wire

// The code of the article "Becoming a host"; the test `The article about hosts has the code of its example` checks that
// both are equal.

final class MemoryHostTransport: HostTransport {
  var now = Instant(nanoseconds: 0)
  var deadline = Instant.distantFuture
  var sent: [(endpoint: Endpoint, bytes: [UInt8])] = []

  func send(_ datagram: Span<UInt8>, to endpoint: Endpoint) {
    sent.append((endpoint, datagram.indices.map { datagram[$0] }))
  }

  func schedule(at instant: Instant) {
    deadline = instant
  }
}

final class RaceTrack: HostDelegate {
  var cars: [PublicKey: Int16] = [:]
  var lines: [String] = []
  var devices: [Admission.Device] = []
  var banned: Set<PublicKey> = []

  func host(_ host: Host, peer: PublicKey, didChange state: PeerState) {
    switch state {
    case .connected: cars[peer] = 0
    case .unavailable: cars[peer] = nil
    case .available, .connecting, .disconnected: break
    }
  }

  func host(
    _ host: Host, didReceiveRequestFrom peer: PublicKey, called name: DeviceName, showing code: UInt32?
  ) {
    if banned.contains(peer) { host.deny(peer) } else { host.accept(peer) }
  }

  func host(_ host: Host, peer: PublicKey, didMove report: PadReport) {
    cars[peer] = report.leftStick.x
  }

  func host(_ host: Host, didReceive message: ReceivedMessage, fromPeer peer: PublicKey) {
    lines.append(String(decoding: message.bytes, as: UTF8.self))
    host.send(Array("thanks".utf8), to: [peer], reliably: true)
  }

  func host(_ host: Host, didPair device: Admission.Device) {
    devices.removeAll { $0.key == device.key }
    devices.append(device)
  }
}

func open(
  _ name: String, as keys: KeyPair, knowing devices: [Admission.Device], over transport: any HostTransport
) -> Host {
  Host(
    keys: keys, name: DeviceName(name), limit: 2, admission: .ask, devices: devices, transport: transport)
}

func start(_ host: Host) {
  host.sendToAll(Array("go".utf8), reliably: true)
}

@Suite struct HostExampleTests {
  private let endpoint = Endpoint(address: Address(v4: 0x0a00_0001), port: 4_000)

  /// Carries the datagrams of both sides for `length`.
  private func run(
    _ length: Interval, _ host: Host, _ hall: MemoryHostTransport, _ client: Client, _ phone: MemoryTransport
  ) {
    let end = hall.now + length
    while hall.now < end {
      hall.now = hall.now + .milliseconds(1)
      phone.now = hall.now
      if phone.deadline <= phone.now { client.advance() }
      if hall.deadline <= hall.now { host.advance() }
      let (up, down) = (phone.sent, hall.sent)
      (phone.sent, hall.sent) = ([], [])
      for datagram in up { host.deliver(datagram.span, from: endpoint) }
      for (_, bytes) in down { client.deliver(bytes.span) }
    }
  }

  @Test func `The example pairs, lets in, steers, talks, bans, and knows its controllers again`() throws {
    let (hall, phone) = (MemoryHostTransport(), MemoryTransport())
    let (track, cockpit) = (RaceTrack(), Cockpit())
    var random = Random(seed: 8)
    let (keys, own) = (KeyPair(from: &random), KeyPair(from: &random))
    let host = open("Living room", as: keys, knowing: [], over: hall)
    host.delegate = track
    let client = join(host.key, by: .pin(host.offerPIN()), as: own, over: phone, telling: cockpit)
    run(.seconds(2), host, hall, client, phone)
    #expect(cockpit.title == "Player 1" && track.cars.count == 1)

    steer(client, roll: 0.5, isHornDown: false)
    try wave(client)
    start(host)
    run(.seconds(1), host, hall, client, phone)
    #expect(track.cars[own.publicKey] ?? 0 > 10_000)
    #expect(track.lines == ["hello"] && cockpit.lines.sorted() == ["go", "thanks"])

    host.shutDown()
    run(.seconds(3), host, hall, client, phone)
    #expect(track.cars.isEmpty && track.devices.count == 1)

    let next = open("Living room", as: keys, knowing: track.devices, over: hall)
    next.delegate = track
    track.banned = [own.publicKey]
    run(.seconds(5), next, hall, client, phone)
    #expect(cockpit.title == "Not let in" && track.cars.isEmpty)
  }
}
