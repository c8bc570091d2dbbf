import Model
import Notation
import Testing
import Wire

@testable import Pages

/// Shared pads: the code for a helper, the messages to pages, and the orders of dashboards.
@Suite struct ShareTests {
  private static let main = PlayerSlot(index: 0)
  private static let helper = PlayerSlot(index: 1)

  /// A stage with two players, of whom the second helps the first.
  private static func stage(steering: PlayerSlots = []) -> StageStatus {
    var stage = StageStatus(mode: .play)
    (stage.players[0].mode, stage.players[1].mode) = (.play, .play)
    let members = PlayerSlots(main).union(PlayerSlots(helper))
    stage.shares = [ShareStatus(of: main, members: members, steering: steering, ShareTerms(.help))]
    return stage
  }

  private func orders(in actions: [PageAction]) -> [ShareOrder.Action] {
    actions.compactMap { action in
      guard case .order(.share(let order)) = action else { return nil }
      return order.action
    }
  }

  @Test func `Whoever joins by the code for a helper moves the other pad, once`() throws {
    var hall = Hall()
    let issued = hall.book.issue(helping: Self.main, at: hall.now, using: &hall.random)
    let ticket = try #require(issued)
    let admitted = hall.book.admit(ticket, at: hall.now, using: &hall.random)
    let visitor = try #require(admitted)
    hall.reception.admit(visitor, isLocal: false)
    hall.reception.open(7, for: visitor.controller, book: &hall.book, at: hall.now)
    hall.say(#"{"type":"hello","name":"Bo"}"#, visitor.controller)
    _ = hall.actions()
    hall.answer(visitor.controller, slot: 2)
    #expect(
      orders(in: hall.actions()) == [.begin(Self.main, helpers: PlayerSlots(Self.helper), nil)])
    hall.answer(visitor.controller, slot: 2)
    #expect(orders(in: hall.actions()) == [], "the host may have ended it since")
  }

