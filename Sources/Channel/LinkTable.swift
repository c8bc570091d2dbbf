import Cryptography
import Model
import Session
import Wire

/// One side's keys in use, found by the index that packets carry: its low 8 bits are the place in the table.
struct LinkTable: Sendable {
  /// How far a link has come.
  enum Stage: Hashable, Sendable {
    /// The host has answered; the controller has not yet shown that it has the keys.
    case half
    /// In use.
    case current
    /// Replaced by the link of this index; what is under way may still come.
    case previous(UInt32)
  }

  /// Whose a link is: the controller's key, how it has asked to come in, and what it has said of itself.
  struct Owner: Sendable {
    var key: PublicKey
    var mode: PairingMode
    var introduction: Introduction
    /// Whether nothing shows yet that its key is one of a paired device.
    var isStranger: Bool
    /// Whether its key had a session at its address before.
    var isKnownPlace = false

    /// Whether its session is one that a person has to confirm.
    var isGuest: Bool { isStranger && mode == .confirm }
  }

  /// A link and whose it is.
  struct Entry: Sendable {
    var link: Link
    var stage = Stage.half
    var owner: Owner
    /// Where the newest genuine packet came from.
    var endpoint: Endpoint
    /// How often this run of the controller has changed keys.
    var generation: UInt64 = 0
  }

  /// Handshakes that wait for the controller's first DATA at most, those of strangers, and how long each does.
  static let halfLimit = 8
  static let strangeHalfLimit = 32
  static let halfLife = Interval.seconds(5)
  /// Handshakes of one key, and from one address, that wait at most.
  static let halvesEach = 2
  /// Sessions at most: as many as there are paired devices, and those of strangers besides.
  static let sessionLimit = 64
  static let strangerLimit = 4

  /// What a packet needs beside the link; the rest of an entry is not touched for a packet.
  private struct Seat: Sendable {
    /// No packet has the index of a place that is free.
    var index = UInt32.max
    var stage = Stage.half
    var endpoint = Endpoint(address: Address(high: 0, low: 0), port: 0)
    var generation: UInt64 = 0
  }

  private static let size = 256
  private var seats = Array(repeating: Seat(), count: LinkTable.size)
  private var links = Array(repeating: Link.none, count: LinkTable.size)
  private var owners = [Owner?](repeating: nil, count: LinkTable.size)
  /// No link ends before this.
  private(set) var earliest = Instant.distantFuture

  /// The entry of `index`; nil when that is not in use.
  subscript(index: UInt32) -> Entry? {
    let place = Int(index & 255)
    guard seats[place].index == index, let owner = owners[place] else { return nil }
    return Entry(
      link: links[place], stage: seats[place].stage, owner: owner, endpoint: seats[place].endpoint,
      generation: seats[place].generation)
  }

  /// All entries.
  private var entries: [Entry] { seats.compactMap { self[$0.index] } }

  /// Whether there is room for a session of `owner` from `address`: of strangers there is one at an address.
  ///
  /// The session that it has already gives way.
  func hasRoom(for owner: Owner, from address: Address) -> Bool {
    let others = entries.filter {
      $0.stage == .current && $0.owner.isGuest == owner.isGuest && $0.owner.key != owner.key
    }
    guard owner.isGuest else { return others.count < LinkTable.sessionLimit }
    return others.count < LinkTable.strangerLimit
      && !others.contains { $0.endpoint.address.network == address.network }
  }

  /// An index that is not in use, from the 24 lowest bits of `random`.
  func freeIndex(_ random: UInt64) -> UInt32? {
    let wanted = UInt32(truncatingIfNeeded: random) & 0xff_ffff
    for step in 0..<UInt32(LinkTable.size) {
      let place = (wanted + step) & 255
      if seats[Int(place)].index == .max { return wanted & 0xff_ff00 | place }
    }
    return nil
  }

  /// Lets the handshakes go that a new one of `owner` from `address` takes the place of.
  ///
  /// Each key and each address has two at most, and all together eight; strangers have 32 of their own. The oldest gives
  /// way, and before it what does not come from where its key had a session: that may be a recording.
  mutating func makeRoom(for owner: Owner, from address: Address) {
    let limit = owner.isStranger ? LinkTable.strangeHalfLimit : LinkTable.halfLimit
    let isAlike = { (other: Entry) in other.owner.isStranger == owner.isStranger }
    drop(keeping: LinkTable.halvesEach - 1) { isAlike($0) && $0.owner.key == owner.key }
    drop(keeping: LinkTable.halvesEach - 1) { isAlike($0) && $0.endpoint.address.network == address.network }
    drop(keeping: limit - 1, of: isAlike)
  }

