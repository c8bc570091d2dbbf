public import Model

/// The file format of the tickets, with which pages reconnect after the gateway restarts.
///
/// The file has a heading, and then a line for each ticket or guest, for the crowd, and for each ticket of overlays.
/// Instants are those of the monotonic clock, so the file is useless after the machine restarts.
extension TicketBook {
  private static let words: Set<String> = ["offer", "guest", "crowd", ViewerTickets.word]
  private static let heading = "tiltpad tickets 2"
  /// The maximum size of a book's text, in bytes: enough for some three thousand guests.
  public static let limit = 1 << 19

  /// The book as text.
  public var text: String {
    let offers = offers.map {
      "offer \($0.role.rawValue) \($0.ticket.text) \($0.ends.nanoseconds)" + TicketBook.word(for: $0.helps)
    }
    let guests = guests.map { guest in
      "guest \(guest.role.rawValue) \(guest.controller) \(guest.resume.text) \(guest.first.text) \(guest.firstEnds.nanoseconds)"
        + " \(guest.seen.nanoseconds)" + TicketBook.word(for: guest.helps)
    }
    let crowd = crowd.map { ["crowd \($0.words)"] } ?? []
    return ([TicketBook.heading] + offers + guests + crowd + viewers.lines).map { $0 + "\n" }.joined()
  }

  /// Decodes the book in `text`, without connected guests; returns nil if any part of the text is damaged.
  ///
  /// Lines with an unknown first word, which another version has written, are counted and left out.
  /// If there are more than `guestLimit` guests, only those seen most recently are adopted: the limit may have been
  /// higher before.
  public init?(_ text: String, guestLimit: Int = TicketBook.guestLimit, at now: Instant) {
    self.init(guestLimit: guestLimit)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard text.utf8.count <= TicketBook.limit, lines.removeFirst() == TicketBook.heading,
      lines.popLast() == ""
    else { return nil }
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      if let first = words.first, !TicketBook.words.contains(first) {
        unknownLines += 1
        continue
      }
      guard add(words, at: now) else { return nil }
    }
    guard offers.count <= TicketBook.offerLimit else { return nil }
    if guests.count > guestLimit { guests = guests.sorted { $0.seen < $1.seen }.suffix(guestLimit) }
  }

  private mutating func add(_ words: [String], at now: Instant) -> Bool {
    if words.first == "crowd", crowd == nil {
      crowd = CrowdGrant(words.dropFirst())
      return crowd != nil
    }
    if words.first == ViewerTickets.word { return viewers.add(words.dropFirst(), at: now) }
    guard words.count > 1, let role = Role(rawValue: words[1]) else { return false }
    var (words, helps) = (words, PlayerSlot?.none)
    if let last = words.last, last.hasPrefix(TicketBook.helps) {
      helps = Int(last.dropFirst(TicketBook.helps.count)).flatMap(PlayerSlot.init(number:))
      guard helps != nil else { return false }
      words.removeLast()
    }
    switch (words[0], words.count) {
    case ("offer", 4):
      guard let ticket = Ticket(words[2]), let ends = TicketBook.instant(words[3]) else { return false }
      offers.append(
        Offer(role: role, ticket: ticket, helps: helps, ends: min(ends, now + TicketBook.offerLifetime)))
    case ("guest", 7):
      guard let controller = UInt32(words[2]), controller != 0, let resume = Ticket(words[3]),
        let first = Ticket(words[4]), let firstEnds = TicketBook.instant(words[5]),
        let seen = TicketBook.instant(words[6])
      else { return false }
      guests.append(
        Visitor(
          role: role, controller: controller, resume: resume, first: first,
          firstEnds: min(firstEnds, now + TicketBook.grace), seen: min(seen, now), progress: .seated,
          helps: helps))
    default: return false
    }
    return true
  }

  /// The start of the word for a guest who is to move another player's pad; the player's number follows.
  private static let helps = "helps="

  private static func word(for main: PlayerSlot?) -> String { main.map { " \(helps)\($0.number)" } ?? "" }

  private static func instant(_ text: String) -> Instant? { Int64(text).map(Instant.init(nanoseconds:)) }
}
