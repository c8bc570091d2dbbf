import Bridge
import Gamepad
import Model
import Platform
import Venue

/// The pads of the players: it gives, moves, exchanges and unplugs them, and tells a person of each change.
struct PlayerPads: ~Copyable {
  /// The plugged-in pads.
  var table: PadTable
  private var arrivals: PadArrivals
  private let tell: DaemonEvent.Tell

  /// Creates the pads of players without a slot; `tell` tells a person of events.
  init(_ table: consuming PadTable, tell: @escaping DaemonEvent.Tell) {
    arrivals = PadArrivals(hasPads: table.isKernel)
    self.table = table
    self.tell = tell
  }

  /// Adopts the pads that a former daemon has left, at rest; unplugs pads that are no longer needed.
  mutating func adoptPads(_ settings: DaemonSettings, in venue: inout Venue, at now: Instant) {
    adopt(settings)
    for slot in PlayerSlots.all.each { resume(slot, in: &venue, at: now) }
    table.discardRest()
    for slot in PlayerSlots.all.each {
      if venue.bridge.players.owner(of: slot) != nil, !table.isTaken(slot) {
        attach(slot, in: &venue, at: now)
      }
      settle(slot, in: venue)
    }
  }

  /// Adopts new settings; pads of players stay unchanged.
  mutating func follow(_ settings: DaemonSettings, in venue: Venue) {
    adopt(settings)
    for slot in PlayerSlots.all.each { settle(slot, in: venue) }
  }

  private mutating func adopt(_ settings: DaemonSettings) {
    table.identities = settings.identities
    table.haveMotion = settings.haveMotion
    table.standing = settings.standing
  }

  /// Reserves the slot and its pad for the former player, unless that player may no longer play.
  private mutating func resume(_ slot: PlayerSlot, in venue: inout Venue, at now: Instant) {
    guard let record = table.formerRecord(of: slot) else { return }
    if let owner = record.owner { _ = venue.bridge.resume(slot, of: owner, wish: record.wish, at: now) }
    let owner = venue.bridge.players.owner(of: slot)
    let wish = owner == nil ? 0 : venue.bridge.players.wish(of: slot)
    guard table.adopt(slot, wish: wish, owner: owner, at: now) else { return }
    tell(.tookOver(slot, device: table.device(of: slot)))
  }

  /// Shows `report` on the pad of `slot`; if the pad fails, its player is removed.
  ///
  /// Returns whether the player stays.
  mutating func emit(
    _ report: PadReport, to slot: PlayerSlot, in venue: inout Venue, at now: Instant
  ) -> Bool {
    switch table.emit(report, to: slot) {
    case .sent, .unchanged, .wouldBlock: return true
    case .sensorsFailed(let error):
      tell(.sensorsFailed(slot, error))
      return true
    case .failed(let code):
      tell(.padFailed(slot, code: code))
      table.unplug(slot)
      expel(slot, from: &venue, at: now)
      return false
    }
  }

  /// Gives a pad to a new player, and another pad to a player whose controller has asked for one.
  ///
  /// The old pad goes first, so that the new one has its place among the players' pads. Without a pad the player is removed.
  mutating func attach(_ slot: PlayerSlot, in venue: inout Venue, at now: Instant) {
    let wish = venue.bridge.players.wish(of: slot)
    let isExchange = table.isTaken(slot)
    let isNew = !table.isUpToDate(slot, wish: wish)
    do throws(PadShortage) {
      let device = try table.attach(slot, wish: wish, owner: venue.bridge.players.owner(of: slot))
      if isNew {
        venue.bridge.players.replug(slot, at: now)
        arrivals.expect(slot, from: now)
      }
      if isNew && isExchange { tell(.exchanged(slot, device: device)) }
      if !isExchange { tell(.attached(slot, device: device)) }
    } catch {
      tell(.padRefused(slot, error))
      expel(slot, from: &venue, at: now)
    }
    tellOfPads(of: slot)
  }

  /// Detaches the pad of `slot` from its player, who is gone for good.
  mutating func detach(_ slot: PlayerSlot, in venue: Venue) {
    if let stays = table.detach(slot) { tell(.detached(slot, padStays: stays)) }
    settle(slot, in: venue)
  }

  /// Removes the player of `slot`, whose pad has failed; other players are not affected.
  private mutating func expel(_ slot: PlayerSlot, from venue: inout Venue, at now: Instant) {
    if case .detach(let slot) = venue.bridge.leave(slot, at: now) { detach(slot, in: venue) }
  }

  /// Brings the pad of `slot` in line with the settings, unless the slot has a player.
  private mutating func settle(_ slot: PlayerSlot, in venue: Venue) {
    guard venue.bridge.players.owner(of: slot) == nil else { return }
    do throws(PadShortage) {
      let now = Clock.now()
      if try table.settle(slot) {
        arrivals.expect(slot, from: now)
        tell(.stands(slot, device: table.device(of: slot)))
      }
    } catch {
      tell(.standingRefused(slot, error))
    }
    tellOfPads(of: slot)
  }

  /// Reports the shortage and the failed records of the pad of `slot`, which was made just now.
  private mutating func tellOfPads(of slot: PlayerSlot) {
    if let shortage = table.popShortage() { tell(.padStandsIn(slot, shortage)) }
    if let error = table.popRefusal() { tell(.padsNotKept(error)) }
  }
}

extension PlayerPads {
  /// Makes `poller` wake with `token` when udev has finished with a pad.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func joinArrivals(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try arrivals.join(poller, token: token)
  }

  /// Tells of the pads with which udev has finished by `now`.
  mutating func tellArrivals(at now: Instant) {
    while let (slot, node, delay) = arrivals.next(of: table, at: now) {
      tell(.ready(slot, node, after: delay))
    }
  }
}
