import Bridge
import Engine
import Model
import Platform
import TestSupport
import Testing
import Wire

@testable import Daemon

/// The packets that a gateway may send, and the termination of a silent gateway.
@Suite struct GatewayRightsTests {
  private static let key = AdmissionOrder.Key(repeating: 0)
  private static let refused: [LocalPacket] =
    [.offerCode, .closePairing, .revoke(key), .rename(key, DeviceName(""))].map { .order(LocalOrder($0)) }
    + [.order(LocalOrder(.forget))]
    + [
      .message(LocalMessage(slots: PlayerSlots(PlayerSlot(index: 0)), channel: 0, isReliable: false)),
      .game(GameOrder(GameOrder.Request(profile: DeviceName(""), identity: 1))),
      .watch(Watch(topics: .trace, period: 100)), .watch(Watch(topics: [.peers, .messages], period: 100)),
    ]

  @Test func `What a gateway does not need is refused at its socket, and counted`() throws {
    var house = try House()
    let (gateway, program) = (LocalClients.gateways.lowerBound, LocalClients.programs.lowerBound)
    for (index, packet) in Self.refused.enumerated() {
      for place in [program, gateway] {
        house.receive(packet.datagram.array, from: place)
      }
      let refused = house.executor.engine.drops[.notAllowed]
      #expect(refused == UInt64(index + 1))
    }
  }

  /// Returns an order with the given verb, and with a number or a player if the verb needs one.
  private static func packet(_ verb: LocalOrder.Verb) throws -> LocalPacket {
    let fields: [[UInt8]] = [[0, 0], [1, 0], [1, 1]]
    let orders = fields.map { [0xed, verb.rawValue] + $0 + [UInt8](repeating: 0, count: 76) }
    return try #require(orders.lazy.compactMap { try? LocalPacket(parsing: $0.span) }.first)
  }

  @Test func `A gateway has the verbs of its table and no others`() throws {
    let allowed = try LocalOrder.Verb.allCases.filter { try Self.packet($0).isForGateways }
    #expect(Set(allowed) == LocalOrder.Verb.ofGateways)
    #expect(allowed.count == LocalOrder.Verb.allCases.count - 5)
    let others: [LocalPacket] = [
      .gone(controller: 1), .page(port: 1), .name(controller: 1, DeviceName("")), .alive, .recentre(nil),
      .game(GameOrder(nil)), .game(GameOrder(GameOrder.Request(profile: DeviceName("wide")))),
      .setup(SetupOrder(nil)), .setting(SettingOrder(.follow)),
      .guest(controller: 1, .waits, DeviceName("")),
      .watch(Watch(topics: .ofGateways, period: 33)),
    ]
    for packet in others { #expect(packet.isForGateways) }
    for packet in Self.refused { #expect(!packet.isForGateways) }
  }

  @Test func `A gateway that does not say that its loop turns is killed and started again`() throws {
    var now = Clock.now()
    var gateway = GatewayProcess(["/bin/sleep", "600"], token: 1)
    var poller = try Poller()
    #expect(gateway.start(at: now, poller) == nil)
    now = now + .milliseconds(9_900)
    var isKilled = gateway.judge(at: now)
    #expect(!isKilled)
    let isHeard = gateway.hear(-1, at: now)
    #expect(!isHeard, "it is another process")
    now = now + .milliseconds(100)
    isKilled = gateway.judge(at: now)
    #expect(!isKilled, "it is listened to once more")
    now = now + .milliseconds(500)
    isKilled = gateway.judge(at: now)
    #expect(isKilled)
    #expect(poller.wait(atMost: .seconds(20)) == 1)
    let hasEnded = gateway.note(at: now)
    #expect(hasEnded && gateway.deadline > now)
    #expect(gateway.start(at: gateway.deadline, poller) == nil)
    gateway.stop()
  }
}
