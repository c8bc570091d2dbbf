import Model

/// A failure of a command, as three lines for the user.
public struct Failure: Error {
  /// The severity of a failure, which is also the exit status.
  public enum Status: Int32, Sendable {
    /// The work could not be done.
    case failed = 1
    /// The command was not understood.
    case usage = 2
  }

  /// A clause that states what failed.
  public let what: String
  /// The program's task when the failure occurred.
  public let context: String
  /// The advice on solving the problem.
  public let remedy: String
  /// The severity of the failure.
  public let status: Status

  /// Creates a failure with the severity `status`, by default `failed`.
  public init(_ what: String, while context: String, try remedy: String, status: Status = .failed) {
    self.what = what
    self.context = context
    self.remedy = remedy
    self.status = status
  }

  /// Creates the failure of a command line that was not understood.
  public static func usage(_ what: String, of command: String) -> Failure {
    Failure(
      what, while: "reading the command line of \(command)", try: "\(command) --help", status: .usage)
  }

  /// The failure as three lines for the user, with control characters from outside made harmless for the terminal.
  public var text: String {
    "tiltpad: \(what.visible)\n  while \(context.visible)\n  try: \(remedy.visible)\n"
  }
}
