import Foundation
import HandModel
import Motion

/// One line of docs/filters.csv: the quality of a filter at one rate and noise level.
struct Row: Sendable {
  var name: String
  var rate: Int
  var noise: Int
  var quality: Quality

  /// The rates of the published numbers, in Hz.
  static let rates = [60, 100]
  /// The noise levels of the published numbers, as multiples of 3 mrad.
  static let noises = [1, 2, 4]
  /// The seeds for tuning.
  static let trainingSeeds: ClosedRange<UInt64> = 1...4
  /// The seeds of the published numbers, none of which served for tuning.
  static let testSeeds: ClosedRange<UInt64> = 101...108

  /// Measures `candidates` at all rates and noise levels.
  static func measure(_ candidates: [Candidate], seeds: ClosedRange<UInt64>, seconds: Double) -> [Row] {
    var rows: [Row] = []
    for noise in noises {
      for rate in rates {
        let hands = Quality.Hands(seeds: seeds, rate: Double(rate), noise: Double(noise), seconds: seconds)
        for candidate in candidates {
          let quality = Quality(of: candidate.filter, on: hands)
          rows.append(Row(name: candidate.name, rate: rate, noise: noise, quality: quality))
        }
      }
    }
    return rows
  }

  /// Returns the quality of a filter at a noise level: the mean over both rates.
  static func mean(of name: String, noise: Int, in rows: [Row]) -> Quality {
    let both = rows.filter { $0.name == name && $0.noise == noise }
    return both.count == 2 ? .mean(both[0].quality, both[1].quality) : Quality()
  }
}

extension [Row] {
  /// The rows as CSV with a header.
  var csv: String {
    let header = "filter;rate Hz;noise;" + Quality.columns.map(\.name).joined(separator: ";")
    let lines = map { row in
      let values = Quality.columns.map { String(format: "%.3f", row.quality[keyPath: $0.path]) }
      return "\(row.name);\(row.rate);\(row.noise);" + values.joined(separator: ";")
    }
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  /// Parses the rows of a CSV text; other lines are ignored.
  init(csv: String) {
    self = csv.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ";")
      guard fields.count == 3 + Quality.columns.count, let rate = Int(fields[1]), let noise = Int(fields[2])
      else { return nil }
      var quality = Quality()
      for (column, field) in zip(Quality.columns, fields.dropFirst(3)) {
        quality[keyPath: column.path] = Double(field) ?? .nan
      }
      return Row(name: String(fields[0]), rate: rate, noise: noise, quality: quality)
    }
  }

  /// Returns one Markdown table for each noise level, with the means over both rates.
  func markdown(of candidates: [Candidate]) -> String {
    let header = "| filter | " + Quality.columns.map(\.name).joined(separator: " | ") + " |\n"
    let rule = "|---|" + String(repeating: "---:|", count: Quality.columns.count) + "\n"
    return Row.noises.map { noise in
      let lines = candidates.map { candidate in
        let quality = Row.mean(of: candidate.name, noise: noise, in: self)
        let values = Quality.columns.map { String(format: "%.1f", quality[keyPath: $0.path]) }
        let name = candidate.filter == .default ? "**\(candidate.name)** (default)" : candidate.name
        return "| \(name) | " + values.joined(separator: " | ") + " |\n"
      }
      return "Sensor noise \(3 * noise) mrad:\n\n" + header + rule + lines.joined()
    }.joined(separator: "\n")
  }

  /// Returns the values that are worse than in `published`, and the filters that are no longer measured.
  ///
  /// A value counts as worse if it exceeds the published one by more than 5 % plus 0.05 ms or mrad, which
  /// allows for rounding in small values.
  func regressions(against published: [Row]) -> [String] {
    published.flatMap { old -> [String] in
      guard let new = first(where: { $0.name == old.name && $0.rate == old.rate && $0.noise == old.noise })
      else { return ["\(old.name): no longer measured"] }
      return Quality.columns.compactMap { name, path in
        let limit = old.quality[keyPath: path] * 1.05 + 0.05
        guard !(new.quality[keyPath: path] <= limit) else { return nil }
        let values = String(format: "%.3f → %.3f", old.quality[keyPath: path], new.quality[keyPath: path])
        return "\(old.name), \(old.rate) Hz, noise ×\(old.noise), \(name): \(values)"
      }
    }
  }
}
