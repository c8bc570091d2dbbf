public import Model

/// A table of limited size that everybody on the network shares; when it is full, a newcomer replaces an entry.
///
/// The table counts by exact address and by network (``Address/network``). The first of these rules that applies
/// selects the candidates for removal:
///
/// 1. An address with ``Limits/perAddress`` entries loses one of its own.
/// 2. In a full table, the address with the most entries loses one, if it has more than ``Limits/fairShare``.
/// 3. Otherwise the network with the most entries loses one, if it has more than a quarter of the table.
/// 4. Otherwise all entries are candidates.
///
/// With ``Limits/keepsEquals``, an entry is only replaced by one that starts at a later stage or, under rules
/// 2 and 3, by one whose holder has fewer entries. So entries that wait for admission do not come and go.
///
/// If more than half of the candidates are beyond the first stage, one of these is removed; otherwise one at
/// the first stage. Idle entries thus keep no newcomers out, and newcomers leave half of the table to entries
/// that have come further. The removed entry is in the older half of this group. Within that half it belongs
/// to an address with the most entries; if there are several, it is at the earliest stage, and then the
/// oldest. A newcomer therefore stays until a quarter of the candidates is newer, and longer if other
/// addresses have more entries.
///
/// Entries at the last stage are never removed and count for no address. They belong to known guests, whose
/// number is limited elsewhere.
///
/// `Stage` is the progress of an entry, from a silent connection to a known guest.
public struct SharedTable<Key: Hashable & Sendable, Stage: CaseIterable & Comparable & Sendable>: Sendable {
  /// The sizes of a table.
  public struct Limits: Sendable {
    /// The maximum number of entries.
    public var total: Int
    /// The maximum number of entries of one exact address that have not reached the last stage.
    public var perAddress: Int
    /// The number of entries that an address may have before rule 2 applies to it.
    public var fairShare: Int
    /// The number of entries, out of `total`, that only this machine may use.
    public var reserve: Int
    /// True if only a newcomer at a later stage replaces an entry.
    ///
    /// Under rules 2 and 3, a newcomer whose holder has fewer entries does so too.
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
    /// The entry is in the table and has replaced the entry with the given key.
    ///
    /// The caller ends everything that belongs to the replaced entry.
    case replaced(Key)
    /// The entry was not added: there is no room, and no other entry may be removed for it.
    case refused
  }

  private struct Entry: Sendable {
    var key: Key
    var address: Address
    var stage: Stage
  }

  /// The sizes of this table.
  public var limits: Limits
  /// The number of entries that were replaced or refused.
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

  /// Adds an entry of `address` at `stage`, by default the first stage.
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

  /// The candidates for removal, and whether the newcomer's holder has fewer entries under rule 2 or 3.
  private typealias Asked = (entries: [Int], areAnothers: Bool)

  /// Returns the candidates for removal when `newcomer` is added at `stage`; nil if there is room.
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

  /// Returns the entries of `indices` whose holders have the most entries; nil unless these holders have more
  /// than `share`.
  ///
  /// Holders are addresses or networks, depending on `holder`.
  private func biggest(
    of indices: [Int], by holder: (Address) -> Address, over share: Int, for newcomer: Address
  ) -> Asked? {
    let counts = counts(of: indices, by: holder)
    guard let most = counts.values.max(), most > share else { return nil }
    return (
      indices.filter { counts[holder(entries[$0].address)] == most }, counts[holder(newcomer)] != most
    )
  }

  /// Returns the entry of `asked` that is removed.
  private func victim(of asked: [Int]) -> Int? {
    let settled = asked.filter { entries[$0].stage > first }
    let alike = 2 * settled.count > asked.count ? settled : asked.filter { entries[$0].stage == first }
    let counts = counts(of: alike, by: \.self)
    func size(_ index: Int) -> Int { counts[entries[index].address] ?? 0 }
    // Among equals, `min` returns the first, which is the oldest.
    return alike.prefix((alike.count + 1) / 2).min {
      (-size($0), entries[$0].stage) < (-size($1), entries[$1].stage)
    }
  }

  /// Returns the number of entries in `indices` of each holder.
  private func counts(of indices: [Int], by holder: (Address) -> Address) -> [Address: Int] {
    indices.reduce(into: [:]) { $0[holder(entries[$1].address), default: 0] += 1 }
  }
}
