import Bridge
import Engine
import Gamepad
import Model
import Platform
import Wire

/// The players' pads, which are given, moved, exchanged and unplugged here; each change is reported.
struct PlayerPads: ~Copyable {
  /// The plugged-in pads.
  var table: PadTable
  private var arrivals: PadArrivals
  private let tell: DaemonEvent.Tell

  /// Creates the pads without any player, and reports events to `tell`.
  init(_ table: consuming PadTable, tell: @escaping DaemonEvent.Tell) {
    arrivals = PadArrivals(hasPads: table.isKernel)
    self.table = table
    self.tell = tell
  }

  /// Adopts a previous daemon's pads, at rest, and reserves their slots in `engine` for their players.
  ///
  /// Standing pads without players follow with ``settle()``.
  mutating func resume(_ settings: DaemonSettings, in engine: inout HostEngine, at now: Instant) {
    adopt(settings)
    let missing = PlayerSlots.all.each.compactMap { slot in
      resume(slot, in: &engine, at: now).map { (slot, $0) }
    }
    table.discardRest()
    for (slot, player) in missing {
      attach(slot, to: player.owner, request: player.request, in: &engine, at: now)
    }
  }

  /// Adopts new settings; no player's pad is exchanged.
  mutating func follow(_ settings: DaemonSettings) {
    adopt(settings)
    settle()
  }

  /// Plugs in or unplugs pads without players, according to the settings.
  mutating func settle() {
    for slot in PlayerSlots.all.each { settle(slot) }
  }

  private mutating func adopt(_ settings: DaemonSettings) {
    let (described, games) = (table.identities.described, table.identities.games)
    table.identities = settings.identities
    (table.identities.described, table.identities.games) = (described, games)
    table.haveMotion = settings.haveMotion
    table.showsBattery = settings.showsBattery
    table.standing = settings.standing
    table.wheel = settings.wheel
  }

  /// Reserves the slot and its pad for its previous player, if that player may still play.
  ///
  /// Returns a player whose pad could not be adopted, or nil.
  private mutating func resume(
    _ slot: PlayerSlot, in engine: inout HostEngine, at now: Instant
  ) -> (owner: Roster.Key, request: UInt8)? {
    guard let record = table.formerRecord(of: slot) else { return nil }
    table.identities.described[slot] = record.stick.map { Identity($0) }
    let request = record.owner.flatMap { engine.resume(slot, of: $0, request: record.request, at: now) }
    let owner = request == nil ? nil : record.owner
    if table.adopt(slot, request: request ?? 0, owner: owner, at: now) {
      tell(.tookOver(slot, device: table.device(of: slot)))
      return nil
    }
    guard let owner, let request else { return nil }
    return (owner, request)
  }

  /// Shows `report` on the pad at `slot`; removes the player if the pad fails.
  ///
  /// Returns whether the player stays.
  mutating func emit(
    _ report: PadReport, to slot: PlayerSlot, in engine: inout HostEngine, at now: Instant
  ) -> Bool {
    follow(table.emit(report, to: slot), of: slot, in: &engine, at: now)
  }

  /// Shows the state of the stick of the player in `slot`; removes the player if the stick's device fails.
  mutating func showStick(of slot: PlayerSlot, in engine: inout HostEngine, at now: Instant) {
    guard let report = engine.stickReport(of: slot) else { return }
    _ = follow(table.emit(report, to: slot), of: slot, in: &engine, at: now)
  }

  /// Removes the player if the pad at `slot` has failed; returns whether the player stays.
  private mutating func follow(
    _ emission: Emission, of slot: PlayerSlot, in engine: inout HostEngine, at now: Instant
  ) -> Bool {
    switch emission {
    case .sent, .unchanged, .wouldBlock: return true
    case .sensorsFailed(let error):
      tell(.sensorsFailed(slot, error))
      return true
    case .failed(let code):
      tell(.padFailed(slot, code: code))
      table.unplug(slot)
      engine.apply(.remove(slot), at: now)
      return false
    }
  }

