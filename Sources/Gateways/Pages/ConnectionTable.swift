public import Guards
public import Model

/// The TCP connections of the web gateway.
///
/// The table decides which connection gives way when there are too many, and which TLS handshake is next. A connection
/// waits for its first bytes, and then until the budget allows its handshake. This machine has its own budget, and so
/// does an address with an open WebSocket or stream. Connections without TLS wait only for their first bytes.
public struct ConnectionTable: Sendable {
  /// The progress of a connection, up to a guest's WebSocket or stream.
  public enum Progress: Int, CaseIterable, Comparable, Sendable {
    /// Nothing has arrived.
    case silent
    /// The connection's first bytes have arrived.
    case heard
    /// A whole request has arrived, after a handshake if the connection uses TLS.
    case asked
    /// The connection is a WebSocket whose ticket many may share: that of the crowd or of a link for
    /// overlays.
    ///
    /// It gives way to others, and does not show that its address has a guest.
    case shared
    /// The connection is a WebSocket or a stream, which only a guest's own ticket or a local user can open.
    case open

    /// Orders by progress.
    public static func < (left: Progress, right: Progress) -> Bool { left.rawValue < right.rawValue }
  }

  /// The actions that are due.
  public enum Action: Hashable, Sendable {
    /// The server may begin the TLS handshake of the connection.
    case begin(UInt32)
    /// The connection with the given number has been silent or has waited for too long.
    case end(UInt32)
  }

  /// The table's limits for the usual number of guests.
  ///
  /// A browser opens six connections, and a household sharing an IPv4 address has four browsers.
  public static let limits = SharedTable<UInt32, Progress>.Limits(
    total: 128, perAddress: 24, fairShare: 8, reserve: 8)
  /// The handshakes per second allowed to an address without an open WebSocket or stream, and to its network.
  ///
  /// A handshake takes about 0.5 ms.
  public static let (ofAddress, ofNetwork) = (24, 100)
  /// The handshakes per second that are allowed in addition to ``ofAddress`` and ``ofNetwork``.
  ///
  /// They are for addresses with an open WebSocket or stream, and for this machine.
  static let ofKnown: Int64 = 100
  /// The time within which a handshake has to begin.
  static let patience = Interval.seconds(10)
  /// The time between two checks of the connections that wait for the budget.
  static let period = Interval.milliseconds(10)

  private struct Waiting: Sendable {
    var number: UInt32
    var address: Address
    var ends: Instant
    var isHeard = false
  }

  private var table: SharedTable<UInt32, Progress>
  private var budget = AddressLimit(perAddress: Int64(ofAddress), perNetwork: Int64(ofNetwork), total: 200)
  private var knownBudget = AddressLimit(perAddress: ofKnown, perNetwork: ofKnown, total: 2 * ofKnown)
  /// The connections whose handshakes have not begun; the oldest comes first.
  private var waiting: [Waiting] = []
  /// True if the oldest of the waiting connections is the next to begin its handshake; false if the newest
  /// is.
  private var isOldestNext = false
  private var newest: UInt32 = 0
  private var looked = Instant(nanoseconds: 0)
  /// The number of connections that ended because their handshakes did not begin in time.
  private var failures: UInt64 = 0

  /// Creates an empty table, with room for one more connection for each guest beyond the usual number.
  ///
  /// `seed` is the ``AddressLimit/seed`` of the budgets.
  public init(guestLimit: Int = TicketBook.guestLimit, seed: UInt64) {
    table = SharedTable(ConnectionTable.limits(guestLimit: guestLimit))
    (budget.seed, knownBudget.seed) = (seed, seed)
  }

  private static func limits(guestLimit: Int) -> SharedTable<UInt32, Progress>.Limits {
    var wanted = limits
    wanted.total += guestLimit - TicketBook.guestLimit
    return wanted
  }

  /// The maximum number of connections.
  public var limit: Int { table.limits.total }

  /// The number of connections.
  public var count: Int { table.count }

  /// The number of connections that were refused, gave way, or waited too long.
  public var refusals: UInt64 { table.losses &+ failures }

  /// The time at which ``next(at:)`` is due.
  public var nextDeadline: Instant {
    if waiting.contains(where: \.isHeard) { return looked + ConnectionTable.period }
    return waiting.first?.ends ?? .distantFuture
  }

  /// Admits a connection from `address`; returns nil if it is refused.
  ///
  /// The result contains the number of the new connection, and the number of a connection that has to end to make room.
  public mutating func admit(from address: Address, at now: Instant) -> (number: UInt32, former: UInt32?)? {
    // The highest bit marks the numbers of data channels, so the numbers of connections leave it clear.
    newest = (newest &+ 1) & (DataChannelTable.mark - 1)
    let former: UInt32?
    switch table.add(newest, from: address) {
    case .added: former = nil
    case .replaced(let key):
      former = key
      waiting.removeAll { $0.number == key }
    case .refused: return nil
    }
    waiting.append(Waiting(number: newest, address: address, ends: now + ConnectionTable.patience))
    return (newest, former)
  }

  /// Records that a connection's first bytes have arrived; returns whether its handshake may begin now.
  public mutating func hear(_ number: UInt32, isPlain: Bool, at now: Instant) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return false }
    table.advance(number, to: .heard)
    waiting[index].isHeard = true
    let address = waiting[index].address
    let isKnown = address.isLoopback || table.isKnown(address)
    guard
      isPlain || isKnown && knownBudget.consume(from: address, at: now)
        || budget.consume(from: address, at: now)
    else { return false }
    waiting.remove(at: index)
    return true
  }

  /// Sets the limit on one address's connections without a guest, so that `voters` pages of a crowd fit.
  public mutating func allow(voters: Int) {
    table.limits.perAddress = max(
      ConnectionTable.limits.perAddress, voters + ConnectionTable.limits.fairShare)
  }

  /// Records that a connection has reached `progress`.
  public mutating func advance(_ number: UInt32, to progress: Progress) {
    table.advance(number, to: progress)
  }

  /// Removes and returns an action that is due at `now`; nil if none is.
  ///
  /// Among those that wait for the budget, the newest and the oldest take turns. In a flood most of the oldest have
  /// given up or are about to give way, but none waits forever behind newcomers.
  public mutating func next(at now: Instant) -> Action? {
    if looked + ConnectionTable.period <= now {
      for entry in isOldestNext ? waiting : waiting.reversed() where entry.isHeard {
        guard hear(entry.number, isPlain: false, at: now) else { continue }
        isOldestNext.toggle()
        return .begin(entry.number)
      }
      looked = now
    }
    guard let first = waiting.first, first.ends <= now else { return nil }
    failures &+= 1
    remove(first.number)
    return .end(first.number)
  }

  /// Forgets a connection that has ended.
  public mutating func remove(_ number: UInt32) {
    table.remove(number)
    waiting.removeAll { $0.number == number }
  }
}
