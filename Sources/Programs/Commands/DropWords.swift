import Wire

extension DropCounts {
  /// The reasons that have occurred, with their counts, such as `duplicate 5  too-old 1`.
  var words: String {
    Drop.allCases.filter { self[$0] > 0 }.map { "\($0.label) \(self[$0])" }.joined(separator: "  ")
  }
}
