import Model
import Testing
import Wire

@testable import Pages

/// A gateway's engine, for which the test plays the roles of browsers, local programs and bridge.
struct EngineHouse {
  var engine: PageEngine
  var random = SystemRandomNumberGenerator()
  var now = Instant(nanoseconds: 1_000_000_000_000)

  init(page: String? = nil, book: TicketBook = TicketBook()) {
    let body = Array("join".utf8)
    let files = ["join.html": PageFiles.File(type: "text/html", tag: "t", body: body, compressed: nil)]
    var facts = PageEngine.Facts(port: 443, plainPort: 80, hasDroidPad: true)
    facts.page = page
    engine = PageEngine(
      facts, name: "den", session: "1f",
      site: Site(
        rules: HostRules(
          machine: "den", addresses: [], port: 443, plainPort: 80, overlayPort: 28_444),
        files: PageFiles(files)),
      book: book)
  }

  /// Removes all actions; returns them in short.
  @discardableResult
  mutating func settle() -> [String] {
    var actions: [String] = []
    while let action = engine.next(at: now, using: &random) { actions.append(action.short) }
    return actions
  }

  /// Returns a request that one of the gateway's own pages makes.
  func request(
    _ path: String, _ method: WebRequest.Method = .get, _ protocols: String = "",
    from address: Address = .loopback
  ) -> WebRequest {
    var request = WebRequest()
    (request.path, request.method, request.protocols, request.address) = (path, method, protocols, address)
    (request.host, request.origin) = ("den.local:443", "https://den.local:443")
    return request
  }

  /// Asks for a WebSocket; returns the status of the refusal, or nil if it may be opened.
  mutating func ask(_ request: WebRequest, on connection: UInt32, isHost: Bool = false) -> String? {
    let refusal = engine.refusal(of: request, on: connection, isHost: { isHost }, at: now, using: &random)
    return refusal.map { String(String(decoding: $0, as: UTF8.self).dropFirst(9).prefix(3)) }
  }

  /// Answers a request; returns the status, and whether the answer is a stream.
  mutating func answer(_ request: WebRequest, on connection: UInt32 = 1) -> (status: String, isStream: Bool) {
    let bytes: [UInt8]
    let isStream: Bool
    switch engine.answer(request, on: connection, at: now, using: &random) {
    case .whole(let whole, _): (bytes, isStream) = (whole, false)
    case .stream(let head): (bytes, isStream) = (head, true)
    }
    return (String(String(decoding: bytes, as: UTF8.self).dropFirst(9).prefix(3)), isStream)
  }

  /// Makes a ticket.
  mutating func issue(for role: TicketBook.Role = .player, helping main: PlayerSlot? = nil) throws -> Ticket {
    let ticket = engine.book.issue(for: role, helping: main, at: now, using: &random)
    return try #require(ticket)
  }

  /// Opens a page over a WebSocket on `connection`, and makes it send its name; returns its controller.
  mutating func open(_ name: String, on connection: UInt32) throws -> UInt32 {
    let ticket = try issue()
    #expect(ask(request("/link", .get, "tpp.v1, ticket.\(ticket.text)"), on: connection) == nil)
    engine.open(connection, at: now, using: &random)
    hear(#"{"type":"hello","name":"\#(name)"}"#, on: connection)
    return try #require(engine.pages.controller(on: connection))
  }

  /// Opens a data channel from this machine with `ticket`; returns whether that admits a page.
  mutating func open(_ channel: UInt32, by ticket: Ticket) -> Bool {
    engine.open(channel: channel, by: ticket, from: .loopback, at: now, using: &random)
  }

  /// Opens a dashboard of this machine's host on `connection`.
  mutating func openDashboard(on connection: UInt32) {
    #expect(ask(request("/host", .get, "tpp.host.v1"), on: connection, isHost: true) == nil)
    engine.open(connection, at: now, using: &random)
  }

  /// Receives a text on `connection`.
  mutating func hear(_ text: String, on connection: UInt32) {
    _ = engine.receive(
      Array(text.utf8).span, isText: true, on: connection, isWatching: true, at: now, using: &random)
  }

  /// Receives bytes on `connection`; returns the header for their frames.
  mutating func hear(_ bytes: [UInt8], on connection: UInt32) -> GatewayHeader? {
    engine.receive(bytes.span, isText: false, on: connection, isWatching: true, at: now, using: &random)
  }

  /// Receives a message of the bridge.
  mutating func hear(_ notice: SiteNotice) {
    var datagram = LocalDatagram()
    notice.write(to: &datagram)
    let bytes = datagram
    bytes.withBytes { engine.receive(fromBridge: $0, at: now) }
  }

  /// Receives the status of the stage.
  mutating func hear(_ stage: StageStatus) {
    var datagram = LocalDatagram()
    stage.write(to: &datagram)
    let bytes = datagram
    bytes.withBytes { engine.receive(onWatch: $0) }
  }

  /// Receives the bridge's answer that the page of `controller` has `slot`.
  mutating func seat(_ controller: UInt32, in slot: Int) {
    var datagram = LocalDatagram()
    SeatNotice(controller: controller, slot: PlayerSlot(number: slot), refusal: .none, limit: 4).write(
      to: &datagram)
    let bytes = datagram
    bytes.withBytes { engine.receive(fromBridge: $0, at: now) }
  }

  /// Removes and returns the types of the texts that wait for `connection`.
  mutating func types(_ connection: UInt32) -> [String] {
    texts(connection).map { text in
      String(text.dropFirst(#"{"type":""#.count).prefix { $0 != "\"" })
    }
  }

  /// Removes and returns the messages that wait for `connection`.
  mutating func messages(_ connection: UInt32) -> [(bytes: [UInt8], isText: Bool)] {
    var messages: [(bytes: [UInt8], isText: Bool)] = []
    while let message = engine.next(for: connection) { messages.append((message.bytes, message.isText)) }
    return messages
  }

  /// Removes and returns the texts that wait for `connection`.
  mutating func texts(_ connection: UInt32) -> [String] {
    var texts: [String] = []
    while let message = engine.next(for: connection) {
      if message.isText { texts.append(String(decoding: message.bytes, as: UTF8.self)) }
    }
    return texts
  }
}
