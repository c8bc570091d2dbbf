public import Model

/// Who sits where: gives each controller a slot, keeps it for a while when it drops out, and frees it.
public struct Roster: Sendable {
  /// The rules of admission.
  public struct Settings: Sendable {
    /// The most players, 1 to 16.
    public var limit: Int
    /// Where controllers without encryption may speak from; nobody may by default.
    public var plainRanges: [AddressRange]
    /// Silence after which a controller counts as disconnected.
    public var silence: Interval
    /// How long a disconnected controller's slot waits for it; nil: until it comes.
    public var reservation: Interval?
    /// Silence after which a controller may go on from another port of its address.
    public var portChange: Interval
    /// How long after its goodbye a controller's packets are taken for stragglers.
    public var farewell: Interval

    /// The limits of docs/protocol.md, "Order".
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

  /// What tells one controller from another, wherever it speaks from.
  public struct Key: Hashable, Sendable {
    /// The address, or the number of a gateway.
    public var origin: Address
    /// The controller's own number there.
    public var token: UInt32

    /// The key of controller `token` at `origin`.
    public init(origin: Address, token: UInt32) {
      self.origin = origin
      self.token = token
    }

    /// No datagram comes from there: the addresses are multicast ones (RFC 4291 §2.7).
    static let gateways = UInt64.max
    static let devices = UInt64.max - 1

    /// The key of controller `controller` of the gateway that is called `number`.
    public init(gateway number: UInt8, controller: UInt32) {
      self.init(origin: Address(high: Key.gateways, low: UInt64(number)), token: controller)
    }

    /// The key of the device whose public key begins with these twelve bytes: whoever wants to have the same twelve has 2⁹⁶ keys
    /// to make.
    public init(device high: UInt64, _ low: UInt32) {
      self.init(origin: Address(high: Key.devices, low: high), token: low)
    }

    /// Whether its packets show who sent them, wherever they come from: its session is encrypted.
    public var isProven: Bool { origin.high == Key.devices }

    /// Whether it is behind a gateway.
    public var isBehindGateway: Bool { origin.high == Key.gateways }
  }

  /// The answer to a packet of a controller.
  public enum Admission: Hashable, Sendable {
    /// It has this slot.
    case seated(PlayerSlot)
    /// It has just got this slot.
    case joined(PlayerSlot)
    /// It is back in the slot that waited for it.
    case returned(PlayerSlot)
    /// It may not play.
    case denied(Denial)
  }

  /// Why a controller may not play.
  public enum Denial: UInt8, Hashable, CaseIterable, Sendable {
    /// Controllers without encryption are not allowed from its address.
    case notAllowed
    /// The controller is playing from another port or connection.
    case foreignEndpoint
    /// All slots are taken.
    case full
    /// Too many new controllers at once.
    case flooding
    /// It has just left; what still comes of it was under way.
    case gone
  }

  /// A slot that time has changed.
  public enum Departure: Hashable, Sendable {
    /// The controller fell silent; its slot waits.
    case disconnected(PlayerSlot)
    /// The slot is free again.
    case freed(PlayerSlot)
  }

  /// A taken slot.
  public struct Seat: Sendable {
    /// Whose it is.
    public let key: Key
    /// Where the controller speaks from.
    public fileprivate(set) var peer: PeerID
    /// When it was last heard.
    public fileprivate(set) var heard: Instant
    /// Whether it is playing, and not waited for.
    public fileprivate(set) var isConnected = true
    /// Whether the rules still let it play.
    public fileprivate(set) var isWelcome = true
  }

  /// Who left a slot last, and until when it stays away.
  private struct Farewell {
    var key: Key
    var end: Instant
  }

  /// The rules.
  public private(set) var settings: Settings
  private var seats = [Seat?](repeating: nil, count: PlayerSlot.limit)
  private var farewells = [Farewell?](repeating: nil, count: PlayerSlot.limit)
  private var newcomers = TokenBucket(rate: 5, burst: 16)

  /// An empty roster.
  ///
  /// - Precondition: the limit is 1 to 16.
  public init(settings: Settings) {
    precondition((1...PlayerSlot.limit).contains(settings.limit))
    self.settings = settings
  }

  /// Whose slot `slot` is; nil when it is free.
  public subscript(slot: PlayerSlot) -> Seat? { seats[slot.index] }

  /// The slot of the controller of `key`, which may be away; nil when it has none.
  public func slot(of key: Key) -> PlayerSlot? {
    seats.firstIndex { $0?.key == key }.map { PlayerSlot(index: $0) }
  }

