internal import CLinux
internal import Glibc

/// The properties of the terminal in which a command runs.
public enum Terminal {
  /// The size of a terminal, in characters.
  public struct Size: Hashable, Sendable {
    /// The number of characters in a row.
    public var columns: Int
    /// The number of rows.
    public var rows: Int

    /// Creates a size.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// Returns whether `stream` is a terminal (isatty(3)).
  public static func isTerminal(_ stream: Stream) -> Bool {
    isatty(stream.rawValue) == 1
  }

  /// Returns the size of the terminal at `stream` (TIOCGWINSZ), or nil if it is no terminal or reports no size.
  public static func size(of stream: Stream = .output) -> Size? {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    guard unsafe linux_window_size(stream.rawValue, &columns, &rows) == 0 else { return nil }
    guard columns > 0, rows > 0 else { return nil }
    return Size(columns: Int(columns), rows: Int(rows))
  }

  /// A terminal mode in which keys arrive one by one and are not echoed (tcsetattr(3)).
  ///
  /// It lasts for the lifetime of the value. Ctrl-C remains a signal.
  @safe public struct KeyMode: ~Copyable {
    private let stream: Stream
    private let former: termios

    /// Switches the terminal at `stream` to this mode.
    ///
    /// - Throws: `SystemError` of `.terminal`, with `ENOTTY` when `stream` is not a terminal.
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
