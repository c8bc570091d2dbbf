import Bridge
import Discovery
import Engine
import Guards
import Model
import TestSupport
import Testing
import Wire

@testable import Daemon

@Suite struct PresenceTests {
  private let now = Instant(nanoseconds: 1_000_000_000_000)
  private let here = Endpoint(address: Address(v4: 0x7f00_0001), port: 5_000)
  private let room = Announcement(players: 1, limit: 4, session: 77, name: DeviceName("Living room"))

  private func presence(key: HostKey? = nil, isDiscoverable: Bool = true) throws -> HostAdvertiser {
    var settings = DaemonSettings(socketPath: "")
    settings.isDiscoverable = isDiscoverable
    return try HostAdvertiser(settings, port: 28_460, key: key)
  }

  private func answer(_ presence: inout HostAdvertiser, from sender: Endpoint) -> ProbeReply? {
    let probe = Probe(nonce: 9).datagram.withBytes { presence.question(in: $0, from: sender, at: now) }
    guard let probe else { return nil }
    return presence.answer(to: probe, room).withBytes { bytes in try? ProbeReply(parsing: bytes) }
  }

  private func announcement(limit: Int, players: UInt32, plain: [AddressRange]) -> Announcement {
    var settings = Bridge.Settings()
    settings.roster.limit = limit
    settings.roster.plainRanges = plain
    var bridge = Bridge(settings: settings, greeting: room)
    for token in 0..<players {
      let packet = ControllerFrames.tilted.datagram(after: PlainHeader(sequence: 0, token: token))
      var random = SystemRandomNumberGenerator()
      packet.array.withCopy { bridge.receive(&$0, from: .network(here), at: now, random: &random) }
    }
    return bridge.announcement(at: now)
  }

  @Test func `A host is full when all slots are taken, and locked when nobody may come`() throws {
    let home = [try #require(AddressRange(base: Address(v4: 0x7f00_0000), length: 8))]
    #expect(announcement(limit: 4, players: 1, plain: home).state == .open)
    #expect(announcement(limit: 1, players: 1, plain: home).state == .full)
    #expect(announcement(limit: 4, players: 0, plain: []).state == .locked)
    #expect(announcement(limit: 4, players: 2, plain: home).players == 2)
    #expect(announcement(limit: 4, players: 0, plain: home).name == DeviceName("Living room"))
  }

  @Test func `The LAN is told of the page for as long as its gateway is connected`() throws {
    var house = try House()
    var ports = [house.executor.engine.announcement(at: now).webPort]
    for (place, port) in [(3, UInt16(28_443)), (5, 443)] {
      house.receive(LocalPacket.page(port: port).datagram.array, from: place)
      ports.append(house.executor.engine.announcement(at: now).webPort)
    }
    for place in [3, 5] {
      house.executor.presence.isStale = false
      house.executor.hangUp(place, at: now)
      ports.append(house.executor.engine.announcement(at: now).webPort)
      let isStale = house.executor.presence.isStale
      #expect(isStale)
    }
    #expect(ports == [0, 28_443, 28_443, 443, 0])
  }

  @Test func `Who asks from this machine is told name, session and players, and no key while there is none`()
    throws
  {
    var presence = try presence()
    let reply = try #require(answer(&presence, from: here))
    #expect(reply.nonce == 9)
    #expect(reply.announcement == room)
    #expect(HostKey(reply.key) == .absent)
    var known = try self.presence(key: HostKey(InlineArray(repeating: 7)))
    #expect(try HostKey(#require(answer(&known, from: here)).key) == HostKey(InlineArray(repeating: 7)))
  }

  @Test func `Who asks from far away, or a host that keeps quiet, gets nothing`() throws {
    var presence = try presence()
    #expect(answer(&presence, from: Endpoint(address: Address(v4: 0x0808_0808), port: 1)) == nil)
    var quiet = try self.presence(isDiscoverable: false)
    #expect(answer(&quiet, from: here) == nil)
    #expect(quiet.nextDeadline == .distantFuture)
  }

  @Test func `New settings change whether anybody hears of the host`() throws {
    var presence = try presence()
    var settings = DaemonSettings(socketPath: "")
    presence.follow(settings)
    #expect(answer(&presence, from: here) == nil)
    settings.isDiscoverable = true
    presence.follow(settings)
    #expect(answer(&presence, from: here) != nil)
  }
}

extension ControllerFrames {
  fileprivate static var tilted: ControllerFrames {
    var frames = ControllerFrames()
    frames.state = ControllerState(sampleTime: 0, tilt: .zero, nextEdge: 0)
    return frames
  }
}
