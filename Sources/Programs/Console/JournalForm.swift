/// The form of a line that names a person, a device, a domain or a file.
///
/// Programs write the line with it, and a report uses it to find what to leave out. Every line with such a name must be
/// in this table.
public struct JournalForm: Sendable {
  /// The kinds of texts for a placeholder in a form.
  public enum Hole: String, Sendable {
    /// A text that a report may contain, such as a player's number.
    case fact = ""
    /// A name.
    case name
    /// Names, separated by a comma and a space.
    case names
    /// The path of a file.
    case path
  }

  private let pieces: [String]
  private let holes: [Hole]

  /// A device was paired.
  public static let paired = JournalForm("{name} paired by {}")
  /// A controller waits for admission.
  public static let waits = JournalForm("{name} waits for admission: tiltpad accept {}, or deny")
  /// A controller asks to be paired by comparison.
  public static let asksForPairing = JournalForm(
    "{name} asks to be paired: if it shows {}, tiltpad accept {}; otherwise deny")
  /// A controller got a slot.
  public static let joined = JournalForm("{name} joined as player {}")
  /// The controller at a slot is silent.
  public static let away = JournalForm("{name}, player {}, is away")
  /// The controller at a slot has left for good.
  public static let left = JournalForm("{name}, player {}, left")
  /// A controller has stopped waiting.
  public static let gone = JournalForm("{name} no longer waits for admission")
  /// A controller was rejected.
  public static let denied = JournalForm("{name} was not admitted: {}")
  /// A paired device gives itself another name.
  public static let renames = JournalForm(
    "{name} now calls itself {name}; to rename it: tiltpad devices rename {} NAME")
  /// A controller of the inputs gateway asks to play.
  public static let asksToPlay = JournalForm("{name} wants to play; to let it in: tiltpad accept")
  /// The configuration names a profile that does not exist.
  public static let noProfile = JournalForm("there is no profile {name}")
  /// The certificate of the host's own domain is in use.
  public static let certificate = JournalForm(
    "using the certificate of {names}: phones that come by this name see no warning")
  /// Phones get the page from another host.
  public static let pageElsewhere = JournalForm(
    "phones get the page from {name}: whoever changes it there can play in their place")
  /// A layout has faults.
  public static let layoutRefused = JournalForm(
    "the layout {name} has faults, and no phone can choose it: {names}")
  /// A kept layout is damaged.
  public static let layoutDamaged = JournalForm(
    "the kept file {name} is set aside, with .damaged in its name: {names}")
  /// There is no room for a kept layout.
  public static let layoutLeftOut = JournalForm(
    "the kept file {name} is not used, because there are too many")
  /// A game wants a layout that the host does not have.
  public static let gameLayout = JournalForm("a game wants the layout {name}, which this host does not have")
  /// A game wants a profile that the configuration does not have.
  public static let gameProfile = JournalForm(
    "a game wants the profile {name}, which the configuration does not have")
  /// A file cannot be read.
  public static let unreadable = JournalForm("cannot read {path}: {}")
  /// A line of the dashboard's file has no effect.
  public static let strayLine = JournalForm(
    "{path} has no effect in line {}: it is not a setting of dashboards")
  /// A file contains no certificate.
  public static let noCertificate = JournalForm("there is no certificate in {path}")
  /// The certificate of the host's own domain is not valid yet.
  public static let earlyCertificate = JournalForm(
    "the certificate in {path} is not valid yet, by the clock of this machine")
  /// A key belongs to another certificate.
  public static let otherKey = JournalForm("the key in {path} does not belong to the certificate")
  /// A folder does not contain the page.
  public static let noPage = JournalForm("there is no page in {path}")
  /// The key and the certificate cannot be stored.
  public static let noState = JournalForm("cannot keep the key and the certificate in {path}: {}")
  /// A socket for local programs cannot be opened.
  public static let noSocket = JournalForm("cannot listen at {path}: {}")
  /// The daemon listens only on its socket.
  public static let listening = JournalForm("listening at {path} only")
  /// The daemon listens on its port and its socket.
  public static let listeningToo = JournalForm("listening on UDP port {} and at {path}")
  /// The daemon listens, and has its pads in memory.
  public static let inMemory = JournalForm(
    "listening on UDP port {} and at {path}; the pads are in memory, where only tiltpad shows them")

  /// All forms.
  public static let all = [
    paired, waits, asksForPairing, joined, away, left, gone, denied, renames, asksToPlay, noProfile,
    certificate,
    pageElsewhere, layoutRefused, layoutDamaged, layoutLeftOut, gameLayout, gameProfile, unreadable,
    strayLine,
    noCertificate,
    earlyCertificate,
    otherKey, noPage, noState,
    noSocket,
    listening, listeningToo,
    inMemory,
  ]

  /// Creates the form from `template`, in which a ``Hole`` in braces, such as `{name}`, is a placeholder.
  private init(_ template: String) {
    let parts = template.split(separator: "{", omittingEmptySubsequences: false).map {
      $0.split(separator: "}", omittingEmptySubsequences: false).map(String.init)
    }
    holes = parts.dropFirst().compactMap { Hole(rawValue: $0.first ?? "") }
    pieces = [parts.first?.first ?? ""] + parts.dropFirst().map { $0.last ?? "" }
  }

  /// Returns the line with `texts` in place of its placeholders, in order.
  public func line(_ texts: String...) -> String {
    zip(texts, pieces.dropFirst()).reduce(pieces[0]) { $0 + $1.0 + $1.1 }
  }

  /// Returns the names and paths in `journal`, whose lines may have other words before and after the form's text.
  public static func secrets(of journal: String) -> [(hole: Hole, text: String)] {
    journal.split(separator: "\n").flatMap { line in
      guard let start = line.firstRange(of: "tiltpad: ") else { return [(hole: Hole, text: String)]() }
      let said = line[start.upperBound...]
      // A line can continue with a clause or with a count of its repetitions.
      let shorter = ["; ", " ("].compactMap { said.ranges(of: $0).last.map { said[..<$0.lowerBound] } }
      return all.flatMap { form in ([said] + shorter).flatMap { form.secrets(in: $0) } }
    }
  }

  /// Returns the names and paths in the line `said`, if it has this form.
  ///
  /// If a name lets the form match the line in several ways, the result contains the names of all matches.
  public func secrets(in said: Substring) -> [(hole: Hole, text: String)] {
    guard said.hasPrefix(pieces[0]) else { return [] }
    return readings(of: said.dropFirst(pieces[0].count), from: 0).flatMap { $0 }
  }

  /// Returns the names in each match of `rest`, which begins at the placeholder with the index `index`.
  private func readings(of rest: Substring, from index: Int) -> [[(hole: Hole, text: String)]] {
    guard index < holes.count else { return rest.isEmpty ? [[]] : [] }
    let piece = pieces[index + 1]
    let ends =
      index == holes.count - 1 && piece.isEmpty ? [rest.endIndex..<rest.endIndex] : rest.ranges(of: piece)
    return ends.flatMap { end in
      let own = found(rest[..<end.lowerBound], in: holes[index])
      return readings(of: rest[end.upperBound...], from: index + 1).map { own + $0 }
    }
  }

  private func found(_ text: Substring, in hole: Hole) -> [(hole: Hole, text: String)] {
    switch hole {
    case .fact: []
    case .names: text.split(separator: ", ").map { (.name, String($0)) }
    case .name, .path: [(hole, String(text))]
    }
  }
}
