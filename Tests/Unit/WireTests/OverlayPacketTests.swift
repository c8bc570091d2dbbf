import Testing
import Wire

/// The messages about links of overlays between local programs and the web gateway.
@Suite struct OverlayPacketTests {
  private static func bytes<let capacity: Int>(_ datagram: Datagram<capacity>) -> [UInt8] {
    datagram.withBytes { span in span.indices.map { span[$0] } }
  }

  @Test(arguments: [
    OverlayRequest(.list), OverlayRequest(.make), OverlayRequest(.revoke), OverlayRequest(.revoke, link: 1),
    OverlayRequest(.revoke, link: 8),
  ])
  func `A request is read as it was written`(_ request: OverlayRequest) throws {
    let bytes = Self.bytes(request.datagram)
    #expect(bytes.count == OverlayRequest.size)
    #expect(try OverlayRequest(parsing: bytes.span) == request)
  }

  @Test(
    arguments: [
      ([0xce, 2, 8, 0, 0, 0, 0], Drop.tooShort), ([0xce, 2, 8, 0, 0, 0, 0, 0, 0], .tooLong),
      ([0xcf, 0, 0, 0, 0, 0, 0, 0], .unknownType), ([0xce, 3, 0, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xce, 2, 9, 0, 0, 0, 0, 0], .reservedNotZero), ([0xce, 1, 1, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xce, 0, 1, 0, 0, 0, 0, 0], .reservedNotZero), ([0xce, 2, 1, 1, 0, 0, 0, 0], .reservedNotZero),
      ([0xce, 2, 1, 0, 0, 0, 0, 1], .reservedNotZero),
    ] as [([UInt8], Drop)])
  func `A request that breaks a rule is refused`(_ bytes: [UInt8], _ reason: Drop) {
    #expect(throws: reason) { try OverlayRequest(parsing: bytes.span) }
  }

  private static let links = (1...8 as ClosedRange<UInt8>).map {
    OverlayLink(number: $0, overlays: 2 * $0, age: .max - UInt32($0))
  }

  @Test func `An answer is read as it was written`() throws {
    let answers = [
      OverlayAnswer(), OverlayAnswer(made: 8, links: Self.links), OverlayAnswer(.full, links: Self.links),
      OverlayAnswer(.unknown, links: [Self.links[6]]), OverlayAnswer(.disk, made: 1, links: [Self.links[0]]),
    ]
    for answer in answers {
      let bytes = Self.bytes(answer.datagram)
      #expect(bytes.count == 8 + 8 * answer.links.count)
      #expect(try OverlayAnswer(parsing: bytes.span) == answer)
    }
  }

  @Test func `An answer that breaks a rule is refused`() {
    let good = Self.bytes(OverlayAnswer(made: 1, links: Array(Self.links.prefix(2))).datagram)
    func changed(_ index: Int, _ value: UInt8) -> [UInt8] {
      var bytes = good
      bytes[index] = value
      return bytes
    }
    let wrong: [([UInt8], Drop)] = [
      (Array(good.prefix(7)), .tooShort), (Array(good.dropLast()), .tooShort), (good + [0], .tooLong),
      (changed(0, 0xce), .unknownType), (changed(1, 4), .reservedNotZero), (changed(2, 9), .reservedNotZero),
      (changed(3, 9), .reservedNotZero), (changed(3, 1), .tooLong), (changed(3, 3), .tooShort),
      (changed(4, 1), .reservedNotZero), (changed(8, 0), .reservedNotZero), (changed(8, 2), .reservedNotZero),
      (changed(9, 17), .reservedNotZero), (changed(10, 1), .reservedNotZero),
      (changed(16, 9), .reservedNotZero),
      (changed(2, 3), .reservedNotZero),
    ]
    for (bytes, reason) in wrong { #expect(throws: reason) { try OverlayAnswer(parsing: bytes.span) } }
  }
}
