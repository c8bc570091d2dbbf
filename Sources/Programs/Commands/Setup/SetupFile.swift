import Console
import Daemon
import Platform
import Wire

/// The drop-in of the configuration that contains the answers from `tiltpad setup`.
struct SetupFile: Sendable {
  /// The name of the file.
  ///
  /// It follows most drop-ins in the reading order; those that follow it override the answers.
  static let name = "50-setup.conf"

  private static let origin =
    "# Written by tiltpad setup, which replaces this file each time it is run. Keep your own settings in another file."

  /// The path of the file.
  let path: String
  private let configuration: String

  /// Creates the drop-in for the configuration at `configuration`.
  init(of configuration: String) {
    self.configuration = configuration
    path = "\(configuration).d/\(SetupFile.name)"
  }

  /// Writes `answers`, and then reads the whole configuration.
  ///
  /// - Throws: a failure if the file cannot be written, or if the configuration has another fault.
  func write(_ answers: SetupAnswers) throws(Failure) {
    do throws(SystemError) {
      try FileContents.makeDirectory("\(configuration).d")
      try FileContents.write(Array(answers.configuration(from: SetupFile.origin).utf8), to: path, mode: 0o644)
    } catch {
      throw Failure(
        "cannot write \(path): \(error.reason)", while: "keeping the answers",
        try: Surroundings.userID == 0 || Configuration.ownPath != nil
          ? "ls -ld \(configuration).d" : "sudo tiltpad setup")
    }
    _ = try Configuration(path: configuration, isRequired: false)
  }
}
