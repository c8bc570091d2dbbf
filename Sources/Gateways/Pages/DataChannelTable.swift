import Guards
public import Model
import Notation
public import STUN
public import Wire

/// The browsers that have shown a ticket in a STUN check, and the endpoints of their checks.
///
/// A check with another browser name counts as another attempt. Nothing from a sender outside the table
/// reaches DTLS. At most two browsers may have tickets that no longer admit anyone; the host only tells them
/// that. They have no share of the table, and each loses its single endpoint to any browser with a valid
/// ticket there.
public struct DataChannelTable: Sendable {
  /// The stages of a browser.
  public enum Progress: Int, CaseIterable, Comparable, Sendable {
    /// A check has arrived.
    case checked
    /// The browser has returned its endpoint's cookie, and so receives what is sent to that endpoint.
    case proven
    /// An authentic record has arrived.
    case encrypted
    /// The page has sent a greeting with a ticket that admits it.
    case known

    /// Returns whether `left` comes before `right`.
    public static func < (left: Progress, right: Progress) -> Bool { left.rawValue < right.rawValue }
  }

  /// The limits on browsers whose tickets admit them; an address or network with many attempts gives way.
  static let limits = SharedTable<UInt32, Progress>.Limits(
    total: 64, perAddress: 16, fairShare: 4, reserve: 4)
  /// The maximum number of browsers whose tickets admit no one.
  static let lateLimit = 2
  /// The maximum number of browsers with the same ticket.
  ///
  /// Another attempt replaces the oldest browser whose page is not admitted; if all are, the oldest of all.
  static let ticketLimit = 3
  /// The age from which an attempt may be replaced, so that a ticket makes no more attempts than a page would.
  static let attemptRest = Interval.seconds(1)
  /// The time within which the page has to send its greeting.
  static let patience = Interval.seconds(10)
  /// The time from a browser's last check until its consent counts as withdrawn (RFC 7675 §5.1).
  static let consent = Interval.seconds(30)
  /// The time for which a browser stays connected after its ticket was refused, so that its page learns of
  /// the refusal.
  static let lastWords = Interval.seconds(2)

  /// The bit that distinguishes numbers of data channels from those of other connections.
  static let mark: UInt32 = 1 << 31

  private var browsers: [UInt32: ChannelBrowser] = [:]
  private var attempts: [ChannelBrowser.Name: UInt32] = [:]
  private var endpoints: [Endpoint: UInt32] = [:]
  private var shares = SharedTable<UInt32, Progress>(limits)
  /// The browsers whose tickets admit no one, the oldest first.
  private var late: [UInt32] = []
  private var last: UInt32 = 0
  private var ended: [UInt32] = []
  private var drops = [UInt64](repeating: 0, count: DatagramDrop.allCases.count)

  /// Creates an empty table.
  public init() {}

  /// Returns whether `connection` is the number of a data channel.
  public static func isChannel(_ connection: UInt32) -> Bool { connection & mark != 0 }

  /// True if there is no browser.
  public var isEmpty: Bool { browsers.isEmpty }

  /// The number of dropped datagrams and refused tickets.
  public var refusals: UInt64 { drops.reduce(0, +) }

  /// Counts a drop.
  public mutating func count(_ drop: DatagramDrop) { drops[drop.rawValue] += 1 }

  /// Returns the number of drops for this reason.
  func count(of drop: DatagramDrop) -> UInt64 { drops[drop.rawValue] }

  /// Handles a STUN check from `sender`; returns the answer, which is no longer than the check.
  ///
  /// - Throws: the reason why the check is dropped without an answer.
  public mutating func check(
    _ bytes: Span<UInt8>, from sender: Endpoint, by credentials: Credentials, at now: Instant
  ) throws(DatagramDrop) -> Datagram<76> {
    let request = try BindingRequest(parsing: bytes)
    guard let credential = credentials[request.user] else { throw .unknownUser }
    let password = credential.ticket.password
    guard request.isSigned(bytes, with: password.span) else { throw .integrity }
    let answer = request.answer(to: sender, with: password.span)
    guard answer.count <= bytes.count else { throw .size }
    let name = ChannelBrowser.Name(user: request.user, own: request.caller(in: bytes))
    try note(name, credential, from: sender, request.isNominating, at: now)
    return answer
  }

  private mutating func note(
    _ name: ChannelBrowser.Name, _ credential: Credential, from sender: Endpoint, _ isNominating: Bool,
    at now: Instant
  ) throws(DatagramDrop) {
    if let holder = endpoints[sender], attempts[name] != holder,
      browsers[holder]?.keeps(sender, from: name, at: now) == true
    {
      throw .taken
    }
    // A page with an authentic record continues with a ticket that has since expired; an attempt does not.
    if let former = attempts[name].flatMap({ browsers[$0] }), former.stage < .encrypted,
      former.isLate == credential.admits(at: now)
    {
      end(former.number)
    }
    let number: UInt32
    if let known = attempts[name] {
      number = known
    } else {
      number = try add(name, credential, sender, at: now)
    }
    if let forgotten = browsers[number]?.note(checkFrom: sender, isNominating, at: now) {
      if endpoints[forgotten] == number { endpoints[forgotten] = nil }
    }
    if browsers[number]?.isLate == false { endpoints[sender] = number }
  }

  /// Returns the browser that sent a record from `sender`.
  ///
  /// - Throws: `stranger` if that endpoint belongs to no browser.
  public func browser(at sender: Endpoint) throws(DatagramDrop) -> UInt32 {
    guard let number = endpoints[sender] ?? late.last(where: { browsers[$0]?.endpoint == sender }) else {
      throw .stranger
    }
    return number
  }

