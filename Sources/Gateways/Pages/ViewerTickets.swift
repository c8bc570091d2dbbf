import Cryptography
import Model
import Wire

/// The tickets of overlays on other machines (docs/web.md, "The overlay").
///
/// Each ticket is valid for any number of pages until it is revoked. Only its SHA-256 is kept, so that nobody
/// can read a link from the file of tickets.
struct ViewerTickets: Sendable {
  /// A ticket.
  struct Entry: Sendable {
    /// The number by which the host knows the ticket, 1 to 8.
    var number: UInt8
    /// The SHA-256 of the ticket's 16 bytes.
    var digest: Bytes32
    /// The time at which the ticket was made.
    var made: Instant
  }

  /// The first word of a ticket's line in the file of tickets.
  static let word = "viewer"

  /// The tickets, by their numbers.
  private(set) var entries: [Entry] = []

  /// Makes a ticket with the lowest free number; returns nil if there are eight already.
  mutating func issue(
    at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> (ticket: Ticket, number: UInt8)? {
    let numbers = 1...UInt8(OverlayLink.limit)
    guard let number = numbers.first(where: { number in !entries.contains { $0.number == number } }) else {
      return nil
    }
    let ticket = Ticket(from: &generator)
    insert(Entry(number: number, digest: ticket.digest, made: now))
    return (ticket, number)
  }

  /// Returns the number of `ticket`, or nil if it is not valid; compares every ticket, in constant time.
  func number(of ticket: Ticket) -> UInt8? {
    let digest = ticket.digest
    var found: UInt8?
    for index in entries.indices {
      let isSame = areEqual(entries[index].digest.span, digest.span)
      if isSame { found = entries[index].number }
    }
    return found
  }

  /// Makes the ticket with this number invalid or, with nil, every ticket; returns the numbers of these
  /// tickets.
  mutating func revoke(_ number: UInt8?) -> [UInt8] {
    let revoked = entries.map(\.number).filter { number ?? $0 == $0 }
    entries.removeAll { revoked.contains($0.number) }
    return revoked
  }

  private mutating func insert(_ entry: Entry) {
    entries.append(entry)
    entries.sort { $0.number < $1.number }
  }
}

/// The lines of the file of tickets: `viewer NUMBER SHA-256 INSTANT`, in base64url and ns.
extension ViewerTickets {
  /// The lines, without their ends.
  var lines: [String] {
    entries.map { entry in
      let digest = entry.digest
      return
        "\(ViewerTickets.word) \(entry.number) \(Base64URL.text(of: digest.span)) \(entry.made.nanoseconds)"
    }
  }

  /// Adds the ticket in the words of a line without the first; returns false if one of them is damaged.
  mutating func add(_ words: ArraySlice<String>, at now: Instant) -> Bool {
    let words = Array(words)
    guard words.count == 3, let number = UInt8(words[0]), (1...UInt8(OverlayLink.limit)).contains(number),
      !entries.contains(where: { $0.number == number }),
      let digest: Bytes32 = Base64URL.bytes(of: words[1].utf8), let made = Int64(words[2])
    else { return false }
    insert(Entry(number: number, digest: digest, made: min(Instant(nanoseconds: made), now)))
    return true
  }
}

extension Ticket {
  /// The SHA-256 of the 16 bytes.
  fileprivate var digest: Bytes32 { SHA256.digest(bytes.span) }
}
