import Foundation
import HandModel
import Motion

/// The picture docs/filters.svg: jitter over lag, a panel for each of two noise levels.
struct Chart {
  var rows: [Row]

  /// The grey of grids and words, a mid tone that is legible on white and on black.
  private static let grey = "#7d7d7d"
  /// The colours of the kinds of filters, also mid tones.
  private static let colours: [Candidate.Family: String] = [
    .average: "#3d8bd9", .oneEuro: "#d9730d", .gated: "#2e9e6b",
  ]
  private static let width = 720.0
  private static let height = 340.0
  private static let lags = [3.0, 5, 10, 20, 50]
  private static let jitters = [0.5, 1, 2, 5, 10]

  /// The picture as SVG.
  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 920" font-family="sans-serif" font-size="12">
    <title>Tilt filters: jitter of a resting hand over lag</title>
    \(panel(noise: 1, y: 50))
    \(panel(noise: 4, y: 510))
    </svg>

    """
  }

  private func panel(noise: Int, y: Double) -> String {
    let title =
      "<text x='0' y='-16' fill='\(Chart.grey)' font-size='14'>sensor noise \(3 * noise) mrad</text>"
    let parts = [title, Chart.axes(), unfiltered(noise: noise), marks(noise: noise)]
    return "<g transform='translate(60 \(y))'>\n" + parts.joined(separator: "\n") + "\n</g>"
  }

  private static func x(_ lag: Double) -> Double { width * log(lag / 3) / log(60.0 / 3) }
  private static func y(_ jitter: Double) -> Double { height * (1 - log(jitter / 0.4) / log(20.0 / 0.4)) }

  private static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) -> String
  {
    String(format: "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' ", x1, y1, x2, y2) + style + "/>"
  }

  private static func text(_ x: Double, _ y: Double, _ style: String, _ words: String) -> String {
    String(format: "<text x='%.1f' y='%.1f' ", x, y) + style + ">\(words)</text>"
  }

  /// Returns grid lines with their numbers, and the titles of the axes.
  private static func axes() -> String {
    let thin = "stroke='\(grey)' stroke-opacity='0.3'"
    let columns = lags.flatMap { lag in
      [
        line(x(lag), 0, x(lag), height, thin),
        text(x(lag), height + 16, "fill='\(grey)' text-anchor='middle'", "\(Int(lag))"),
      ]
    }
    let rows = jitters.flatMap { jitter in
      [
        line(0, y(jitter), width, y(jitter), thin),
        text(-6, y(jitter) + 4, "fill='\(grey)' text-anchor='end'", jitter < 1 ? "0.5" : "\(Int(jitter))"),
      ]
    }
    let names = [
      text(width / 2, height + 36, "fill='\(grey)' text-anchor='middle'", "lag in ms (less is better)"),
      "<text transform='translate(-34 \(height / 2)) rotate(-90)' fill='\(grey)' text-anchor='middle'>"
        + "jitter in mrad (less is better)</text>",
    ]
    return (columns + rows + names).joined(separator: "\n")
  }

  /// Returns a horizontal line at the jitter of the unfiltered tilt.
  ///
  /// Its lag of 0 has no place on the logarithmic axis.
  private func unfiltered(noise: Int) -> String {
    let height = Chart.y(Row.mean(of: "none", noise: noise, in: rows).jitter)
    let style = "stroke='\(Chart.grey)' stroke-dasharray='5 4'"
    return Chart.line(0, height, Chart.width, height, style)
      + Chart.text(Chart.width, height - 5, "fill='\(Chart.grey)' text-anchor='end'", "no filter (no lag)")
  }

  /// The offsets of labels from their dots; by default, a label is to the right of its dot.
  ///
  /// A label with a negative x ends at its place instead of beginning there.
  private static let labels: [String: (x: Double, y: Double)] = [
    "1€ 0.5/5/5": (-14, -14), "1€ 1/5/1": (14, -18), "1€ 0.3/3/4": (14, 26),
    "gated 250/12 ms, 0.1–0.3": (-14, 10), "gated 200/20 ms, 0.1–0.5": (-18, 24),
    "gated 120/20 ms, 0.1–0.5": (-10, -24), "average of 5": (14, -14), "average of 8": (-8, -18),
    "average of 100 ms": (-14, 18),
  ]

  /// Returns a labelled dot for each filter.
  private func marks(noise: Int) -> String {
    let candidates = Candidate.published.filter { $0.filter != .none }
    return candidates.map { candidate in
      let quality = Row.mean(of: candidate.name, noise: noise, in: rows)
      return Chart.mark(candidate, x: Chart.x(quality.lag), y: Chart.y(quality.jitter))
    }.joined(separator: "\n")
  }

  private static func mark(_ candidate: Candidate, x: Double, y: Double) -> String {
    let colour = colours[candidate.family] ?? grey
    let isDefault = candidate.filter == .default
    let label = labels[candidate.name] ?? (14, 0)
    let style = "fill='\(colour)' text-anchor='\(label.x < 0 ? "end" : "start")'"
    let ring = isDefault ? " stroke='\(grey)' stroke-width='2.5'" : ""
    return line(x, y, x + label.x, y + label.y, "stroke='\(colour)' stroke-opacity='0.6'")
      + String(format: "<circle cx='%.1f' cy='%.1f' r='%.1f' ", x, y, isDefault ? 6.5 : 4.5)
      + "fill='\(colour)'\(ring)/>"
      + text(
        x + label.x + (label.x < 0 ? -3 : 3), y + label.y + 4, style,
        candidate.name + (isDefault ? " (default)" : ""))
  }
}
