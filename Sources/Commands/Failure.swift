/// A failure of a command to do its work, as three lines for a person.
struct Failure: Error {
  /// The severity of a failure, which is also the exit status.
  enum Status: Int32 {
    /// The work could not be done.
    case failed = 1
    /// The command was not understood.
    case usage = 2
  }

  /// A clause that says what failed.
  let what: String
  /// The work that the program was doing.
  let context: String
  /// The advice that tells a person what to do about the failure.
  let remedy: String
  /// The severity of the failure.
  let status: Status

  /// Creates a failure of the work, unless `status` says otherwise.
  init(_ what: String, while context: String, try remedy: String, status: Status = .failed) {
    self.what = what
    self.context = context
    self.remedy = remedy
    self.status = status
  }

  /// Creates the failure of a command line that was not understood.
  static func usage(_ what: String, of command: String) -> Failure {
    Failure(
      what, while: "reading the command line of \(command)", try: "\(command) --help", status: .usage)
  }

  /// The failure as three lines for a person.
  var text: String {
    "tiltpad: \(what)\n  while \(context)\n  try: \(remedy)\n"
  }
}
