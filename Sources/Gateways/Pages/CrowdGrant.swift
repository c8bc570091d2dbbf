public import Model

/// The permission for a crowd to play one pad: one ticket that admits many pages (docs/crowd.md).
public struct CrowdGrant: Sendable {
  /// The ticket in the link; it is valid as long as the crowd lasts.
  public let ticket: Ticket
  /// The number that identifies the crowd's controller to the bridge.
  public let controller: UInt32
  /// The terms on which the crowd plays.
  public var terms: CrowdTerms

  /// Creates a permission.
  public init(ticket: Ticket, controller: UInt32, terms: CrowdTerms) {
    (self.ticket, self.controller, self.terms) = (ticket, controller, terms)
  }
}

extension CrowdGrant {
  /// The words for the file of tickets, without the first one.
  var words: String {
    "\(ticket.text) \(controller) \(terms.preset.label) \(terms.window) \(terms.limit)"
  }

  /// Reads the words of a line in the file of tickets; nil if one of them is damaged.
  init?(_ words: ArraySlice<String>) {
    let words = Array(words)
    guard words.count == 5, let ticket = Ticket(words[0]), let controller = UInt32(words[1]), controller != 0,
      let preset = CrowdPreset(label: words[2]), let window = UInt16(words[3]), let limit = UInt8(words[4]),
      CrowdTerms.windows.contains(window), CrowdTerms.limits.contains(limit)
    else { return nil }
    self.init(
      ticket: ticket, controller: controller, terms: CrowdTerms(preset, window: window, limit: limit))
  }
}
