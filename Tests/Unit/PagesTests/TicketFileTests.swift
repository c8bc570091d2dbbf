import Model
import Testing

@testable import Pages

/// The lines of the file of tickets.
@Suite struct TicketFileTests {
  private static let ticket = String(repeating: "A", count: 22)
  private static let (resume, first) = (
    String(repeating: "B", count: 21) + "A", String(repeating: "C", count: 21) + "A"
  )
  private static let now = Instant(nanoseconds: 1_000_000_000_000)

  private static func book(_ lines: [String], guestLimit: Int = TicketBook.guestLimit) -> TicketBook? {
    let text = (["tiltpad tickets 2"] + lines).map { $0 + "\n" }.joined()
    return TicketBook(text, guestLimit: guestLimit, at: now)
  }

  private static func guest(
    _ controller: String = "7", firstEnds: Int64 = 9, seen: Int64 = 8
  ) -> String { "guest player \(controller) \(resume) \(first) \(firstEnds) \(seen)" }

  @Test(arguments: [
    guest(), guest("4294967295"), guest() + " helps=1", guest(firstEnds: -1),
    "offer host \(ticket) 5",
    "offer television \(ticket) -5 helps=16", "guest host 7 \(resume) \(first) 9 8",
  ])
  func `A line in which each word is right is read`(_ line: String) {
    let book = Self.book([line])
    #expect(book.map { $0.guests.count + $0.offers.count } == 1)
  }

  @Test(arguments: [
    guest("x"), guest("-1"), guest("4294967296"), guest() + " 1", guest() + " helps=0", guest() + " helps=x",
    "guest player 7 \(resume.dropLast()) \(first) 9 8", "guest player 7 \(resume) \(first)A 9 8",
    "guest player 7 \(resume) \(first) x 8", "guest player 7 \(resume) \(first) 9 x",
    "guest player 7 \(resume) \(first) 9", guest("0"), "guest king 7 \(resume) \(first) 9 8", "guest",
    "offer player \(ticket)", "offer player \(ticket) 5 6", "offer player \(ticket) 5 help=1",
    "offer player \(ticket) helps=1", "offer player \(ticket) x",
    "offer player \(ticket) 9223372036854775808",
  ])
  func `A line with a damaged word spoils the file`(_ line: String) {
    #expect(Self.book([line]) == nil)
    #expect(Self.book([Self.guest(), line]) == nil)
  }

  @Test func `No ticket is valid for longer than a new one, and no guest was seen later than now`() {
    let (offer, grace) = (Int64(600_000_000_000), Int64(10_000_000_000))
    let now = Self.now.nanoseconds
    for (late, isLate) in [(-1, false), (0, false), (1, true)] as [(Int64, Bool)] {
      let book = Self.book([
        "offer player \(Self.ticket) \(now + offer + late)",
        Self.guest(firstEnds: now + grace + late, seen: now + late),
      ])
      let moment = isLate ? 0 : late
      #expect(book?.offers.map(\.ends.nanoseconds) == [now + offer + moment])
      #expect(book?.guests.map(\.firstEnds.nanoseconds) == [now + grace + moment])
      #expect(book?.guests.map(\.seen.nanoseconds) == [now + moment])
      #expect(book?.guests.map(\.progress) == [.seated] && book?.guests.map(\.isHere) == [false])
    }
  }

  @Test(arguments: [(4, [50, 20, 30]), (3, [50, 20, 30]), (2, [30, 50]), (1, [50])])
  func `Guests keep their order unless they are too many, and then the newest ones stay`(
    _ limit: Int, _ seen: [Int64]
  ) {
    let lines = [50, 20, 30].map { Self.guest("\($0)", seen: $0) }
    let book = Self.book(lines, guestLimit: limit)
    #expect(book?.guests.map(\.seen.nanoseconds) == seen)
    #expect(book?.guests.map(\.controller) == seen.map(UInt32.init))
  }

  @Test(arguments: [(0, true), (1, false)])
  func `A file of half a MiB is read, and a longer one is not`(_ more: Int, _ isRead: Bool) {
    let rest = 524_288 - "tiltpad tickets 2\n".utf8.count - 1 + more
    #expect(Self.book([String(repeating: "x", count: rest)])?.unknownLines == (isRead ? 1 : nil))
  }

  @Test func `There is one crowd at most`() throws {
    var house = EngineHouse()
    try house.beginCrowd()
    let line = try #require(house.engine.book.text.split(separator: "\n").first { $0.hasPrefix("crowd ") })
    #expect(Self.book([String(line)])?.crowd != nil)
    #expect(Self.book([String(line), String(line)]) == nil)
  }

  @Test func `Links have the numbers 1 to 8, and none was made later than now`() {
    let digest = String(repeating: "A", count: 43)
    let now = Self.now.nanoseconds
    let lines = (1...8).map { "viewer \($0) \(digest) \(now - 7 + Int64($0))" }
    let book = Self.book(lines)
    #expect(book?.viewers.entries.map(\.number) == Array(1...8))
    #expect(book?.viewers.entries.map(\.made.nanoseconds) == (1...7).map { now - 7 + $0 } + [now])
    #expect(Self.book(lines.reversed())?.text == book?.text)
  }
}
