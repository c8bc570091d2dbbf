import Cryptography
import Guards
import Model
import Wire

/// A table of the host's keys in use, by the index that packets carry.
///
/// The low 8 bits of an index are the position in the table.
struct LinkTable: Sendable {
  /// The stages of a link.
  enum Phase: Hashable, Sendable {
    /// The host has answered INIT, but the controller has not yet proven that it has the keys.
    case pending
    /// The link is in use.
    case current
    /// The link was replaced by the link with this index; packets in flight may still arrive.
    case previous(UInt32)
  }

  /// The owner of a link: the controller's key, its pairing mode, and its description of itself.
  struct Owner: Sendable {
    var key: PublicKey
    var mode: PairingMode
    var introduction: Introduction
    /// True until the key is known to be that of a paired device.
    var isStranger: Bool
    /// The relation of the sender's address to the address of the key's last session.
    var nearness = KnownEndpoints.Nearness.elsewhere

    /// True if the session has to be confirmed at the host.
    var isGuest: Bool { isStranger && mode == .confirm }
  }

  /// A link with its owner.
  struct Entry: Sendable {
    var link: Link
    var stage = Phase.pending
    var owner: Owner
    /// The sender of the newest genuine packet.
    var endpoint: Endpoint
    /// The number of key changes since the controller started.
    var generation: UInt64 = 0
  }

  /// The maximum number of handshakes of paired devices that wait for the first DATA packet.
  static let pendingLimit = 8
  /// The maximum number of handshakes of unpaired devices that wait for the first DATA packet.
  static let strangerPendingLimit = 32
  /// The maximum time for which a handshake waits for the first DATA packet.
  static let pendingLifetime = Interval.seconds(5)
  /// The maximum number of waiting handshakes of one key, and of one exact address.
  static let pendingEach = 2
  /// The maximum number of sessions of paired devices.
  static let sessionLimit = 64
  /// The maximum number of sessions that have to be confirmed at the host.
  static let strangerLimit = 4
  /// The maximum number of sessions from one network (``Address/network``) that have to be confirmed at the host.
  static let strangersOfNetwork = 3

  /// The parts of an entry that each packet reads besides the link; ordinary packets do not read the owner.
  private struct IndexEntry: Sendable {
    /// The link's index; `UInt32.max`, which no packet has, marks a free entry.
    var index = UInt32.max
    var stage = Phase.pending
    var endpoint = Endpoint(address: Address(high: 0, low: 0), port: 0)
    var generation: UInt64 = 0
  }

  private static let size = 256
  private var indexEntries = Array(repeating: IndexEntry(), count: LinkTable.size)
  private var links = Array(repeating: Link.none, count: LinkTable.size)
  private var owners = [Owner?](repeating: nil, count: LinkTable.size)
  /// A time before which no link ends.
  private(set) var earliest = Instant.distantFuture

  /// The entry with `index`; nil if the index is not in use.
  subscript(index: UInt32) -> Entry? {
    let slot = Int(index & 255)
    guard indexEntries[slot].index == index, let owner = owners[slot] else { return nil }
    return Entry(
      link: links[slot], stage: indexEntries[slot].stage, owner: owner, endpoint: indexEntries[slot].endpoint,
      generation: indexEntries[slot].generation)
  }

  /// The entries in use.
  private var entries: [Entry] { indexEntries.compactMap { self[$0.index] } }

  /// Returns whether there is room for a session of `owner` from `address`.
  ///
  /// Among the sessions that have to be confirmed at the host, one address may have one, and one network may
  /// have ``strangersOfNetwork``. The present session of the same key does not count, because the new one
  /// replaces it.
  func hasRoom(for owner: Owner, from address: Address) -> Bool {
    let others = entries.filter {
      $0.stage == .current && $0.owner.isGuest == owner.isGuest && $0.owner.key != owner.key
    }
    guard owner.isGuest else { return others.count < LinkTable.sessionLimit }
    return others.count < LinkTable.strangerLimit
      && !others.contains { $0.endpoint.address == address }
      && others.count { $0.endpoint.address.network == address.network } < LinkTable.strangersOfNetwork
  }

  /// Returns a free 24-bit index; nil if the table is full.
  ///
  /// Bits 8 to 23 of the index are those of `random`.
  func freeIndex(_ random: UInt64) -> UInt32? {
    let wanted = UInt32(truncatingIfNeeded: random) & 0xff_ffff
    for step in 0..<UInt32(LinkTable.size) {
      let slot = (wanted + step) & 255
      if indexEntries[Int(slot)].index == .max { return wanted & 0xff_ff00 | slot }
    }
    return nil
  }

