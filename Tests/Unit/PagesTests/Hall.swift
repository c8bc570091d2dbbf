import Model
import Notation
import Testing
import Wire

@testable import Pages

/// A reception with its tickets and a clock of its own.
struct Hall {
  var reception = Reception(
    host: Seating.Host(
      name: "den", session: "1f", layouts: ["pad": #"{"id":"pad"}"#, "wheel": #"{"id":"wheel"}"#]))
  var book = TicketBook()
  var random = SystemRandomNumberGenerator()
  var now = Instant(nanoseconds: 1_000_000_000_000)

  /// Removes and returns all actions.
  mutating func actions() -> [PageAction] {
    var actions: [PageAction] = []
    while let action = reception.next() { actions.append(action) }
    return actions
  }

  /// Admits a page by a new ticket.
  mutating func admit() throws -> TicketBook.Visitor {
    let ticket = book.issue(at: now, using: &random)
    let visitor = book.admit(try #require(ticket), at: now, using: &random)
    let found = try #require(visitor)
    reception.admit(found, isLocal: false)
    return found
  }

  /// Admits a page whose WebSocket is `connection`, and makes it send its name; returns the controller.
  mutating func greet(_ name: String, on connection: UInt32) throws -> UInt32 {
    let controller = try admit().controller
    reception.open(connection, for: controller, book: &book, at: now)
    say(#"{"type":"hello","name":"\#(name)"}"#, controller)
    return controller
  }

  /// Receives a text of the page of `controller`.
  mutating func say(_ text: String, _ controller: UInt32) {
    reception.receive(text: Array(text.utf8).span, of: controller, book: &book, at: now)
  }

  /// Applies the bridge's answer that the page of `controller` has `slot`, or none because of `refusal`.
  mutating func answer(_ controller: UInt32, slot: Int? = nil, _ refusal: Refusal = .none) {
    let notice = SeatNotice(
      controller: controller, slot: slot.flatMap { PlayerSlot(number: $0) }, refusal: refusal, limit: 4)
    reception.seating.apply(notice, book: &book, at: now)
  }

  /// Removes and returns the texts that wait for `connection`.
  mutating func texts(_ connection: UInt32) -> [String] {
    var texts: [String] = []
    while let message = reception.next(for: connection) {
      texts.append(String(decoding: message.bytes, as: UTF8.self))
    }
    return texts
  }

  /// Receives packet number `counter` with a state from the page of `controller`.
  mutating func send(_ counter: UInt8, _ controller: UInt32) -> GatewayHeader? {
    let packet = [counter, 0, 0, 0, 1, 28] + [UInt8](repeating: 0, count: 28)
    return reception.receive(packet: packet.span, .webSocket, of: controller, at: now)
  }
}

extension PageAction {
  /// The action in short, for comparisons.
  var short: String {
    switch self {
    case .wake(let connection): "wake \(connection)"
    case .close(let connection): "close \(connection)"
    case .closeReplaced(let connection): "replace \(connection)"
    case .send(.gone): "gone"
    case .send(.name): "name"
    case .send: "send"
    case .sendFrames(_, let frames): frames.control == nil ? "ask" : "bye"
    case .sendPacket(let header, _): "packet \(header.counter)"
    case .order: "order"
    case .keepTickets: "keep"
    case .renewScreens: "renew"
    case .watch: "watch"
    case .subscribe: "subscribe"
    case .reportPage: "page"
    case .answer(_, let program): "answer \(program)"
    case .showLink(let answer, _, let connection, let main):
      "link \(answer.ticket == nil ? "none" : "one") \(connection.map { "\($0)" } ?? "all")"
        + (main.map { " for a helper of \($0.number)" } ?? "")
    case .hurry: "hurry"
    case .inform: "inform"
    case .layOut(let layout): "layout \(layout)"
    case .keepShelf: "shelf"
    case .answerLayouts(_, let program): "layouts \(program)"
    case .keepChecks: "checks"
    case .answerChecks(_, let program): "checks \(program)"
    case .answerCrowd(_, let program): "crowd \(program)"
    case .answerOverlays(_, let program): "overlays \(program)"
    case .allowVoters(let voters): "voters \(voters)"
    case .reportGameLayout(let layout): "game layout \(layout)"
    case .reportGameUser(let user): "game user \(user)"
    case .closeGame(let program): "close game \(program)"
    case .obey(_, let number, _): "obey \(number)"
    case .showDroidPad(let connection): "droidpad \(connection)"
    case .showTicket(let ticket, _, let connection, _):
      "ticket \(ticket == nil ? "none" : "one") \(connection.map { "\($0)" } ?? "all")"
    }
  }
}
