import Foundation
import HandModel
import Motion

/// The quality of a candidate on the training seeds compared with the default.
struct Score {
  var name: String
  /// The geometric mean of the ratios of all values to the default's; a mean below 1 is better.
  var mean: Double
  /// The greatest ratio of a value to the default's; if it is at most 1, no value of the candidate is worse.
  var worst: Double

  /// Returns the scores of the whole grid, best first.
  static func ranking() -> [Score] {
    let base = Candidate(name: "default", filter: .default, family: .oneEuro)
    let rows = Row.measure([base] + Candidate.grid, seeds: Row.trainingSeeds, seconds: 60)
    return Candidate.grid.map { candidate in
      let ratios = Row.noises.flatMap { noise in
        let quality = Row.mean(of: candidate.name, noise: noise, in: rows)
        let reference = Row.mean(of: "default", noise: noise, in: rows)
        return Quality.columns.map { quality[keyPath: $0.path] / reference[keyPath: $0.path] }
      }
      let mean = exp(ratios.reduce(0) { $0 + log($1) } / Double(ratios.count))
      return Score(name: candidate.name, mean: mean, worst: ratios.max() ?? .nan)
    }
    .sorted { $0.mean < $1.mean }
  }

  /// Prints the best candidates by mean, the best 1€ filters, and the best by their worst ratio.
  static func printRanking() {
    let ranking = ranking()
    func show(_ title: String, _ scores: [Score]) {
      print(title)
      for score in scores.prefix(10) {
        print(String(format: "  %.3f, worst %.2f  ", score.mean, score.worst) + score.name)
      }
    }
    show("Best on the whole:", ranking)
    show("Best of the 1€ filters:", ranking.filter { $0.name.hasPrefix("1€") })
    show("Best worst case:", ranking.sorted { $0.worst < $1.worst })
  }
}
