import Model
import Testing
import Wire

@testable import Commands

@Suite struct OverviewTests {
  /// An overview with a player of each kind, a controller that waits, and a gateway.
  static var full: Overview {
    var snapshot = Players.host([Players.steering(1), Players.silent(2)])
    (snapshot.host.port, snapshot.host.pagePort, snapshot.host.databaseBytes) = (28_460, 28_443, 40_960)
    (snapshot.players[0].identity, snapshot.stage) = (8, StageStatus(mode: .buzzer))
    snapshot.players[0].delays.add(.milliseconds(3), first: DelayCounts.network)
    snapshot.players[0].handling.add(.microseconds(40), first: DelayCounts.machine)
    var overview = Overview(snapshot: snapshot, peers: [peer(1, .connected, 1), peer(2, .connecting, nil)])
    overview.gateway = GatewayStatus(
      port: 28_443, pages: [0, 0, 1], waiting: 2, dashboards: 1, overlays: 3, refusals: [3, 0, 0, 0, 4],
      names: [PlayerSlot(index: 1): DeviceName("Ben")])
    return overview
  }

  /// Returns a controller whose key is all `number`s.
  private static func peer(_ number: UInt8, _ state: PeerState, _ slot: Int?) -> PeerStatus {
    PeerStatus(
      state: state, slot: slot.flatMap { PlayerSlot(number: $0) }, refusal: .none, code: nil,
      key: InlineArray(repeating: number), name: DeviceName("Device \(number)"))
  }

  @Test func `The screen names players of sessions and of pages, their pads and their ways`() throws {
    let lines = OverviewTests.full.lines
    let players = lines.filter { $0.hasPrefix("  ") }
    #expect(players.count == 3)
    #expect(players[1].contains("Device 1") && players[1].contains("dualsense"))
    #expect(players[1].contains("4 + 0.06 ms") && players[1].contains("0.24 %"))
    #expect(players[2].contains("Ben") && players[2].contains("away"))
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test func `The screen says who waits, what was dropped, and what the gateway does`() {
    let text = OverviewTests.full.lines.joined(separator: "\n")
    #expect(text.contains("waits     0202") || text.contains("Device 2  connecting, waiting: tiltpad accept"))
    #expect(text.contains("drops     not-allowed 2  duplicate 5"))
    #expect(text.contains("gateway   1 pages (webrtc 1), 2 waiting, 1 dashboards, 3 overlays\n"))
    #expect(text.contains("\nrefused   requests 3  datagrams 4\n"))
    #expect(text.contains("database  40 KiB") && text.contains("ports     UDP 28460, page https://"))
  }

  @Test func `A gateway that does not answer is said`() {
    var overview = OverviewTests.full
    overview.gateway = nil
    #expect(overview.lines.contains("gateway   does not answer"))
    #expect(overview.waitingCount == 1 && OverviewTests.full.waitingCount == 3)
  }

  @Test func `The rate is that between two states, and that of a newcomer is not known`() {
    var overview = OverviewTests.full
    var former = overview.snapshot
    former.host.uptime = .seconds(3_723)
    former.players[0].counts.received -= 250
    former.players.removeLast()
    overview.measure(since: former)
    #expect(overview.rates == [PlayerSlot(index: 0): 125])
  }

  @Test func `An overview is complete with the list of controllers, the stage and all players`() {
    let full = OverviewTests.full
    var gathering = OverviewGathering()
    let packets: [StatusPacket] = [
      .peer(full.peers[0]), .peer(.end), .stage(StageStatus(mode: .play)), .host(full.snapshot.host),
      .player(full.snapshot.players[0]),
    ]
    for packet in packets { #expect(gathering.add(packet) == nil) }
    let overview = gathering.add(.player(full.snapshot.players[1]))
    #expect(overview?.snapshot.players.count == 2 && overview?.peers.count == 1)
  }

  @Test func `Trouble counts failures and warnings`() {
    #expect(Trouble([.ok, .ok]).line == "trouble   none")
    #expect(
      Trouble([.failure, .ok, .warning, .failure]).line == "trouble   tiltpad doctor finds 2 FAIL and 1 warn")
  }
}
