public import Model
import Wire

/// The unused tickets, and the guests admitted by tickets.
///
/// A ticket is valid for the first page that uses it. That page gets a second ticket, with which it can return as the
/// same controller. The first ticket stays valid for a moment, in case the connection broke before the second arrived.
public struct TicketBook: Sendable {
  /// The rights that a ticket gives.
  public enum Role: String, Sendable {
    /// The right to play.
    case player
    /// The right to see the dashboard and to give its orders.
    case host
    /// The right to see the host's pages without giving orders.
    case television
  }

  /// An unused ticket.
  public struct Offer: Sendable {
    var role: Role
    var ticket: Ticket
    /// The player whose pad the guest is to move too; nil for a pad of its own.
    var helps: PlayerSlot?
    /// The time at which the ticket expires.
    public var ends: Instant
  }

  /// The steps of a guest towards a slot.
  public enum Progress: Int, Comparable, Sendable {
    /// The guest has used its ticket.
    case admitted
    /// The guest has given its name.
    case greeted
    /// The guest has had a slot, or is one of the host's pages.
    case seated

    /// Returns whether `left` comes before `right`.
    public static func < (left: Progress, right: Progress) -> Bool { left.rawValue < right.rawValue }
  }

  /// A page admitted by a ticket.
  public struct Visitor: Sendable {
    var role: Role
    /// The number that identifies the controller to the bridge, and a page of the host to the gateway alone.
    public var controller: UInt32
    /// The ticket for returning.
    public var resume: Ticket
    /// The ticket that first admitted the page.
    var first: Ticket
    /// The time at which the first ticket expires.
    var firstEnds: Instant
    /// The time at which the guest was last seen.
    public var seen: Instant
    /// True if a page of the guest is connected.
    public var isHere = false
    var progress = Progress.admitted
    /// The player whose pad the guest is to move too as soon as it has a slot; nil for a pad of its own.
    var helps: PlayerSlot?

    /// Returns whether the guest has been away for so long that it needs a new ticket.
    func isOver(at now: Instant) -> Bool { !isHere && seen + TicketBook.guestLifetime <= now }
  }

  /// The time for which an unused ticket is valid.
  public static let offerLifetime = Interval.seconds(600)
  /// The time after a ticket's first use in which the same page may use it again, unless the page is connected.
  public static let grace = Interval.seconds(10)
  /// The time before its expiry at which a ticket on a screen is replaced: enough to accept a certificate and join.
  static let renewal = Interval.seconds(60)
  /// The absence after which a guest needs a new ticket.
  static let guestLifetime = Interval.seconds(12 * 3_600)
  /// The maximum number of unused tickets.
  static let offerLimit = 16
  /// The maximum number of guests, unless the host sets another.
  public static let guestLimit = 64
  /// The maximum number of tickets that are remembered after they became invalid.
  static let spentLimit = 32

  /// The unused tickets.
  public internal(set) var offers: [Offer] = [] { didSet { revision &+= 1 } }
  /// The pages that were admitted by a ticket.
  public internal(set) var guests: [Visitor] = [] { didSet { revision &+= 1 } }
  /// The permission for a crowd to play one pad; nil without a crowd.
  public internal(set) var crowd: CrowdGrant? { didSet { revision &+= 1 } }
  /// The tickets of overlays on other machines, which admit neither players nor hosts.
  var viewers = ViewerTickets()
  /// Players' tickets that became invalid most recently; a page with one gets an answer over a data channel.
  private var spent: [Ticket] = []
  /// A number that changes whenever the offers, the guests or the crowd's permission change.
  private(set) var revision: UInt64 = 0

  /// The number of lines in the file of tickets that another version has written, and that were left out.
  public internal(set) var unknownLines = 0

  /// The maximum number of guests in this book.
  let guestLimit: Int

  /// Creates an empty book for at most `guestLimit` guests.
  public init(guestLimit: Int = TicketBook.guestLimit) { self.guestLimit = guestLimit }

  /// Makes a ticket; returns nil if too many tickets are unused.
  ///
  /// With `main`, the ticket is for a helper, who moves the pad of that player.
  public mutating func issue(
    for role: Role = .player, helping main: PlayerSlot? = nil, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) -> Ticket? {
    expire(at: now)
    guard offers.count < TicketBook.offerLimit else { return nil }
    let ticket = Ticket(from: &generator)
    offers.append(Offer(role: role, ticket: ticket, helps: main, ends: now + TicketBook.offerLifetime))
    return ticket
  }

