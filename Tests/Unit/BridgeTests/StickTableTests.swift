import Model
import Motion
import Testing
import Wire

@testable import Bridge

/// The table of the players' described sticks.
@Suite struct StickTableTests {
  private let now = Instant(nanoseconds: 1_000_000_000)
  private let description = StickDescription(
    name: "Stick", bus: 3, vendor: 1, product: 2, version: 3, keys: [0x120],
    axes: [StickDescription.Axis(code: 0, minimum: 0, maximum: 1_000)])

  private func slot(_ number: Int) throws -> PlayerSlot { try #require(PlayerSlot(number: number)) }

  /// Returns the numbers of the players who have a stick, according to `table`.
  private func players(_ table: StickTable) -> [UInt8] {
    PlayerSlots.all.each.filter { table.has($0) }.map(\.number)
  }

  /// Returns a row with a stick whose button is down and whose device is not plugged in.
  private func row() -> StickTable.Row {
    var report = StickReport()
    report.buttons[0] = true
    report.axes.append(700)
    let state = StickState(sampleTime: 0, revision: 3, nextEdge: 0, report: report, isNeutral: false)
    var input = StickInput(of: description, showing: state, settings: .init(), at: now)
    input.follow(state, skipped: 0, at: now)
    var row = StickTable.Row()
    (row.present, row.input) = ((3, description), input)
    return row
  }

  @Test func `Each player's stick comes and goes without those of the others`() throws {
    var table = StickTable()
    #expect(players(table) == [])
    for number in [2, 1, 16] { table.begin(try slot(number), at: now) }
    #expect(players(table) == [1, 2, 16])
    table.clear(try slot(2))
    #expect(players(table) == [1, 16])
    table.clear(try slot(3))
    table[try slot(3)] = nil
    #expect(players(table) == [1, 16])
    table[try slot(16)]?.isAwaited = false
    table[try slot(3)]?.isAwaited = true
    #expect(players(table) == [1, 16], "a change of a row makes none and removes none")
    let awaited = PlayerSlots.all.each.filter { table.isAwaited($0) }.map(\.number)
    #expect(awaited == [1])
    for number in [1, 16] { table[try slot(number)] = nil }
    #expect(players(table) == [])
  }

  @Test func `A device shows its state once it is plugged in, and then each change`() throws {
    var table = StickTable()
    let player = try slot(4)
    table[player] = row()
    var isDue = table.nextReport(of: player, at: now)
    #expect(!isDue && table.deadline(of: player) == .distantFuture)
    for _ in 1...2 {
      table.plug(player, at: now)
      #expect(table[player]?.isPlugged == true)
      isDue = table.nextReport(of: player, at: now)
      #expect(isDue && table.report(of: player)?.buttons.numbers == [0], "each device is new")
      isDue = table.nextReport(of: player, at: now)
      #expect(!isDue && table.deadline(of: player) > now)
    }
    table.release(player, at: now)
    #expect(table.deadline(of: player) == now)
    isDue = table.nextReport(of: player, at: now + .seconds(1))
    #expect(isDue && table.report(of: player)?.axes[0] == 500)
  }

  @Test func `A stick that is still awaited is not plugged in`() throws {
    var table = StickTable()
    let player = try slot(4)
    table.begin(player, at: now)
    #expect(table.isAwaited(player))
    table.plug(player, at: now)
    #expect(!table.isAwaited(player) && table.has(player) && table[player]?.isPlugged == false)
    let isDue = table.nextReport(of: player, at: now)
    #expect(!isDue && table.report(of: player) == nil && table.description(of: player) == nil)
    #expect(table.counts(of: player) == nil)
  }

  @Test func `A new session keeps the device at rest, and knows no earlier revision`() throws {
    var table = StickTable()
    let player = try slot(4)
    var former = row()
    (former.described, former.refused) = ((4, description), 5)
    table[player] = former
    table.plug(player, at: now)
    _ = table.nextReport(of: player, at: now)
    table.begin(player, at: now + .seconds(1))
    let next = try #require(table[player])
    #expect(next.present?.revision == nil && next.present?.description == description)
    #expect(next.described == nil && next.refused == nil && next.isPlugged && next.isAwaited)
    let isChanged = table.nextReport(of: player, at: now + .seconds(1))
    #expect(isChanged && table.report(of: player)?.buttons.numbers == [])
  }
}
