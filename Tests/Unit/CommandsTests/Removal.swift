import Foundation

/// Removes the folder at `path` with its content.
///
/// The function starts no program: system(3) has the whole process ignore SIGINT and SIGQUIT meanwhile.
func removeFolder(_ path: String) {
  try? FileManager.default.removeItem(atPath: path)
}
