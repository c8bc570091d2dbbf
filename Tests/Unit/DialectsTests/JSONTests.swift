import Impairment
import Messages
import Notation
import Testing

@testable import Dialects

/// The reader of flat objects, compared with the project's reader of whole trees.
@Suite struct JSONTests {
  @Test func `Both readers accept the same texts`() throws {
    var random = Random(seed: 18)
    let seeds = try Vector.all(.droidpad).map(\.bytes).filter { $0.count < 200 }
    let pieces = [
      #"{"a":"#, "}", "[", "]", ",", ":", #""x""#, "-0", "1.5e3", "true", "null", "\\u0041", "\"", " ",
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = seeds[Int.random(in: seeds.indices, using: &random)]
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...2, using: &random))
        let piece = pieces[Int.random(in: pieces.indices, using: &random)]
        bytes.replaceSubrange(place..<end, with: Bool.random(using: &random) ? Array(piece.utf8) : [])
      }
      accepted += try compare(bytes) ? 1 : 0
    }
    #expect(accepted > 2_000)
  }

  /// Compares both readings of `bytes`; returns whether the bytes can be read.
  private func compare(_ bytes: [UInt8]) throws -> Bool {
    let tree = try? JSON(parsing: bytes.span)
    let members = try? JSONMembers(parsing: bytes.span)
    guard case .object(let expected)? = tree, expected.count <= JSONMembers.most else {
      #expect(members == nil, "\(String(decoding: bytes, as: UTF8.self))")
      return false
    }
    let read = try #require(members, "\(String(decoding: bytes, as: UTF8.self))")
    for (name, wanted) in [
      ("type" as StaticString, tree?["type"]), ("x", tree?["x"]), ("value", tree?["value"]),
    ] {
      #expect(isSame(read.value(name, in: bytes.span), wanted), "\(String(decoding: bytes, as: UTF8.self))")
    }
    return true
  }

  private func isSame(_ value: JSONWalk.Value?, _ tree: JSON?) -> Bool {
    switch (value, tree) {
    case (nil, nil), (.null, .null), (.object, .object), (.list, .array), (.text, .string): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): abs(left - right) <= 2 * right.ulp
    case (.number(let left), .integer(let right)): abs(left - Double(right)) <= 2 * left.ulp
    case (.number(let left), .signed(let right)): abs(left - Double(right)) <= 2 * left.ulp
    default: false
    }
  }

  @Test func `A number is the nearest float to within two units of the last place`() throws {
    var random = Random(seed: 9)
    for _ in 0..<20_000 {
      let magnitude = Double.random(in: 0..<1, using: &random)
      let value = magnitude * [1e-30, 1e-5, 1, 100, 1e12, 1e19, 1e25][Int.random(in: 0..<7, using: &random)]
      let text = Array("\(value)".utf8)
      var walk = JSONWalk()
      let number = try walk.number(in: text.span)
      #expect(abs(number - value) <= 2 * value.ulp, "\(value)")
      #expect(walk.next == text.count)
    }
  }

  @Test func `Long numbers keep their size, and numbers beyond all floats are refused`() throws {
    #expect(try number("123456789012345678901234567890") == 1.2345678901234568e29)
    #expect(try number("0.000000000000000000000000000001") == 1e-30)
    #expect(try number("1e-999") == 0)
    #expect(try number("-0.0").sign == .minus)
    #expect(try number("0e999999999999999999999999") == 0)
    #expect(try number("9007199254740993") == 9_007_199_254_740_992)
    #expect(throws: JSON.Refusal.notFinite) { try number("1e309") }
    #expect(throws: JSON.Refusal.notFinite) { try number("1e99999999999999999999") }
    #expect(throws: JSON.Refusal.notFinite) { try number("-" + String(repeating: "9", count: 400)) }
  }

  private func number(_ text: String) throws -> Double {
    let bytes = Array(text.utf8)
    var walk = JSONWalk()
    return try walk.number(in: bytes.span)
  }
}