  private mutating func drop(keeping limit: Int, of belongs: (Entry) -> Bool) {
    let halves = entries.filter { $0.stage == .half && belongs($0) }
    let order = { (entry: Entry) in (entry.owner.isKnownPlace ? 1 : 0, entry.link.ends) }
    for entry in halves.sorted(by: { order($0) < order($1) }).dropLast(limit) { remove(entry.link.index) }
  }

  /// Counts the session of `index` among those of paired devices.
  mutating func settle(_ index: UInt32) {
    guard self[index] != nil else { return }
    owners[Int(index & 255)]?.isStranger = false
  }

  /// Lets all handshakes go that wait for the controller's first DATA.
  mutating func dropHalves() {
    for entry in entries where entry.stage == .half { remove(entry.link.index) }
  }

  /// Puts in a link whose index was free.
  mutating func insert(_ entry: Entry) {
    let place = Int(entry.link.index & 255)
    seats[place] = Seat(
      index: entry.link.index, stage: entry.stage, endpoint: entry.endpoint, generation: entry.generation)
    links[place] = entry.link
    owners[place] = entry.owner
    earliest = min(earliest, entry.link.ends)
  }

  /// Takes out the link of `index`; its keys are wiped.
  mutating func remove(_ index: UInt32) {
    let place = Int(index & 255)
    guard seats[place].index == index else { return }
    (seats[place], links[place], owners[place]) = (Seat(), .none, nil)
    findEarliest()
  }

  private mutating func findEarliest() {
    earliest = links.lazy.map(\.ends).min() ?? .distantFuture
  }

  /// Takes out a link whose time is over; nil when there is none.
  mutating func takeEnded(at now: Instant) -> Entry? {
    guard earliest <= now, let ended = entries.first(where: { $0.link.ends <= now })
    else { return nil }
    remove(ended.link.index)
    return ended
  }

  /// Decrypts a DATA in place; whether it is the newest of its link, and comes from elsewhere than those before.
  mutating func open(
    _ bytes: inout MutableSpan<UInt8>, _ header: SealedHeader, from endpoint: Endpoint, at now: Instant
  ) throws(ChannelDrop) -> Bool {
    let place = Int(header.index & 255)
    guard seats[place].index == header.index else { throw .unknownIndex }
    let isNewest = try links[place].open(&bytes, header, at: now)
    let hasMoved = isNewest && seats[place].endpoint != endpoint
    if hasMoved { seats[place].endpoint = endpoint }
    earliest = min(earliest, links[place].ends)
    return hasMoved
  }

  /// Encrypts `frames` for the other side of link `index`; where to send them.
  mutating func seal(
    _ frames: Span<UInt8>, _ index: UInt32, at now: Instant, into datagram: inout Datagram<512>
  ) -> Endpoint? {
    let place = Int(index & 255)
    guard seats[place].index == index, seats[place].stage == .current,
      links[place].seal(frames, at: now, into: &datagram)
    else { return nil }
    earliest = min(earliest, links[place].ends)
    return seats[place].endpoint
  }

  /// What an index's link is, without the rest of it.
  func stage(of index: UInt32) -> Stage {
    seats[Int(index & 255)].stage
  }

  /// How often the run of link `index` has changed keys.
  func generation(of index: UInt32) -> UInt64 {
    seats[Int(index & 255)].generation
  }

  /// Makes the handshake of `index` the session of its key; returns the link that it takes the place of.
  ///
  /// The same run of the controller has only changed its keys: what is under way may come for 10 s. Another run has no
  /// use for what the one before has sent.
  mutating func confirm(_ index: UInt32, at now: Instant) -> (old: UInt32?, isSameRun: Bool) {
    guard var entry = self[index] else { return (nil, false) }
    var old: Entry?
    for other in entries where other.owner.key == entry.owner.key && other.link.index != index {
      if other.stage == .current { old = other }
      if case .previous = other.stage { remove(other.link.index) }
    }
    let isSameRun = old?.owner.introduction.epoch == entry.owner.introduction.epoch
    if var old {
      remove(old.link.index)
      old.stage = .previous(index)
      old.link.retire(at: now)
      if isSameRun { insert(old) }
      if isSameRun { entry.generation = old.generation + 1 }
    }
    entry.stage = .current
    entry.link.confirm(at: now)
    insert(entry)
    findEarliest()
    return (old?.link.index, isSameRun)
  }
}
