import Bridge
import Gamepad
import Guards
import Model
import Wire

/// The requests of the running games for profiles and pads, the newest last.
///
/// Each connection has one request at most, which ends with the connection.
struct GameDesk: Sendable {
  /// The maximum time for which an order waits for new pads.
  static let patience = Interval.seconds(2)
  /// The time between two checks of players who have to be at rest before they get a profile.
  static let look = Interval.milliseconds(50)

  private struct Entry: Equatable, Sendable {
    let index: Int
    let request: GameOrder.Request
  }

  /// An order that is answered when udev has finished the new pads, so that the order's game finds the pads.
  private struct Pending: Sendable {
    let index: Int
    let number: UInt32
    let end: Instant
  }

  private var entries: [Entry] = []
  /// The waiting orders, oldest first; the wait of the oldest ends first.
  private var pending: [Pending] = []
  /// The limits on orders with a request, by the index of the connection.
  ///
  /// A new connection inherits the limit of its index, so reconnecting does not refill it.
  private var limits = [TokenBucket](
    repeating: TokenBucket(rate: 2, burst: 20), count: LocalClients.gateways.upperBound)
  /// The limit on reports of missing profiles.
  var news = NewsLimit()

  /// The time of the next check of players who have to be at rest.
  private(set) var nextLook = Instant.distantFuture

  /// True if an order waits for pads, or if a player waits for a profile until the player's pad is at rest.
  var isBusy: Bool { !pending.isEmpty || nextLook != .distantFuture }

  /// The time of the next check, or the end of the oldest order's wait, whichever is earlier.
  var deadline: Instant {
    min(nextLook, pending.first?.end ?? .distantFuture)
  }

  /// Sets the time of the next check, after the one at `now`; there is none unless `isNeeded`.
  mutating func scheduleLook(isNeeded: Bool, at now: Instant) {
    nextLook = isNeeded ? now + GameDesk.look : .distantFuture
  }

  /// Adopts the request in `order` of the connection at `index`.
  ///
  /// Returns whether that changes what the games want, and the reason if the order is refused. An order that
  /// ends a request is never refused, because the request would then stay in force.
  mutating func adopt(
    _ order: GameOrder, from index: Int, _ settings: DaemonSettings, at now: Instant
  ) -> (isChange: Bool, refusal: LocalAnswer.Result?) {
    let former = entries
    let refusal = obey(order, from: index, settings, at: now)
    return (entries != former, refusal)
  }

  /// Adopts the request in `order` of the connection at `index`; returns the reason if the order is refused.
  private mutating func obey(
    _ order: GameOrder, from index: Int, _ settings: DaemonSettings, at now: Instant
  ) -> LocalAnswer.Result? {
    guard order.request == nil || limits[index].consume(at: now) else { return .notNow }
    entries.removeAll { $0.index == index }
    pending.removeAll { $0.index == index }
    guard let request = order.request else { return nil }
    guard request.profile == DeviceName("") || settings.choice(named: request.profile) != nil,
      request.identity == 0 || Identity(number: request.identity) != nil
    else { return .nobody }
    entries.append(Entry(index: index, request: request))
    return nil
  }

  /// Forgets the request of the connection at `index`, which has closed; returns whether there was one.
  mutating func hangUp(_ index: Int) -> Bool {
    pending.removeAll { $0.index == index }
    let former = entries.count
    entries.removeAll { $0.index == index }
    return entries.count < former
  }

  /// Makes order `number` of the connection at `index` wait for new pads.
  mutating func wait(_ number: UInt32, from index: Int, at now: Instant) {
    pending.append(Pending(index: index, number: number, end: now + GameDesk.patience))
  }

  /// Removes and returns the next order whose answer is due, with its connection; nil if there is none.
  mutating func nextDone(arePadsThere: Bool, at now: Instant) -> (index: Int, answer: LocalAnswer)? {
    guard let index = pending.firstIndex(where: { arePadsThere || $0.end <= now }) else { return nil }
    let done = pending.remove(at: index)
    return (done.index, LocalAnswer(number: done.number, .done))
  }

  /// Returns the profiles that the newest games want, by slot; nil for the usual one.
  func profiles(_ settings: DaemonSettings) -> [Tuning.Choice?] {
    PlayerSlots.all.each.map { slot in
      newest(of: slot) { $0.profile != DeviceName("") }.flatMap { settings.choice(named: $0.profile) }
    }
  }

  /// The identities that the newest games want; a player without an entry has the usual one.
  var identities: [PlayerSlot: Identity] {
    let wanted = PlayerSlots.all.each.compactMap { slot in
      newest(of: slot) { $0.identity != 0 }.flatMap { Identity(number: $0.identity) }.map { (slot, $0) }
    }
    return Dictionary(uniqueKeysWithValues: wanted)
  }

  private func newest(of slot: PlayerSlot, _ isAbout: (GameOrder.Request) -> Bool) -> GameOrder.Request? {
    entries.last { $0.request.players.contains(PlayerSlots(slot)) && isAbout($0.request) }?.request
  }
}

extension DaemonSettings {
  /// Returns the profile of the configuration that is called `name`; nil if there is none.
  fileprivate func choice(named name: DeviceName) -> Tuning.Choice? {
    profileNames.firstIndex { DeviceName($0) == name }.map {
      Tuning.Choice(Int32($0), bridge.tuning.profiles[$0])
    }
  }
}
