import Model
import Testing
import Wire

@testable import Pages

/// The limits on what the host's pages leave waiting, and the end of what waits when they go.
@Suite struct DeskLimitTests {
  private var (desk, book) = (Desk(), TicketBook())
  private var random = SystemRandomNumberGenerator()
  private var now = Instant(nanoseconds: 1_000_000_000_000)

  /// Removes and returns all actions.
  private mutating func actions() -> [PageAction] {
    var actions: [PageAction] = []
    while let action = desk.next() { actions.append(action) }
    return actions
  }

  private mutating func receive(_ text: String) {
    desk.receive(
      Array(text.utf8).span, on: 3, isWatching: true, layouts: [], book: &book, at: now, using: &random)
    now = now + .seconds(1)
  }

  /// Removes and returns the messages that wait for the dashboard.
  private mutating func messages() -> [(bytes: [UInt8], isText: Bool, isMore: Bool)] {
    var messages: [(bytes: [UInt8], isText: Bool, isMore: Bool)] = []
    while let message = desk.next(for: 3) { messages.append(message) }
    return messages
  }

  @Test mutating func `A dashboard that does not read has 256 texts and one status, and is then closed`() {
    desk.open(Desk.Dashboard(), on: 3)
    for players: UInt8 in [0, 0, 0] {
      var datagram = LocalDatagram()
      HostStatus(limit: 4, players: players, hasKernelPads: false).write(to: &datagram)
      let bytes = datagram
      bytes.withBytes { packet in
        if let read = try? StatusPacket(parsing: packet) { desk.collect(packet, read) }
      }
    }
    for number in 0..<256 as Range<UInt64> { desk.tell(.answer(number: number, .done), on: 3) }
    #expect(actions().map(\.short) == Array(repeating: "wake 3", count: 259))
    desk.tell(.answer(number: 256, .done), on: 3)
    #expect(actions().map(\.short) == ["close 3"])
    let waiting = messages()
    #expect(waiting.count == 257 && waiting.count { $0.isText } == 256)
    #expect(waiting.map(\.isMore) == Array(repeating: true, count: 256) + [false])
  }

  @Test(arguments: [false, true])
  mutating func `The settings that a dashboard tries are undone when it goes, and no others`(
    _ isReplaced: Bool
  ) {
    desk.open(Desk.Dashboard(), on: 3)
    for (number, slot) in zip(1..., [0, 2, 5, 16]) {
      receive(
        #"{"type":"setting","do":"try","slot":\#(slot),"key":"curve","value":1,"number":\#(number)}"#)
    }
    receive(#"{"type":"setting","do":"keep","slot":5,"number":9}"#)
    #expect(actions().count { $0.short == "order" } == 5)
    if isReplaced {
      for other in 4...11 as ClosedRange<UInt32> { desk.open(Desk.Dashboard(), on: other) }
    }
    #expect(desk.close(3, book: &book, at: now) == !isReplaced)
    let undone = actions().filter { $0.short == "order" }.map { action -> Int? in
      guard case .order(.setting(let order)) = action, case .undo(let slot) = order.action else { return nil }
      return Int(slot?.number ?? 0)
    }
    #expect(Set(undone) == [0, 2, 16] && undone.count == 3)
  }

  @Test(arguments: [
    ("", false), (#","number":0"#, true), (#","number":18446744073709551615"#, true),
    (#","number":-1"#, false), (#","number":1.5"#, false), (#","number":"1""#, false),
  ])
  mutating func `An order without a whole number is counted, and not carried out`(
    _ number: String, _ isOrder: Bool
  ) {
    desk.open(Desk.Dashboard(), on: 3)
    receive(#"{"type":"kick","slot":1\#(number)}"#)
    #expect(actions().map(\.short) == (isOrder ? ["order"] : []) && desk.refusals == (isOrder ? 0 : 1))
  }

  @Test mutating func `Sixty-four orders wait for the bridge, and the next one is answered at once`() throws {
    desk.open(Desk.Dashboard(), on: 3)
    for number in 1...65 { receive(#"{"type":"kick","slot":1,"number":\#(number)}"#) }
    var numbers: [UInt32] = []
    for case .order(.order(let order)) in actions() { numbers.append(order.number) }
    #expect(numbers.count == 64)
    #expect(
      messages().map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"type":"answer","number":65,"result":"notNow"}"#
      ])
    desk.apply(LocalAnswer(number: try #require(numbers.first), .done))
    receive(#"{"type":"kick","slot":1,"number":66}"#)
    #expect(actions().map(\.short) == ["wake 3", "order"])
  }
}
