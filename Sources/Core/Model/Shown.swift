extension Unicode.Scalar {
  /// True if the character is visible text and controls neither a terminal nor the journal.
  ///
  /// Before untrusted text is printed, characters for which this is false are removed or replaced by their
  /// numbers. They are the control characters, the line and paragraph separators, and the format characters
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

  /// The character, or its number if ``isShown`` is false or it is a blank other than a space.
  fileprivate var visible: String {
    self == " " || isShown && !properties.isWhitespace ? String(self) : "<\(number)>"
  }

  /// True for blanks and symbols without ink: an empty Braille cell, a null notehead, an object replacement character.
  fileprivate var isBlank: Bool { properties.isWhitespace || [0x2800, 0x1d159, 0xfffc].contains(value) }

  /// True for marks that modify the character before them, such as accents and enclosures.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// True for emoji and their skin tones, and for variation selectors.
  fileprivate var isPicture: Bool { !isASCII && (properties.isEmoji || properties.isVariationSelector) }

  /// True for the letters and marks of the scripts from Arabic to Sinhala (U+0600 to U+0DFF).
  ///
  /// Their forms may depend on joiners (RFC 5892, appendix A).
  fileprivate var needsJoiners: Bool {
    (0x600..<0xe00).contains(value) && (isMark || properties.isAlphabetic)
  }

  /// True if a reader sees this character, or its effect, between `last` and `next`.
  fileprivate func isSeen(after last: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
    let hasBase = last.map { !$0.isBlank } ?? false
    switch value {
    case 0x200c, 0x200d:
      guard let last, let next else { return false }
      return last.needsJoiners && next.needsJoiners || value == 0x200d && last.isPicture && next.isPicture
    // The tag characters of a flag follow a black flag.
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

  /// The text for display; empty if nothing visible is left.
  ///
  /// Characters that control a terminal or the direction of text, invisible characters, marks without a base,
  /// and blanks at the ends are removed. Sequences of emoji, and the joiners of Arabic and of the scripts of
  /// India, stay whole.
  public var shown: String {
    let scalars = Array(unicodeScalars)
    var kept = UnicodeScalarView()
    for (scalar, next) in zip(scalars, scalars.dropFirst().map(Optional.some) + [nil])
    where scalar.isSeen(after: kept.last, before: next) {
      kept.append(scalar)
    }
    while kept.last?.isBlank == true { kept.removeLast() }
    return String(kept)
  }
}
