import Engine
import Guards
import Model
import Wire

/// The effects of running games on the players' profiles and pads.
extension GameDesk {
  /// Carries out an order of the program or gateway at connection `index`, and answers a refused order.
  ///
  /// Any other order gets its answer when the new pads are there, or after ``patience``. Returns whether the
  /// order changes what the games want, so that the settings of a player may have changed.
  mutating func carryOut(
    _ order: GameOrder, from index: Int, _ settings: DaemonSettings, _ engine: inout HostEngine,
    _ pads: inout PlayerPads, _ clients: inout LocalClients, at now: Instant, tell: DaemonEvent.Tell
  ) -> Bool {
    let (isChange, refusal) = adopt(order, from: index, settings, at: now)
    if isChange { apply(settings, to: &engine, &pads, at: now) }
    if let refusal {
      if refusal == .nobody, let name = order.request?.profile.text, !name.isEmpty,
        news.isNews(missing: name, at: now)
      {
        tell(.gameProfileUnknown(name))
      }
      clients.send(LocalAnswer(number: order.number, refusal), to: index)
    } else {
      wait(order.number, from: index, at: now)
    }
    return isChange
  }

  /// Applies the profiles and pads that the newest games want; players of no such game get their usual ones.
  mutating func apply(
    _ settings: DaemonSettings, to engine: inout HostEngine, _ pads: inout PlayerPads, at now: Instant
  ) {
    engine.apply(.follow(games: profiles(settings)), at: now)
    scheduleLook(isNeeded: engine.gameAwaited != [], at: now)
    pads.followGames(identities, in: &engine, at: now)
  }

  /// Answers the orders that have waited for pads and, if that is due, checks the players who have to be at
  /// rest.
  ///
  /// Returns whether the settings of a player have changed.
  @inline(never)
  mutating func serve(
    _ engine: inout HostEngine, _ clients: inout LocalClients, arePadsThere: Bool, at now: Instant
  ) -> Bool {
    while let (index, answer) = nextDone(arePadsThere: arePadsThere, at: now) {
      clients.send(answer, to: index)
    }
    guard nextLook <= now else { return false }
    let awaited = engine.gameAwaited
    engine.apply(.followGames, at: now)
    scheduleLook(isNeeded: engine.gameAwaited != [], at: now)
    return engine.gameAwaited != awaited
  }
}
