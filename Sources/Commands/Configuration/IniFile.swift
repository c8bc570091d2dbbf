import Clibinih

/// Reads one file in INI form; the only place that knows inih.
enum IniFile {
  /// Why a file could not be taken.
  enum Refusal: Error, Equatable {
    /// It cannot be opened.
    case unreadable
    /// Line `line` is no `key = value`, or `reason` says what is wrong with it.
    case line(Int, reason: String?)
  }

  /// Takes a section, a key and a value; returns what is wrong with them, or nil.
  typealias Take = (_ section: String, _ key: String, _ value: String) -> String?

  /// What the C callback is handed.
  private struct Walk {
    var take: Take
    var reason: String?
  }

  /// Gives every key of the file at `path` to `take` (ini_parse).
  ///
  /// - Throws: the first line that was not taken.
  static func read(_ path: String, _ take: @escaping Take) throws(Refusal) {
    var walk = Walk(take: take)
    let result = unsafe withUnsafeMutablePointer(to: &walk) { walk in
      unsafe ini_parse(path, { unsafe IniFile.note($0, $1, $2, $3) }, walk)
    }
    guard result != 0 else { return }
    guard result > 0 else { throw .unreadable }
    throw .line(Int(result), reason: walk.reason)
  }

  /// inih goes on after a refused line, but reports the first; so only that one is kept.
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
