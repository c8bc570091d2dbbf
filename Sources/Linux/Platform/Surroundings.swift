internal import Glibc

/// The arguments, the environment and the user of the program.
public enum Surroundings {
  /// The arguments, without the program's own name.
  public static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// The environment variable `name`; nil when it is not set or empty (getenv(3)).
  public static func variable(_ name: String) -> String? {
    guard let text = unsafe getenv(name).map({ unsafe String(cString: $0) }), !text.isEmpty else {
      return nil
    }
    return text
  }

  /// The directory in the environment variable `name`; nil when the variable is not set or empty.
  ///
  /// The result is also nil for a path that is not absolute, which the XDG Base Directory Specification says to
  /// ignore.
  public static func directory(_ name: String) -> String? {
    variable(name).flatMap { $0.isAbsolutePath ? $0 : nil }
  }

  /// The directories listed in the environment variable `name`, separated by colons, without relative paths.
  public static func directories(_ name: String) -> [String] {
    (variable(name) ?? "").split(separator: ":").map(String.init).filter(\.isAbsolutePath)
  }

  /// The user's home: the directory in `HOME`, or else the one in the user database; nil if there is neither.
  public static var home: String? { directory("HOME") ?? Account.home(ofUser: userID) }

  /// Returns the user's own directory from `variable`, or else `place` below the home directory.
  ///
  /// The result is nil if there is no home.
  ///
  /// Source: XDG Base Directory Specification.
  public static func ownDirectory(_ variable: String, orInHome place: String) -> String? {
    directory(variable) ?? home.map { "\($0)/\(place)" }
  }

  /// Returns `path` as an absolute path; a relative one begins at the working directory (getcwd(3)).
  public static func absolute(_ path: String) -> String {
    guard !path.isAbsolutePath, let directory = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(directory) }
    let folder = unsafe String(cString: directory)
    return "\(folder)/\(path)"
  }

  /// The effective user ID of the program (geteuid(2)).
  public static var userID: UInt32 { geteuid() }
}

extension String {
  /// True for an absolute path.
  fileprivate var isAbsolutePath: Bool { utf8.first == 0x2f }
}

extension Surroundings {
  /// The path of the program's own file, with symbolic links followed (realpath(3)).
  ///
  /// The value is nil if the kernel does not report it.
  public static var program: String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
