import Console
import Platform
import QR

/// A QR code with its text and notes, as a command prints it; without the code if the terminal is too small for it.
struct PrintedCode {
  /// The text that the code encodes.
  var text: String
  /// The sentences below the code.
  var notes: [String]
  /// The sentences below the text if the code is left out; nil if they are the same.
  var notesWithoutCode: [String]?
  /// True if the text is of use without the code, as a link is.
  var showsText = true
  /// The error correction levels with which the code may be drawn, the best first.
  var corrections = [QRCode.Correction.medium, .low]

  /// Returns the lines on the terminal at `stream` for `invocation`, whose options `--link` and `--plain` apply.
  ///
  /// - Throws: a failure if the text is too long for a code.
  func lines(_ invocation: Invocation, on stream: Stream = .output) throws(Failure) -> [String] {
    if invocation.has("link") { return [text] }
    let isPlain = invocation.has("plain") || !Terminal.isTerminal(stream)
    guard let lines = lines(isPlain ? .plain : .blackOnWhite, in: Terminal.size(of: stream)) else {
      throw Failure(
        "the link is too long for a QR code", while: "drawing the code", try: "\(invocation.command) --link")
    }
    return lines
  }

  /// Returns the lines in a terminal of this size, or for any with nil; nil if the text is too long for a code.
  ///
  /// A row stays free for what the shell writes next. The text is not cut into lines, so that it can be copied.
  func lines(_ style: QRCode.Style, in size: Terminal.Size?) -> [String]? {
    let codes = corrections.compactMap { QRCode(text, correction: $0) }
    guard let first = codes.first, let last = codes.last else { return nil }
    let shown = showsText ? [text] : []
    guard let size else { return first.lines(style) + shown + notes }
    let below = PrintedCode.wrapped(notes, to: size)
    let rest = shown.map { ($0.count + size.columns - 1) / size.columns }.reduce(below.count + 1, +)
    for code in codes where code.columns <= size.columns && code.rows() + rest <= size.rows {
      return code.lines(style) + shown + below
    }
    let needs = "\(last.columns) columns and \(last.rows() + rest) rows"
    let reason = "This terminal is too small for the code, which needs \(needs)."
    return reason.wrapped(to: size.columns) + shown + PrintedCode.wrapped(notesWithoutCode ?? notes, to: size)
  }

  private static func wrapped(_ sentences: [String], to size: Terminal.Size) -> [String] {
    sentences.flatMap { $0.isEmpty ? [""] : $0.wrapped(to: size.columns) }
  }
}
