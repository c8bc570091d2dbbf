import Guards
public import Model

/// A table of the slots and their controllers.
///
/// The roster gives each controller a slot, reserves the slot after a dropout, and frees it.
public struct Roster: Sendable {
  /// The rules of admission.
  public struct Settings: Sendable {
    /// The maximum number of players, 1 to 16.
    public var limit: Int
    /// The addresses from which controllers may play without encryption; none by default.
    public var plainRanges: [AddressRange]
    /// The duration of silence after which a controller counts as disconnected.
    public var silence: Interval
    /// The time for which a slot is reserved after the ``silence`` of its controller; nil for no limit.
    public var reservation: Interval?
    /// The duration of silence after which a controller may continue from another port or connection.
    ///
    /// A controller with an encrypted session may do so at any time.
    public var portChange: Interval
    /// The time after a controller's goodbye or removal in which its packets count as stragglers.
    public var farewell: Interval

    /// Creates settings; each has a default (docs/protocol.md, "Silence", "Drop reasons" and "0xDB PLAIN").
    public init(
      limit: Int = 4, plainRanges: [AddressRange] = [], silence: Interval = .seconds(5),
      reservation: Interval? = .seconds(60), portChange: Interval = .seconds(1),
      farewell: Interval = .seconds(1)
    ) {
      self.limit = limit
      self.plainRanges = plainRanges
      self.silence = silence
      self.reservation = reservation
      self.portChange = portChange
      self.farewell = farewell
    }
  }

  /// The answer to a controller's packet.
  public enum Admittance: Hashable, Sendable {
    /// The controller already plays in this slot.
    case seated(PlayerSlot)
    /// The controller has just got this slot.
    case joined(PlayerSlot)
    /// The controller is back in the slot that was reserved for it.
    case returned(PlayerSlot)
    /// The controller may not play, for this reason.
    case denied(Denial)
  }

  /// The reason why a controller may not play.
  public enum Denial: UInt8, Hashable, CaseIterable, Sendable {
    /// Controllers without encryption are not allowed from the controller's address.
    case notAllowed
    /// The controller is playing from another port or connection.
    case foreignEndpoint
    /// All slots are taken.
    case full
    /// Too many new controllers arrived within a short time.
    case flooding
    /// The controller has just left; its packet is a straggler.
    case gone
  }

  /// A change to a slot caused by the passage of time.
  public enum Departure: Hashable, Sendable {
    /// The controller fell silent; its slot is reserved.
    case disconnected(PlayerSlot)
    /// The slot is free again.
    case freed(PlayerSlot)
  }

  /// A taken slot.
  public struct Seat: Sendable {
    /// The key of the controller.
    public let key: Key
    /// The peer from which the controller sends.
    public fileprivate(set) var peer: PeerID
    /// The arrival time of the controller's last packet; after a restart of the host, an assumed time.
    public fileprivate(set) var heard: Instant
    /// True if the controller is connected; false while the slot is reserved.
    public fileprivate(set) var isConnected = true
    /// True if the rules still let the controller play.
    public fileprivate(set) var isWelcome = true
  }

  /// The last controller to leave a slot, and the end of the period in which its packets are stragglers.
  private struct Farewell {
    var key: Key
    var end: Instant
  }

  /// The rules in force.
  public private(set) var settings: Settings
  private var seats = [Seat?](repeating: nil, count: PlayerSlot.limit)
  private var farewells = [Farewell?](repeating: nil, count: PlayerSlot.limit)
  private var newcomers = TokenBucket(rate: 5, burst: 16)

  /// Creates an empty roster.
  ///
  /// - Precondition: the limit is 1 to 16.
  public init(settings: Settings) {
    precondition((1...PlayerSlot.limit).contains(settings.limit))
    self.settings = settings
  }

  /// The seat of the controller in `slot`; nil when the slot is free.
  public subscript(slot: PlayerSlot) -> Seat? { seats[slot.index] }

  /// Returns the slot of the controller with `key`, connected or not; nil when the controller has none.
  public func slot(of key: Key) -> PlayerSlot? {
    seats.firstIndex { $0?.key == key }.map { PlayerSlot(index: $0) }
  }

  /// Returns the slot of the controller that sends from `peer`, connected or not.
  ///
  /// The result is nil for an unknown peer.
  public func slot(of peer: PeerID) -> PlayerSlot? {
    for index in seats.indices where seats[index]?.peer == peer { return PlayerSlot(index: index) }
    return nil
  }

