import HandModel
import Model
import Motion

/// A filter with its name in the tables and in the picture.
struct Candidate: Sendable {
  /// The kind of filter; filters of one kind share a colour.
  enum Family: String, Sendable {
    case average
    case oneEuro
    case gated
  }

  var name: String
  var filter: TiltFilter
  var family: Family

  /// Returns a 1€ filter, named by its three numbers.
  static func oneEuro(_ minimumCutoff: Double, _ beta: Double, _ derivativeCutoff: Double) -> Candidate {
    let numbers = [minimumCutoff, beta, derivativeCutoff].map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
    return Candidate(
      name: "1€ " + numbers.joined(separator: "/"),
      filter: .oneEuro(minimumCutoff: minimumCutoff, beta: beta, derivativeCutoff: derivativeCutoff),
      family: .oneEuro)
  }

  /// Returns a gated average, named by its windows in ms and its speeds in rad/s.
  static func gated(_ long: Int64, _ short: Int64, _ closed: Double, _ open: Double) -> Candidate {
    Candidate(
      name: "gated \(long)/\(short) ms, \(closed)–\(open)",
      filter: .gatedAverage(
        TiltFilter.GateSettings(
          longWindow: .milliseconds(long), shortWindow: .milliseconds(short), closedSpeed: closed,
          openSpeed: open)),
      family: .gated)
  }

  /// Returns a moving average of `count` samples.
  static func average(_ count: Int) -> Candidate {
    Candidate(name: "average of \(count)", filter: .movingAverage(count: count), family: .average)
  }

  /// The filters that the documentation compares.
  static let published: [Candidate] = [
    Candidate(name: "none", filter: .none, family: .average),
    average(3), average(5), average(8), average(10),
    Candidate(name: "average of 100 ms", filter: .timeAverage(window: .milliseconds(100)), family: .average),
    oneEuro(1, 5, 1), oneEuro(0.5, 5, 5), oneEuro(0.5, 2, 5), oneEuro(0.3, 3, 4),
    gated(200, 20, 0.1, 0.5), gated(250, 12, 0.1, 0.3), gated(120, 20, 0.1, 0.5),
  ]

  /// The filters from which ``Score`` selects the best.
  static let grid: [Candidate] = {
    var grid: [Candidate] = []
    for minimum in [0.2, 0.3, 0.5, 0.7, 1] {
      for beta in [2.0, 3, 4, 5, 6, 8] {
        for derivative in [1.0, 2, 3, 4, 5, 8] { grid.append(oneEuro(minimum, beta, derivative)) }
      }
    }
    for long: Int64 in [80, 100, 120, 150, 200, 250] {
      for short: Int64 in [1, 5, 10, 20] {
        for closed in [0.02, 0.05, 0.1, 0.2] {
          for open in [0.2, 0.3, 0.5, 0.7] where open > closed {
            grid.append(gated(long, short, closed, open))
          }
        }
      }
    }
    return grid
  }()
}
