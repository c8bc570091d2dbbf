import Foundation
import Notation
import RateMeter

/// The tables and the JSON of a measurement.
struct Report {
  /// The scores of all settings.
  let scores: [Score]
  /// The machine and the runs in words.
  let conditions: String

  /// The tables in Markdown.
  var tables: String {
    """
    \(conditions)

    Times, wake-ups, instructions and answers are per packet. Minor faults are those of all quiet turns together. Lost packets moved no
    pad, in any turn of either daemon.

    \(costs)
    Latency on a quiet machine, from the sender to the reader of the pads, in µs:

    \(latencies(isLoaded: false))
    The same under load:

    \(latencies(isLoaded: true))
    """
  }

  private static let first = ["packets", "Hz", "players"]

  private var costs: String {
    let head =
      Report.first + [
        "bare ns", "Tiltpad ns", "ratio", "bare wake-ups", "Tiltpad wake-ups", "bare instructions",
        "Tiltpad instructions", "Tiltpad answers", "Tiltpad faults", "lost",
      ]
    return table(
      head,
      scores.map { score in
        let instructions = Side.allCases.map { side in
          score.median(side) { $0.instructions }.map { text($0, 0) } ?? "–"
        }
        return [
          text(score.median(.bare, \.processor), 0), text(score.median(.tiltpad, \.processor), 0),
          text(score.ratio, 2), text(score.median(.bare, \.wakeups), 3),
          text(score.median(.tiltpad, \.wakeups), 3), instructions[0], instructions[1],
          text(score.median(.tiltpad, \.answers), 3), "\(score.faults(.tiltpad))",
          "\(score.lost(.bare) + score.lost(.tiltpad))",
        ]
      })
  }

  private func latencies(isLoaded: Bool) -> String {
    let ranks = ["p50", "p99", "p99.9", "worst"]
    return table(
      Report.first + Side.allCases.flatMap { side in ranks.map { "\(side.name) \($0)" } },
      scores.map { score in
        Side.allCases.flatMap { side in
          let latencies = score.latencies(side, isLoaded: isLoaded)
          return Report.shares.map { text(latencies.rank($0.share) / 1_000, 0) }
        }
      })
  }

  private static let shares = [("p50", 0.5), ("p99", 0.99), ("p999", 0.999), ("worst", 1)].map {
    (name: $0.0, share: $0.1)
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    let names = zip(scores, rows).map { score, row in
      [score.setting.kind, "\(score.setting.rate)", "\(score.setting.players)"] + row
    }
    let rule = "|---|" + head.dropFirst().map { _ in "---:|" }.joined() + "\n"
    let lines = ([head] + names).map { "| \($0.joined(separator: " | ")) |\n" }
    return lines[0] + rule + lines.dropFirst().joined()
  }

  private func text(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

  /// The figures in JSON; times are in ns.
  func json(_ goals: [Goal]) -> JSON {
    .object([
      ("conditions", .string(conditions)),
      ("settings", .array(scores.map(figures))),
      (
        "goals",
        .array(
          goals.map {
            .object([
              ("name", .string($0.name)), ("limit", .number($0.limit)), ("greatest", .number($0.greatest)),
              ("missed", .integer(UInt64($0.missed))),
            ])
          })
      ),
    ])
  }

  private func figures(of score: Score) -> JSON {
    .object(
      [
        ("rate", .integer(UInt64(score.setting.rate))), ("players", .integer(UInt64(score.setting.players))),
        ("encrypted", .bool(score.setting.isEncrypted)), ("ratio", .number(score.ratio)),
      ] + Side.allCases.map { ($0.name.lowercased(), figures(of: $0, in: score)) })
  }

  private func figures(of side: Side, in score: Score) -> JSON {
    let costs: [(String, (Sample) -> Double)] = [
      ("processor", \.processor), ("wakeups", \.wakeups), ("reports", \.reports),
      ("bytes", \.bytes), ("answers", \.answers),
    ]
    let ranks = [("quiet", false), ("loaded", true)].map { name, isLoaded in
      let latencies = score.latencies(side, isLoaded: isLoaded)
      let ranks = Report.shares.map { ($0.name, JSON.number(latencies.rank($0.share))) }
      return (name, JSON.object([("packets", .integer(UInt64(latencies.count)))] + ranks))
    }
    return .object(
      costs.map { ($0.0, .number(score.median(side, $0.1))) }
        + [
          ("instructions", score.median(side) { $0.instructions }.map(JSON.number) ?? .null),
          ("faults", .integer(UInt64(score.faults(side)))),
          ("lost", .integer(UInt64(score.lost(side)))),
        ] + ranks)
  }
}