  /// Gives a pad to the player `owner`; a pad with the wrong identity is replaced.
  ///
  /// The old pad is unplugged first, so that the new one takes its position among the players' pads. A player left
  /// without a pad is removed; other players are not affected.
  mutating func attach(
    _ slot: PlayerSlot, to owner: Roster.Key, request: UInt8, in engine: inout HostEngine, at now: Instant
  ) {
    let stick = request == IdentityRequest.described ? engine.stick(of: slot) : nil
    if let stick { table.identities.described[slot] = Identity(stick) }
    let isExchange = table.isTaken(slot)
    let isNew = !table.isUpToDate(slot, request: request)
    do throws(PadShortage) {
      let device = try table.attach(slot, request: request, owner: owner)
      if isNew {
        engine.apply(.replug(slot), at: now)
        arrivals.expect(slot, from: now)
      }
      if isNew && isExchange { tell(.exchanged(slot, device: device)) }
      if !isExchange { tell(.attached(slot, device: device)) }
      if stick != nil { engine.apply(.judge(slot, verdict(on: slot)), at: now) }
    } catch {
      tell(.padRefused(slot, error))
      engine.apply(.remove(slot), at: now)
    }
    tellOfPads(of: slot)
  }

  /// Returns the verdict on the stick that the controller in `slot` has described.
  private func verdict(on slot: PlayerSlot) -> StickVerdict {
    if table.isStick(slot) { return .made }
    return table.identities.own[slot] == nil ? .failed : .unwanted
  }

  /// Detaches the pad at `slot` from its player.
  ///
  /// If `main` is nil, the player has left for good; otherwise the player now helps to move the pad of
  /// `main`.
  mutating func detach(_ slot: PlayerSlot, toHelp main: PlayerSlot?) {
    table.identities.described[slot] = nil
    if let stays = table.detach(slot) {
      tell(main.map { .helps(slot, with: $0) } ?? .detached(slot, padStays: stays))
    }
    settle(slot)
  }

  /// Plugs in or unplugs the pad at `slot` according to the settings, unless a player has it.
  private mutating func settle(_ slot: PlayerSlot) {
    guard !table.isTaken(slot) else { return }
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

  /// Reports a new pad at `slot` that stands in for another, and records that could not be written.
  private mutating func tellOfPads(of slot: PlayerSlot) {
    if let shortage = table.nextShortage() { tell(.padStandsIn(slot, shortage)) }
    if let error = table.nextRefusal() { tell(.padsNotKept(error)) }
  }
}

extension PlayerPads {
  /// True if udev has yet to finish a pad.
  var isExpecting: Bool { arrivals.isExpecting(in: table) }

  /// Adopts the identities that games need now, by player, and has pads with other identities replaced.
  mutating func followGames(_ games: [PlayerSlot: Identity], in engine: inout HostEngine, at now: Instant) {
    guard games != table.identities.games else { return }
    table.identities.games = games
    for slot in PlayerSlots.all.each where table.isTaken(slot) {
      if !table.isUpToDate(slot, request: engine.identityRequest(of: slot)) {
        engine.apply(.refit(slot), at: now)
      }
    }
    settle()
  }

  /// Makes `poller` wake with `token` when udev has finished a pad.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func joinArrivals(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try arrivals.join(poller, token: token)
  }

  /// Reports the pads that udev has finished by `now`.
  ///
  /// A stick that udev takes for a keyboard or a pointer is unplugged; its controller gets the verdict
  /// `mistaken`.
  mutating func tellArrivals(in engine: inout HostEngine, at now: Instant) {
    while let (slot, node, delay) = arrivals.next(of: table, at: now) {
      guard table.isStick(slot), node.typesOrPoints else {
        tell(.ready(slot, node, after: delay))
        continue
      }
      tell(.stickMistaken(slot, node))
      table.unplug(slot)
      engine.apply(.judge(slot, .mistaken), at: now)
    }
  }
}
