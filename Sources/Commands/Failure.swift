/// Why a command ends without having done its work, in three lines for a person.
struct Failure: Error {
  /// How bad it is; also the exit status.
  enum Status: Int32 {
    /// The work could not be done.
    case failed = 1
    /// The command was not understood.
    case usage = 2
  }

  /// What failed.
  let what: String
  /// What the program was doing.
  let context: String
  /// What the person can do about it.
  let remedy: String
  /// How bad it is.
  let status: Status

  /// A failure of the work.
  init(_ what: String, while context: String, try remedy: String, status: Status = .failed) {
    self.what = what
    self.context = context
    self.remedy = remedy
    self.status = status
  }

  /// A command line that was not understood.
  static func usage(_ what: String, of command: String) -> Failure {
    Failure(
      what, while: "reading the command line of \(command)", try: "\(command) --help", status: .usage)
  }

  /// The three lines.
  var text: String {
    "tiltpad: \(what)\n  while \(context)\n  try: \(remedy)\n"
  }
}
