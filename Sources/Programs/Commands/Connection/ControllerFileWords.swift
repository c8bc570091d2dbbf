import Console
import Handset
import Platform

extension ControllerFile {
  /// Reads or creates the file at `path`, as ``init(at:)`` does.
  ///
  /// - Throws: a failure that explains why the file cannot be used.
  static func opened(at path: String) throws(Failure) -> ControllerFile {
    do throws(Fault) {
      return try ControllerFile(at: path)
    } catch {
      throw Failure(error)
    }
  }

  /// Returns the files of this machine's first `count` controllers, the first at `path`; nil for each missing or
  /// unusable file.
  static func present(at path: String, count: Int) -> [ControllerFile?] {
    (0..<count).map { index in
      let path = ControllerFile.path(path, of: index)
      return FileContents.exists(path) ? try? ControllerFile(at: path) : nil
    }
  }
}

extension Failure {
  /// Creates the words for the `fault` of a controller file.
  init(_ fault: ControllerFile.Fault) {
    let path = fault.path
    switch fault.reason {
    case .open:
      self.init(
        "other users may read \(path)", while: "reading the controller's key", try: "chmod 600 \(path)")
    case .unreadable(let error):
      self.init(
        "cannot read \(path): \(error.reason)", while: "reading the controller's key",
        try: "choose another file: --key FILE")
    case .unwritable(let error):
      self.init(
        "cannot write \(path): \(error.reason)", while: "keeping the controller's key",
        try: "choose another file: --key FILE")
    case .malformed:
      self.init(
        "\(path) is not a controller's key", while: "reading the controller's key",
        try: "use a file created by --key")
    }
  }
}
