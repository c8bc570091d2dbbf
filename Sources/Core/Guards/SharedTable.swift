public import Model

/// A table of limited size that everybody on the network shares; when it is full, one entry gives way to a newcomer.
///
/// The table counts by exact address and by network (``Address/network``). The first of these rules that applies
/// selects the candidates to give way:
///
/// 1. An address with ``Limits/perAddress`` entries gives up one of its own.
/// 2. In a full table, the address with the most entries gives one up, if it has more than ``Limits/fairShare``.
/// 3. Otherwise the network with the most entries does, if it has more than a quarter of the table.
/// 4. Otherwise all entries are candidates.
///
/// With ``Limits/keepsEquals``, an entry only gives way to one that starts at a later stage, or, by rules 2 and 3, to
/// one of another holder: entries that wait for admission do not come and go.
///
/// Of the candidates, those beyond the first stage give way if they are more than half, and otherwise those at the
/// first stage: idle entries keep no newcomers out, and newcomers leave half of the table to entries that have come
/// further. The entry that gives way is one of their older half: first one of the address with the most of them, then
/// one at the earliest stage, then the oldest. So a newcomer stays until a quarter of the candidates is newer, and
/// longer if others have more.
///
/// Entries at the last stage never give way and count for no address: the number of guests bounds them.
///
/// `Stage` is how far an entry has come, from a silent one to one whose guest is known.
public struct SharedTable<Key: Hashable & Sendable, Stage: CaseIterable & Comparable & Sendable>: Sendable {
  /// The sizes of a table.
  public struct Limits: Sendable {
    /// The maximum number of entries.
    public var total: Int
    /// The maximum number of entries of one exact address that have not reached the last stage.
    public var perAddress: Int
    /// The entries that an address may have before rule 2 applies to it.
    public var fairShare: Int
    /// The number of entries, out of `total`, that only this machine may use.
    public var reserve: Int
    /// True if an entry stays when a newcomer has come no further, unless its holder has the most entries.
    public var keepsEquals: Bool

    /// Creates limits; `reserve` is less than `total`.
    public init(total: Int, perAddress: Int, fairShare: Int, reserve: Int = 0, keepsEquals: Bool = false) {
      precondition(reserve < total && perAddress > 0)
      (self.total, self.perAddress, self.fairShare, self.reserve) = (total, perAddress, fairShare, reserve)
      self.keepsEquals = keepsEquals
    }
  }

  /// The outcomes of an addition.
  public enum Addition: Hashable, Sendable {
    /// The entry is in the table.
    case added
    /// The entry is in the table and has replaced the one of that key: the caller ends what belongs to the replaced
    /// one.
    case replaced(Key)
    /// The entry is not in the table: no other gives way.
    case refused
  }

  private struct Entry: Sendable {
    var key: Key
    var address: Address
    var stage: Stage
  }

  /// The sizes of this table.
  public let limits: Limits
  /// The number of entries that have given way or were refused.
  public private(set) var losses: UInt64 = 0
  /// The entries, oldest first.
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

  /// Adds an entry of `address` at `stage`, by default the first one.
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

  /// Moves the entry with `key` on to `stage`; an entry never goes back.
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

  /// Removes the entry with `key`, if there is one.
  public mutating func remove(_ key: Key) { entries.removeAll { $0.key == key } }

  /// The candidates to give way, and whether they belong to holders other than the newcomer.
  private typealias Asked = (entries: [Int], areAnothers: Bool)

  /// Returns the candidates to give way to `newcomer`, which is added at `stage`; nil if there is room.
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

  /// Returns the `indices` of the holders, addresses or networks as `holder` says, with the most entries; nil unless
  /// that number is more than `share`.
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
    // Of equals, `min` returns the first, which is the oldest.
    return alike.prefix((alike.count + 1) / 2).min {
      (-size($0), entries[$0].stage) < (-size($1), entries[$1].stage)
    }
  }

  /// Returns the number of entries in `indices` of each holder.
  private func counts(of indices: [Int], by holder: (Address) -> Address) -> [Address: Int] {
    indices.reduce(into: [:]) { $0[holder(entries[$1].address), default: 0] += 1 }
  }
}
