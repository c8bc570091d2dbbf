import Model
import Wire

/// Who may come in: tickets that nobody has used yet, and the guests who have used one.
///
/// A ticket is good for the first page that comes with it. That page gets another, by which it comes back as the same
/// controller; the first is good for a moment longer, for a page whose connection broke before it heard of the second.
struct TicketBook: Sendable {
  /// What a ticket is good for.
  enum Role: String, Sendable {
    /// To play.
    case player
    /// To see the dashboard, and give its orders.
    case host
    /// To see the host's pages, and give no orders.
    case television
  }

  /// A ticket that nobody has used yet.
  struct Offer: Sendable {
    var role: Role
    var ticket: Ticket
    var ends: Instant
  }

  /// Who has come in by a ticket.
  struct Guest: Sendable {
    var role: Role
    /// The controller's number at the bridge; a host's is never told to it.
    var controller: UInt32
    /// The ticket to come back with.
    var resume: Ticket
    /// The ticket that it came with first.
    var first: Ticket
    /// Until when that one is good.
    var firstEnds: Instant
    /// When it was last here.
    var seen: Instant
    /// Whether a page of it is connected.
    var isHere = false
  }

  /// How long a ticket waits for its page.
  static let offerLifetime = Interval.seconds(600)
  /// How long the ticket that was used is good for the same page, while it is away.
  static let grace = Interval.seconds(10)
  /// After so long away a guest needs a new ticket.
  static let guestLifetime = Interval.seconds(12 * 3_600)
  /// The most tickets that nobody has used.
  static let offerLimit = 16
  /// The most guests.
  static let guestLimit = 64

  var offers: [Offer] = []
  var guests: [Guest] = []

  /// Makes a ticket; nil when too many wait for their pages.
  mutating func issue(
    for role: Role = .player, at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> Ticket? {
    expire(at: now)
    guard offers.count < TicketBook.offerLimit else { return nil }
    let ticket = Ticket(from: &generator)
    offers.append(Offer(role: role, ticket: ticket, ends: now + TicketBook.offerLifetime))
    return ticket
  }

  /// Whether `ticket` still waits for its page, and will for a while.
  func isOffered(_ ticket: Ticket, at now: Instant) -> Bool {
    offers.contains { $0.ticket.isSame(as: ticket) && now + .seconds(10) < $0.ends }
  }

  /// Until when `ticket` waits for its page; nil when it does not.
  func end(of ticket: Ticket) -> Instant? {
    offers.first { $0.ticket.isSame(as: ticket) }?.ends
  }

  /// Nobody comes in by `ticket` any more.
  mutating func withdraw(_ ticket: Ticket) {
    offers.removeAll { $0.ticket.isSame(as: ticket) }
  }

  /// Lets the page in that comes with `ticket`; nil when the ticket is wrong, too old, used up or for another role.
  mutating func admit(
    _ ticket: Ticket, as role: Role = .player, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) -> Guest? {
    expire(at: now)
    if let place = place(of: ticket, as: role, at: now) {
      let isBack = guests[place].resume.isSame(as: ticket) || !guests[place].isHere
      return isBack ? guests[place] : nil
    }
    var found: Int?
    for index in offers.indices where offers[index].isSame(as: ticket, role) { found = index }
    guard let found, makeRoom() else { return nil }
    offers.remove(at: found)
    var controller: UInt32 = 0
    while controller == 0 || guests.contains(where: { $0.controller == controller }) {
      controller = generator.next()
    }
    let guest = Guest(
      role: role, controller: controller, resume: Ticket(from: &generator), first: ticket,
      firstEnds: now + TicketBook.grace, seen: now)
    guests.append(guest)
    return guest
  }

  /// The controller of the page that sends with `ticket`; nil when the ticket is no good.
  func controller(of ticket: Ticket, at now: Instant) -> UInt32? {
    place(of: ticket, as: .player, at: now).map { guests[$0].controller }
  }

  /// Notes whether a page of `controller` is connected.
  mutating func note(_ controller: UInt32, isHere: Bool, at now: Instant) {
    for index in guests.indices where guests[index].controller == controller {
      guests[index].isHere = isHere
      guests[index].seen = now
    }
  }

  /// The tickets of `controller` are no good any more.
  mutating func forget(_ controller: UInt32) {
    guests.removeAll { $0.controller == controller }
  }

  /// The ticket by which `controller` comes back.
  func resume(of controller: UInt32) -> Ticket? {
    guests.first { $0.controller == controller }?.resume
  }

  /// Looks at every guest, so that the time it takes tells nothing.
  private func place(of ticket: Ticket, as role: Role, at now: Instant) -> Int? {
    var found: Int?
    for index in guests.indices {
      let isResume = guests[index].resume.isSame(as: ticket)
      let isFirst = guests[index].first.isSame(as: ticket) && now < guests[index].firstEnds
      if guests[index].role == role && (isResume || isFirst) { found = index }
    }
    return found
  }

  private mutating func expire(at now: Instant) {
    offers.removeAll { $0.ends <= now }
    guests.removeAll { !$0.isHere && $0.seen + TicketBook.guestLifetime <= now }
  }

  /// Takes the place of the guest who has been away longest, if there is no other.
  private mutating func makeRoom() -> Bool {
    guard guests.count >= TicketBook.guestLimit else { return true }
    guard let oldest = guests.filter({ !$0.isHere }).min(by: { $0.seen < $1.seen }) else { return false }
    forget(oldest.controller)
    return true
  }
}

extension TicketBook.Offer {
  /// Whether it is this ticket, for this role.
  fileprivate func isSame(as ticket: Ticket, _ role: TicketBook.Role) -> Bool {
    self.ticket.isSame(as: ticket) && self.role == role
  }
}

extension TicketBook.Role {
  /// The role that a local program wants a ticket for.
  init(_ role: TicketRequest.Role) {
    switch role {
    case .player: self = .player
    case .host: self = .host
    case .television: self = .television
    }
  }
}
