import Guards
public import Model
import Notation
public import STUN
public import Wire

/// The browsers that have shown a ticket by a check of STUN, and the addresses from which they did.
///
/// A browser that checks under another name of its own makes another attempt. Nothing of a sender that is not in the table reaches DTLS.
public struct DataChannelTable: Sendable {
  /// The most browsers at once.
  static let limit = 64
  /// The most browsers at once whose pages have not greeted.
  static let attemptLimit = 24
  /// The most browsers at once with the same ticket; a further one takes the place of the oldest attempt.
  static let ticketLimit = 3
  /// The age below which an attempt keeps its place, so that one ticket makes no more attempts than a page would.
  static let attemptRest = Interval.seconds(1)
  /// The time within which the page has to greet.
  static let patience = Interval.seconds(10)
  /// The time without a check after which the browser has withdrawn its consent (RFC 7675 §5.1).
  static let consent = Interval.seconds(30)
  /// The time for which a browser with a ticket that is not good any more may listen.
  static let lastWords = Interval.seconds(2)

  /// The numbers of data channels have this bit; those of other connections do not.
  private static let mark: UInt32 = 1 << 31

  private var browsers: [UInt32: Browser] = [:]
  private var attempts: [Browser.Name: UInt32] = [:]
  private var places: [Endpoint: UInt32] = [:]
  private var last: UInt32 = 0
  private var ended: [UInt32] = []
  private var drops = InlineArray<12, UInt64>(repeating: 0)

  /// Creates an empty table.
  public init() {}

  /// Returns whether `connection` is the number of a data channel.
  public static func isChannel(_ connection: UInt32) -> Bool { connection & mark != 0 }

  /// True if there is no browser.
  public var isEmpty: Bool { browsers.isEmpty }

  /// The number of dropped datagrams and refused tickets.
  public var refusals: UInt64 { drops.indices.reduce(0) { $0 + drops[$1] } }

  /// Counts a drop.
  public mutating func count(_ drop: DatagramDrop) { drops[drop.rawValue] += 1 }

  /// Returns the number of drops for this reason.
  func count(of drop: DatagramDrop) -> UInt64 { drops[drop.rawValue] }

  /// Handles a check of STUN from `sender`; returns the answer.
  ///
  /// - Throws: the reason why the check is dropped without an answer.
  public mutating func check(
    _ bytes: Span<UInt8>, from sender: Endpoint, by credentials: Credentials, at now: Instant
  ) throws(DatagramDrop) -> Datagram<76> {
    let request = try BindingRequest(parsing: bytes)
    guard let ticket = credentials[request.user] else { throw .unknownUser }
    let password = ticket.password
    guard request.isSigned(bytes, with: password.span) else { throw .integrity }
    let name = Browser.Name(user: request.user, own: request.caller(in: bytes))
    let number: UInt32
    if let known = attempts[name] { number = known } else { number = try add(name, ticket, sender, at: now) }
    if let forgotten = browsers[number]?.note(checkFrom: sender, request.isNominating, at: now) {
      places[forgotten] = nil
    }
    places[sender] = number
    return request.answer(to: sender, with: password.span)
  }

  /// Returns the browser that has sent a record from `sender`.
  ///
  /// - Throws: `stranger` if no check has come from there.
  public func browser(at sender: Endpoint) throws(DatagramDrop) -> UInt32 {
    guard let number = places[sender] else { throw .stranger }
    return number
  }

  /// Notes a datagram from `sender`; returns false if that is no known browser, or one that sends more than browsers do.
  public mutating func note(datagramFrom sender: Endpoint, at now: Instant) -> Bool {
    guard let number = places[sender] else { return false }
    return browsers[number]?.note(datagramAt: now) == true
  }

  /// The places of the browsers that send no more than browsers do.
  public func quietPlaces(at now: Instant) -> [Endpoint] {
    places.filter { browsers[$0.value]?.isLoud(at: now) == false }.map(\.key)
  }

  /// Notes that a record has come from `sender`, one of the places of the browser: answers go there from now on, if the record was
  /// authentic or the channel is not open yet.
  public mutating func note(_ number: UInt32, from sender: Endpoint, isAuthentic: Bool) {
    guard let browser = browsers[number], isAuthentic || !browser.isOpen else { return }
    browsers[number]?.place = sender
  }

  /// Returns the place to which answers go; nil if there is no such browser.
  public func place(of number: UInt32) -> Endpoint? { browsers[number]?.place }

  /// True if the page behind the channel has greeted with its ticket.
  public func hasGreeted(_ number: UInt32) -> Bool { browsers[number]?.isOpen == true }

