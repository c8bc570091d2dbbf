import Model
import Notation
import Testing
import Wire

@testable import Pages

@Suite struct PostsTests {
  var hall = Hall()

  mutating func post(
    _ path: String, _ ticket: Ticket?, _ body: [UInt8] = [], type: String = ""
  ) -> HTTPResponse {
    var request = WebRequest()
    (request.method, request.path, request.body, request.type) = (.post, path, body, type)
    if let ticket { request.authorization = "Bearer \(ticket.text)" }
    return Posts.answer(
      request, by: &hall.reception, book: &hall.book, at: hall.now, using: &hall.random)
  }

  /// Opens a stream on connection 5 with a new ticket; returns the ticket for returning.
  mutating func stream() throws -> Ticket {
    let ticket = hall.book.issue(at: hall.now, using: &hall.random)
    let said = try JSON(parsing: post("/link/open", ticket).body.span)
    let id = try #require(said["stream"]?.string.flatMap { Ticket($0) })
    let isOpen = hall.reception.openStream(id, on: 5, isLocal: true, book: &hall.book, at: hall.now)
    #expect(isOpen)
    return try #require(said["resume"]?.string.flatMap { Ticket($0) })
  }

  @Test mutating func `A stream is opened once, and within ten seconds`() throws {
    let ticket = hall.book.issue(at: hall.now, using: &hall.random)
    let said = try JSON(parsing: post("/link/open", ticket).body.span)
    let id = try #require(said["stream"]?.string.flatMap { Ticket($0) })
    let late = hall.now + .seconds(10)
    let isLate = hall.reception.openStream(id, on: 4, isLocal: false, book: &hall.book, at: late)
    let isOpen = hall.reception.openStream(id, on: 5, isLocal: false, book: &hall.book, at: hall.now)
    let isTwice = hall.reception.openStream(id, on: 6, isLocal: false, book: &hall.book, at: hall.now)
    let isNone = hall.reception.openStream(nil, on: 6, isLocal: false, book: &hall.book, at: hall.now)
    #expect(!isLate && isOpen && !isTwice && !isNone)
  }

  @Test mutating func `What a page posts is as good as what it sends by a WebSocket`() throws {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let ticket = try stream()
    let hello = Array(#"{"type":"hello","name":"Aki"}"#.utf8)
    #expect(post("/link", ticket, hello, type: "application/json").status == .noContent)
    let controller = try #require(hall.reception.pages.controller(on: 5))
    hall.answer(controller, slot: 1)
    _ = hall.actions()
    let packet = [9, 0, 0, 0, 1, 28] + [UInt8](repeating: 0, count: 28)
    let record = [UInt8(packet.count), 0] + packet
    #expect(post("/link", ticket, record + record).status == .noContent)
    #expect(hall.actions().map(\.short) == ["packet 9", "packet 9"])
    #expect(post("/link", ticket, [9]).status == .badRequest)
    let event = hall.reception.next(for: 5)
    #expect(event.map { String(decoding: $0.bytes, as: UTF8.self).hasPrefix("event: text\n") } == true)
  }

  @Test mutating func `A wrong ticket, a page without a stream and another path are refused`() throws {
    let visitor = try hall.admit()
    #expect(post("/link", nil).status == .forbidden)
    #expect(post("/link", Ticket(from: &hall.random)).status == .forbidden)
    #expect(post("/link/open", Ticket(from: &hall.random)).status == .forbidden)
    #expect(post("/other", visitor.resume).status == .notFound)
    var other = Hall()
    other.book = hall.book
    hall = other
    #expect(post("/link", visitor.resume).status == .unavailable)
  }

  @Test mutating func `A page that opens streams without end is held off`() throws {
    let ticket = try stream()
    hall.reception.close(5, book: &hall.book, at: hall.now)
    let statuses = (0..<40).map { _ in post("/link/open", ticket).status }
    #expect(statuses.first == .ok && statuses.last == .tooMany)
  }

  @Test mutating func `A stream is opened up to ten seconds after its promise`() throws {
    let ticket = hall.book.issue(at: hall.now, using: &hall.random)
    let said = try JSON(parsing: post("/link/open", ticket).body.span)
    let id = try #require(said["stream"]?.string.flatMap { Ticket($0) })
    let last = hall.now + Interval(nanoseconds: 9_999_999_999)
    let isOpen = hall.reception.openStream(id, on: 5, isLocal: false, book: &hall.book, at: last)
    #expect(isOpen)
  }

  @Test mutating func `A page posts 256 times at once, and is then refused until it has waited`() throws {
    let ticket = try stream()
    for _ in 0..<256 { #expect(post("/link", ticket).status == .noContent) }
    #expect(post("/link", ticket).status == .tooMany && hall.reception.refusals == 1)
    hall.now = hall.now + .milliseconds(2)
    #expect(post("/link", ticket, [0], type: "").status == .badRequest)
    #expect(post("/link", ticket).status == .tooMany)
  }
}
