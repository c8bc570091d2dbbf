import Model
import Testing
import Wire

@testable import Pages

/// The rows of checked phones: which pages may send them, and how many the host keeps.
@Suite struct CheckTests {
  var house = ShelfHouse()

  /// Returns the text with which a page sends its row, for a phone called `phone`.
  static func said(_ phone: String = "Pixel 8", way: String = "own certificate") -> String {
    let cells = [phone, way] + Array(repeating: "no", count: CheckRow.columns.count - 2)
    return #"{"type":"check","cells":[\#(cells.map { "\"\($0)\"" }.joined(separator: ","))]}"#
  }

  var rows: [String] { house.engine.reception.seating.checks.rows.map { $0.cells[0] } }

  static func answer(_ result: String) -> String { #"{"type":"checked","result":"\#(result)"}"# }

  @Test mutating func `A page that plays leaves a row, which is kept once it lies on the disk`() throws {
    let controller = try house.seat(1)
    _ = house.texts(1)
    house.say(CheckTests.said(), on: 1)
    #expect(rows == [] && house.texts(1) == [], "the disk works")
    house.work()
    #expect(rows == ["Pixel 8"] && house.texts(1) == [CheckTests.answer("kept")])
    let file = String(decoding: house.files["rows"] ?? [], as: UTF8.self)
    #expect(file.hasPrefix("tiltpad checks 1\n\(controller)|Pixel 8|own certificate|no|"))
  }

  @Test mutating func `A row that breaks a rule is counted and not answered`() throws {
    _ = try house.seat(1)
    _ = house.texts(1)
    let wrongs = [
      CheckTests.said("192.168.1.4"), CheckTests.said("a|b"), CheckTests.said(way: "by post"),
      #"{"type":"check"}"#, #"{"type":"check","cells":"Pixel"}"#, #"{"type":"check","cells":[1,2]}"#,
      CheckTests.said(String(repeating: "a", count: 61)),
    ]
    for wrong in wrongs { house.say(wrong, on: 1) }
    house.work()
    #expect(rows == [] && house.texts(1) == [] && house.engine.refusals == UInt64(wrongs.count))
  }

  @Test mutating func `A page without a slot leaves no row`() throws {
    let ticket = try #require(house.engine.book.issue(at: house.now, using: &house.random))
    let visitor = try #require(house.engine.book.admit(ticket, at: house.now, using: &house.random))
    house.engine.reception.admit(visitor, isLocal: false)
    house.engine.reception.open(5, for: visitor.controller, book: &house.engine.book, at: house.now)
    house.say(CheckTests.said(), on: 5)
    house.work()
    #expect(rows == [] && house.engine.refusals == 1)
  }

  @Test mutating func `A guest has one row, the newest, and the same again changes nothing`() throws {
    _ = try house.seat(1)
    for phone in ["Pixel 8", "Pixel 8", "Pixel 9"] {
      _ = house.texts(1)
      for _ in 0..<3 { house.say(CheckTests.said(phone), on: 1) }
      house.work()
      #expect(
        rows == [phone] && house.texts(1) == [CheckTests.answer("kept")], "three copies have one answer")
    }
  }

  @Test mutating func `The host keeps sixty-four rows, and then refuses those of others`() throws {
    var checks = Checks()
    func work() -> [Checks.Reply] {
      var replies: [Checks.Reply] = []
      while let consequence = checks.next() {
        switch consequence {
        case .job: checks.finish(isDone: true)
        case .reply(let reply, _): replies.append(reply)
        }
      }
      return replies
    }
    let row = try #require(CheckRow(["a", "own domain"] + Array(repeating: "no", count: 10)))
    for controller in 1...64 as ClosedRange<UInt32> {
      checks.keep(row, of: controller)
      #expect(work() == [.kept])
    }
    checks.keep(row, of: 65)
    #expect(work() == [.full] && checks.rows.count == 64)
    let other = try #require(CheckRow(["b", "own domain"] + Array(repeating: "no", count: 10)))
    checks.keep(other, of: 7)
    #expect(work() == [.kept] && checks.rows.count == 64, "a guest who is there may change the own row")
    for controller in 100...130 as ClosedRange<UInt32> { checks.keep(row, of: controller) }
    #expect(work().count { $0 == .disk } == 31 - Checks.queueLimit, "few wait for the disk")
  }

  @Test mutating func `A disk that refuses loses nothing of before`() throws {
    _ = try house.seat(1)
    house.say(CheckTests.said("Pixel 8"), on: 1)
    house.work()
    _ = house.texts(1)
    house.say(CheckTests.said("Pixel 9"), on: 1)
    house.work(succeeding: false)
    #expect(rows == ["Pixel 8"] && house.texts(1) == [CheckTests.answer("disk")])
    house.say(CheckTests.said("Pixel 9"), on: 1)
    house.work()
    #expect(rows == ["Pixel 9"])
  }