  /// Returns whether `ticket` is unused and stays valid for at least 10 s more.
  public func isOffered(_ ticket: Ticket, at now: Instant) -> Bool {
    offers.contains { $0.ticket.isSame(as: ticket) && now + .seconds(10) < $0.ends }
  }

  /// Returns the time at which the unused `ticket` expires; nil if there is no such ticket.
  public func end(of ticket: Ticket) -> Instant? {
    offers.first { $0.ticket.isSame(as: ticket) }?.ends
  }

  /// Returns whether a screen with `ticket` needs another one: the ticket was used, or expires soon.
  public func needsRenewal(_ ticket: Ticket, at now: Instant) -> Bool {
    end(of: ticket).map { $0 <= now + TicketBook.renewal } ?? true
  }

  /// Shortens the validity of the unused `ticket` after its screen has closed; a phone may have read it a moment ago.
  public mutating func release(_ ticket: Ticket, at now: Instant) {
    for index in offers.indices where offers[index].ticket.isSame(as: ticket) {
      offers[index].ends = min(offers[index].ends, now + TicketBook.renewal)
    }
  }

  /// The tickets with which players' pages may connect, and those that became invalid most recently.
  ///
  /// The first group contains the tickets that ``admit(_:as:at:using:)`` would accept.
  var credentials: [Credential] {
    let past = Instant(nanoseconds: .min)
    let offered = offers.filter { $0.role == .player }.map { Credential(ticket: $0.ticket, ends: $0.ends) }
    let used = guests.filter { $0.role == .player }.flatMap { guest in
      let away = guest.seen + TicketBook.guestLifetime
      return [
        Credential(ticket: guest.first, ends: guest.isHere ? past : min(guest.firstEnds, away)),
        Credential(ticket: guest.resume, ends: guest.isHere ? .distantFuture : away),
      ]
    }
    return spent.map { Credential(ticket: $0, ends: past) } + used + offered
  }

  /// Makes the unused `ticket` invalid.
  public mutating func withdraw(_ ticket: Ticket) { removeOffers { $0.ticket.isSame(as: ticket) } }

  /// Admits the page that presents `ticket`.
  ///
  /// Returns nil if the ticket is wrong, expired, used up or for another role, or if no guest gives way.
  public mutating func admit(
    _ ticket: Ticket, as role: Role = .player, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) -> Visitor? {
    expire(at: now)
    if let index = index(of: ticket, as: role, at: now) {
      let isBack = guests[index].resume.isSame(as: ticket) || !guests[index].isHere
      return isBack ? guests[index] : nil
    }
    var found: Int?
    for index in offers.indices where offers[index].isSame(as: ticket, role) { found = index }
    guard let found, makeRoom(at: now) else { return nil }
    let offer = offers.remove(at: found)
    var controller: UInt32 = 0
    while controller == 0 || guests.contains(where: { $0.controller == controller }) {
      controller = generator.next()
    }
    let guest = Visitor(
      role: role, controller: controller, resume: Ticket(from: &generator), first: ticket,
      firstEnds: now + TicketBook.grace, seen: now, progress: role == .player ? .admitted : .seated,
      helps: offer.helps)
    guests.append(guest)
    return guest
  }

  /// Returns the controller of the page that may return with `ticket`; nil if the ticket is not valid for returning.
  public func controller(of ticket: Ticket, at now: Instant) -> UInt32? {
    index(of: ticket, as: .player, at: now).map { guests[$0] }
      .flatMap { $0.resume.isSame(as: ticket) && !$0.isOver(at: now) ? $0.controller : nil }
  }

  /// Records whether a page of `controller` is connected.
  public mutating func note(_ controller: UInt32, isHere: Bool, at now: Instant) {
    for index in guests.indices where guests[index].controller == controller {
      guests[index].isHere = isHere
      guests[index].seen = now
    }
  }

