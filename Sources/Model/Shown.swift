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

  /// The character as `U+` and at least four hexadecimal digits.
  public var number: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The character, or its number if it cannot be told from nothing or from a space.
  fileprivate var visible: String {
    self == " " || isShown && !properties.isWhitespace ? String(self) : "<\(number)>"
  }

  /// True for blanks, and for symbols without ink: an empty Braille cell, a null notehead, an object's replacement.
  fileprivate var isBlank: Bool { properties.isWhitespace || [0x2800, 0x1d159, 0xfffc].contains(value) }

  /// True for accents, forms and frames of the character before them.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// True for pictures, and for what gives them a colour or a skin.
  fileprivate var isPicture: Bool { !isASCII && (properties.isEmoji || properties.isVariationSelector) }

  /// True for the letters and marks of Arabic and of the scripts of India, whose forms a joiner decides (RFC 5892, appendix A).
  fileprivate var needsJoiners: Bool {
    (0x600..<0xe00).contains(value) && (isMark || properties.isAlphabetic)
  }

  /// True if a reader sees this character, or its effect, behind `last` and before `next`.
  fileprivate func isSeen(behind last: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
    let hasBase = last.map { !$0.isBlank } ?? false
    switch value {
    case 0x200c, 0x200d:
      guard let last, let next else { return false }
      return last.needsJoiners && next.needsJoiners || value == 0x200d && last.isPicture && next.isPicture
    // The letters of a flag: a black flag and characters for a computer.
    case 0xe0020...0xe007f:
      return last.map { $0.value == 0x1f3f4 || (0xe0020..<0xe007f).contains($0.value) } ?? false
    case _ where properties.isVariationSelector: return hasBase
    case _ where properties.isDefaultIgnorableCodePoint: return false
    case _ where isBlank || isMark: return isShown && (isBlank ? last != nil : hasBase)
    default: return isShown
    }
  }
}

extension String {
  /// The text with numbers in place of the characters that cannot be seen.
  public var visible: String { unicodeScalars.map(\.visible).joined() }

  /// The text as it is shown to people: without characters that control a terminal or the direction of text, without those that
  /// nobody sees, and without blanks at its ends; empty if there is nothing to see.
  ///
  /// Sequences of emoji and the joiners of Arabic and of the scripts of India stay whole.
  public var shown: String {
    let scalars = Array(unicodeScalars)
    var kept = UnicodeScalarView()
    for (scalar, next) in zip(scalars, scalars.dropFirst().map(Optional.some) + [nil])
    where scalar.isSeen(behind: kept.last, before: next) {
      kept.append(scalar)
    }
    while kept.last?.isBlank == true { kept.removeLast() }
    return String(kept)
  }
}
