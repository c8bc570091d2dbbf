extension Unicode.Scalar {
  /// True if the character is visible text on a terminal or in the journal, and does not control either.
  ///
  /// Text from others is printed without characters that are not shown, or with their numbers in their place.
  ///
  /// The characters that are not shown are the control characters, the line and paragraph separators, and the format characters
  /// (Unicode category Cf), which reverse the direction of text or are invisible.
  public var isShown: Bool {
    if isASCII { return (0x20..<0x7f).contains(value) }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
