import Notation
import Testing

@Suite struct HexadecimalTests {
  @Test func `Bytes are written as two digits each, and read in letters of either case`() throws {
    let bytes = try #require(InlineArray<3, UInt8>(hexadecimal: "0aFf10"))
    #expect(bytes.span.hexadecimal == "0aff10")
  }

  @Test(arguments: ["", "0a1", "0a1f2", "0a1f20", "0a1g", "0a-1f", " 0a1f", "0a1f\n", "0a1fä"])
  func `Any other number of digits, or anything beside them, is no bytes`(_ text: String) {
    #expect(InlineArray<2, UInt8>(hexadecimal: text) == nil)
  }
}