  /// Records that `controller` has reached `progress`; a guest's progress never decreases.
  mutating func note(_ controller: UInt32, _ progress: Progress) {
    for index in guests.indices where guests[index].controller == controller {
      if guests[index].progress < progress { guests[index].progress = progress }
    }
  }

  /// Returns, only once, the player whose pad the guest `controller` is to move; nil for a pad of its own.
  ///
  /// A guest seated long after the ticket's expiry gets its own pad, since the other player may have left.
  mutating func consumeHelp(of controller: UInt32, at now: Instant) -> PlayerSlot? {
    guard let index = guests.firstIndex(where: { $0.controller == controller && $0.helps != nil }) else {
      return nil
    }
    let isLate = guests[index].firstEnds + TicketBook.offerLifetime <= now
    let main = guests[index].helps.take()
    return isLate ? nil : main
  }

  /// Withdraws the tickets for helpers of `players`, who have left; returns whether the book has changed.
  ///
  /// A guest who has used such a ticket, and has no slot yet, will have a pad of its own.
  mutating func withdrawHelp(for players: PlayerSlots) -> Bool {
    func isWithdrawn(_ main: PlayerSlot?) -> Bool { main.map { players.contains(PlayerSlots($0)) } ?? false }
    let former = revision
    removeOffers { isWithdrawn($0.helps) }
    for index in guests.indices where isWithdrawn(guests[index].helps) { guests[index].helps = nil }
    return revision != former
  }

  /// Makes the tickets of `controller` invalid.
  public mutating func forget(_ controller: UInt32) { removeGuests { $0.controller == controller } }

  /// Returns the ticket with which `controller` returns; nil if there is no such guest.
  public func resume(of controller: UInt32) -> Ticket? {
    guests.first { $0.controller == controller }?.resume
  }

  /// Returns the index of the guest with `ticket`; compares every guest, so that its duration reveals nothing.
  private func index(of ticket: Ticket, as role: Role, at now: Instant) -> Int? {
    var found: Int?
    for index in guests.indices {
      let isResume = guests[index].resume.isSame(as: ticket)
      let isFirst = guests[index].first.isSame(as: ticket) && now < guests[index].firstEnds
      if guests[index].role == role && (isResume || isFirst) { found = index }
    }
    return found
  }

  private mutating func expire(at now: Instant) {
    removeOffers { $0.ends <= now }
    removeGuests { $0.isOver(at: now) }
  }

  private mutating func removeOffers(_ isOver: (Offer) -> Bool) {
    guard offers.contains(where: isOver) else { return }
    note(spent: offers.filter { $0.role == .player && isOver($0) }.map(\.ticket))
    offers.removeAll(where: isOver)
  }

  private mutating func removeGuests(_ isOver: (Visitor) -> Bool) {
    guard guests.contains(where: isOver) else { return }
    note(spent: guests.filter { $0.role == .player && isOver($0) }.flatMap { [$0.first, $0.resume] })
    guests.removeAll(where: isOver)
  }

  private mutating func note(spent tickets: [Ticket]) {
    spent = (spent + tickets).suffix(TicketBook.spentLimit)
  }

  /// Makes room for a guest, removing another if needed; returns whether there is room.
  ///
  /// Guests give way if they are absent, or if they sent nothing within ``grace`` after using their ticket: anyone
  /// who sees a code on a screen can create any number of such guests. The guest with the least progress is
  /// removed; among several, the one seen longest ago.
  private mutating func makeRoom(at now: Instant) -> Bool {
    guard guests.count >= guestLimit else { return true }
    let idle = guests.filter { !$0.isHere || $0.progress == .admitted }
    let victim = idle.min { ($0.progress, $0.seen) < ($1.progress, $1.seen) }
    guard let victim, !victim.isHere || victim.firstEnds <= now else { return false }
    forget(victim.controller)
    return true
  }
}

extension TicketBook.Offer {
  /// Returns whether this is the offer of `ticket` for `role`.
  fileprivate func isSame(as ticket: Ticket, _ role: TicketBook.Role) -> Bool {
    self.ticket.isSame(as: ticket) && self.role == role
  }
}

extension TicketBook.Role {
  /// Creates the role that a local program has asked for.
  init(_ role: TicketRequest.Role) {
    switch role {
    case .player: self = .player
    case .host: self = .host
    case .television: self = .television
    }
  }
}
