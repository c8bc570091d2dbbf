public import Model
import Notation

/// The POST requests of pages that have no WebSocket.
public enum Posts {
  /// Answers a POST from a page that was verifiably served by this gateway.
  public static func answer(
    _ request: WebRequest, by reception: inout Reception, book: inout TicketBook, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) -> HTTPResponse {
    guard let ticket = request.bearer else { return HTTPResponse(.forbidden) }
    switch request.path {
    case "/link/open":
      guard let visitor = book.admit(ticket, at: now, using: &generator) else {
        return HTTPResponse(.forbidden)
      }
      return promise(visitor, by: &reception, at: now, using: &generator)
    case "/link":
      guard let controller = book.controller(of: ticket, at: now) else { return HTTPResponse(.forbidden) }
      guard reception.pages[controller] != nil else { return HTTPResponse(.unavailable) }
      return receive(request, of: controller, by: &reception, book: &book, at: now)
    default: return HTTPResponse(.notFound)
    }
  }

  private static func promise(
    _ visitor: TicketBook.Visitor, by reception: inout Reception, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) -> HTTPResponse {
    reception.admit(visitor)
    let id = Ticket(from: &generator)
    guard reception.promiseStream(id, to: visitor.controller, at: now) else { return HTTPResponse(.tooMany) }
    let members: [(String, JSON)] = [
      ("stream", .string(id.text)), ("resume", .string(visitor.resume.text)),
    ]
    return HTTPResponse(Array(JSON.object(members).text.utf8), type: "application/json")
  }

  private static func receive(
    _ request: WebRequest, of controller: UInt32, by reception: inout Reception, book: inout TicketBook,
    at now: Instant
  ) -> HTTPResponse {
    guard reception.hearsPacket(of: controller, at: now) else { return HTTPResponse(.tooMany) }
    if request.type.hasPrefix("application/json") {
      reception.receive(text: request.body.span, of: controller, book: &book, at: now)
      return HTTPResponse(.noContent)
    }
    guard let records = PagePacket.records(in: request.body.span) else { return HTTPResponse(.badRequest) }
    for record in records {
      reception.receive(posted: request.body.span.extracting(record), of: controller, at: now)
    }
    return HTTPResponse(.noContent)
  }
}
