import Discovery
import Model
import Testing
import Wire

@testable import Daemon

@Suite struct PresenceTests {
  private let now = Instant(nanoseconds: 1_000_000_000_000)
  private let here = Endpoint(address: Address(v4: 0x7f00_0001), port: 5_000)
  private let room = Presence.Occupancy(players: 1, limit: 4, isLocked: false)

  private func presence(name: String = "Living room", isDiscoverable: Bool = true) throws -> Presence {
    var settings = DaemonSettings(socketPath: "")
    (settings.name, settings.isDiscoverable) = (name, isDiscoverable)
    return try Presence(settings, port: 28_460, session: 77)
  }

  private func answer(_ presence: inout Presence, from sender: Endpoint) -> ProbeReply? {
    let occupancy = room
    let answer = Probe(nonce: 9).datagram.withBytes { presence.answer($0, from: sender, occupancy, at: now) }
    return answer?.withBytes { bytes in try? ProbeReply(parsing: bytes) }
  }

  @Test func `A host is full when all slots are taken, and locked when nobody may come`() {
    #expect(room.state == .open)
    #expect(Presence.Occupancy(players: 4, limit: 4, isLocked: false).state == .full)
    #expect(Presence.Occupancy(players: 5, limit: 4, isLocked: false).state == .full)
    #expect(Presence.Occupancy(players: 0, limit: 4, isLocked: true).state == .locked)
  }

  @Test func `Who asks from this machine is told name, session and players, and no key while there is none`()
    throws
  {
    var presence = try presence()
    let reply = try #require(answer(&presence, from: here))
    #expect(reply.nonce == 9)
    #expect(
      reply.announcement
        == Announcement(players: 1, limit: 4, session: 77, name: DeviceName("Living room")))
    #expect(HostKey(reply.key) == .absent)
    presence.key = HostKey(InlineArray(repeating: 7))
    #expect(try HostKey(#require(answer(&presence, from: here)).key) == HostKey(InlineArray(repeating: 7)))
  }

  @Test func `Who asks from far away, or a host that keeps quiet, gets nothing`() throws {
    var presence = try presence()
    #expect(answer(&presence, from: Endpoint(address: Address(v4: 0x0808_0808), port: 1)) == nil)
    var quiet = try self.presence(isDiscoverable: false)
    #expect(answer(&quiet, from: here) == nil)
    #expect(quiet.nextDeadline == .distantFuture)
  }

  @Test func `New settings change the name and whether anybody hears of the host`() throws {
    var presence = try presence()
    var settings = DaemonSettings(socketPath: "")
    presence.follow(settings)
    #expect(answer(&presence, from: here) == nil)
    (settings.name, settings.isDiscoverable) = ("Attic", true)
    presence.follow(settings)
    #expect(try #require(answer(&presence, from: here)).announcement.name == DeviceName("Attic"))
  }
}
