import Model
import Testing
import Wire

@Suite struct LocalPacketTests {
  func read(_ datagram: Datagram<168>) -> Result<LocalPacket, Drop> {
    datagram.withBytes { bytes in Result { () throws(Drop) in try LocalPacket(parsing: bytes) } }
  }

  func read(_ bytes: [UInt8]) -> Drop? {
    do throws(Drop) {
      _ = try LocalPacket(parsing: bytes.span)
      return nil
    } catch {
      return error
    }
  }

  @Test func `Every message survives the way through the local socket`() throws {
    let header = GatewayHeader(
      transport: .webSocket, controller: 7, counter: 9, received: Instant(nanoseconds: 123))
    let watch = Watch(topics: [.status, .trace], period: 50)
    guard case .frames(header) = try read(LocalPacket.frames(header).datagram).get(),
      case .gone(controller: 8) = try read(LocalPacket.gone(controller: 8).datagram).get(),
      case .page(port: 28_443) = try read(LocalPacket.page(port: 28_443).datagram).get(),
      case .watch(watch) = try read(LocalPacket.watch(watch).datagram).get(),
      case .recentre(nil) = try read(LocalPacket.recentre(nil).datagram).get(),
      case .recentre(PlayerSlot(number: 16)) = try read(LocalPacket.recentre(PlayerSlot(number: 16)).datagram)
        .get()
    else {
      Issue.record("a message changed on its way")
      return
    }
  }

  @Test func `Every truncation and every added byte is refused by name`() {
    let messages: [LocalPacket] = [
      .gone(controller: 1), .page(port: 443), .alive, .watch(Watch(topics: .status, period: 100)),
      .recentre(nil), .rumble(PlayerSlot(index: 1), strong: 1, weak: 2),
    ]
    for message in messages {
      let bytes = message.datagram.withBytes { span in span.indices.map { span[$0] } }
      #expect(read(bytes) == nil)
      for count in 0..<bytes.count { #expect(read(Array(bytes[..<count])) == .tooShort) }
      #expect(read(bytes + [0]) == .tooLong)
    }
  }

  @Test(
    arguments: [
      ([0xe1, 1, 0, 0, 0, 0, 0, 0], .reservedNotZero), ([0xe8, 64, 100, 0, 1, 0, 0, 0], .reservedNotZero),
      ([0xe8, 1, 9, 0, 1, 0, 0, 0], .reservedNotZero), ([0xec, 17, 0, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xec, 1, 1, 0, 0, 0, 0, 0], .reservedNotZero), ([0xe9, 0, 0, 0, 0, 0, 0, 0], .unknownType),
      ([0xdb, 0, 0, 0, 0, 0, 0, 0], .unknownType), ([0xe2, 0, 0, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xe2, 1, 1, 0, 0, 0, 0, 0], .reservedNotZero), ([0xe2, 0, 1, 0, 1, 0, 0, 0], .reservedNotZero),
    ] as [([UInt8], Drop)])
  func `What no program sends is refused`(bytes: [UInt8], reason: Drop) {
    #expect(read(bytes) == reason)
  }

  @Test func `Each topic has its own bit`() {
    let topics: [Watch.Topics] = [.status, .trace, .peers, .messages, .stage, .reports]
    #expect(topics.map(\.rawValue) == [1, 2, 4, 8, 16, 32])
  }
}
