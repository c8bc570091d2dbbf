import Guards
import Model
import Sharing

/// The pages that play one pad together, each with one vote (docs/crowd.md).
///
/// A page with the crowd's ticket is no player. It has a seat with one vote as long as it is connected. The
/// only texts that it receives are those of ``CrowdText``.
struct Crowd: Sendable {
  typealias Leaver = CrowdLeavers.Leaver
  /// The path of the page, and of its WebSocket.
  static let path = "/crowd"
  /// The WebSocket's subprotocol.
  static let socketProtocol = "tpp.crowd.v1"
  /// The maximum number of texts and goodbyes that are sent at once, and the pause before the next ones.
  ///
  /// A hundred at once would delay the packets of players.
  static let slice = (count: 8, pause: Interval.milliseconds(2))
  /// The limit on a page's texts, per second and in a burst; a page that exceeds it for `patience` is closed.
  private static let (rate, patience): (Int64, Interval) = (10, .seconds(3))
  /// The shortest time from a round of texts to all pages to one that pages cause by coming, leaving or
  /// voting.
  ///
  /// Otherwise a page that connects and disconnects again and again would cause a round each time.
  private static let newsPeriod = Interval.milliseconds(250)

  private struct Voter: Sendable {
    /// The secret of the page's browser, by which each browser has only one vote.
    let device: Ticket
    let address: Address
    var connection: UInt32
    var texts = RateLimit(rate: Crowd.rate, burst: Crowd.rate, patience: Crowd.patience)
    /// The text that the page has received or will receive next.
    var said: CrowdText?
    /// True if the page still has to receive the text.
    var isOwed = false
    /// True if the server knows that the text waits.
    var isCalled = false
  }

  /// The permission, with the terms.
  let grant: CrowdGrant
  /// The crowd as a controller of the bridge.
  var pad: CrowdPad
  private(set) var tally: CrowdTally
  private var voters = [Voter?](repeating: nil, count: CrowdTerms.voters)
  private var sockets = GuestSockets()
  /// True if a text waits for a page, and the server does not know it yet.
  private(set) var isOwing = false
  /// The seat with which the next slice of texts begins: the one after the last seat of the previous slice.
  private var firstSeat = 0
  /// The time of the last round of texts, and that of the next; the distant future if nothing has changed.
  private var (told, nextNews) = (Instant(nanoseconds: .min / 2), Instant.distantFuture)

  /// Creates a crowd without voters.
  init(_ grant: CrowdGrant) {
    self.grant = grant
    pad = CrowdPad(controller: grant.controller)
    tally = CrowdTally(grant.terms, seats: CrowdTerms.voters)
  }

  /// The number of voters.
  private(set) var count = 0

  /// The time at which ``advance(to:)`` is due; the distant future if nothing is to be done.
  var due: Instant { min(tally.due, pad.due, nextNews) }

  /// Returns whether `connection` belongs to a page of the crowd.
  func has(_ connection: UInt32) -> Bool { sockets.guest(on: connection) != nil }

  /// Seats the page of `device` on `connection`, in place of that device's earlier page; returns the pages that leave.
  mutating func open(_ connection: UInt32, of device: Ticket, at address: Address, at now: Instant)
    -> [Leaver]
  {
    guard let seat = voters.firstIndex(where: { $0?.device.isSame(as: device) == true }) else {
      return add(Voter(device: device, address: address, connection: connection), at: now)
    }
    let former = sockets.attach(connection, to: UInt32(seat)).map { [Leaver($0, .elsewhere)] } ?? []
    guard voters[seat]?.texts.consume(at: now) == true else {
      remove(seat, at: now)
      return [Leaver(connection, .flood)] + former
    }
    voters[seat]?.connection = connection
    voters[seat]?.said = nil
    voters[seat]?.isCalled = false
    note(seat, at: now)
    return former
  }

  /// Seats a new voter; returns the page that leaves, which may be the voter's own.
  private mutating func add(_ voter: Voter, at now: Instant) -> [Leaver] {
    let ownCount = voters.count { $0?.address == voter.address }
    let free = voters.firstIndex { $0 == nil }
    guard let seat = free ?? giver(for: voter.address) else { return [Leaver(voter.connection, .full)] }
    guard ownCount < Int(grant.terms.limit) else { return [Leaver(voter.connection, .address)] }
    let leaving = voters[seat].map { [Leaver($0.connection, .full)] } ?? []
    remove(seat, at: now)
    _ = sockets.attach(voter.connection, to: UInt32(seat))
    (voters[seat], count) = (voter, count + 1)
    note(seat, at: now)
    noteSoon(at: now)
    return leaving
  }

  /// Returns the seat that gives way to a voter at `address` in a full crowd; nil if none does.
  ///
  /// It is the newest seat of the network with the most voters. If the newcomer's network has about as many,
  /// it is the newest seat of the address with the most voters in the newcomer's network.
  private func giver(for address: Address) -> Int? {
    let seats = voters.indices.filter { voters[$0] != nil }
    let neighbours = seats.filter { voters[$0]?.address.network == address.network }
    return newest(of: seats, by: \.network, for: address) ?? newest(of: neighbours, by: \.self, for: address)
  }

