import Console
import Platform
import QR

/// A QR code with its text and notes, as printed by a command.
///
/// The code is omitted if the terminal is too small for it.
struct PrintedCode {
  /// The text encoded in the code.
  var text: String
  /// The sentences below the code.
  var notes: [String]
  /// The sentences below the text if the code is omitted; nil if they are those in ``notes``.
  var notesWithoutCode: [String]?
  /// True if the text is also useful without the code, like a link.
  var showsText = true
  /// The advice if the text is too long for a code; nil for the advice to repeat the command with `--link`.
  var shorter: String?
  /// The possible error correction levels of the code, the best first.
  var corrections = [QRCode.Correction.medium, .low]

  /// Returns the lines for the terminal at `stream`, according to the options `--link` and `--plain` of `invocation`.
  ///
  /// - Throws: a failure if the text is too long for a code.
  func lines(_ invocation: Invocation, on stream: Stream = .output) throws(Failure) -> [String] {
    if invocation.has("link") { return [text] }
    let isPlain = invocation.has("plain") || !Terminal.isTerminal(stream)
    guard let lines = lines(isPlain ? .plain : .blackOnWhite, in: Terminal.size(of: stream)) else {
      throw Failure(
        "the link is too long for a QR code", while: "drawing the code",
        try: shorter ?? "\(invocation.command) --link")
    }
    return lines
  }

  /// Returns the lines for a terminal of this size or, with nil, for any; nil if the text is too long for a code.
  ///
  /// One row stays free for the shell's next output. The text is not broken into lines, so that it can be copied.
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
