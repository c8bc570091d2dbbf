/// The names of players and devices in lines of the daemon's journal, which are written by ``DaemonEvent``.
enum JournalNames {
  /// The words behind a name at the beginning of a line.
  private static let behind = [
    " joined as player ", ", player ", " was not admitted: ", " waits for admission: ",
    " asks to be paired: ",
    " paired by ", " now calls itself ",
  ]
  /// The words in front of and behind a name within a line.
  private static let around = (" now calls itself ", "; to rename it: ")
  /// The program's name in front of each line.
  private static let start = "tiltpad: "

  /// Returns the names in `journal`.
  static func found(in journal: String) -> Set<String> {
    var names: Set<String> = []
    for line in journal.split(separator: "\n") {
      guard let start = line.firstRange(of: start) else { continue }
      let said = line[start.upperBound...]
      for words in behind {
        if let place = said.ranges(of: words).last { names.insert(String(said[..<place.lowerBound])) }
      }
      guard let front = said.firstRange(of: around.0), let back = said.ranges(of: around.1).last,
        front.upperBound <= back.lowerBound
      else { continue }
      names.insert(String(said[front.upperBound..<back.lowerBound]))
    }
    return names
  }
}
