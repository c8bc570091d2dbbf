import Console
import Daemon
import Platform
import Wire

/// The drop-in of the configuration in which `tiltpad setup` keeps the answers.
struct SetupFile: Sendable {
  /// The name of the file, which sorts after most others and before files whose names begin with a later character.
  static let name = "50-setup.conf"

  private static let origin =
    "# Written by tiltpad setup, which replaces this file each time it is run. Keep your own settings in another file."

  /// The path of the file.
  let path: String
  private let configuration: String

  /// Creates the drop-in of the configuration at `configuration`.
  init(of configuration: String) {
    self.configuration = configuration
    path = "\(configuration).d/\(SetupFile.name)"
  }

  /// Writes `answers`, and reads the whole configuration with them.
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
