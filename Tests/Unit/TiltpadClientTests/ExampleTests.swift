import Channel
import Cryptography
import Foundation
import Impairment
import Model
import TestSupport
import Testing
import TiltpadClient
import Wire

// This is the code of the article "Becoming a controller"; the test `The article has this code` compares the two.

final class MemoryTransport: Transport {
  var now = Instant(nanoseconds: 0)
  var deadline = Instant.distantFuture
  var sent: [[UInt8]] = []

  func send(_ datagram: Span<UInt8>) {
    sent.append(datagram.indices.map { datagram[$0] })
  }

  func schedule(at instant: Instant) {
    deadline = instant
  }
}

final class Cockpit: ClientDelegate {
  var title = ""
  var strength = 0.0
  var lines: [String] = []
  var remembered: (host: PublicKey, secret: Secret)?

  func client(_ client: Client, peer host: PublicKey, didChange state: ConnectionState) {
    switch state {
    case .connecting: title = "Looking for the host"
    case .waiting: title = "Waiting to be let in"
    case .connected(let player): title = "Player \(player.number)"
    case .denied: title = "Not let in"
    case .disconnected: title = "Gone"
    }
  }

  func client(_ client: Client, didReceive message: ReceivedMessage, fromPeer host: PublicKey) {
    lines.append(String(decoding: message.bytes, as: UTF8.self))
  }

  func client(_ client: Client, didReceive feedback: Feedback) {
    strength = Double(feedback.strong) / 65_535
  }

  func client(_ client: Client, didPairWith host: PublicKey, sharing secret: Secret) {
    remembered = (host, secret)
  }
}

func join(
  _ host: PublicKey, by pairing: Pairing, as keys: KeyPair, over transport: any Transport,
  telling delegate: any ClientDelegate
) -> Client {
  let introduction = Introduction(
    epoch: 0, capabilities: [.tilt, .rumble], deviceClass: .phone, sampleRate: 60,
    name: DeviceName("My phone"))
  let client = Client(
    keys: keys, host: host, pairing: pairing, introduction: introduction, transport: transport)
  client.delegate = delegate
  client.connect()
  return client
}

func steer(_ client: Client, roll: Double, isHornDown: Bool) {
  client.update(
    ControllerState(
      sampleTime: 0, tilt: Tilt(roll: Angle(radians: roll)), buttons: isHornDown ? Buttons(.a) : []))
}

func wave(_ client: Client) throws(SendError) {
  try client.send(Array("hello".utf8), reliably: true)
}

@Suite struct ExampleTests {
  private var random = Random(seed: 3)

  @Test mutating func `The example pairs, plays, talks, feels, and leaves`() throws {
    let transport = MemoryTransport()
    let cockpit = Cockpit()
    var house = House(keys: KeyPair(from: &random), random: Random(seed: 4))
    house.channel.openPairing(pin: 123_456, at: transport.now)
    let keys = KeyPair(from: &random)
    let client = join(house.keys.publicKey, by: .pin(123_456), as: keys, over: transport, telling: cockpit)
    #expect(cockpit.title == "Looking for the host")
    house.carry(client, over: transport, for: .seconds(1))
    #expect(cockpit.title == "Player 2" && !client.isOver)
    #expect((client.roundTrip ?? .seconds(1)) < .milliseconds(1))
    #expect(cockpit.remembered?.host == house.keys.publicKey)

    steer(client, roll: 0.5, isHornDown: true)
    try wave(client)
    house.say(.message, 0, Array("hi".utf8))
    house.carry(client, over: transport, for: .milliseconds(200))
    #expect(house.newest?.buttons == Buttons(.a) && house.presses == 1)
    #expect(house.controls.map(\.text) == [Array("hello".utf8)])
    #expect(cockpit.lines == ["hi"])

    client.disconnect()
    house.carry(client, over: transport, for: .seconds(1))
    #expect(cockpit.title == "Gone" && client.state == .disconnected(.none))
    #expect(client.isOver)

    let remembered = try #require(cockpit.remembered)
    let next = join(
      remembered.host, by: .known(remembered.secret), as: keys, over: transport, telling: cockpit)
    house.carry(next, over: transport, for: .seconds(1))
    #expect(cockpit.title == "Player 2")
  }

  @Test func `The article has this code`() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let source = try String(contentsOf: here.appending(path: "ExampleTests.swift"), encoding: .utf8)
    let article = try String(
      contentsOf: here.appending(
        path: "../../../Sources/Libraries/TiltpadClient/TiltpadClient.docc/BecomingAController.md"),
      encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    #expect(blocks.count == 4)
    for block in blocks { #expect(source.contains(block), "\(block)") }
  }
}
