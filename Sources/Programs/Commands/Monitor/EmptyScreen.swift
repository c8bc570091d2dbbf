import Platform
import QR

/// The live view while nobody plays: instructions for joining with a phone, with the largest code that fits.
struct EmptyScreen {
  /// The minimum number of columns for text beside a code.
  private static let leastBeside = 24
  private static let margin = "   "
  private static let title = "\(margin)Nobody is playing yet."

  private let size: Terminal.Size

  /// Creates the view for an area of `size`.
  init(_ size: Terminal.Size) { self.size = size }

  /// Returns the lines with instructions for joining, limited to the area in number and length.
  func lines(_ state: Invitation.State) -> [String] {
    switch state {
    case .none: return fitted(["", EmptyScreen.title])
    case .refused(let reason): return fitted(["", EmptyScreen.title] + wrapped(reason, to: size.columns))
    case .open(let entrance): return lines(entrance)
    }
  }

  private func lines(_ entrance: PhoneEntrance) -> [String] {
    var reason: [String] = []
    if let code = entrance.code {
      for scale in stride(from: size.columns / code.columns, to: 0, by: -1) {
        if let lines = lines(entrance, code, scale: scale) { return lines }
      }
      let columns = size.columns < code.columns ? "\(code.columns) columns and " : ""
      let rows = leastRows(entrance, code)
      reason = ["This terminal is too small for the code, which needs \(columns)\(rows) rows."]
    }
    let sentences = reason + [entrance.linkAdvice, entrance.dashboard]
    return fitted(
      entrance.link.pieces(of: size.columns) + sentences.flatMap { wrapped($0, to: size.columns) })
  }

  /// Returns the code with modules of this size, the link below it, and the sentences below or beside it.
  ///
  /// Returns nil if there is no room.
  private func lines(_ entrance: PhoneEntrance, _ code: QRCode, scale: Int) -> [String]? {
    let sentences = [entrance.codeAdvice, entrance.dashboard]
    let picture = code.lines(.blackOnWhite, scale: scale)
    let link = entrance.link.pieces(of: size.columns)
    let rest = size.columns - code.columns * scale
    let below = sentences.flatMap { wrapped($0, to: size.columns) }
    if picture.count + link.count + below.count <= size.rows {
      return picture.map { $0 + String(repeating: " ", count: rest) } + link + below
    }
    guard rest >= EmptyScreen.leastBeside, picture.count + link.count <= size.rows else { return nil }
    let beside = [""] + sentences.flatMap { wrapped($0, to: rest) + [""] }
    guard beside.count <= picture.count else { return nil }
    let texts = beside + Array(repeating: "", count: picture.count - beside.count)
    return zip(picture, texts).map { $0 + $1.leading(rest) } + link
  }

  /// Returns the rows needed for everything, in the available columns or in as many as the code needs.
  private func leastRows(_ entrance: PhoneEntrance, _ code: QRCode) -> Int {
    let columns = max(size.columns, code.columns)
    let least = code.rows() + entrance.link.pieces(of: columns).count
    let sentences = [entrance.codeAdvice, entrance.dashboard].flatMap { wrapped($0, to: columns) }
    let isWide = columns - code.columns >= EmptyScreen.leastBeside
    return LiveView.headRows + least + (isWide ? 0 : sentences.count)
  }

  private func wrapped(_ text: String, to columns: Int) -> [String] {
    text.wrapped(to: columns - EmptyScreen.margin.count).map { EmptyScreen.margin + $0 }
  }

  private func fitted(_ lines: [String]) -> [String] {
    lines.prefix(max(0, size.rows)).map { $0.clipped(to: size.columns) }
  }
}
