public import Model

/// The entries of a table of limited size that everybody on the network shares, and the choice of the one that gives way when it is full.
///
/// The table counts by exact address and by network (``Address/network``). An entry gives way by these rules, the first that applies:
///
/// 1. An address with ``Limits/perAddress`` entries gives up one of its own.
/// 2. In a full table, the address with the most entries gives one up, if it has more than ``Limits/fairShare``.
/// 3. Otherwise the network with the most entries does, if it has more than a quarter of the table.
/// 4. Otherwise everybody is asked.
///
/// With ``Limits/keepsEquals``, an entry only gives way to one that comes further at once, or, by rules 2 and 3, to one of another
/// holder: what waits for a person does not come and go.
///
/// Of the entries that are asked, those beyond the first stage give way if they are more than half, and otherwise those at the first
/// stage: idle entries keep no newcomers out, and newcomers leave half of the table to who has come further. Of these, the older half
/// gives way: first an entry of the address with the most of them, then the one that has come least far, then the oldest.
/// So a newcomer stays until a quarter of those asked is newer, and longer if others have more.
///
/// Entries that have reached the last stage never give way and count for no address: what bounds them is the number of guests.
///
/// `Stage` is how far an entry has come, from a silent one to one whose guest is known.
public struct SharedTable<Key: Hashable & Sendable, Stage: CaseIterable & Comparable & Sendable>: Sendable {
  /// The sizes of a table.
  public struct Limits: Sendable {
    /// The most entries.
    public var total: Int
    /// The most entries of one exact address that have not reached the last stage.
    public var perAddress: Int
    /// The entries that an address may have without being asked before others in a full table.
    public var fairShare: Int
    /// The number of the entries, of `total`, that only this machine may use.
    public var reserve: Int
    /// True if an entry that has come as far as a newcomer stays, unless its holder is the biggest.
    public var keepsEquals: Bool

    /// Creates limits; `reserve` is less than `total`.
    public init(total: Int, perAddress: Int, fairShare: Int, reserve: Int = 0, keepsEquals: Bool = false) {
      precondition(reserve < total && perAddress > 0)
      (self.total, self.perAddress, self.fairShare, self.reserve) = (total, perAddress, fairShare, reserve)
      self.keepsEquals = keepsEquals
    }
  }

  /// The decisions about a new entry.
  public enum Addition: Hashable, Sendable {
    /// It is in the table.
    case added
    /// It is in the table, and the entry with that key is not any more: the caller ends what belongs to it.
    case replaced(Key)
    /// It is not in the table: nobody gives way.
    case refused
  }

  private struct Entry: Sendable {
    var key: Key
    var address: Address
    var stage: Stage
  }

  /// The sizes of this table.
  public let limits: Limits
  /// The number of entries that have given way, and of those that were refused.
  public private(set) var losses: UInt64 = 0
  /// The oldest entry comes first.
  private var entries: [Entry] = []
  private let (first, last): (Stage, Stage)

  /// Creates an empty table.
  ///
  /// - Precondition: `Stage` has at least two cases.
  public init(_ limits: Limits) {
    let stages = Stage.allCases.sorted()
    precondition(stages.count > 1)
    (first, last) = (stages[0], stages[stages.count - 1])
    self.limits = limits
    entries.reserveCapacity(limits.total)
  }

  /// The number of entries.
  public var count: Int { entries.count }

  /// Adds an entry of `address` that has come to `stage`, by default the first one.
  public mutating func add(_ key: Key, from address: Address, at stage: Stage? = nil) -> Addition {
    var former: Key?
    let stage = stage ?? first
    if let asked = asked(for: address, at: stage) {
      losses &+= 1
      guard let victim = victim(of: asked.entries),
        !limits.keepsEquals || asked.areAnothers || entries[victim].stage < stage
      else { return .refused }
      former = entries.remove(at: victim).key
    }
    entries.append(Entry(key: key, address: address, stage: stage))
    return former.map { .replaced($0) } ?? .added
  }

  /// Notes that the entry of `key` has come as far as `stage`; an entry never goes back.
  public mutating func advance(_ key: Key, to stage: Stage) {
    guard let index = entries.firstIndex(where: { $0.key == key }), entries[index].stage < stage else {
      return
    }
    entries[index].stage = stage
  }

  /// Returns whether an entry of `address` has reached the last stage.
  public func isKnown(_ address: Address) -> Bool {
    entries.contains { $0.address == address && $0.stage == last }
  }

  /// Removes the entry of `key`, if there is one.
  public mutating func remove(_ key: Key) { entries.removeAll { $0.key == key } }

  /// The entries that are asked to give one up, and whether they are those of one holder, another one than the newcomer.
  private typealias Asked = (entries: [Int], areAnothers: Bool)

  /// Returns the entries that are asked to give one up for `newcomer`, which comes to `stage`; nil if there is room.
  private func asked(for newcomer: Address, at stage: Stage) -> Asked? {
    let waiting = entries.indices.filter { entries[$0].stage < last }
    let own = waiting.filter { entries[$0].address == newcomer }
    if own.count >= limits.perAddress, stage < last { return (own, false) }
    let local = entries.count { $0.address.isLoopback }
    let isReserved = !newcomer.isLoopback && local <= limits.reserve
    let count = isReserved ? entries.count - local : entries.count
    guard count >= (isReserved ? limits.total - limits.reserve : limits.total) else { return nil }
    let asked = isReserved ? waiting.filter { !entries[$0].address.isLoopback } : waiting
    return biggest(of: asked, by: \.self, over: limits.fairShare, for: newcomer)
      ?? biggest(of: asked, by: \.network, over: limits.total / 4, for: newcomer) ?? (asked, false)
  }

  /// Those of `indices` whose holder, an address or a network as `holder` says, has as many of them as any; nil unless that is more
  /// than `share`.
  private func biggest(
    of indices: [Int], by holder: (Address) -> Address, over share: Int, for newcomer: Address
  ) -> Asked? {
    let counts = counts(of: indices, by: holder)
    guard let most = counts.values.max(), most > share else { return nil }
    return (
      indices.filter { counts[holder(entries[$0].address)] == most }, counts[holder(newcomer)] != most
    )
  }

  /// Returns the one of `asked` that gives way.
  private func victim(of asked: [Int]) -> Int? {
    let settled = asked.filter { entries[$0].stage > first }
    let alike = 2 * settled.count > asked.count ? settled : asked.filter { entries[$0].stage == first }
    let counts = counts(of: alike, by: \.self)
    func size(_ index: Int) -> Int { counts[entries[index].address] ?? 0 }
    // The first of equals is the oldest.
    return alike.prefix((alike.count + 1) / 2).min {
      (-size($0), entries[$0].stage) < (-size($1), entries[$1].stage)
    }
  }

  /// The number of entries in `indices` of each holder.
  private func counts(of indices: [Int], by holder: (Address) -> Address) -> [Address: Int] {
    indices.reduce(into: [:]) { $0[holder(entries[$1].address), default: 0] += 1 }
  }
}
