import Testing

@testable import Wire

/// The messages about layouts between local programs and the web gateway.
@Suite struct LayoutPacketTests {
  @Test(arguments: [
    LayoutRequest(.list), LayoutRequest(.read, id: "pad"), LayoutRequest(.remove, id: "a"),
    LayoutRequest(.offer, id: String(repeating: "x", count: 32), offer: -1),
    LayoutRequest(.offer, id: "my-kart", offer: 16),
    LayoutRequest(.keep, id: "my-kart", text: [0x7b, 0, 0xff]),
    LayoutRequest(.keep, id: "my-kart", text: Array(repeating: 7, count: LayoutRequest.longestText)),
  ])
  func `A request is read as it was written`(_ request: LayoutRequest) throws {
    #expect(try LayoutRequest(parsing: request.bytes.span) == request)
    #expect(request.bytes.count == LayoutRequest.size + request.text.count)
  }

  /// Returns the reason why the request is refused after the byte at `offset` has become `value`.
  func refusal(of request: LayoutRequest, _ offset: Int, _ value: UInt8) -> Drop? {
    var bytes = request.bytes
    bytes[offset] = value
    do throws(Drop) {
      _ = try LayoutRequest(parsing: bytes.span)
      return nil
    } catch { return error }
  }

  @Test func `A request with anything else in it is refused`() {
    let read = LayoutRequest(.read, id: "pad")
    #expect(refusal(of: read, 0, 0xfa) == .unknownType)
    for (offset, value) in [
      (1, 5), (2, 1), (3, 1), (7, 1), (8, 0), (8, 0x41), (11, 0x2f), (12, 0x61), (39, 1),
    ]
      as [(Int, UInt8)]
    {
      #expect(refusal(of: read, offset, value) == .reservedNotZero, "\(offset)")
    }
    #expect(refusal(of: LayoutRequest(.list), 8, 0x61) == .reservedNotZero)
    #expect(refusal(of: LayoutRequest(.offer, id: "pad"), 2, 17) == .reservedNotZero)
    for (bytes, drop) in [
      (Array(read.bytes.dropLast()), Drop.tooShort), (read.bytes + [0], .reservedNotZero),
      (LayoutRequest(.keep, id: "a", text: Array(repeating: 7, count: 8_193)).bytes, .tooLong),
    ] {
      #expect(throws: drop) { try LayoutRequest(parsing: bytes.span) }
    }
  }

  @Test func `An answer is read as it was written, and another is refused`() throws {
    for result in LayoutAnswer.Result.allCases {
      let answer = LayoutAnswer(result, text: "グ: no control\nsize")
      #expect(try LayoutAnswer(parsing: answer.bytes.span) == answer)
    }
    let bytes = LayoutAnswer(.done, text: "x").bytes
    for (wrong, drop) in [
      (Array(bytes.prefix(7)), Drop.tooShort), ([0xfc] + bytes.dropFirst(), .unknownType),
      ([0xfd, 8] + bytes.dropFirst(2), .reservedNotZero), (Array(bytes.prefix(8)) + [0xff], .reservedNotZero),
      ([0xfd, 0, 1] + bytes.dropFirst(3), .reservedNotZero),
      (bytes + Array(repeating: 0x20, count: LayoutAnswer.longest), .tooLong),
    ] {
      #expect(throws: drop) { try LayoutAnswer(parsing: wrong.span) }
    }
  }
}
