import Foundation
import Impairment
import QuizRoom
import TestSupport

/// The tables of docs/buzzer.md.
enum Report {
  /// The leads of the first press in the tables, in ms.
  static let leads: [Milliseconds] = [0.5, 1, 2, 3, 5]

  /// The maximum time, in ms, in which 99 of 100 rounds of native controllers at 60 Hz must be decided.
  private static let limit = 80.0

  /// Returns all tables, one below the other, and a fault for each kind of controller that is too slow.
  static func make() async -> (text: String, slow: [String]) {
    let (waits, slow) = await waits()
    let parts = await [verdicts(), offsets(), waits]
    return (parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n", slow)
  }

  private static func verdicts() async -> [String] {
    let rows = await concurrently(leads) { lead in
      let verdicts = Verdicts.measure(Seat.house, rooms: 0..<500, rounds: 4) { _ in lead }
      let share = { (count: Int) in percent(count, of: verdicts.rounds) }
      let tied = verdicts.rounds - verdicts.decided
      return "| \(number(lead, 1)) ms | \(share(verdicts.rightByArrival)) | \(share(verdicts.rightByMedian)) "
        + "| \(share(verdicts.decided - verdicts.wrong)) | \(share(tied)) | \(verdicts.wrong) |"
    }
    return [
      "2,000 rounds each, in 500 rooms of eight:", "",
      "| the first is ahead by | right by arrival | right by median | judge: decided, right | judge: too close | judge: wrong |",
      "|---:|---:|---:|---:|---:|---:|",
    ] + rows
  }

  private static func offsets() async -> [String] {
    let rows = await concurrently(Delays.allCases.filter { $0 != .lopsided }) { delays in
      let errors = OffsetErrors.measure(delays, players: 2_000)
      let cells = [errors.single, errors.quickest, errors.median, errors.bounds].map {
        [50, 95, 99].map(percentile(of: $0, 2)).joined(separator: " / ")
      }
      let width = [50, 95].map(percentile(of: errors.halfWidth, 2)).joined(separator: " / ")
      return "| \(name(delays)) | \(cells.joined(separator: " | ")) | \(width) "
        + "| \(number(100 * errors.inside, 1)) % |"
    }
    return [
      "How far clocks are off after 10 s of ten exchanges a second, in ms (50th, 95th and 99th percentile of 2,000 players):",
      "",
      "| network | last exchange | quickest of 8 | median of 200 | middle of the bounds | half-width (50th / 95th) | truth within |",
      "|---|---:|---:|---:|---:|---:|---:|",
    ] + rows
  }

  private static func waits() async -> (table: [String], slow: [String]) {
    let native = [30.0, 60, 120].flatMap { rate in
      [0, 0.1].map { ("native, \(number(rate, 0)) Hz", $0, Seat.house(rate: rate, loss: $0)) }
    }
    let pages = [0, 0.1].map { loss in
      ("pages, 60 Hz", loss, Seat.house.map { Seat.page($0.delays, loss: loss) })
    }
    let rows = await concurrently(native + pages) { name, loss, seats -> (String, String?) in
      let verdicts = Verdicts.measure(seats, rooms: 0..<500, rounds: 4) { 20 * $0.unit() }
      let spread = Spread(verdicts.waits)
      let cells = [50, 95, 99].map(percentile(of: spread, 0)).joined(separator: " | ")
      let isSlow = name == "native, 60 Hz" && spread.percentile(99) ?? .infinity >= limit
      return (
        "| \(name) | \(number(100 * loss, 0)) % | \(cells) |",
        isSlow ? "\(name), \(loss) lost: not decided within \(limit) ms" : nil
      )
    }
    let table = [
      "The time from the first press to the decision, in ms (2,000 rounds of eight; the first press is up to 20 ms ahead):",
      "",
      "| controllers | packets lost | 50th | 95th | 99th |", "|---|---:|---:|---:|---:|",
    ]
    return (table + rows.map(\.0), rows.compactMap(\.1))
  }

  private static func name(_ delays: Delays) -> String {
    [.wired: "cable", .quiet: "quiet", .busy: "busy", .powerSave: "power-save"][delays] ?? delays.rawValue
  }

  private static func percentile(of spread: Spread, _ decimals: Int) -> (Int) -> String {
    { spread.percentile($0).map { number($0, decimals) } ?? "–" }
  }

  private static func number(_ value: Double, _ decimals: Int) -> String {
    String(format: "%.\(decimals)f", value)
  }

  private static func percent(_ count: Int, of all: Int) -> String {
    number(100 * Double(count) / Double(max(1, all)), 1) + " %"
  }
}

/// Returns the results of `body` for all items, in the order of the items.
///
/// As many calls run at the same time as there are processors.
func concurrently<Item: Sendable, Result: Sendable>(
  _ items: [Item], _ body: @escaping @Sendable (Item) -> Result
) async -> [Result] {
  await withTaskGroup(of: (Int, Result).self) { group in
    for (index, item) in items.enumerated() { group.addTask { (index, body(item)) } }
    var results: [Int: Result] = [:]
    for await (index, result) in group { results[index] = result }
    return items.indices.compactMap { results[$0] }
  }
}