  /// Judges a well-formed packet from the controller with `key` at `peer`, and gives a new controller a slot.
  public mutating func admit(_ key: Key, from peer: PeerID, at now: Instant) -> Admittance {
    for index in seats.indices where seats[index]?.key == key {
      return reenter(index, from: peer, at: now)
    }
    guard isAllowed(key, from: peer) else { return .denied(.notAllowed) }
    guard !hasJustLeft(key, at: now) else { return .denied(.gone) }
    for index in 0..<settings.limit where seats[index] == nil {
      // Only a newcomer that can have a slot uses a token, so that those who ask in vain
      // leave the tokens to others.
      guard newcomers.consume(at: now) else { return .denied(.flooding) }
      seats[index] = Seat(key: key, peer: peer, heard: now)
      return .joined(PlayerSlot(index: index))
    }
    return .denied(.full)
  }

  /// Reserves `slot` for the controller with `key`, which had the slot before the host restarted.
  ///
  /// The controller last sent from `peer`. Returns false when the controller may not play or has another
  /// slot, or when the slot is taken.
  public mutating func resume(_ slot: PlayerSlot, of key: Key, from peer: PeerID, at now: Instant) -> Bool {
    guard isAllowed(key, from: peer) else { return false }
    guard seats[slot.index] == nil, self.slot(of: key) == nil else { return false }
    seats[slot.index] = Seat(key: key, peer: peer, heard: now - settings.silence, isConnected: false)
    return true
  }

  /// Frees `slot` immediately.
  public mutating func leave(_ slot: PlayerSlot, at now: Instant) {
    guard let seat = seats[slot.index] else { return }
    farewells[slot.index] = Farewell(key: seat.key, end: now + settings.farewell)
    seats[slot.index] = nil
  }

  /// Records that the controller in `slot` is gone without a goodbye; its slot stays reserved.
  public mutating func disconnect(_ slot: PlayerSlot) {
    seats[slot.index]?.isConnected = false
  }

  /// Returns the deadline for ``advance(_:to:)`` of `slot`.
  ///
  /// The result is the distant future when the slot is free or reserved without limit.
  public func deadline(of slot: PlayerSlot) -> Instant {
    guard let seat = seats[slot.index] else { return .distantFuture }
    let silent = seat.heard + settings.silence
    return seat.isConnected ? silent : settings.reservation.map { silent + $0 } ?? .distantFuture
  }

  /// Applies the passage of time to `slot` and returns the change; nil if there is none.
  public mutating func advance(_ slot: PlayerSlot, to now: Instant) -> Departure? {
    guard let seat = seats[slot.index], deadline(of: slot) <= now else { return nil }
    if seat.isConnected {
      seats[slot.index]?.isConnected = false
      return .disconnected(slot)
    }
    seats[slot.index] = nil
    return .freed(slot)
  }

  /// Adopts new rules; players beyond a smaller limit stay until they leave.
  ///
  /// If the new rules no longer let a player play, ``Seat/isWelcome`` becomes false, and the bridge removes
  /// the player.
  public mutating func reload(_ settings: Settings) {
    precondition((1...PlayerSlot.limit).contains(settings.limit))
    self.settings = settings
    for index in seats.indices {
      guard let seat = seats[index] else { continue }
      let isWelcome = isAllowed(seat.key, from: seat.peer)
      seats[index]?.isWelcome = isWelcome
    }
  }

  private mutating func reenter(_ index: Int, from peer: PeerID, at now: Instant) -> Admittance {
    guard let seat = seats[index] else { return .denied(.full) }
    if seat.peer != peer {
      let isSilent = !seat.isConnected || now - seat.heard >= settings.portChange
      guard seat.key.isProven || isSilent else { return .denied(.foreignEndpoint) }
      seats[index]?.peer = peer
    }
    // For most packets, only the time changes.
    seats[index]?.heard = now
    guard !seat.isConnected else { return .seated(PlayerSlot(index: index)) }
    seats[index]?.isConnected = true
    return .returned(PlayerSlot(index: index))
  }

  private func hasJustLeft(_ key: Key, at now: Instant) -> Bool {
    for index in farewells.indices {
      if let farewell = farewells[index], farewell.key == key, now < farewell.end { return true }
    }
    return false
  }

  /// Returns whether the controller with `key` may play from `peer`.
  ///
  /// Without encryption, it may play only from the addresses in the rules.
  private func isAllowed(_ key: Key, from peer: PeerID) -> Bool {
    guard case .network(let endpoint) = peer, !key.isProven else { return true }
    for range in settings.plainRanges where range.contains(endpoint.address) { return true }
    return false
  }
}
