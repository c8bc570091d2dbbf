import Model
import Notation
import Testing
import Wire

@testable import Pages

/// Layouts that pages keep on the host.
@Suite struct ShelfTests {
  var house = ShelfHouse()

  @Test mutating func `A layout in parts is kept once all have come, in any order and more than once`() throws
  {
    let controller = try house.seat(1)
    let text = ShelfHouse.layout("mine", word: String(repeating: "w", count: 600))
    let (head, tail) = (String(text.prefix(400)), String(text.dropFirst(400)))
    _ = house.texts(1)
    house.upload("mine", tail, part: 1, of: 2, on: 1)
    house.upload("mine", tail, part: 1, of: 2, on: 1)
    #expect(house.texts(1) == [#"{"type":"kept","id":"mine","part":1,"whole":false}"#])
    house.upload("mine", head, part: 0, of: 2, on: 1)
    #expect(house.texts(1).isEmpty && house.kept.isEmpty, "the disk has not answered yet")
    house.work()
    #expect(
      house.texts(1) == [
        #"{"type":"kept","id":"mine","part":0,"whole":true}"#,
        #"{"type":"shelf","shelf":[{"id":"mine","name":"Mine","by":"Aki","own":true}]}"#,
      ])
    #expect(house.kept["mine"]?.owner == .guest(controller) && house.kept["mine"]?.text == text)
  }

  @Test mutating func `What is kept is written without white space`() throws {
    _ = try house.seat(1)
    let spaced = #"{ "id": "mine", "grid": ["a"],   "controls": { "a": { "type": "button", "out": "A" } } }"#
    house.upload("mine", spaced, on: 1)
    house.work()
    let text = #"{"id":"mine","grid":["a"],"controls":{"a":{"type":"button","out":"A"}}}"#
    #expect(house.files["mine.json"].map { String(decoding: $0, as: UTF8.self) } == text)
    #expect(house.files.keys.sorted() == ["index", "mine.json"])
  }

  @Test mutating func `Uploads of several pages do not mix, and a page has one at a time`() throws {
    for slot in 1...2 { _ = try house.seat(slot) }
    let texts = [1: ShelfHouse.layout("one"), 2: ShelfHouse.layout("two")]
    for (slot, id) in [(1, "one"), (2, "two")] {
      house.upload(id, String(texts[slot, default: ""].prefix(30)), part: 0, of: 2, on: slot)
    }
    for (slot, id) in [(1, "one"), (2, "two")] {
      house.upload(id, String(texts[slot, default: ""].dropFirst(30)), part: 1, of: 2, on: slot)
    }
    house.work()
    #expect(
      house.kept.mapValues(\.text) == ["one": ShelfHouse.layout("one"), "two": ShelfHouse.layout("two")])
    house.upload("three", "{", part: 0, of: 2, on: 1)
    house.upload("four", "{", part: 0, of: 2, on: 1)
    #expect(house.uploading == 1)
    house.upload("three", "}", part: 1, of: 2, on: 1)
    house.work()
    #expect(house.kept.count == 2, "the first part of it is forgotten")
  }

  @Test mutating func `An upload is forgotten ten seconds after its last part`() throws {
    _ = try house.seat(1)
    let text = ShelfHouse.layout("mine")
    house.upload("mine", String(text.prefix(30)), part: 0, of: 3, on: 1)
    house.wait(9)
    house.upload("mine", String(text.dropFirst(30).prefix(9)), part: 1, of: 3, on: 1)
    house.wait(9)
    #expect(house.uploading == 1)
    house.wait(2)
    #expect(house.uploading == 0)
    house.upload("mine", String(text.dropFirst(39)), part: 2, of: 3, on: 1)
    house.work()
    #expect(house.kept.isEmpty)
  }

  @Test mutating func `Parts without end take no more room than one layout each, for so many pages`() throws {
    for slot in 1...16 { _ = try house.seat(slot) }
    for round in 0..<40 {
      for slot in 1...16 {
        house.upload(
          "l\(round)-\(slot)", String(repeating: "x", count: 690), part: round % 11, of: 16, on: slot)
      }
      #expect(house.uploading <= 16)
      house.now = house.now + .milliseconds(60)
    }
    var uploads = Uploads()
    let part = try #require(
      UploadPart(
        .object([
          ("id", .string("a")), ("part", .integer(0)), ("of", .integer(2)), ("text", .string("x")),
        ])))
    for number in 0..<2_000 { _ = uploads.add(part, from: .page(UInt32(number)), at: house.now) }
    #expect(uploads.count == Uploads.limit)
  }

  @Test(arguments: [
    ("", 0, 1, 1), ("UPPER", 0, 1, 1), ("a", 1, 1, 1), ("a", 0, 0, 1), ("a", 0, 17, 1), ("a", -1, 2, 1),
    ("a", 0, 2, 701), ("__proto__", 0, 1, 1), (String(repeating: "a", count: 33), 0, 1, 1),
  ])
  mutating func `A part that breaks a rule is counted and not answered`(
    _ id: String, _ part: Int, _ of: Int, _ size: Int
  )
    throws
  {
    _ = try house.seat(1)
    _ = house.texts(1)
    let before = house.engine.refusals
    house.upload(id, String(repeating: "x", count: size), part: part, of: of, on: 1)
    #expect(house.texts(1).isEmpty && house.uploading == 0 && house.engine.refusals == before + 1)
  }

  @Test mutating func `A layout with faults is refused, with the first eight of them`() throws {
    _ = try house.seat(1)
    _ = house.texts(1)
    house.upload("mine", #"{"id":"mine","grid":["a a","b a"],"controls":{}}"#, on: 1)
    #expect(house.texts(1)[0].hasPrefix(#"{"type":"refused","id":"mine","why":"faults","faults":["a: no "#))
    house.upload("mine", ShelfHouse.layout("other"), on: 1)
    #expect(house.texts(1) == [#"{"type":"refused","id":"mine","why":"faults","faults":["id"]}"#])
    house.upload("mine", "{", on: 1)
    #expect(house.texts(1) == [#"{"type":"refused","id":"mine","why":"faults","faults":["json"]}"#])
    let names = (0..<24).map { "\($0)-\u{202e}" + String(repeating: "x", count: 12) }
    house.upload("mine", #"{"id":"mine","grid":["\#(names.joined(separator: " "))"],"controls":{}}"#, on: 1)
    let refused = house.texts(1)[0]
    #expect(
      refused.utf8.count < 1_500 && !refused.contains("\u{202e}") && refused.split(separator: ",").count == 11
    )
  }

  @Test mutating func `A layout that is too long, or becomes so, is refused`() throws {
    _ = try house.seat(1)
    _ = house.texts(1)
    for part in 0..<12 {
      house.upload("mine", String(repeating: "x", count: 690), part: part, of: 16, on: 1)
    }
    #expect(house.texts(1).last == #"{"type":"refused","id":"mine","why":"size"}"#)
    // Each of these characters is one byte, but four bytes in a text within a text.
    let long = ShelfHouse.layout("mine", word: String(repeating: "\\\\", count: 3_990))
    house.now = house.now + .seconds(5)
    let pieces = stride(from: 0, to: long.utf8.count, by: 600).map { start in
      String(decoding: Array(long.utf8)[start..<min(long.utf8.count, start + 600)], as: UTF8.self)
    }
    for (part, piece) in pieces.enumerated() {
      // Written as JSON, the part is twice as long as its text, which is more than a page may send at once.
      house.engine.reception.seating.shelf.add(
        try #require(
          UploadPart(
            .object([
              ("id", .string("mine")), ("part", .integer(UInt64(part))),
              ("of", .integer(UInt64(pieces.count))),
              ("text", .string(piece)),
            ]))), from: .page(house.engine.pages.playing[0].controller), called: "", at: house.now)
    }
    house.work()
    #expect(house.texts(1).last == #"{"type":"refused","id":"mine","why":"size"}"#)
    #expect(house.kept.isEmpty)
  }

  @Test mutating func `The id of a layout of the page or of another player is taken`() throws {
    for slot in 1...2 { _ = try house.seat(slot) }
    house.save("pad", on: 1)
    #expect(house.texts(1, "refused") == [#"{"type":"refused","id":"pad","why":"taken"}"#])
    house.save("mine", on: 1)
    house.save("mine", word: "b", on: 2)
    #expect(house.texts(2, "refused") == [#"{"type":"refused","id":"mine","why":"taken"}"#])
    house.say(#"{"type":"discard","id":"mine"}"#, on: 2)
    #expect(house.texts(2, "refused") == [#"{"type":"refused","id":"mine","why":"taken"}"#])
    #expect(house.kept["mine"]?.text == ShelfHouse.layout("mine"))
    _ = house.texts(1)
    house.save("mine", word: "c", on: 1)
    #expect(house.texts(1).contains(#"{"type":"kept","id":"mine","part":0,"whole":true}"#))
    house.say(#"{"type":"discard","id":"mine"}"#, on: 1)
    house.work()
    #expect(house.texts(1).contains(#"{"type":"discarded","id":"mine"}"#))
    #expect(house.kept.isEmpty && house.files["mine.json"] == nil)
    house.say(#"{"type":"discard","id":"mine"}"#, on: 1)
    #expect(house.texts(1) == [#"{"type":"discarded","id":"mine"}"#], "again it says the same")
    let before = house.engine.refusals
    house.say(#"{"type":"discard","id":"../mine"}"#, on: 1)
    #expect(house.texts(1).isEmpty && house.engine.refusals == before + 1)
  }

  @Test mutating func `A player keeps eight layouts, and the host sixty-four`() throws {
    for slot in 1...9 { _ = try house.seat(slot) }
    for slot in 1...8 {
      for number in 1...8 { house.save("l\(slot)-\(number)", on: slot) }
      _ = house.texts(slot)
      house.save("more", on: slot)
      #expect(house.texts(slot) == [#"{"type":"refused","id":"more","why":"full"}"#])
      house.save("l\(slot)-1", word: "b", on: slot)
      #expect(house.texts(slot, "kept").count == 1, "one that is there already can be replaced")
    }
    #expect(house.kept.count == Shelf.limit)
    house.save("more", on: 9)
    #expect(house.texts(9, "refused") == [#"{"type":"refused","id":"more","why":"full"}"#])
    try house.openDashboard()
    house.upload("more", ShelfHouse.layout("more"), on: 100)
    house.work()
    #expect(house.texts(100, "refused") == [#"{"type":"refused","id":"more","why":"full"}"#])
  }

  @Test mutating func `A disk that refuses loses nothing of before`() throws {
    _ = try house.seat(1)
    house.save("mine", on: 1)
    _ = house.texts(1)
    house.upload("mine", ShelfHouse.layout("mine", word: "b"), on: 1)
    house.work(succeeding: false)
    house.upload("other", ShelfHouse.layout("other"), on: 1)
    house.work(succeeding: false)
    #expect(house.texts(1) == [#"{"type":"refused","id":"other","why":"disk"}"#], "only the newest counts")
    #expect(house.kept.mapValues(\.text) == ["mine": ShelfHouse.layout("mine")])
    house.save("other", on: 1)
    #expect(house.kept.count == 2)
  }

  @Test mutating func `While a layout is written a page that repeats its parts is not answered`() throws {
    _ = try house.seat(1)
    _ = house.texts(1)
    for _ in 0..<3 { house.upload("mine", ShelfHouse.layout("mine"), on: 1) }
    #expect(house.texts(1).isEmpty)
    house.work()
    #expect(house.texts(1, "kept").count == 1)
    house.upload("mine", ShelfHouse.layout("mine"), on: 1)
    #expect(
      house.job == nil && house.texts(1, "kept").count == 1, "what is kept already is not written again")
  }

  @Test mutating func `A late copy of the last part is answered, and begins no new upload`() throws {
    _ = try house.seat(1)
    let text = ShelfHouse.layout("mine", word: "first")
    for (part, piece) in [text.prefix(90), text.dropFirst(90)].enumerated() {
      house.upload("mine", String(piece), part: part, of: 2, on: 1)
    }
    house.work()
    _ = house.texts(1)
    house.upload("mine", String(text.dropFirst(90)), part: 1, of: 2, on: 1)
    #expect(house.texts(1) == [#"{"type":"kept","id":"mine","part":1,"whole":true}"#])
    #expect(house.uploading == 0)
    let other = ShelfHouse.layout("mine", word: "second")
    for (part, piece) in [other.prefix(90), other.dropFirst(90)].enumerated() {
      house.upload("mine", String(piece), part: part, of: 2, on: 1)
    }
    house.work()
    #expect(house.kept["mine"]?.text == other)
  }

  @Test(arguments: ["\u{1F3FB}x", "\u{FF9E}", "a b", "\u{301}e"])
  mutating func `Any name of a player leaves the index whole`(_ name: String) throws {
    let owner = try house.seat(1, name)
    house.save("mine", on: 1)
    #expect(house.restarted(guests: [owner]).kept["mine"]?.owner == .guest(owner))
  }

  @Test mutating func `Pages save only if the host allows it, and are told so`() throws {
    for (makers, saves) in [(Shelf.Makers.players, true), (.host, false), (.nobody, false)] {
      var house = ShelfHouse(makers)
      _ = try house.seat(1)
      #expect(house.texts(1, "welcome")[0].contains(#""shelf":[],"saves":\#(saves)"#))
      house.upload("mine", ShelfHouse.layout("mine"), on: 1)
      house.work()
      #expect(house.texts(1, "refused").isEmpty == saves && house.kept.isEmpty != saves)
    }
  }

  @Test mutating func `A page that does not play keeps nothing`() throws {
    _ = try house.seat(1)
    house.engine.loseBridge(at: house.now)
    house.settle()
    _ = house.texts(1)
    house.upload("mine", ShelfHouse.layout("mine"), on: 1)
    house.work()
    #expect(house.texts(1).isEmpty && house.kept.isEmpty)
  }
}
