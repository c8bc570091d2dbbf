import Model
import Testing

@Suite struct ShownTests {
  /// Texts from others, each with the text that is shown, which is empty if nothing in it is visible.
  static let table: [(text: String, shown: String)] = [
    ("Aki", "Aki"), ("  Aki  B ", "Aki  B"), ("", ""), ("0", "0"), ("😀", "😀"), ("\u{fffd}", "\u{fffd}"),
    // Nothing visible: fillers, blanks, marks without a letter, and characters that change others.
    ("\u{3164}", ""), ("\u{3164}\u{115f}\u{1160}\u{ffa0}", ""), ("\u{2800}\u{2800}", ""),
    (" \u{a0}\u{2003}\u{3000}\t", ""),
    ("\u{301}", ""), ("\u{301}\u{300}\u{20dd}", ""), (" \u{301}", ""), ("\u{200d}", ""), ("\u{fe0f}", ""),
    ("\u{ad}\u{34f}\u{180e}\u{2060}\u{feff}", ""),
    ("\u{1d159}", ""), ("\u{fffc}", ""), ("\u{e0041}\u{e007f}", ""), ("\u{17b4}\u{17b5}", ""),
    ("\u{200c}\u{200b}", ""), ("\u{903}", ""),
    // Something visible among such characters.
    ("\u{3164}Aki\u{3164}", "Aki"), ("\u{2800}Aki\u{2800}\u{2800}", "Aki"), ("\u{301}e\u{301}", "e\u{301}"),
    ("a\u{2800}b", "a\u{2800}b"),
    ("\u{3000}山田\u{3000}太郎", "山田\u{3000}太郎"),
    // Characters that control a terminal, or the direction of text.
    ("a\u{1b}[2J\u{0}\u{9b}b", "a[2Jb"), ("a\u{202e}b\u{2066}c\u{2069}\u{200f}d\u{61c}e", "abcde"),
    ("a\u{2028}b\n", "ab"),
    // A single picture of several characters: families, flags, skin, a heart in colour, a key.
    ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("👩🏽‍🚀", "👩🏽‍🚀"), ("🏳️‍🌈", "🏳️‍🌈"), ("❤️‍🔥", "❤️‍🔥"), ("1️⃣", "1️⃣"),
    (
      "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
      "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"
    ),
    // Joiners join pictures, or letters that need them, and nothing else.
    ("a\u{200d}b", "ab"), ("👩\u{200d}", "👩"), ("\u{200d}👩", "👩"), ("👩\u{200d}\u{200d}👧", "👩\u{200d}👧"),
    ("👩\u{200d}a", "👩a"), ("1\u{200d}2", "12"),
    ("क\u{200d}a", "कa"), ("a\u{200d}क", "aक"), ("👩\u{200c}👧", "👩👧"), ("क\u{200c}👧", "क👧"),
    ("👩\u{200d}क", "👩क"),
    ("علی\u{200c}رضا", "علی\u{200c}رضا"), ("क\u{94d}\u{200d}ष", "क\u{94d}\u{200d}ष"), ("علی\u{200c}", "علی"),
    // A variant of a Japanese character.
    ("葛\u{e0100}城", "葛\u{e0100}城"),
  ]

  @Test(arguments: table) func `A text is shown without what nobody sees and what controls others`(
    text: String, shown: String
  ) {
    #expect(Array(text.shown.unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test(arguments: table) func `What is shown stays`(text: String, shown: String) {
    #expect(text.shown.shown == text.shown)
  }

  @Test(arguments: [("\u{a}", "U+000A"), ("é", "U+00E9"), ("🎮", "U+1F3AE")])
  func `A character has a number of four or more digits`(text: String, number: String) throws {
    #expect(try #require(text.unicodeScalars.first).number == number)
  }

  @Test func `A text of any single character is empty or has something to see`() {
    for scalar in (0...0x10ffff).compactMap(Unicode.Scalar.init) {
      let (shown, properties) = (String(scalar).shown, scalar.properties)
      guard !shown.isEmpty else { continue }
      #expect(
        !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace && scalar.isShown,
        "\(scalar.value)")
    }
  }
}
