import Model
import Notation
import Testing
import Wire

@testable import Pages

@Suite struct HostPagesTests {
  var (desk, arrivals, book) = (Desk(), Arrivals(), TicketBook())
  var random = SystemRandomNumberGenerator()
  var now = Instant(nanoseconds: 1_000_000_000_000)

  mutating func actions() -> [String] {
    var actions: [String] = []
    while let action = desk.next() { actions.append(action.short) }
    return actions
  }

  mutating func receive(_ text: String, on connection: UInt32 = 3, isWatching: Bool = true) {
    desk.receive(
      Array(text.utf8).span, on: connection, isWatching: isWatching, layouts: ["wheel"], book: &book,
      at: now, using: &random)
  }

  /// Removes and returns the texts that wait for `connection`.
  mutating func texts(_ connection: UInt32 = 3) -> [String] {
    var texts: [String] = []
    while let message = desk.next(for: connection) {
      texts.append(String(decoding: message.bytes, as: UTF8.self))
    }
    return texts
  }

  /// Opens a dashboard on `connection`, by a ticket for `role`, or without a ticket if `role` is nil.
  mutating func open(_ role: TicketBook.Role? = nil, on connection: UInt32 = 3) throws {
    var dashboard = Desk.Dashboard()
    if let role {
      let ticket = book.issue(for: role, at: now, using: &random)
      let visitor = book.admit(try #require(ticket), as: role, at: now, using: &random)
      let guest: TicketBook.Visitor = try #require(visitor)
      dashboard.guest = guest
      book.note(guest.controller, isHere: true, at: now)
    }
    desk.open(dashboard, on: connection)
  }

  @Test mutating func `An order goes to the bridge, and its answer back to the dashboard that gave it`()
    throws
  {
    try open()
    receive(#"{"type":"kick","slot":2,"number":41}"#)
    let action = desk.next()
    guard case .order(.order(let order)) = action else {
      Issue.record("no order")
      return
    }
    #expect(order.bytes == [3, 2, 0])
    desk.apply(LocalAnswer(number: order.number, .nobody))
    desk.apply(LocalAnswer(number: order.number, .done))
    #expect(actions() == ["wake 3"])
    #expect(texts() == [#"{"type":"answer","number":41,"result":"nobody"}"#])
  }

  @Test mutating func `The answer to a dashboard that is gone closes no connection`() throws {
    try open()
    receive(#"{"type":"kick","slot":2,"number":41}"#)
    guard case .order(.order(let order)) = desk.next() else {
      Issue.record("no order")
      return
    }
    #expect(desk.close(3, book: &book, at: now) == true)
    desk.apply(LocalAnswer(number: order.number, .done))
    #expect(actions() == [])
  }

  @Test(arguments: ["0", "17", "18446744073709551615", "-1", "1.5", "null"])
  mutating func `An order for a slot that no host has is refused`(slot: String) throws {
    try open()
    receive(#"{"type":"kick","slot":\#(slot),"number":41}"#)
    #expect(actions() == [] && desk.refusals == 1)
  }

  @Test mutating func `A PIN that was asked for is shown on every dashboard, unless there is none`() throws {
    try open()
    try open(on: 4)
    for (number, result) in zip(1..., [LocalAnswer.Result.done, .notNow]) {
      receive(#"{"type":"pin","number":\#(number)}"#)
      var order: LocalOrder?
      while let action = desk.next() {
        if case .order(.order(let passed)) = action { order = passed }
      }
      desk.apply(LocalAnswer(number: try #require(order).number, result, pin: 42, seconds: 120))
    }
    let pin = #"{"type":"pin","pin":"000042","seconds":120}"#
    #expect(texts(4) == [pin])
    #expect(
      texts() == [
        #"{"type":"answer","number":1,"result":"done"}"#, #"{"type":"answer","number":2,"result":"notNow"}"#,
        pin,
      ])
  }

  @Test mutating func `Without the bridge no order is done, and those that wait are answered`() throws {
    try open()
    receive(#"{"type":"kick","slot":2,"number":1}"#)
    desk.loseBridge()
    receive(#"{"type":"kick","slot":2,"number":2}"#, isWatching: false)
    receive(#"{"type":"recentre","slot":0,"number":3}"#, isWatching: false)
    #expect(
      texts() == [
        #"{"type":"answer","number":1,"result":"notNow"}"#, #"{"type":"lost"}"#,
        #"{"type":"answer","number":2,"result":"notNow"}"#,
        #"{"type":"answer","number":3,"result":"notNow"}"#,
      ])
    #expect(actions().filter { $0 == "order" }.count == 1)
  }

  @Test mutating func `Players' statuses are watched for dashboards only`() throws {
    #expect(desk.subscription.topics == [.peers, .stage])
    try open()
    #expect(desk.subscription.topics == [.status, .peers, .stage] && desk.subscription.period == 33)
  }

  @Test(arguments: [TicketBook.Role.host, .television])
  mutating func `A guest has one dashboard, the newest, and is here as long as that is open`(
    _ role: TicketBook.Role
  ) throws {
    let ticket = book.issue(for: role, at: now, using: &random)
    let visitor = book.admit(try #require(ticket), as: role, at: now, using: &random)
    var dashboard = Desk.Dashboard()
    let admitted: TicketBook.Visitor = try #require(visitor)
    dashboard.guest = admitted
    let guest = admitted.controller
    for connection in 1...127 as ClosedRange<UInt32> {
      book.note(guest, isHere: true, at: now)
      desk.open(dashboard, on: connection)
    }
    #expect(desk.count == 1 && actions() == (1...126).map { "replace \($0)" })
    for connection in 1...126 as ClosedRange<UInt32> { _ = desk.close(connection, book: &book, at: now) }
    #expect(book.guests.first?.isHere == true)
    _ = desk.close(127, book: &book, at: now)
    #expect(book.guests.first?.isHere == false && desk.isEmpty)
  }

  @Test mutating func `Users of this machine have eight dashboards without a ticket, the newest`() throws {
    for connection in 1...20 as ClosedRange<UInt32> { try open(on: connection) }
    #expect(desk.count == 8 && actions() == (1...12).map { "replace \($0)" })
    try open(.host, on: 21)
    #expect(desk.count == 9)
    _ = desk.close(20, book: &book, at: now)
    try open(on: 22)
    #expect(desk.count == 9 && desk.hasDashboard(on: 13))
  }

  @Test mutating func `A television hears no PIN that the host has asked for`() throws {
    try open()
    try open(.television, on: 4)
    receive(#"{"type":"pin","number":1}"#)
    var order: LocalOrder?
    while let action = desk.next() {
      if case .order(.order(let passed)) = action { order = passed }
    }
    desk.apply(LocalAnswer(number: try #require(order).number, .done, pin: 42, seconds: 120))
    #expect(texts(4).isEmpty && texts().count == 2)
  }

  @Test mutating func `A television gives no orders`() throws {
    try open(.television)
    receive(#"{"type":"kick","slot":2,"number":1}"#)
    #expect(actions().isEmpty && desk.refusals == 1)
  }

  @Test
  mutating func `The first visit's answers go to the bridge, and only from dashboards that give orders`()
    throws
  {
    let all = #""join":"ask","browser":"yes","steam":"yes","gyro":"no","page":"https://pads.example/""#
    try open()
    receive(#"{"type":"setup",\#(all),"number":1}"#)
    receive(#"{"type":"noSetup","number":2}"#)
    var orders: [SetupOrder] = []
    while let action = desk.next() {
      if case .order(.setup(let order)) = action { orders.append(order) }
    }
    let answers = try #require(orders.first?.answers)
    #expect(answers.asksFirst && answers.isForBrowsers && answers.isForSteam && !answers.hasMotion)
    #expect(answers.page == "https://pads.example/" && orders.count == 2 && orders.last?.answers == nil)
    desk.apply(LocalAnswer(number: try #require(orders.first).number, .overruled))
    #expect(texts() == [#"{"type":"answer","number":1,"result":"overruled"}"#])
    let wrongs = [all.replacing("https:", with: "http:"), all.replacing("ask", with: "locked")]
    for wrong in ["", #""join":"all""#] + wrongs {
      receive(#"{"type":"setup",\#(wrong),"number":3}"#)
    }
    #expect(desk.refusals == 4)
    try open(.television, on: 4)
    receive(#"{"type":"setup",\#(all),"number":4}"#, on: 4)
    receive(#"{"type":"noSetup","number":5}"#, on: 4)
    #expect(desk.refusals == 6 && !actions().contains("order"))
  }

  @Test
  mutating func `Dashboards that give orders are told of the first visit, when they come and at its end`()
    throws
  {
    try open()
    desk.apply(SiteNotice(page: "https://pads.example/"))
    #expect(texts().isEmpty)
    desk.apply(SiteNotice(isSetupOpen: true))
    try open(.host, on: 4)
    try open(.television, on: 5)
    let open = #"{"type":"setup","open":true}"#
    #expect([texts(), texts(4), texts(5)] == [[open], [open], []])
    desk.apply(SiteNotice())
    let closed = #"{"type":"setup","open":false}"#
    #expect([texts(), texts(4), texts(5)] == [[closed], [closed], []])
  }

  @Test mutating func `A code whose link has changed is shown again`() throws {
    desk.repeatTicket(book, at: now)
    #expect(actions().isEmpty)
    try open()
    desk.offerTicket(&book, at: now, to: 3, using: &random)
    _ = actions()
    desk.repeatTicket(book, at: now)
    #expect(actions() == ["ticket one all"])
  }

  @Test mutating func `A dashboard that talks too much is closed`() throws {
    try open()
    for _ in 0..<33 { receive("{}") }
    #expect(actions() == ["close 3"] && desk.refusals == 33)
  }

  @Test mutating func `Only a layout that there is becomes everybody's`() throws {
    try open()
    receive(#"{"type":"layout","layout":"boat","number":1}"#)
    #expect(texts() == [#"{"type":"answer","number":1,"result":"nobody"}"#])
    _ = actions()
    receive(#"{"type":"layout","layout":"wheel","number":2}"#)
    #expect(actions() == ["wake 3", "layout wheel", "wake 3"])
  }

  @Test mutating func `A ticket is shown to all, and to a newcomer alone while it is good`() throws {
    desk.offerTicket(&book, at: now, using: &random)
    #expect(actions().isEmpty)
    try open()
    desk.offerTicket(&book, at: now, to: 3, using: &random)
    #expect(actions() == ["keep", "ticket one all"])
    desk.offerTicket(&book, at: now, using: &random)
    #expect(actions().isEmpty)
    desk.offerTicket(&book, at: now, to: 4, using: &random)
    #expect(actions() == ["ticket one 4"])
    receive(#"{"type":"ticket","number":1}"#)
    #expect(actions() == ["keep", "ticket one all", "wake 3"] && book.offers.count == 1)
    now = now + TicketBook.offerLifetime
    desk.offerTicket(&book, at: now, using: &random)
    #expect(actions() == ["keep", "ticket one all"])
  }

  @Test mutating func `A dashboard that has left may come back by its ticket`() throws {
    try open(.host)
    let isTheFirst = book.guests.first?.isHere == true
    let wasThere = desk.close(3, book: &book, at: now)
    let isAgain = desk.close(3, book: &book, at: now)
    #expect(isTheFirst && wasThere && !isAgain && desk.isEmpty && book.guests.first?.isHere == false)
  }

  @Test mutating func `A dashboard comes in from this machine, or by a host's ticket`() throws {
    var request = WebRequest()
    (request.path, request.address) = ("/host", Address(v4: 0xc0a8_0102))
    #expect(isRefused(request, isHost: true))
    request.address = Address(v4: 0x7f00_0001)
    #expect(isRefused(request, isHost: false) && !isRefused(request, isHost: true))
    guard case .dashboard(let dashboard) = arrivals.remove(1) else {
      Issue.record("no dashboard has arrived")
      return
    }
    #expect(dashboard.guest == nil && arrivals.remove(1) == nil)
    request.address = Address(v4: 0xc0a8_0102)
    for (role, isGood) in [(TicketBook.Role.host, true), (.television, true), (.player, false)] {
      let ticket = book.issue(for: role, at: now, using: &random)
      request.protocols = "tpp.host.v1, ticket.\(try #require(ticket).text)"
      #expect(isRefused(request, isHost: false) != isGood)
    }
    arrivals.close(1, book: &book, at: now)
    #expect(book.guests.map(\.isHere) == [true, false])
  }

  /// Returns whether `request` is refused on connection 1.
  mutating func isRefused(_ request: WebRequest, isHost: Bool) -> Bool {
    let verdict = arrivals.admit(
      request, on: 1, isHost: { isHost }, book: &book, at: now, using: &random)
    if case .refused = verdict { return true }
    return false
  }
}
