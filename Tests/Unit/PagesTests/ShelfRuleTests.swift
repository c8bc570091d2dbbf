import Model
import Notation
import Testing

@testable import Pages

/// The rules of the shelf for single changes: who may make them, how many may wait, and what they write.
@Suite struct ShelfRuleTests {
  static let dashboard = ShelfAsker.dashboard(100)

  var shelf = Shelf()

  static func part(
    _ id: String, _ text: String, part: Int = 0, of: Int = 1, isTrial: Bool = false
  ) throws -> UploadPart {
    try #require(
      UploadPart(
        .object([
          ("id", .string(id)), ("part", .integer(UInt64(part))), ("of", .integer(UInt64(of))),
          ("text", .string(text)), ("trial", .bool(isTrial)),
        ])))
  }

  mutating func add(_ part: UploadPart, from asker: ShelfAsker) {
    shelf.add(part, from: asker, called: "Aki", at: Instant(nanoseconds: 5))
  }

  mutating func keep(_ id: String, _ word: String = "", from asker: ShelfAsker, called name: String = "Aki") {
    let text = ShelfHouse.layout(id, word: word)
    shelf.keep(Array(text.utf8), as: id, from: asker, called: name)
  }

  /// Removes and returns all outcomes; the disk does all of its work.
  mutating func outcomes() -> [Shelf.Outcome] {
    var outcomes: [Shelf.Outcome] = []
    while let outcome = shelf.next() {
      outcomes.append(outcome)
      if case .job = outcome { shelf.finish(isDone: true) }
    }
    return outcomes
  }

  mutating func replies() -> [ShelfReply] {
    outcomes().compactMap { if case .reply(let reply, _, _) = $0 { reply } else { nil } }
  }

  mutating func jobs() -> [ShelfJob] {
    outcomes().compactMap { if case .job(let job) = $0 { job } else { nil } }
  }

  mutating func withdrawals() -> [Bool] {
    outcomes().compactMap { if case .changed(_, let isWithdrawn) = $0 { isWithdrawn } else { nil } }
  }

  @Test mutating func `A layout is withdrawn once it is gone, or its player has changed its text`() {
    let (page, host) = (ShelfAsker.page(1), Self.dashboard)
    keep("mine", "a", from: page)
    #expect(withdrawals() == [false], "it is new")
    for (offer, changes) in [
      (.all, [false]), (.all, []), (.player(PlayerSlot(index: 0)), [false]), (.owner, [false]),
    ] as [(KeptLayout.Offer, [Bool])] {
      shelf.offer("mine", to: offer, from: host)
      #expect(withdrawals() == changes, "\(offer)")
    }
    keep("mine", "a", from: page)
    #expect(withdrawals() == [], "the same again")
    keep("mine", "a", from: page, called: "Mei")
    #expect(withdrawals() == [false], "only the name has changed")
    keep("mine", "b", from: page)
    #expect(withdrawals() == [true])
    shelf.remove("mine", from: host)
    #expect(withdrawals() == [true])
    for word in ["a", "b"] {
      keep("mine", word, from: host)
      #expect(withdrawals() == [false], "what the host changes stays shown")
    }
    shelf.remove("mine", from: host)
    #expect(withdrawals() == [true])
  }

  @Test mutating func `The end of no job changes nothing`() {
    shelf.finish(isDone: true)
    #expect(shelf.next() == nil && shelf.layouts.isEmpty)
    keep("mine", from: .page(1))
    #expect(jobs().count == 1)
    shelf.finish(isDone: false)
    #expect(shelf.next() == nil && shelf.layouts.count == 1)
  }

  @Test mutating func `Thirty-two changes wait for the disk, and the next one is refused`() {
    for number in 1...33 { keep("l\(number)", from: .page(UInt32(number))) }
    guard case .reply(.refused("l33", .disk), to: .page(33), _)? = shelf.next() else {
      Issue.record("the queue is longer")
      return
    }
    #expect(jobs().count == 32 && shelf.layouts.count == 32)
  }

  @Test(arguments: [ShelfAsker.page(1), dashboard, .program(1)])
  mutating func `Of the host's changes a second one that waits is refused, of a page's it is dropped`(
    _ asker: ShelfAsker
  ) {
    for id in ["one", "two"] { keep(id, from: asker) }
    let kept = ShelfReply.kept("one", part: 0, isWhole: true)
    #expect(replies() == (asker.isHost ? [.refused("two", .disk), kept] : [kept]))
    keep("two", from: asker)
    #expect(replies() == [.kept("two", part: 0, isWhole: true)])
  }

  @Test(
    arguments: [
      (.players, .page(1), true), (.players, dashboard, true), (.host, .page(1), false),
      (.host, dashboard, true), (.host, .program(1), true), (.nobody, .page(1), false),
      (.nobody, dashboard, false),
    ] as [(Shelf.Makers, ShelfAsker, Bool)])
  mutating func `Whoever may not keep layouts is told so with the first part`(
    _ makers: Shelf.Makers, _ asker: ShelfAsker, _ admits: Bool
  ) throws {
    shelf = Shelf(for: makers)
    add(try Self.part("mine", "{", of: 2), from: asker)
    #expect(
      replies() == [admits ? .kept("mine", part: 0, isWhole: false) : .refused("mine", .no)])
    #expect(shelf.uploading == (admits ? 1 : 0))
    keep("mine", from: asker)
    #expect(replies() == [admits ? .kept("mine", part: 0, isWhole: true) : .refused("mine", .no)])
  }

  @Test(arguments: ["pad", "theirs"])
  mutating func `The first part of a layout whose id is taken is refused, and ends the upload before it`(
    _ id: String
  ) throws {
    shelf.shipped = ["pad"]
    keep("theirs", from: .page(2))
    _ = outcomes()
    add(try Self.part("mine", "{", of: 2), from: .page(1))
    #expect(shelf.uploading == 1)
    add(try Self.part(id, "{", of: 2), from: .page(1))
    #expect(replies() == [.kept("mine", part: 0, isWhole: false), .refused(id, .taken)])
    #expect(shelf.uploading == 0)
  }

  @Test(arguments: [ShelfAsker.page(1), dashboard], [false, true])
  mutating func `Only the host tries a layout, and only if it says so; all others are kept`(
    _ asker: ShelfAsker, _ isTrial: Bool
  ) throws {
    add(try Self.part("mine", ShelfHouse.layout("mine"), isTrial: isTrial), from: asker)
    #expect(replies() == [.kept("mine", part: 0, isWhole: true)])
    let isTried = asker.isHost && isTrial
    #expect(shelf.trials.isEmpty != isTried && shelf.layouts.isEmpty == isTried && shelf.ids == ["mine"])
    #expect(shelf.endTrial(of: asker) == (isTried ? "mine" : nil))
  }

  @Test mutating func `The last parts of the thirty-two newest uploads are known`() throws {
    var parts: [UploadPart] = []
    for number in 1...33 {
      let (id, text) = ("l\(number)", ShelfHouse.layout("l\(number)"))
      add(try Self.part(id, String(text.prefix(20)), of: 2), from: .page(UInt32(number)))
      parts.append(try Self.part(id, String(text.dropFirst(20)), part: 1, of: 2))
      add(parts[number - 1], from: .page(UInt32(number)))
      _ = outcomes()
    }
    for (number, isKnown) in [(2, true), (33, true), (1, false)] {
      add(parts[number - 1], from: .page(UInt32(number)))
      #expect(replies() == [.kept("l\(number)", part: 1, isWhole: isKnown)])
      #expect(shelf.uploading == (isKnown ? 0 : 1))
    }
  }

  /// Returns what a step does, and to which file.
  private static func short(_ step: ShelfJob.Step) -> String {
    switch step {
    case .write(let name, _): "write \(name)"
    case .remove(let name): "remove \(name)"
    }
  }

  @Test mutating func `A change writes what has changed, in an order that a failure can undo`() {
    let (file, index) = ("write mine.json", "write index")
    func check(_ steps: [String], _ undo: [String], _ change: (inout Self) -> Void) {
      let before = shelf.index(of: shelf.layouts)
      change(&self)
      let jobs = jobs()
      #expect(jobs.map { $0.steps.map(Self.short) } == [steps])
      #expect(jobs.map { $0.undo.map(Self.short) } == [undo])
      guard case .write(ShelfJob.index, let bytes)? = jobs.first?.undo.first else { return }
      #expect(String(decoding: bytes, as: UTF8.self) == before)
    }
    check([file, index], ["remove mine.json"]) { $0.keep("mine", "a", from: .page(1)) }
    check([file], []) { $0.keep("mine", "b", from: .page(1)) }
    check([index], [index]) { $0.keep("mine", "b", from: .page(1), called: "Mei") }
    check([index], [index]) { $0.shelf.offer("mine", to: .all, from: Self.dashboard) }
    check([index, file], [index]) { $0.keep("mine", "c", from: .page(1), called: "Mei") }
    check([index, "remove mine.json"], [index]) { $0.shelf.remove("mine", from: .page(1)) }
  }
}
