internal import CLinux
internal import Glibc

/// What a command needs to know of the terminal it runs in.
public enum Terminal {
  /// Columns and rows of characters.
  public struct Size: Hashable, Sendable {
    /// The characters in a row.
    public var columns: Int
    /// The rows.
    public var rows: Int

    /// So many columns and rows.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// Whether `stream` is a terminal (isatty(3)).
  public static func isTerminal(_ stream: Stream) -> Bool {
    isatty(stream.rawValue) == 1
  }

  /// The size of the terminal at `stream`; nil when it is none or does not know (TIOCGWINSZ).
  public static func size(of stream: Stream = .output) -> Size? {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    guard unsafe linux_window_size(stream.rawValue, &columns, &rows) == 0 else { return nil }
    guard columns > 0, rows > 0 else { return nil }
    return Size(columns: Int(columns), rows: Int(rows))
  }

  /// As long as this lives, keys arrive one by one and are not shown; Ctrl-C stays a signal (tcsetattr(3)).
  @safe public struct KeyMode: ~Copyable {
    private let stream: Stream
    private let former: termios

    /// Changes the terminal at `stream`.
    ///
    /// - Throws: `SystemError` of `.terminal`, with `ENOTTY` when it is no terminal.
    public init(_ stream: Stream = .input) throws(SystemError) {
      var settings = termios()
      guard unsafe tcgetattr(stream.rawValue, &settings) == 0 else {
        throw SystemError(code: errno, call: .terminal)
      }
      let former = settings
      settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
      guard unsafe tcsetattr(stream.rawValue, TCSAFLUSH, &settings) == 0 else {
        throw SystemError(code: errno, call: .terminal)
      }
      self.stream = stream
      self.former = former
    }

    deinit {
      var settings = former
      _ = unsafe tcsetattr(stream.rawValue, TCSAFLUSH, &settings)
    }
  }
}
