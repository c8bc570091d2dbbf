import Bridge
import Channel
import Cryptography
import Engine
import Glibc
import Impairment
import Model
import Platform
import TestSupport
import Testing
import Wire

@testable import Daemon

/// The names of controllers, as reported to a program that watches them.
@Suite struct RenameTests {
  private static let place = LocalClients.programs.lowerBound
  private static let phone = Endpoint(address: Address(v4: 0x7f00_0001), port: 1)

  /// A daemon (``House``) in which the paired controller Red plays, and a program that watches the
  /// controllers.
  private struct Stand: ~Copyable {
    var house: House
    let program: LocalConnection
    let keys: KeyPair

    init() throws {
      var random = Random(seed: 3)
      let (host, keys, secret) = (KeyPair(from: &random), KeyPair(from: &random), Secret(from: &random))
      let red = Admission.Device(
        key: keys.publicKey, name: DeviceName("Red"), role: .gamepad, preShared: secret)
      var house = try House(keys: host, devices: [red])
      let path = "/tmp/tiltpad-renames-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"
      let listener = try LocalListener(at: path)
      let program = try LocalConnection(connectingTo: path)
      if let connection = try listener.accept() { house.executor.clients.add(connection, at: place) }
      self.keys = keys
      self.program = program
      self.house = house
      say(.watch(Watch(topics: .peers, period: 60_000)))
      join(host.publicKey, secret, &random)
    }

    /// Makes the controller complete the handshake and send its first packet.
    private mutating func join(_ host: PublicKey, _ secret: Secret, _ random: inout Random) {
      var channel = ControllerChannel(
        keys: keys, host: host, mode: .known, preShared: secret,
        introduction: Introduction(
          epoch: 1, capabilities: .tilt, deviceClass: .phone, sampleRate: 60, name: DeviceName("Red")))
      _ = channel.begin(at: house.now, random: &random)
      guard case .send(let first) = channel.advance(to: house.now, random: &random) else { return }
      deliver(first.array)
      var reply: [UInt8] = []
      house.executor.engine.withOutgoing { reply = $0.array }
      reply.withCopy { _ = channel.receive(&$0, at: house.now) }
      var (frames, plain, sealed) = (ControllerFrames(), Datagram<512>(), Datagram<512>())
      frames.state = ControllerState(sampleTime: 0, tilt: Tilt())
      frames.write(to: &plain)
      _ = plain.withBytes { channel.seal($0, at: house.now, into: &sealed) }
      deliver(sealed.array)
    }

    private mutating func deliver(_ bytes: [UInt8]) {
      house.receive(bytes, from: phone)
      wake()
    }

    /// Delivers a packet from the program, and ends the wake-up.
    mutating func say(_ packet: LocalPacket) {
      house.receive(packet.datagram.array, from: place)
      wake()
    }

    private mutating func wake() { house.executor.advance(to: house.now, through: house.network) }

    /// Removes and returns the names and slots of the controllers reported to the program.
    func peers() -> [String] {
      var (buffer, found) = (LocalBuffer(repeating: 0), [String]())
      while case .done(let count) = program.receive(into: &buffer), count > 0 {
        if case .peer(let peer)? = try? StatusPacket(parsing: buffer.span.extracting(first: count)) {
          found.append("\(peer.name.text) \(peer.slot?.number ?? 0)")
        }
      }
      return found
    }
  }

  @Test func `A program that watches controllers is told the new name of one that is there, and of no other`()
    throws
  {
    var stand = try Stand()
    #expect(stand.peers().last == "Red 1")
    stand.say(.order(LocalOrder(.rename(stand.keys.publicKey.bytes, DeviceName("Rose")))))
    #expect(stand.peers() == ["Rose 1"])
    stand.say(.order(LocalOrder(.rename(Bytes32(repeating: 9), DeviceName("Blue")))))
    #expect(stand.peers() == [])
  }
}
