import Bridge
import Channel
import Cryptography
import Impairment
import Model
import TestSupport
import Testing
import TiltpadClient
import TiltpadHost
import Wire

// This is the code of the article "Becoming a host"; the test `The article about hosts has the code of its example`
// compares the two.

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

/// A phone that steers: its transport, and a record of its events.
private final class Phone: Transport, ClientDelegate {
  var now = Instant(nanoseconds: 0)
  var deadline = Instant.distantFuture
  var sent: [[UInt8]] = []
  var states: [ConnectionState] = []
  var lines: [String] = []

  func send(_ datagram: Span<UInt8>) { sent.append(datagram.array) }
  func schedule(at instant: Instant) { deadline = instant }

  func client(_ client: Client, peer host: PublicKey, didChange state: ConnectionState) {
    states.append(state)
  }
  func client(_ client: Client, didReceive message: ReceivedMessage, fromPeer host: PublicKey) {
    lines.append(String(decoding: message.bytes, as: UTF8.self))
  }
}

@Suite struct HostExampleTests {
  private let endpoint = Endpoint(address: Address(v4: 0x0a00_0001), port: 4_000)

  /// Carries the datagrams of both sides for `length`.
  private func run(
    _ length: Interval, _ host: Host, _ hall: MemoryHostTransport, _ client: Client, _ phone: Phone
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
    let (hall, phone) = (MemoryHostTransport(), Phone())
    let track = RaceTrack()
    var random = Random(seed: 8)
    let (keys, own) = (KeyPair(from: &random), KeyPair(from: &random))
    let host = open("Living room", as: keys, knowing: [], over: hall)
    host.delegate = track
    let introduction = Introduction(
      epoch: 0, capabilities: .tilt, deviceClass: .phone, sampleRate: 60, name: DeviceName("My phone"))
    let client = Client(
      keys: own, host: host.key, pairing: .pin(host.offerPIN()), introduction: introduction, transport: phone)
    client.delegate = phone
    client.connect()
    run(.seconds(2), host, hall, client, phone)
    #expect(phone.states.last == .connected(PlayerSlot(index: 0)) && track.cars.count == 1)

    client.update(ControllerState(sampleTime: 0, tilt: Tilt(roll: Angle(radians: 0.5)), buttons: []))
    try client.send(Array("hello".utf8), reliably: true)
    start(host)
    run(.seconds(1), host, hall, client, phone)
    #expect(track.cars[own.publicKey] ?? 0 > 10_000)
    #expect(track.lines == ["hello"] && phone.lines.sorted() == ["go", "thanks"])

    host.shutDown()
    run(.seconds(3), host, hall, client, phone)
    #expect(track.cars.isEmpty && track.devices.count == 1)

    let next = open("Living room", as: keys, knowing: track.devices, over: hall)
    next.delegate = track
    track.banned = [own.publicKey]
    run(.seconds(5), next, hall, client, phone)
    #expect(phone.states.last == .denied(.deniedByHost) && track.cars.isEmpty)
  }
}