  /// Removes waiting handshakes to make room for a new one of `owner` from `address`.
  ///
  /// Of paired devices, and likewise of unpaired ones, at most two handshakes wait for each key, and two for each
  /// exact address. At most 8 handshakes of paired devices wait, and at most 32 of unpaired ones, 16 of these
  /// from one network.
  ///
  /// Handshakes from outside the network of their key's last session may be replays, so they are removed
  /// first. Next are those from another address of the same network. Among equals, the oldest is removed first.
  mutating func makeRoom(for owner: Owner, from address: Address) {
    let limit = owner.isStranger ? LinkTable.strangerPendingLimit : LinkTable.pendingLimit
    let isAlike = { (other: Entry) in other.owner.isStranger == owner.isStranger }
    drop(keeping: LinkTable.pendingEach - 1) { isAlike($0) && $0.owner.key == owner.key }
    drop(keeping: LinkTable.pendingEach - 1) { isAlike($0) && $0.endpoint.address == address }
    if owner.isStranger {
      drop(keeping: limit / 2 - 1) { isAlike($0) && $0.endpoint.address.network == address.network }
    }
    drop(keeping: limit - 1, of: isAlike)
  }

  private mutating func drop(keeping limit: Int, of belongs: (Entry) -> Bool) {
    let pending = entries.filter { $0.stage == .pending && belongs($0) }
    let order = { (entry: Entry) in (entry.owner.nearness, entry.link.ends) }
    for entry in pending.sorted(by: { order($0) < order($1) }).dropLast(limit) { remove(entry.link.index) }
  }

  /// Counts the session with `index` among those of paired devices.
  mutating func settle(_ index: UInt32) {
    guard self[index] != nil else { return }
    owners[Int(index & 255)]?.isStranger = false
  }

  /// Removes all handshakes that wait for the controller's first DATA packet.
  mutating func dropPending() {
    for entry in entries where entry.stage == .pending { remove(entry.link.index) }
  }

  /// Inserts a link, whose index has to be free.
  mutating func insert(_ entry: Entry) {
    let slot = Int(entry.link.index & 255)
    indexEntries[slot] = IndexEntry(
      index: entry.link.index, stage: entry.stage, endpoint: entry.endpoint, generation: entry.generation)
    links[slot] = entry.link
    owners[slot] = entry.owner
    earliest = min(earliest, entry.link.ends)
  }

  /// Removes the link with `index`; its keys are wiped.
  mutating func remove(_ index: UInt32) {
    let slot = Int(index & 255)
    guard indexEntries[slot].index == index else { return }
    (indexEntries[slot], links[slot], owners[slot]) = (IndexEntry(), .none, nil)
    findEarliest()
  }

  private mutating func findEarliest() {
    earliest = links.lazy.map(\.ends).min() ?? .distantFuture
  }

  /// Removes and returns a link that has ended; nil if there is none.
  mutating func nextEnded(at now: Instant) -> Entry? {
    guard earliest <= now, let ended = entries.first(where: { $0.link.ends <= now })
    else { return nil }
    remove(ended.link.index)
    return ended
  }

  /// Decrypts a DATA packet in place; returns whether it is the newest of its link and comes from a new endpoint.
  ///
  /// - Throws: `unknownIndex`, `expired`, `duplicate`, `tooOld` or `forged`.
  mutating func open(
    _ bytes: inout MutableSpan<UInt8>, _ header: SealedHeader, from endpoint: Endpoint, at now: Instant
  ) throws(Drop) -> Bool {
    let slot = Int(header.index & 255)
    guard indexEntries[slot].index == header.index else { throw .unknownIndex }
    let isNewest = try links[slot].open(&bytes, header, at: now)
    let hasMoved = isNewest && indexEntries[slot].endpoint != endpoint
    if hasMoved { indexEntries[slot].endpoint = endpoint }
    earliest = min(earliest, links[slot].ends)
    return hasMoved
  }

  /// Encrypts `frames` for the peer of link `index`; returns the endpoint to send to.
  ///
  /// The result is nil if the link is not in use, or if its keys are no longer valid.
  mutating func seal(
    _ frames: Span<UInt8>, _ index: UInt32, at now: Instant, into datagram: inout Datagram<512>
  ) -> Endpoint? {
    let slot = Int(index & 255)
    guard indexEntries[slot].index == index, indexEntries[slot].stage == .current,
      links[slot].seal(frames, at: now, into: &datagram)
    else { return nil }
    earliest = min(earliest, links[slot].ends)
    return indexEntries[slot].endpoint
  }

  /// Returns the stage of link `index`, without the rest of the entry.
  func stage(of index: UInt32) -> Phase {
    indexEntries[Int(index & 255)].stage
  }

  /// Returns the number of key changes of link `index`.
  func generation(of index: UInt32) -> UInt64 {
    indexEntries[Int(index & 255)].generation
  }

  /// Makes the handshake with `index` the session of its key; returns the link that it replaces.
  ///
  /// If the controller's epoch has not changed, the controller has only changed its keys, and the old link
  /// stays valid for 10 s for packets in flight. After a restart of the controller, the old link ends
  /// immediately.
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
