extension Unicode.Scalar {
  /// Whether a terminal or a line of the journal shows it, as opposed to being steered by it: what others say is printed
  /// without all else, or with its number in its place.
  ///
  /// Beside control characters and the ends of lines these are the format characters (Unicode's category Cf): those that turn
  /// the direction of text around, and those that nobody sees.
  public var isShown: Bool {
    if isASCII { return (0x20..<0x7f).contains(value) }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
