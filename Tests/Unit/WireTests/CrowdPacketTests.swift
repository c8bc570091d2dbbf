import Model
import Testing
import Wire

/// The messages about the crowd between local programs and the web gateway.
@Suite struct CrowdPacketTests {
  private static func bytes<let capacity: Int>(_ datagram: Datagram<capacity>) -> [UInt8] {
    datagram.withBytes { span in span.indices.map { span[$0] } }
  }

  @Test(arguments: [
    CrowdRequest(.begin), CrowdRequest(.look), CrowdRequest(.end), CrowdRequest(.begin, preset: .latest),
    CrowdRequest(.begin, window: 30_000), CrowdRequest(.begin, limit: 100),
    CrowdRequest(.begin, preset: .ballot, window: 100, limit: 1), CrowdRequest(.lead),
    CrowdRequest(.lead, preset: .latest, window: 100, limit: 1),
  ])
  func `A request is read as it was written`(_ request: CrowdRequest) throws {
    let bytes = Self.bytes(request.datagram)
    #expect(try CrowdRequest(parsing: bytes.span) == request)
  }

  @Test func `A request asks for the terms that it names, and leaves the others`() {
    let former = CrowdTerms(.ballot, window: 5_000, limit: 7)
    #expect(CrowdRequest(.begin).terms(over: nil) == CrowdTerms())
    #expect(CrowdRequest(.begin).terms(over: former) == former)
    let wish = CrowdRequest(.begin, preset: .latest, limit: 100)
    #expect(wish.terms(over: former) == CrowdTerms(.latest, window: 5_000, limit: 100))
    #expect(CrowdRequest(.begin, window: 300).terms(over: nil) == CrowdTerms(window: 300))
  }

  @Test(
    arguments: [
      ([0xdc, 0, 1, 24, 200, 0, 0], Drop.tooShort), ([0xdc, 0, 1, 24, 200, 0, 0, 0, 0], .tooLong),
      ([0xdd, 0, 0, 0, 0, 0, 0, 0], .unknownType), ([0xdc, 4, 0, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xdc, 0, 4, 0, 0, 0, 0, 0], .reservedNotZero), ([0xdc, 0, 0, 101, 0, 0, 0, 0], .reservedNotZero),
      ([0xdc, 0, 0, 0, 99, 0, 0, 0], .reservedNotZero),
      ([0xdc, 0, 0, 0, 0x31, 0x75, 0, 0], .reservedNotZero),
      ([0xdc, 0, 0, 0, 0, 0, 1, 0], .reservedNotZero), ([0xdc, 2, 1, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xdc, 1, 0, 24, 0, 0, 0, 0], .reservedNotZero),
    ] as [([UInt8], Drop)])
  func `A request that breaks a rule is refused`(_ bytes: [UInt8], _ reason: Drop) {
    #expect(throws: reason) { try CrowdRequest(parsing: bytes.span) }
  }

  private static let answer = CrowdAnswer(
    terms: CrowdTerms(.ballot, window: 1_500, limit: 30), slot: PlayerSlot(number: 16), voters: 100,
    counted: 99, rounds: .max,
    report: PadReport(
      buttons: [Buttons(.a), Buttons(.y)], leftStick: Stick(x: -32_767, y: 32_767), leftTrigger: 255,
      rightTrigger: 1))

  @Test func `An answer is read as it was written`() throws {
    for answer in [CrowdAnswer(), Self.answer, CrowdAnswer(terms: CrowdTerms())] {
      let bytes = Self.bytes(answer.datagram)
      #expect(bytes.count == CrowdAnswer.size)
      #expect(try CrowdAnswer(parsing: bytes.span) == answer)
    }
  }

  @Test func `An answer that breaks a rule is refused`() {
    let good = Self.bytes(Self.answer.datagram)
    func changed(_ index: Int, _ value: UInt8) -> [UInt8] {
      var bytes = good
      bytes[index] = value
      return bytes
    }
    let wrong: [([UInt8], Drop)] = [
      (Array(good.dropLast()), .tooShort), (good + [0], .tooLong), (changed(0, 0xdc), .unknownType),
      (changed(1, 4), .reservedNotZero), (changed(1, 0), .reservedNotZero),
      (changed(2, 0), .reservedNotZero), (changed(2, 101), .reservedNotZero),
      (changed(3, 17), .reservedNotZero), (changed(5, 0xff), .reservedNotZero),
      (changed(6, 1), .reservedNotZero), (changed(26, 1), .reservedNotZero),
      (changed(27, 1), .reservedNotZero),
    ]
    for (bytes, reason) in wrong { #expect(throws: reason) { try CrowdAnswer(parsing: bytes.span) } }
  }
}
