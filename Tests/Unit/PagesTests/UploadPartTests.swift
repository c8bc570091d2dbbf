import Model
import Notation
import Testing

@testable import Pages

@Suite struct UploadPartTests {
  private func part(_ id: String, _ part: String, of: String, size: Int = 1) throws -> UploadPart? {
    let text = String(repeating: "x", count: size)
    let said = Array(#"{"id":"\#(id)","part":\#(part),"of":\#(of),"text":"\#(text)"}"#.utf8)
    return UploadPart(try JSON(parsing: said.span))
  }

  @Test func `A part has a number below that of all parts, and at most 700 bytes`() throws {
    #expect(try part("mine", "0", of: "1", size: 700)?.text.utf8.count == 700)
    #expect(try part("mine", "15", of: "16") != nil)
    #expect(try part("mine", "0", of: "1", size: 0)?.text == "")
    #expect(try part("mine", "0", of: "1", size: 701) == nil)
    for (number, of) in [
      ("1", "1"), ("-1", "1"), ("0", "0"), ("0", "17"), ("16", "16"), ("0.5", "1"), ("null", "1"),
    ] {
      #expect(try part("mine", number, of: of) == nil, "\(number) of \(of)")
    }
    #expect(try part("Not an id", "0", of: "1") == nil)
  }

  @Test func `An upload is forgotten ten seconds after its last part, and the oldest of 32 gives way`() throws
  {
    let start = Instant(nanoseconds: 1_000_000_000)
    var uploads = Uploads()
    let half = try #require(try part("mine", "0", of: "2"))
    for number in 0..<33 as Range<UInt32> {
      _ = uploads.add(half, from: .page(number % 32), at: start + .milliseconds(Int64(number)))
    }
    #expect(uploads.count == 32)
    _ = uploads.add(half, from: .page(40), at: start + .milliseconds(40))
    #expect(uploads.count == 32 && uploads.has(.page(0)) && uploads.has(.page(40)) && !uploads.has(.page(1)))
    uploads.expire(at: start + .milliseconds(10_002) - Interval(nanoseconds: 1))
    #expect(uploads.count == 32)
    uploads.expire(at: start + .milliseconds(10_002))
    #expect(uploads.count == 31 && !uploads.has(.page(2)) && uploads.has(.page(3)))
    uploads.forget(.page(3))
    #expect(uploads.count == 30 && !uploads.has(.page(3)))
  }

  @Test func `An upload has the size of a layout at most, and beyond it is forgotten`() throws {
    let now = Instant(nanoseconds: 1_000_000_000)
    for (size, fits) in [(492, true), (493, false)] {
      var uploads = Uploads()
      for number in 0..<11 {
        let long = try #require(try part("mine", "\(number)", of: "12", size: 700))
        _ = uploads.add(long, from: .page(1), at: now)
      }
      #expect(uploads.has(.page(1)))
      let last = try #require(try part("mine", "11", of: "12", size: size))
      let progress = uploads.add(last, from: .page(1), at: now)
      if case .whole(let bytes) = progress { #expect(fits && bytes.count == 8_192) } else { #expect(!fits) }
      #expect(uploads.count == 0)
    }
  }
}
