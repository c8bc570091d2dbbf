import Testing

@testable import Pages

@Suite struct DomainNamesTests {
  let names = DomainNames("Den.Example,*.home.example,attic.example")

  @Test(arguments: ["den.example", "attic.example", "tv.home.example", "a-1.home.example"])
  func `A name of the certificate is covered, and so is one label in place of its wildcard`(_ host: String) {
    #expect(names.covers(host))
  }

  @Test(arguments: [
    "", "home.example", ".home.example", "a.b.home.example", "*.home.example", "example", "evil.example",
    "xden.example", "den.example.", "den.example.evil.example", "a b.home.example", "tv.home.example.evil",
  ])
  func `No other name is covered`(_ host: String) { #expect(!names.covers(host)) }

  @Test(arguments: [
    "*", "*.", "*.example", "*.*.example", "d*n.example", "a..example", "-\u{e9}.example", ",",
  ])
  func `A name that no browser would take is not one`(_ list: String) {
    #expect(DomainNames(list).names == [])
    #expect(DomainNames(list).link == nil)
  }

  @Test func `A name is at most 253 bytes long, and a label 63`() {
    let label = String(repeating: "a", count: 63)
    let longest = [label, label, label, String(label.dropLast(2))].joined(separator: ".")
    #expect(DomainNames(longest).names == [longest])
    #expect(DomainNames("\(longest)a").names == [])
    #expect(DomainNames("\(label)a.example").names == [])
  }

  @Test
  func `Links carry the chosen name if the certificate covers it, otherwise the first that is no wildcard`() {
    #expect(names.link == "den.example")
    #expect(DomainNames("*.home.example,den.example").link == "den.example")
    #expect(DomainNames("*.home.example").link == nil)
    #expect(DomainNames("*.home.example", choosing: "TV.home.example").link == "tv.home.example")
    #expect(DomainNames("den.example", choosing: "tv.home.example").link == "den.example")
    #expect(DomainNames("den.example,*.home.example", choosing: "*.home.example").link == "den.example")
  }

  @Test func `A label has letters, digits and hyphens`() {
    for byte in 0...127 as ClosedRange<UInt8> where !",.".utf8.contains(byte) {
      let character = Character(Unicode.Scalar(byte))
      let isLetter = character.isLetter || character.isNumber || character == "-"
      #expect(DomainNames("a\(character).example").names.isEmpty == !isLetter, "\(byte)")
    }
  }
}