  /// Returns the newest of the `seats` of the holder with the most seats.
  ///
  /// Returns nil unless the newcomer's holder has at least two seats fewer, so that the two do not displace
  /// each other in turn. `holder` returns the holder of an address: its network, or the address itself.
  private func newest(of seats: [Int], by holder: (Address) -> Address, for newcomer: Address) -> Int? {
    let holders = seats.map { voters[$0].map { holder($0.address) } ?? newcomer }
    let biggest = holders.biggestHolders(against: holder(newcomer))
    return zip(seats, holders).filter { biggest.contains($0.1) }.map(\.0)
      .max { voters[$0]?.connection ?? 0 < voters[$1]?.connection ?? 0 }
  }

  /// Handles the end of `connection`, and withdraws its page's vote; returns false if the connection belongs
  /// to no voter.
  mutating func close(_ connection: UInt32, at now: Instant) -> Bool {
    guard let seat = sockets.detach(connection) else { return false }
    remove(Int(seat), at: now)
    return true
  }

  /// Receives a text from the page on `connection`; returns false if it is refused.
  ///
  /// The second result is true if the page has sent too much, and leaves.
  mutating func receive(_ text: Span<UInt8>, isText: Bool, on connection: UInt32, at now: Instant)
    -> (isHeard: Bool, leaves: Bool)
  {
    guard let seat = sockets.guest(on: connection).map(Int.init) else { return (false, false) }
    guard voters[seat]?.texts.consume(at: now) == true else {
      guard voters[seat]?.texts.isExhausted == true else { return (false, false) }
      remove(seat, at: now)
      return (false, true)
    }
    guard isText, let vote = CrowdVote(text) else { return (false, false) }
    tally.cast(vote, by: seat, at: now)
    if tally.closes == now + tally.window { noteSoon(at: now) }
    return (true, false)
  }

  /// Does what is due by `now`; returns whether a window has closed or the pad has come to rest.
  mutating func advance(to now: Instant) -> Bool {
    let hasClosed = tally.advance(to: now)
    if hasClosed { pad.show(tally.shown) }
    if hasClosed || nextNews <= now { note(at: now) }
    return hasClosed
  }

  /// Records the text for each voter as of `now`.
  mutating func note(at now: Instant) {
    (told, nextNews) = (now, .distantFuture)
    for seat in voters.indices { note(seat, at: now) }
  }

  /// Records the text for each voter, either now or once enough time has passed since the last round.
  private mutating func noteSoon(at now: Instant) {
    nextNews = told + Crowd.newsPeriod
    if nextNews <= now { note(at: now) }
  }

  private mutating func note(_ seat: Int, at now: Instant) {
    guard let voter = voters[seat] else { return }
    let text = CrowdText(of: self, seat: seat, at: now)
    guard voter.said.map({ !$0.isSame(as: text) }) ?? true else { return }
    voters[seat]?.said = text
    voters[seat]?.isOwed = true
    if !voter.isCalled { isOwing = true }
  }

  /// Removes and returns the text for the page on `connection`; nil if it has the newest one.
  mutating func next(for connection: UInt32) -> String? {
    guard let seat = sockets.guest(on: connection).map(Int.init), voters[seat]?.isOwed == true,
      let said = voters[seat]?.said
    else { return nil }
    voters[seat]?.isOwed = false
    voters[seat]?.isCalled = false
    return said.text
  }

  /// Ends the crowd; returns the pages that leave.
  mutating func end(at now: Instant) -> [Leaver] {
    let connections = voters.compactMap { $0?.connection }
    for seat in voters.indices {
      voters[seat] = nil
      sockets.remove(UInt32(seat))
      tally.withdraw(seat, at: now)
    }
    count = 0
    return connections.map { Leaver($0, .ended) }
  }

  /// Takes over the voters of `other`, a crowd with other terms, and informs them of the new terms.
  mutating func adopt(_ other: Crowd, at now: Instant) {
    (voters, sockets, count, pad) = (other.voters, other.sockets, other.count, other.pad)
    pad.show(.rest)
    note(at: now)
  }

  private mutating func remove(_ seat: Int, at now: Instant) {
    guard voters[seat] != nil else { return }
    sockets.remove(UInt32(seat))
    (voters[seat], count) = (nil, count - 1)
    tally.withdraw(seat, at: now)
    pad.show(tally.shown)
    noteSoon(at: now)
  }

  /// Returns the next connections for which a text waits, at most `limit`.
  ///
  /// They begin after the last seat of the previous call, so that the last seats receive as many texts as the
  /// first.
  mutating func call(_ limit: Int) -> [UInt32] {
    var called: [UInt32] = []
    isOwing = false
    for seat in Array(voters.indices[firstSeat...]) + voters.indices[..<firstSeat] {
      guard let voter = voters[seat], voter.isOwed, !voter.isCalled else { continue }
      guard called.count < limit else {
        isOwing = true
        break
      }
      voters[seat]?.isCalled = true
      firstSeat = (seat + 1) % voters.count
      called.append(voter.connection)
    }
    return called
  }
}