  @Test mutating func `A local program gets the rows, and removes them`() throws {
    for (slot, phone) in [(1, "Pixel 8"), (2, "iPhone, iOS 18.5, Safari")] {
      _ = try house.seat(slot)
      house.say(CheckTests.said(phone), on: slot)
      house.work()
    }
    house.engine.receive(CheckRequest(.list), from: 3)
    house.work()
    #expect(house.checkAnswers.last?.rows.map { $0.cells[0] } == ["Pixel 8", "iPhone, iOS 18.5, Safari"])
    house.engine.receive(CheckRequest(.forget), from: 3)
    house.work()
    #expect(house.checkAnswers.last == CheckAnswer(.done) && rows == [])
    house.engine.receive(CheckRequest(.forget), from: 3)
    house.work(succeeding: false)
    #expect(house.checkAnswers.last == CheckAnswer(.disk))
  }

  @Test mutating func `A damaged file of rows is none, and all is there after a restart`() throws {
    _ = try house.seat(1)
    house.say(CheckTests.said(), on: 1)
    house.work()
    let file = try #require(house.files["rows"])
    var checks = Checks()
    #expect(checks.adopt(file) && checks.rows.map { $0.cells[0] } == ["Pixel 8"])
    let text = String(decoding: file, as: UTF8.self)
    for damaged in [
      String(text.dropLast()), text + "x\n", text.replacing("own certificate", with: "by post"),
      text.replacing("checks 1", with: "checks 2"), "", text.replacing("Pixel", with: "Pi\u{1b}xel"),
      text + String(repeating: " ", count: Checks.room),
    ] {
      var other = Checks()
      #expect(!other.adopt(Array(damaged.utf8)) && other.rows == [], "\(damaged.prefix(40))")
    }
    #expect(!checks.adopt([0xff]) && checks.rows.count == 1)
  }

  /// Returns the line of the file for a row of guest `controller`; `size` is its length in bytes, 37 to 686.
  private static func line(_ size: Int, of controller: Int) throws -> String {
    var room = size - 37
    var cells: [String] = []
    for column in CheckRow.columns.indices {
      let more = column == 1 ? 0 : min(room, CheckRow.longest - 1)
      cells.append(column == 1 ? "own domain" : String(repeating: "a", count: 1 + more))
      room -= more
    }
    return "\(controller)|" + CheckRow.text(of: [try #require(CheckRow(cells))])
  }

  @Test func `Each line of a file begins with the number of a guest`() throws {
    let line = try CheckTests.line(37, of: 100)
    let row = String(line.dropFirst(4))
    for (lines, count) in [
      ("", 0), (line, 1), (line + line, 2), ("0|\(row)4294967295|\(row)", 2), ("4294967296|\(row)", nil),
      ("-1|\(row)", nil), ("x|\(row)", nil), ("|\(row)", nil), (row, nil), ("100\n", nil), ("100|\n", nil),
      ("\n", nil), ("100|100|\(row)", nil),
    ] as [(String, Int?)] {
      var checks = Checks()
      let isRead = checks.adopt(Array("tiltpad checks 1\n\(lines)".utf8))
      #expect(isRead == (count != nil) && checks.rows.count == count ?? 0, "\(lines)")
    }
  }

  @Test func `A file has 65,536 bytes at most, and its last sixty-four rows count`() throws {
    let lines = try (100..<195).map { try CheckTests.line(686, of: $0) }
    for (size, isRead) in [(349, true), (350, false)] {
      let file = Array(("tiltpad checks 1\n" + lines.joined() + (try CheckTests.line(size, of: 200))).utf8)
      #expect((file.count <= 65_536) == isRead)
      var checks = Checks()
      let isAdopted = checks.adopt(file)
      #expect(isAdopted == isRead && checks.rows.count == (isRead ? 64 : 0))
    }
  }

  @Test func `A file that cannot be read is never replaced`() throws {
    var checks = Checks()
    checks.freeze()
    checks.keep(try #require(CheckRow(["a", "own domain"] + Array(repeating: "no", count: 10))), of: 1)
    checks.forget(for: 3)
    for _ in 0..<2 {
      #expect(checks.isUnsettled)
      guard case .reply(.disk, _) = checks.next() else {
        Issue.record("it was not refused")
        return
      }
    }
    let last = checks.next()
    #expect(last == nil && !checks.isUnsettled)
  }
}
