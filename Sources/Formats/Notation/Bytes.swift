extension Span<UInt8> {
  /// True if the bytes are valid UTF-8.
  public var isUTF8: Bool {
    do {
      _ = try UTF8Span(validating: self)
      return true
    } catch {
      return false
    }
  }

  /// Returns whether the bytes in `range` equal those of `word`.
  public func equals(_ word: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<range.count where unsafe word.utf8Start[index] != self[range.lowerBound + index] {
      return false
    }
    return true
  }
}
