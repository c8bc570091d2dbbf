/// The bars that show axes and triggers.
enum Gauge {
  /// Returns an axis from −1 to 1 as a mark on a line of `width` characters, which must be odd.
  static func axis(_ share: Double, width: Int) -> String {
    let last = width - 1
    let place = Int(((min(max(share, -1), 1) + 1) / 2 * Double(last)).rounded())
    var marks = Array(repeating: Character("─"), count: width)
    marks[0] = "├"
    marks[last] = "┤"
    marks[last / 2] = "┼"
    marks[place] = "●"
    return String(marks)
  }

  /// Returns a trigger from 0 to 1 as a bar of up to `width` characters, which grows by eighths of a character.
  static func trigger(_ share: Double, width: Int) -> String {
    let eighths = Int((min(max(share, 0), 1) * Double(8 * width)).rounded())
    let parts: [Character] = ["·", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    return String((0..<width).map { parts[min(max(eighths - 8 * $0, 0), 8)] })
  }
}
