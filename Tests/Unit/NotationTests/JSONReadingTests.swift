import Foundation
import Impairment
import Notation
import Testing

@Suite struct JSONReadingTests {
  func read(_ text: String) -> Result<JSON, JSON.Refusal> {
    let bytes = Array(text.utf8)
    return Result { () throws(JSON.Refusal) in try JSON(parsing: bytes.span) }
  }

  @Test(arguments: [
    #"{"type":"hello","name":"Aki"}"#, "[1,2.5,-3.0,true,false,null]", #""a\"b\\""#, "{}", "[]",
    "18446744073709551615", "-1", "-9223372036854775808", "[-7,0]",
  ])
  func `What is written is read again as it was`(_ text: String) throws {
    #expect(try read(text).get().text == text)
  }

  @Test(arguments: [
    (" { \"a\" : [ 1 , 2 ] }\n", #"{"a":[1,2]}"#), (#""\u00e4\ud83d\ude00\n""#, #""ä😀\u000a""#),
    ("1e2", "100.0"), ("[ ]", "[]"), ("{\n}", "{}"),
    ("-0", "-0.0"), (#""\/""#, #""/""#),
  ])
  func `Blanks, escapes and exponents mean what the grammar says`(_ text: String, _ same: String) throws {
    #expect(try read(text).get().text == same)
  }

  @Test(arguments: [
    "\u{202e}gnp.exe", "\u{2066}a\u{2069}", "\u{200b}", "\u{200e}\u{200f}\u{61c}", "\u{feff}",
    "\u{1b}]0;x\u{7}", "\u{9b}2J", "\u{e0041}", "\u{2028}",
  ])
  func `A text that steers a terminal is written by numbers, and read again as it was`(_ text: String) throws
  {
    let written = JSON.string(text).text
    #expect(written.unicodeScalars.filter { !$0.isASCII }.isEmpty)
    #expect(try read(written).get().string == text)
  }

  @Test(arguments: [
    "", " ", "{", "}", "[1,]", "[1 2]", #"{"a"}"#, #"{"a":}"#, #"{a:1}"#, #"{"a":1,}"#, "01", "+1", ".5",
    "1.", "1e",
    "-", "tru", "nul", "\"", "\"a", "\"\n\"", #""\x""#, #""\u12"#, #""\ud800""#, #""\ud800\u0041""#,
    #""\udc00""#, #""\udc00\udc00""#, "1 1",
    "NaN", "'a'", "[1:]", "[1/]", "{} x",
  ])
  func `What is not in the grammar is refused`(_ text: String) {
    #expect(throws: JSON.Refusal.malformed) { _ = try read(text).get() }
  }

  @Test(arguments: ["1e999", "[-1e309]", "1.79769313486231597e308"])
  func `A number beyond all floats is refused`(_ text: String) {
    #expect(throws: JSON.Refusal.notFinite) { _ = try read(text).get() }
  }

  @Test func `A whole number is one in the range that is asked for, of either sign`() throws {
    #expect(try read("-3").get().whole(in: -3...3) == -3)
    #expect(try read("3").get().whole(in: -3...3) == 3)
    for text in ["4", "-4", "1.0", "-0", "\"1\"", "18446744073709551615", "-9223372036854775809", "null"] {
      #expect(try read(text).get().whole(in: -3...3) == nil, "\(text)")
    }
  }

  @Test func `Bytes that are no UTF-8 are refused`() {
    let bytes: [UInt8] = [0x22, 0xff, 0x22]
    #expect(throws: JSON.Refusal.malformed) { _ = try JSON(parsing: bytes.span) }
  }

  @Test func `Neither depth nor length is without a limit`() {
    #expect(throws: JSON.Refusal.tooDeep) { _ = try read("[[[[[]]]]]").get() }
    #expect(throws: JSON.Refusal.tooLong) { _ = try read(String(repeating: " ", count: 1_025)).get() }
  }

  @Test func `A member is found by its name, and the first of two counts`() throws {
    let object = try read(#"{"name":"Aki","name":"Mei","n":1}"#).get()
    #expect(object["name"]?.string == "Aki")
    #expect(object["n"]?.string == nil)
    #expect(object["nothing"] == nil)
    #expect(JSON.null["name"] == nil)
  }

  @Test func `Any bytes are read or refused`() {
    var generator = SystemRandomNumberGenerator()
    let letters = Array(#"{}[]",:\u0e-1.tfn "#.utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24)).map { _ in letters.randomElement(using: &generator) ?? 0 }
      guard let value = try? JSON(parsing: bytes.span) else { continue }
      let again = Array(value.text.utf8)
      #expect((try? JSON(parsing: again.span))?.text == value.text)
    }
  }

  @Test func `Foundation accepts the same texts, but for a comma behind the last element`() {
    var random = Random(seed: 18)
    let seeds = [
      #"{"id":"A","type":"BUTTON","state":"PRESS"}"#, #"{"x":-1.5e-3,"values":[1,2,3.25],"on":true}"#,
      #"[null,"\u00e4\n",{"a":{"b":0}}]"#,
    ].map { Array($0.utf8) }
    let pieces = [
      #"{"a":"#, "}", "[", "]", ",", ":", #""x""#, "-0", "1.5e3", "true", "null", "\\u0041", "\"", " ", "\t",
      ".", "e", "01",
    ].map { Array($0.utf8) }
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = seeds[Int.random(in: seeds.indices, using: &random)]
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...2, using: &random))
        bytes.replaceSubrange(start..<end, with: pieces[Int.random(in: pieces.indices, using: &random)])
      }
      let ours = Result { () throws(JSON.Refusal) in try JSON(parsing: bytes.span) }
      if case .failure(.tooDeep) = ours { continue }
      if String(decoding: bytes, as: UTF8.self).contains(/,[ \t]*[\]}]/) { continue }
      let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      #expect((theirs != nil) == ((try? ours.get()) != nil), "\(String(decoding: bytes, as: UTF8.self))")
      if theirs != nil { accepted += 1 }
    }
    #expect(accepted > 2_000)
  }
}
