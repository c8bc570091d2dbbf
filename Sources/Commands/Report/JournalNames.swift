/// The names of players, devices and domains in lines of the journals of the daemon and the web gateway.
enum JournalNames {
  /// The words behind a name at the beginning of a line.
  private static let behind = [
    " joined as player ", ", player ", " was not admitted: ", " waits for admission: ",
    " asks to be paired: ",
    " paired by ", " now calls itself ",
  ]
  /// The words in front of and behind a name within a line.
  private static let around = (" now calls itself ", "; to rename it: ")
  /// The words in front of and behind the names of a certificate, which stand with commas between them.
  private static let certified = ("using the certificate of ", ": phones that come by ")
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
      if let name = said.between(around) { names.insert(name) }
      names.formUnion(said.between(certified)?.split(separator: ", ").map(String.init) ?? [])
    }
    return names
  }
}

extension Substring {
  /// Returns the text between the first occurrence of one of `words` and the last of the other; nil without both in this order.
  fileprivate func between(_ words: (String, String)) -> String? {
    guard let front = firstRange(of: words.0), let back = ranges(of: words.1).last,
      front.upperBound <= back.lowerBound
    else { return nil }
    return String(self[front.upperBound..<back.lowerBound])
  }
}
