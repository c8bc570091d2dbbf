import Clibinih

/// A reader of files in INI form, and the only place that uses inih.
enum IniFile {
  /// The reason why a file was refused.
  enum Refusal: Error, Equatable {
    /// The file cannot be opened.
    case unreadable
    /// The line with this number is not `key = value`, or `reason` says what is wrong with the line.
    case line(Int, reason: String?)
  }

  /// A function that takes a section, a key and a value, and returns the fault in words, or nil.
  typealias Take = (_ section: String, _ key: String, _ value: String) -> String?

  /// The state that is handed to the C callback.
  private struct Walk {
    var take: Take
    var reason: String?
  }

  /// Passes each key of the file at `path` to `take` (ini_parse).
  ///
  /// - Throws: `.line` for the first line that was refused, or `.unreadable`.
  static func read(_ path: String, _ take: @escaping Take) throws(Refusal) {
    var walk = Walk(take: take)
    let result = unsafe withUnsafeMutablePointer(to: &walk) { walk in
      unsafe ini_parse(path, { unsafe IniFile.note($0, $1, $2, $3) }, walk)
    }
    guard result != 0 else { return }
    guard result > 0 else { throw .unreadable }
    throw .line(Int(result), reason: walk.reason)
  }

  /// Receives a line from inih, which goes on after a refused line but reports the first; so only the first reason is
  /// kept.
  private static func note(
    _ user: UnsafeMutableRawPointer?, _ section: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
  ) -> Int32 {
    guard let walk = unsafe user?.assumingMemoryBound(to: Walk.self), let section = unsafe section,
      let key = unsafe key, let value = unsafe value
    else { return 0 }
    guard unsafe walk.pointee.reason == nil else { return 0 }
    unsafe walk.pointee.reason = unsafe walk.pointee.take(
      String(cString: section), String(cString: key), String(cString: value))
    return unsafe walk.pointee.reason == nil ? 1 : 0
  }
}
