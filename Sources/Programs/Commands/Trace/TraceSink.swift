import Glibc
import Handset
import Model
import Platform

/// A writer that buffers a trace's text, and writes it to a file.
struct TraceSink: ~Copyable {
  /// The number of buffered bytes above which the text is written immediately.
  private static let room = 1 << 16

  /// The file; nil for standard output.
  private let file: Descriptor?
  private var text = Trace.header + "\n"

  /// Opens and empties the file at `path`; `-` stands for standard output.
  ///
  /// - Throws: `SystemError` of `.open`.
  init(writing path: String) throws(SystemError) {
    file = path == "-" ? nil : try Descriptor(opening: path, .rewriting)
  }

  /// Adds the line for a packet.
  ///
  /// - Throws: `SystemError` of `.write`.
  mutating func add(_ frames: Span<UInt8>, of slot: PlayerSlot, at time: Interval) throws(SystemError) {
    text += Trace.Entry.line(at: time, slot: slot, frames: frames)
    if text.utf8.count > TraceSink.room { try flush() }
  }

  /// Writes the buffered text.
  ///
  /// - Throws: `SystemError` of `.write`.
  mutating func flush() throws(SystemError) {
    guard !text.isEmpty else { return }
    let gathered = text
    text = ""
    if file != nil {
      try file?.write(gathered)
    } else if !Stream.output.write(gathered) {
      throw SystemError(code: EPIPE, call: .write)
    }
  }
}