  /// Admits a guest by a helper's ticket, and gives it slot 2 after `wait`; returns the orders that follow.
  private func orders(ofHelperSeatedAfter wait: Interval) throws -> [ShareOrder.Action] {
    var hall = Hall()
    let issued = hall.book.issue(helping: Self.main, at: hall.now, using: &hall.random)
    let admitted = hall.book.admit(try #require(issued), at: hall.now, using: &hall.random)
    let visitor = try #require(admitted)
    hall.reception.admit(visitor, isLocal: false)
    hall.reception.open(7, for: visitor.controller, book: &hall.book, at: hall.now)
    hall.say(#"{"type":"hello","name":"Bo"}"#, visitor.controller)
    hall.now = hall.now + wait
    hall.answer(visitor.controller, slot: 2)
    return orders(in: hall.actions())
  }

  @Test func `Whoever waits for a slot for longer than the code lasts has an own pad`() throws {
    #expect(try orders(ofHelperSeatedAfter: .seconds(600)).count == 1)
    #expect(try orders(ofHelperSeatedAfter: .seconds(611)) == [])
  }

  @Test func `The codes for a helper end when the player leaves, and those of others stay`() throws {
    var house = EngineHouse()
    let (used, unused) = (try house.issue(helping: Self.main), try house.issue(helping: Self.main))
    let (other, own) = (try house.issue(helping: Self.helper), try house.issue())
    _ = house.engine.book.admit(used, at: house.now, using: &house.random)
    var stage = Self.stage()
    house.hear(stage)
    #expect(house.settle() == [] && house.engine.book.offers.count == 3)
    (stage.players[0].mode, stage.shares) = (nil, [])
    house.hear(stage)
    #expect(house.settle() == ["keep"])
    #expect(house.engine.book.offers.map(\.ticket.text) == [other.text, own.text])
    #expect(house.engine.book.guests.map(\.helps) == [nil])
    #expect(!house.engine.book.isOffered(unused, at: house.now))
  }

  @Test func `A dashboard's next code for a helper replaces the one before`() throws {
    var house = EngineHouse()
    for connection in [1, 2] as [UInt32] { house.openDashboard(on: connection) }
    for (number, connection) in [(1, 1), (2, 1), (3, 2)] as [(Int, UInt32)] {
      house.hear(#"{"type":"helper","number":\#(number),"slot":1}"#, on: connection)
    }
    #expect(house.engine.book.offers.filter { $0.helps == Self.main }.count == 2)
  }

  @Test func `The ticket of a helper outlives the gateway, and a damaged one is refused`() throws {
    var hall = Hall()
    _ = hall.book.issue(helping: Self.main, at: hall.now, using: &hall.random)
    _ = hall.book.issue(at: hall.now, using: &hall.random)
    let text = hall.book.text
    #expect(TicketBook(text, at: hall.now)?.text == text)
    #expect(TicketBook(text, at: hall.now)?.offers.map(\.helps) == [Self.main, nil])
    #expect(TicketBook(text.replacing("helps=1", with: "helps=17"), at: hall.now) == nil)
    #expect(TicketBook(text.replacing("helps=1", with: "helps="), at: hall.now) == nil)
  }

  @Test func `Both pages are told whose pad it is and who steers, and when it ends`() throws {
    var hall = Hall()
    let (first, second) = (try hall.greet("Ana", on: 1), try hall.greet("Bo", on: 2))
    let stranger = try hall.greet("Li", on: 3)
    for (slot, controller) in [(1, first), (2, second), (3, stranger)] { hall.answer(controller, slot: slot) }
    _ = hall.actions()
    for connection in [1, 2, 3] as [UInt32] { _ = hall.texts(connection) }
    hall.reception.seating.apply(Self.stage(steering: PlayerSlots(Self.helper)))
    let text =
      #"{"type":"share","main":1,"preset":"help","members":["#
      + #"{"player":1,"name":"Ana","steers":false},{"player":2,"name":"Bo","steers":true}]}"#
    for connection in [1, 2] as [UInt32] { #expect(hall.texts(connection).contains(text)) }
    #expect(!hall.texts(3).contains { $0.contains("share") })
    hall.reception.seating.apply(Self.stage(steering: PlayerSlots(Self.helper)))
    #expect(hall.texts(1) == [], "nothing has changed")
    hall.reception.seating.apply(StageStatus(mode: .play))
    #expect(hall.texts(2).contains(#"{"type":"share"}"#))
    _ = hall.actions()
    hall.say(#"{"type":"apart"}"#, second)
    #expect(orders(in: hall.actions()) == [.leave(Self.helper)])
  }

  @Test func `A dashboard's orders are read, and other texts are none`() throws {
    let helper = PlayerSlots(Self.helper)
    let good: [(String, ShareOrder.Action)] = [
      (
        #"{"do":"begin","slot":1,"preset":"turns","helper":2}"#,
        .begin(Self.main, helpers: helper, ShareTerms(.turns))
      ),
      (#"{"do":"begin","slot":1,"preset":"one"}"#, .begin(Self.main, helpers: [], ShareTerms(.one))),
      (#"{"do":"pass","slot":1}"#, .pass(Self.main)), (#"{"do":"leave","slot":2}"#, .leave(Self.helper)),
      (#"{"do":"end","slot":1}"#, .end(Self.main)),
    ]
    for (text, action) in good {
      #expect(ShareOrder.Action(try JSON(parsing: Array(text.utf8).span)) == action)
    }
    for text in [
      "{}", #"{"do":"begin","slot":1}"#, #"{"do":"begin","slot":1,"preset":"x","helper":2}"#,
      #"{"do":"begin","slot":0,"preset":"one"}"#, #"{"do":"begin","slot":1,"preset":"one","helper":1}"#,
      #"{"do":"begin","slot":1,"preset":"one","helper":17}"#, #"{"do":"end","slot":17}"#,
      #"{"do":"grow","slot":1}"#,
    ] {
      #expect(ShareOrder.Action(try JSON(parsing: Array(text.utf8).span)) == nil, "\(text)")
    }
  }

  @Test func `The code for a helper is for the dashboard that asked for it`() throws {
    let text = DashboardText.ticket(link: nil, lasts: .seconds(600), helps: Self.main)
    #expect(text.text == #"{"type":"ticket","url":"","seconds":600,"rows":[],"helps":1}"#)
    #expect(text.state == nil)
    #expect(DashboardRequest(.object([("type", .string("helper")), ("slot", .integer(17))])) == nil)
  }
}
