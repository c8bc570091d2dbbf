extension Collection where Element: Hashable {
  /// Returns the holders with the most entries in a full table; one of their entries gives way to `newcomer`.
  ///
  /// Each element is the holder of one entry. The result is empty unless these holders have at least two
  /// entries more than `newcomer`, so that two holders do not keep replacing each other's entries. If
  /// `newcomer` is nil, this difference does not matter.
  public func biggestHolders(against newcomer: Element?) -> Set<Element> {
    let counts = reduce(into: [Element: Int]()) { $0[$1, default: 0] += 1 }
    guard let most = counts.values.max() else { return [] }
    if let newcomer, most < counts[newcomer, default: 0] + 2 { return [] }
    return Set(counts.filter { $0.value == most }.keys)
  }
}
