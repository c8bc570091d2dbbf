import Model
import Notation
import Testing

@testable import Pages

/// The room for layouts, for their index and for the lists of them, to the byte.
@Suite struct ShelfRoomTests {
  /// Returns the file of the layout `id`, which is `size` bytes long.
  private static func file(_ id: String, size: Int) -> [UInt8] {
    let short = ShelfHouse.layout(id).utf8.count
    return Array(ShelfHouse.layout(id, word: String(repeating: "w", count: size - short)).utf8)
  }

  /// Returns an index of layouts that are offered to all; `names` are the makers' names by the layouts' ids.
  private static func index(_ names: [String: String]) -> [UInt8] {
    Array(("tiltpad layouts 1\n" + names.map { "\($0.key) 0 host \($0.value)\n" }.joined()).utf8)
  }

  private static func name(_ size: Int) -> String { String(repeating: "n", count: size) }

  @Test(arguments: [(65_536, true), (65_537, false)])
  func `An index of 64 KiB is read, and a longer one is set aside`(_ size: Int, _ isRead: Bool) {
    let index = Self.index(["mine": Self.name(size - Self.index(["mine": ""]).count)])
    #expect(index.count == size)
    var shelf = Shelf()
    let damages = shelf.adopt(
      ["index": index, "mine.json": Array(ShelfHouse.layout("mine").utf8)], guests: [])
    #expect(damages == (isRead ? [] : [Shelf.Damage(name: "index", reason: "index")]))
    #expect(shelf.layouts["mine"]?.owner == (isRead ? .host : .nobody))
  }

  @Test func `Sixty-four layouts of 8 KiB fill the shelf, at its start and afterwards`() {
    let names = (10..<76).map { "l\($0).json" }
    var files: [String: [UInt8]] = [:]
    for number in 10..<76 { files["l\(number).json"] = Self.file("l\(number)", size: 8_192) }
    var shelf = Shelf()
    let full = names.suffix(2).map { Shelf.Damage(name: $0, reason: "full", fate: .leftOut) }
    #expect(shelf.adopt(files, guests: []) == full)
    #expect(shelf.layouts.values.reduce(0) { $0 + $1.text.utf8.count } == Shelf.room)
    shelf.layouts["l10"] = nil
    shelf.keep(Self.file("new", size: 8_192), as: "new", from: .program(1), called: "")
    guard case .job? = shelf.next() else {
      Issue.record("there is room for one")
      return
    }
    shelf.finish(isDone: true)
    #expect(shelf.layouts.count == 64 && shelf.layouts["new"]?.text.utf8.count == 8_192)
  }

  @Test func `What is no layout's file is set aside with its reason or passed over`() {
    var shelf = Shelf()
    let files = ["notes.txt": "x", "bad.json": "{", "Odd.json": "{}", "a.json": ShelfHouse.layout("a")]
    let damages = shelf.adopt(files.mapValues { Array($0.utf8) }, unread: ["b.json", "B.json"], guests: [])
    #expect(damages.map(\.name) == ["Odd.json", "bad.json"])
    #expect(damages.allSatisfy { $0.fate == .setAside } && damages.last?.reason == "json")
    #expect(shelf.layouts.keys.sorted() == ["a"] && shelf.unread.keys.sorted() == ["b"] && !shelf.isFrozen)
  }

  @Test func `A list is cut where the next element, with its comma, does not fit`() {
    let three = (0..<3).map { _ in JSON.string("abc") }
    for (room, count) in [(0, 0), (5, 0), (6, 1), (11, 1), (12, 2), (17, 2), (18, 3), (99, 3)] {
      #expect(three.fitting(room).count == count, "\(room)")
    }
  }

  /// Returns a shelf with two layouts, the second of which has a maker with a name of `size` bytes.
  private func shelf(_ size: Int) -> Shelf {
    var shelf = Shelf()
    var files = ["a", "b"].reduce(into: [String: [UInt8]]()) {
      $0["\($1).json"] = Array(ShelfHouse.layout($1).utf8)
    }
    files["index"] = Self.index(["a": "", "b": Self.name(size)])
    #expect(shelf.adopt(files, guests: []).isEmpty)
    return shelf
  }

  @Test func `A page's list has 6 000 bytes at most, and a program's ten times as many`() {
    let page = Page(controller: 1)
    for (room, list) in [
      (6_000, { $0.entries(for: page) }), (60_000, { $0.entries(beside: [:]) }),
    ] as [(Int, (Shelf) -> [JSON])] {
      let short = list(shelf(0)).reduce(0) { $0 + $1.text.utf8.count + 1 }
      #expect(list(shelf(room - short)).count == 2)
      #expect(list(shelf(room - short + 1)).count == 1)
    }
  }
}