  /// Notes the greeting `text`, if it shows the same ticket as the checks; returns the ticket, or nil for any other text.
  ///
  /// The checks show it to the host, but only for an address, from which others can send as well. Within the channel nobody else reads it.
  public mutating func greet(_ number: UInt32, _ text: Span<UInt8>) -> Ticket? {
    guard let ticket = browsers[number]?.ticket, let said = try? JSON(parsing: text),
      said["type"]?.string == "hello",
      let shown = said["ticket"]?.string.flatMap({ Ticket($0) }), shown.isSame(as: ticket)
    else { return nil }
    browsers[number]?.isOpen = true
    return ticket
  }

  /// Notes that the ticket lets nobody in any more: the browser may listen a moment longer.
  public mutating func refuse(_ number: UInt32, at now: Instant) {
    count(.ticket)
    browsers[number]?.ends = now + DataChannelTable.lastWords
  }

  /// Forgets a browser.
  public mutating func remove(_ number: UInt32) {
    guard let browser = browsers.removeValue(forKey: number) else { return }
    attempts[browser.name] = nil
    for place in browser.places where places[place] == number { places[place] = nil }
  }

  /// Returns a browser that has to end at `now`, because another has its place or its time is over; nil if there is none.
  ///
  /// The browser stays in the table until the caller removes it with ``remove(_:)``.
  public mutating func nextEnded(at now: Instant) -> UInt32? {
    if let number = ended.popLast() { return number }
    return browsers.values.first { $0.deadline <= now }?.number
  }

  private mutating func add(
    _ name: Browser.Name, _ ticket: Ticket, _ sender: Endpoint, at now: Instant
  ) throws(DatagramDrop) -> UInt32 {
    let same = browsers.values.filter { $0.name.user == name.user }
    if same.count >= DataChannelTable.ticketLimit {
      let victim = same.min { ($0.isAdmitted ? 1 : 0, $0.began) < ($1.isAdmitted ? 1 : 0, $1.began) }
      guard let victim, victim.began + DataChannelTable.attemptRest <= now else { throw .full }
      remove(victim.number)
      ended.append(victim.number)
    }
    guard browsers.count < DataChannelTable.limit,
      browsers.values.count(where: { !$0.isOpen }) < DataChannelTable.attemptLimit
    else { throw .full }
    last = last &+ 1 & ~DataChannelTable.mark
    let number = last | DataChannelTable.mark
    browsers[number] = Browser(number: number, name: name, ticket: ticket, place: sender, began: now)
    attempts[name] = number
    return number
  }
}

/// A browser that has shown a ticket.
private struct Browser: Sendable {
  /// The names in the user name of a check: the ticket's, and what stands for the browser's own.
  struct Name: Hashable, Sendable {
    var user: UserName
    var own: UInt64
  }

  /// The most places from which a browser may send.
  static let placeLimit = 4
  /// The datagrams of a browser a second, four times those of a page that says all it may, and at once.
  static let rate: (limit: Int64, burst: Int64) = (2_000, 400)
  /// The time for which a browser that sends more is loud.
  static let loudness = Interval.seconds(1)

  let number: UInt32
  let name: Name
  let ticket: Ticket
  /// The place to which answers go.
  var place: Endpoint
  let began: Instant
  /// The places from which checks have come, the newest last.
  private(set) var places: [Endpoint] = []
  private(set) var checked: Instant
  /// True once the page has greeted.
  var isOpen = false
  var ends = Instant.distantFuture
  private var allowance = TokenBucket(rate: rate.limit, burst: rate.burst)
  private var loudUntil = Instant(nanoseconds: 0)

  init(number: UInt32, name: Name, ticket: Ticket, place: Endpoint, began: Instant) {
    (self.number, self.name, self.ticket) = (number, name, ticket)
    (self.place, self.began, checked) = (place, began, began)
  }

  /// True once the page has greeted with a ticket that lets it in.
  var isAdmitted: Bool { isOpen && ends == .distantFuture }

  /// The time at which the browser ends unless something comes.
  var deadline: Instant {
    let next = isOpen ? checked + DataChannelTable.consent : began + DataChannelTable.patience
    return min(next, ends)
  }

  func isLoud(at now: Instant) -> Bool { now < loudUntil }

  /// Notes a datagram; returns false if the browser is loud.
  mutating func note(datagramAt now: Instant) -> Bool {
    if !allowance.consume(at: now) { loudUntil = now + Browser.loudness }
    return !isLoud(at: now)
  }

  /// Notes a check; returns a place that is forgotten for its sake, if there are too many.
  mutating func note(checkFrom sender: Endpoint, _ isNominating: Bool, at now: Instant) -> Endpoint? {
    checked = now
    if isNominating { place = sender }
    guard !places.contains(sender) else { return nil }
    places.append(sender)
    guard places.count > Browser.placeLimit, let old = places.firstIndex(where: { $0 != place }) else {
      return nil
    }
    return places.remove(at: old)
  }
}
