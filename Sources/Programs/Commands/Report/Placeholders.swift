/// The placeholders for texts that a report leaves out; equal texts get equal placeholders.
struct Placeholders {
  /// The kinds of texts that a report leaves out.
  enum Kind: String, CaseIterable {
    /// A key, a fingerprint, a token or a ticket.
    case key
    /// A link.
    case link
    /// A PIN or a number to compare.
    case pin
    /// An address of a machine or device.
    case address
    /// A name of a person, a device, a host or a domain.
    case name
  }

  private var numbers: [Kind: [String: Int]] = [:]

  /// Returns the placeholder for `text`, such as `address-2`.
  mutating func placeholder(_ kind: Kind, for text: some StringProtocol) -> String {
    let known = numbers[kind] ?? [:]
    let number = known[String(text)] ?? known.count + 1
    numbers[kind, default: [:]][String(text)] = number
    return "\(kind.rawValue)-\(number)"
  }

  /// The number of different texts left out, by kind, in words.
  var words: String {
    Kind.allCases.map { "\($0.rawValue) \(numbers[$0]?.count ?? 0)" }.joined(separator: ", ")
  }
}
