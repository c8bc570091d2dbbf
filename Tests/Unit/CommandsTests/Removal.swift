import Foundation

/// Removes the folder at `path` with its content.
///
/// The function starts no program, since system(3) makes the whole process ignore SIGINT and SIGQUIT in the meantime.
func removeFolder(_ path: String) {
  try? FileManager.default.removeItem(atPath: path)
}
