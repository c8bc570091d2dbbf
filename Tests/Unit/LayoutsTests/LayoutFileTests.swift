import Foundation
import Layouts
import Testing

/// A file of a layout, and its faults.
private struct Case: Decodable, CustomTestStringConvertible {
  var name: String
  var text: String
  var faults: [String]

  var testDescription: String { name }

  static let all: [Case] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Vectors/layouts.json")
    return (try? JSONDecoder().decode([Case].self, from: Data(contentsOf: path))) ?? []
  }()
}

@Suite struct LayoutFileTests {
  private func faults(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    let faults = LayoutFile.faults(in: bytes.span)
    return faults.map { ($0.cell.map { "\($0): " } ?? "") + $0.fault }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  @Test func `Each file has the faults that the page finds`() {
    #expect(Case.all.count > 600)
    for each in Case.all {
      let wanted = each.faults.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      #expect(faults(of: each.text) == wanted, "\(each.name): \(each.text.prefix(200))")
    }
  }

  @Test func `A fault is one line, whatever its cell is called`() {
    #expect(LayoutFault(cell: "gas", fault: "output").text == "gas: output")
    #expect(LayoutFault(cell: "a\nb\u{1b}", fault: "name").text == #""a\u000ab\u001b": name"#)
  }

  @Test func `A file that is not UTF-8 is no layout`() {
    #expect(LayoutFile.faults(in: [0x7b, 0xff, 0x7d].span).map(\.text) == ["json"])
  }

  @Test(arguments: [
    ("de", true), ("deu", true), ("de-DE", true), ("d", false), ("deut", false), ("", false), ("DE", false),
    ("de-", false), ("-DE", false), ("de-de", false), ("de-D", false), ("de-DEU", false), ("de-DE-x", false),
    ("de-DE-", false), ("d1", false), ("de_DE", false),
  ])
  func `A name in several languages has the tag of each`(_ tag: String, _ isTag: Bool) {
    let controls = #""grid":["a"],"controls":{"a":{"type":"button","out":"A"}}"#
    let text = #"{"id":"pad","form":2,"name":{"\#(tag)":"Pad"},\#(controls)}"#
    #expect(faults(of: text).isEmpty == isTag)
  }
}
