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
}