  /// Records a datagram from `sender`; returns false if the browser with that endpoint is over its limit.
  ///
  /// Also returns false if there is no such browser, or if it is one whose ticket admits no one.
  public mutating func note(datagramFrom sender: Endpoint, at now: Instant) -> Bool {
    guard let number = endpoints[sender] else { return false }
    return browsers[number]?.note(datagramAt: now) == true
  }

  /// Returns the endpoints of the browsers within their limits.
  public func quietEndpoints(at now: Instant) -> [Endpoint] {
    endpoints.filter { browsers[$0.value]?.isLoud(at: now) == false }.map(\.key)
  }

  /// Notes that a DTLS record from `sender`, an endpoint of browser `number`, has brought the browser to
  /// `stage`.
  ///
  /// The caller calls this method before it reads the record, and again afterwards.
  public mutating func note(_ number: UInt32, from sender: Endpoint, _ stage: Progress, at now: Instant) {
    browsers[number]?.note(recordFrom: sender, stage, at: now)
    shares.advance(number, to: stage)
  }

  /// Returns the endpoint to which answers are sent; nil if there is no such browser.
  public func endpoint(of number: UInt32) -> Endpoint? { browsers[number]?.endpoint }

  /// Returns whether the ticket admitted no one when the check arrived, and has not admitted the page since.
  public func isLate(_ number: UInt32) -> Bool { browsers[number]?.isLate == true }

  /// Returns whether the page on the channel has sent a greeting with its ticket.
  public func hasGreeted(_ number: UInt32) -> Bool { browsers[number]?.hasGreeted == true }

  /// Records the greeting `text` if it shows the same ticket as the checks; returns the ticket, or nil for any other
  /// text.
  ///
  /// A check shows the ticket too, but only vouches for an address, from which others may send as well. No one else
  /// can read the channel.
  public mutating func greet(_ number: UInt32, _ text: Span<UInt8>) -> Ticket? {
    guard let ticket = browsers[number]?.ticket, let said = try? JSON(parsing: text),
      said["type"]?.string == "hello",
      let shown = said["ticket"]?.string.flatMap({ Ticket($0) }), shown.isSame(as: ticket)
    else { return nil }
    browsers[number]?.hasGreeted = true
    return ticket
  }

  /// Records that the ticket of the greeting has admitted the page, even if it admitted no one when the check
  /// arrived.
  public mutating func admit(_ number: UInt32) {
    guard let browser = browsers[number] else { return }
    if browser.isLate {
      late.removeAll { $0 == number }
      if endpoints[browser.endpoint] == nil, share(number, from: browser.endpoint) {
        endpoints[browser.endpoint] = number
      }
    }
    browsers[number]?.admit()
    shares.advance(number, to: .known)
  }

  /// Records that the browser's ticket admits no one.
  ///
  /// The browser stays connected for a moment, so that its page learns of this.
  public mutating func refuse(_ number: UInt32, at now: Instant) {
    count(.ticket)
    browsers[number]?.ends = now + DataChannelTable.lastWords
  }

  /// Forgets a browser.
  public mutating func remove(_ number: UInt32) {
    guard let browser = browsers.removeValue(forKey: number) else { return }
    if attempts[browser.name] == number { attempts[browser.name] = nil }
    for endpoint in browser.endpoints where endpoints[endpoint] == number { endpoints[endpoint] = nil }
    shares.remove(number)
    late.removeAll { $0 == number }
  }

  /// Removes and returns a browser that must end because an attempt has replaced it; nil once all are returned.
  public mutating func nextReplaced() -> UInt32? { ended.popLast() }

  /// Returns a browser that must end at `now`, because it was replaced or its time is over; nil if there is none.
  ///
  /// A browser whose time is over stays in the table until the caller removes it with ``remove(_:)``.
  public mutating func nextEnded(at now: Instant) -> UInt32? {
    nextReplaced() ?? browsers.values.first { $0.deadline <= now }?.number
  }

  private mutating func end(_ number: UInt32) {
    remove(number)
    ended.append(number)
  }

  private mutating func add(
    _ name: ChannelBrowser.Name, _ credential: Credential, _ sender: Endpoint, at now: Instant
  ) throws(DatagramDrop) -> UInt32 {
    let isLate = !credential.admits(at: now)
    let rivals =
      isLate
      ? late.compactMap { browsers[$0] } : browsers.values.filter { !$0.isLate && $0.name.user == name.user }
    if rivals.count >= (isLate ? DataChannelTable.lateLimit : DataChannelTable.ticketLimit) {
      let victim = rivals.min {
        ($0.stage == .known ? 1 : 0, $0.began) < ($1.stage == .known ? 1 : 0, $1.began)
      }
      guard let victim, victim.began + DataChannelTable.attemptRest <= now else { throw .full }
      end(victim.number)
    }
    last = last &+ 1 & ~DataChannelTable.mark
    let number = last | DataChannelTable.mark
    if isLate { late.append(number) } else if !share(number, from: sender) { throw .full }
    browsers[number] = ChannelBrowser(
      number, name, credential.ticket, at: sender, isLate: isLate, began: now)
    attempts[name] = number
    return number
  }

  /// Gives the browser an entry in the shared table; returns false if there is no room.
  private mutating func share(_ number: UInt32, from sender: Endpoint) -> Bool {
    switch shares.add(number, from: sender.address) {
    case .added: return true
    case .replaced(let former):
      end(former)
      return true
    case .refused: return false
    }
  }
}
