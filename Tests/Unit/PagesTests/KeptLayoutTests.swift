import Layouts
import Model
import Notation
import Testing

@testable import Pages

/// A layout that the host keeps, in the form in which menus show it, and the players to whom it is offered.
@Suite struct KeptLayoutTests {
  /// Returns the name that menus show for a layout with the given name.
  private func shown(_ name: String) -> String {
    let text = #"{"id":"mine","name":\#(name),"grid":["a"],"controls":{"a":{"type":"button","out":"A"}}}"#
    return KeptLayout.name(in: text).text
  }

  @Test(arguments: [(-2, false), (-1, true), (0, true), (1, true), (16, true), (17, false)] as [(Int, Bool)])
  func `An offer is to the owner, to all or to one of sixteen players`(_ number: Int, _ isOffer: Bool) {
    #expect(KeptLayout.Offer(number)?.number == (isOffer ? number : nil))
  }

  @Test func `A name has forty characters, and an empty one is none`() {
    let name = String(repeating: "n", count: 40)
    #expect(shown("\"\(name)\"") == "\"\(name)\"" && shown("\"\(name)n\"") == "\"\(name)\"")
    #expect(shown("\"\"") == "null")
  }

  @Test(arguments: [(7, true), (8, false)] as [(Int, Bool)])
  func `Names in several languages are shown up to 256 bytes, and beyond that the English one`(
    _ count: Int, _ areAllShown: Bool
  ) {
    let long = String(repeating: "n", count: 40)
    let others = ["de", "es", "fr", "it", "nl"].map { "\"\($0)\":\"\(long)\"" }
    let english = "\"" + String(repeating: "e", count: count) + "\""
    let names = "{" + (others + ["\"en\":\(english)"]).joined(separator: ",") + "}"
    #expect(names.utf8.count == (areAllShown ? 256 : 257))
    #expect(shown(names) == (areAllShown ? names : english))
    let foreign = "{" + (others + ["\"sv\":\(english)"]).joined(separator: ",") + "}"
    #expect(shown(foreign) == (areAllShown ? foreign : "\"\(long)\""), "without it the first")
  }

  @Test func `A name is shown in twelve languages`() {
    let codes = ["de", "es", "fr", "it", "nl", "sv", "pl", "pt", "da", "fi", "nb", "cs", "en"]
    let names = codes.map { "\"\($0)\":\"n\"" }
    for count in [12, 13] {
      let all = "{" + names.prefix(count).joined(separator: ",") + "}"
      #expect(shown(all) == "{" + names.prefix(12).joined(separator: ",") + "}")
    }
    #expect(shown("{}") == "null" && shown(#"{"de":"","en":"E"}"#) == #"{"en":"E"}"#)
  }

  @Test func `Of a layout's faults the first eight are told, each with at most a hundred characters`() {
    let faults = (1...9).reversed().map { LayoutFault(fault: "f\($0)") }
    #expect(ShelfRefusal(faults) == .faults((1...8).map { "f\($0)" }))
    #expect(ShelfRefusal(Array(faults.suffix(8))) == .faults((1...8).map { "f\($0)" }))
    let long = String(repeating: "x", count: 100)
    #expect(ShelfRefusal([LayoutFault(fault: long)]) == .faults([long]))
    #expect(ShelfRefusal([LayoutFault(fault: "\(long)y")]) == .faults([long]))
    let size = LayoutFault(fault: "size")
    #expect(ShelfRefusal([size]) == .size && ShelfRefusal([size, size]) == .faults(["size", "size"]))
  }
}
