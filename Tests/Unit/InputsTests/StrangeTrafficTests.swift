import Messages
import Model
import Testing
import WebSocket
import Wire

@testable import Inputs

/// Messages that reach a port but do not belong to its protocol.
///
/// Any web page can make a browser send most of them.
private enum Strange: CaseIterable {
  case iceCheck, bareCheck, channelCheck, turnRequest, dtlsHello, tlsHello, request, upgrade, post, empty,
    zeros, ones

  /// Returns the bytes, filled up to `size` if the protocol leaves the size to the sender.
  func bytes(_ size: Int) -> [UInt8] {
    // A hello is never shorter than its fields. The field `random` alone has 32 bytes.
    func hello(_ head: [UInt8]) -> [UInt8] {
      head + (0..<max(80, size) - head.count).map { UInt8($0 & 0x7f) }
    }
    // RFC 8489 §5: type, length, cookie, transaction.
    func stun(_ type: UInt8, _ size: Int) -> [UInt8] {
      let rest = max(0, size - 20) / 4 * 4
      let attribute = rest < 4 ? [] : [0, 6, UInt8((rest - 4) >> 8), UInt8((rest - 4) & 255)]
      return [0, type, UInt8(rest >> 8), UInt8(rest & 255), 0x21, 0x12, 0xa4, 0x42] + (1...12)
        + attribute + [UInt8](repeating: 0x61, count: max(0, rest - 4))
    }
    return switch self {
    case .iceCheck: stun(1, max(size, 80))
    case .bareCheck: stun(1, 20)
    case .channelCheck: stun(1, size)
    case .turnRequest: stun(3, max(size, 28))
    case .dtlsHello: hello([22, 0xfe, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 200, 1, 0, 0, 188])
    case .tlsHello: hello([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])
    case .request: Array("GET / HTTP/1.1\r\nHost: 192.168.1.2:9000\r\n\r\n".utf8)
    case .upgrade:
      Array("GET / HTTP/1.1\r\nHost: a\r\nOrigin: https://a\r\nUpgrade: websocket\r\n\r\n".utf8)
    case .post: Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}".utf8)
    case .empty: []
    case .zeros: [UInt8](repeating: 0, count: size)
    case .ones: [UInt8](repeating: 0xff, count: size)
    }
  }
}

/// The messages that make a controller known, for each protocol in the table.
@Suite struct StrangeTrafficTests {
  /// Returns the number of waiting controllers that `bytes` cause at the input of `dialect`, on UDP or its stream.
  private static func cards(_ bytes: [UInt8], _ dialect: Dialect) throws -> Int {
    let servers = dialect.calls.isEmpty && dialect.ports > 0 ? "" : " servers=127.0.0.1:1000"
    var desk = try Desk(protocol: dialect.transport.name, servers)
    for place in 0..<UInt8(max(1, dialect.ports)) {
      desk.sources.receive(bytes.span, at: place, of: 0, from: Desk.place(0), at: desk.now)
    }
    guard case .served = dialect.stream else { return desk.sources.waiting }
    var stream = InputStream { 0 }
    stream.receive(bytes.span) { message in
      desk.sources.receive(message, at: Dialect.streamPortIndex, of: 0, from: Desk.place(1), at: desk.now)
    }
    return desk.sources.waiting
  }

  @Test(arguments: Dialect.all) func `Only messages of its own protocol make a controller known`(
    _ dialect: Dialect
  ) throws {
    let own = try MessageKind.longest(ofInput: dialect.transport.name)
    #expect(try Self.cards(own, dialect) > 0, "\(dialect.title), \(own.count) bytes")
    for strange in Strange.allCases {
      for size in [1, 8, 16, 20, 28, 34, 38, 48, 50, 80, 100, 128, own.count - 1, own.count, own.count + 1] {
        let bytes = strange.bytes(size)
        // In opentrack's protocol, zeros are a head that looks straight ahead. No browser sends them.
        if strange == .zeros, dialect.transport == .openTrack { continue }
        #expect(try Self.cards(bytes, dialect) == 0, "\(dialect.title): \(strange), \(bytes.count) bytes")
      }
    }
  }

  @Test(arguments: Dialect.all)
  func `A byte more than the longest message makes nobody known, nor does a byte less`(
    _ dialect: Dialect
  ) throws {
    let own = try MessageKind.longest(ofInput: dialect.transport.name)
    #expect(try Self.cards(own.dropLast() + [UInt8(ascii: " ")] + own.suffix(1), dialect) == 0)
    // In a layout, the number of the last button may lose its second digit, and is then still valid.
    let isLayout = dialect.transport == .yoke
    #expect(try Self.cards(Array(own.dropLast()), dialect) == (isLayout ? 1 : 0), "\(dialect.title)")
  }

  @Test func `A state or a goodbye of Yoke says nothing by itself, and its layout does`() throws {
    var desk = try Desk(protocol: "yoke")
    for text in ["\0\u{1}", "\0", "\u{ff}"] { desk.hear(text) }
    #expect((desk.sources.waiting, desk.sources.refusals) == (0, 3))
    desk.hear("b1")
    desk.hear("\0\u{1}")
    #expect(desk.sources.waiting == 1)
  }
}
