import Guards
import Model
import STUN

/// A browser that has shown a ticket on the port for data channels.
struct ChannelBrowser: Sendable {
  /// The parts of the user name in a STUN check: the name of the ticket, and a number that the browser has chosen.
  struct Name: Hashable, Sendable {
    var user: UserName
    var own: UInt64
  }

  /// The maximum number of endpoints from which a browser may send.
  static let endpointLimit = 4
  /// The time after an authentic record for which the browser keeps its endpoint.
  ///
  /// Another browser with the same ticket cannot get the endpoint in this time.
  static let hold = Interval.seconds(10)
  /// The limit on a browser's datagrams: per second (four times that on a page's packets), and in a burst.
  static let rate: (limit: Int64, burst: Int64) = (2_000, 400)
  /// The time for which a browser is considered over its limit after exceeding it.
  static let loudness = Interval.seconds(1)

  let number: UInt32
  let name: Name
  let ticket: Ticket
  let began: Instant
  /// True if the ticket admitted no one when the check arrived, and has not admitted the page since.
  ///
  /// The host then tells the browser only that the ticket is no longer valid.
  private(set) var isLate: Bool
  /// The endpoint to which answers go.
  private(set) var endpoint: Endpoint
  /// The endpoints from which checks have arrived, the newest last.
  private(set) var endpoints: [Endpoint] = []
  private(set) var stage = DataChannelTable.Progress.checked
  /// True once the page has sent its greeting.
  var hasGreeted = false
  var ends = Instant.distantFuture
  private var checked: Instant
  private var authentic = Instant(nanoseconds: 0)
  private var allowance = TokenBucket(rate: rate.limit, burst: rate.burst)
  private var loudUntil = Instant(nanoseconds: 0)

  init(_ number: UInt32, _ name: Name, _ ticket: Ticket, at endpoint: Endpoint, isLate: Bool, began: Instant)
  {
    (self.number, self.name, self.ticket) = (number, name, ticket)
    (self.endpoint, self.isLate, self.began, checked) = (endpoint, isLate, began, began)
  }

  /// The time at which the browser is removed, unless a greeting or a check extends it before then.
  var deadline: Instant {
    let next = hasGreeted ? checked + DataChannelTable.consent : began + DataChannelTable.patience
    return min(next, ends)
  }

  func isLoud(at now: Instant) -> Bool { now < loudUntil }

  /// Returns whether `endpoint` stays this browser's after a check with the name `other` has arrived from
  /// that endpoint.
  func keeps(_ endpoint: Endpoint, from other: Name, at now: Instant) -> Bool {
    other.user != name.user || endpoint == self.endpoint && now < authentic + ChannelBrowser.hold
  }

  /// Records a datagram; returns false if the browser is over its limit.
  mutating func note(datagramAt now: Instant) -> Bool {
    if !allowance.consume(at: now) { loudUntil = now + ChannelBrowser.loudness }
    return !isLoud(at: now)
  }

  /// Records a check; returns the endpoint that is forgotten to make room, or nil.
  mutating func note(checkFrom sender: Endpoint, _ isNominating: Bool, at now: Instant) -> Endpoint? {
    checked = now
    if isNominating && stage == .checked { endpoint = sender }
    guard !endpoints.contains(sender) else { return nil }
    endpoints.append(sender)
    guard endpoints.count > ChannelBrowser.endpointLimit,
      let old = endpoints.firstIndex(where: { $0 != endpoint })
    else { return nil }
    return endpoints.remove(at: old)
  }

  /// Notes that a DTLS record from `sender` has brought the browser to `stage`.
  ///
  /// At first, answers go to the sender of any record. Once an endpoint has shown that it receives them, they go only
  /// to senders of authentic records.
  mutating func note(recordFrom sender: Endpoint, _ stage: DataChannelTable.Progress, at now: Instant) {
    if self.stage == .checked || stage == .encrypted { endpoint = sender }
    if stage == .encrypted { authentic = now }
    self.stage = max(self.stage, stage)
  }

  /// Records that the page has been admitted.
  mutating func admit() { (stage, isLate) = (.known, false) }
}
