internal import CLinux
internal import Glibc

/// The socket at which systemd's journal accepts entries with fields (systemd.io, "Native Journal Protocol").
public struct JournalSocket: Sendable {
  private let path: String

  /// Creates the socket at `path`.
  public init(at path: String) { self.path = path }

  /// The journal's socket if standard error is connected to the journal; nil if it is not.
  ///
  /// JOURNAL_STREAM shows whether it is (systemd.exec(5)). The variable `TILTPAD_JOURNAL` names another
  /// socket.
  public static var own: JournalSocket? {
    guard let stream = Surroundings.variable("JOURNAL_STREAM"),
      unsafe linux_journal_is(STDERR_FILENO, stream) == 1
    else { return nil }
    return JournalSocket(at: Surroundings.directory("TILTPAD_JOURNAL") ?? "/run/systemd/journal/socket")
  }

  /// Sends an entry without blocking; returns whether the journal accepted it.
  ///
  /// Returns nil if sending fails for a reason other than a full queue, for example without a reader.
  public func send(_ fields: [(name: String, value: String)]) -> Bool? {
    let bytes = fields.flatMap { JournalSocket.encoded($0.name, $0.value) }
    let result = unsafe linux_journal_send(path, bytes, bytes.count)
    return result == 0 ? true : result == -EAGAIN ? false : nil
  }

  /// Returns a field in the protocol's form; a value of several lines is preceded by its length, a little-endian u64.
  static func encoded(_ name: String, _ value: String) -> [UInt8] {
    guard value.contains(where: \.isNewline) else { return Array("\(name)=\(value)\n".utf8) }
    let text = Array(value.utf8)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
    return Array("\(name)\n".utf8) + length + text + [0x0a]
  }
}
