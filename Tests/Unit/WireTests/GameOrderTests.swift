import Impairment
import Model
import Testing
import Wire
import WireReference

/// The orders about games.
@Suite struct GameOrderTests {
  private static let requests: [GameOrder.Request?] = [
    nil, .init(profile: DeviceName("kart")), .init(profile: DeviceName(""), identity: 9),
    .init(players: PlayerSlots(PlayerSlot(index: 15)), profile: DeviceName("wide wheel"), identity: 1),
  ]

  @Test func `Every order survives the way, and no shorter or longer message is one`() throws {
    for (index, request) in GameOrderTests.requests.enumerated() {
      var order = GameOrder(request)
      order.number = UInt32(index) + 7
      let bytes = LocalPacket.game(order).datagram.withBytes { span in span.indices.map { span[$0] } }
      #expect(bytes.count == GameOrder.size && bytes[0] == 0xdf)
      guard case .game(let read) = try LocalPacket(parsing: bytes.span) else {
        Issue.record("order \(index) is another message")
        continue
      }
      #expect(read == order)
      #expect(localOutcome(bytes, fromBridge: false) == .ok(written: bytes))
      #expect(localOutcome(Array(bytes.dropLast()), fromBridge: false).reason == .tooShort)
      #expect(localOutcome(bytes + [0], fromBridge: false).reason == .tooLong)
    }
  }

  @Test(arguments: [
    [0: 3], [0: 0], [2: 1], [9: 1], [7: 0, 8: 0], [10: 1], [0: 2], [0: 2, 11: 0, 12: 0], [11: 0, 12: 0],
  ])
  func `A field that is not used, and a game that wants nothing, are refused`(changes: [Int: UInt8]) {
    // The indices count the bytes after the type: 7 and 8 are the players, 11 and 12 the profile.
    var bytes: [UInt8] =
      [0xdf, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x61, 0x62] + [UInt8](repeating: 0, count: 38)
    #expect(localOutcome(bytes, fromBridge: false) == .ok(written: bytes))
    for (index, value) in changes { bytes[index + 1] = value }
    #expect(localOutcome(bytes, fromBridge: false).reason == .reservedNotZero, "\(changes)")
  }

  @Test func `Gateways may name a profile, and no identity`() {
    for request in GameOrderTests.requests {
      #expect(LocalPacket.game(GameOrder(request)).isForGateways == (request?.identity ?? 0 == 0))
    }
  }
}