  /// The slot of the controller that speaks from `peer`, for counting what it sent wrong.
  public func slot(of peer: PeerID) -> PlayerSlot? {
    for index in seats.indices where seats[index]?.peer == peer { return PlayerSlot(index: index) }
    return nil
  }

  /// Judges a well-formed packet of `key` that came from `peer`.
  public mutating func admit(_ key: Key, from peer: PeerID, at now: Instant) -> Admission {
    for index in seats.indices where seats[index]?.key == key {
      return reenter(index, from: peer, at: now)
    }
    guard isAllowed(key, from: peer) else { return .denied(.notAllowed) }
    guard !hasJustLeft(key, at: now) else { return .denied(.gone) }
    guard newcomers.take(at: now) else { return .denied(.flooding) }
    for index in 0..<settings.limit where seats[index] == nil {
      seats[index] = Seat(key: key, peer: peer, heard: now)
      return .joined(PlayerSlot(index: index))
    }
    return .denied(.full)
  }

  /// Keeps `slot` for the controller of `key`, which last spoke from `peer` and had it before the host started anew.
  ///
  /// Returns false when it may not play, or when the slot is taken or the controller has another.
  public mutating func resume(_ slot: PlayerSlot, of key: Key, from peer: PeerID, at now: Instant) -> Bool {
    guard isAllowed(key, from: peer) else { return false }
    guard seats[slot.index] == nil, self.slot(of: key) == nil else { return false }
    seats[slot.index] = Seat(key: key, peer: peer, heard: now - settings.silence, isConnected: false)
    return true
  }

  /// Frees `slot` at once.
  public mutating func leave(_ slot: PlayerSlot, at now: Instant) {
    guard let seat = seats[slot.index] else { return }
    farewells[slot.index] = Farewell(key: seat.key, end: now + settings.farewell)
    seats[slot.index] = nil
  }

  /// Notes that the controller in `slot` is gone without a word; its slot waits for it.
  public mutating func disconnect(_ slot: PlayerSlot) {
    seats[slot.index]?.isConnected = false
  }

  /// When ``advance(_:to:)`` has something to say about `slot`; never when it is free or waits for ever.
  public func deadline(of slot: PlayerSlot) -> Instant {
    guard let seat = seats[slot.index] else { return .distantFuture }
    let silent = seat.heard + settings.silence
    return seat.isConnected ? silent : settings.reservation.map { silent + $0 } ?? .distantFuture
  }

  /// What time has done to `slot`; nil when nothing.
  public mutating func advance(_ slot: PlayerSlot, to now: Instant) -> Departure? {
    guard let seat = seats[slot.index], deadline(of: slot) <= now else { return nil }
    if seat.isConnected {
      seats[slot.index]?.isConnected = false
      return .disconnected(slot)
    }
    seats[slot.index] = nil
    return .freed(slot)
  }

  /// Follows new rules; players beyond a smaller limit stay until they leave.
  public mutating func reload(_ settings: Settings) {
    precondition((1...PlayerSlot.limit).contains(settings.limit))
    self.settings = settings
    for index in seats.indices {
      guard let seat = seats[index] else { continue }
      let isWelcome = isAllowed(seat.key, from: seat.peer)
      seats[index]?.isWelcome = isWelcome
    }
  }

  private mutating func reenter(_ index: Int, from peer: PeerID, at now: Instant) -> Admission {
    guard var seat = seats[index] else { return .denied(.full) }
    let wasConnected = seat.isConnected
    if seat.peer != peer && !seat.key.isProven {
      let isSilent = !wasConnected || now - seat.heard >= settings.portChange
      guard isSilent else { return .denied(.foreignEndpoint) }
    }
    seat.peer = peer
    seat.heard = now
    seat.isConnected = true
    seats[index] = seat
    let slot = PlayerSlot(index: index)
    return wasConnected ? .seated(slot) : .returned(slot)
  }

  private func hasJustLeft(_ key: Key, at now: Instant) -> Bool {
    for index in farewells.indices {
      if let farewell = farewells[index], farewell.key == key, now < farewell.end { return true }
    }
    return false
  }

  /// Whether a controller may speak from there: without encryption only from some addresses.
  private func isAllowed(_ key: Key, from peer: PeerID) -> Bool {
    guard case .network(let endpoint) = peer, !key.isProven else { return true }
    for range in settings.plainRanges where range.contains(endpoint.address) { return true }
    return false
  }
}
