public import Model
import Modes
import Wire

/// The stage: the modes of the room and the players, and the control of them.
extension Bridge {
  /// The modes through which the host button cycles.
  static let round: [Mode] = [.play, .buzzer, .tank]

  /// The room's mode, which applies to players without a mode of their own.
  public var mode: Mode { stage.mode }

  /// Returns the mode of the player of `slot`; nil when the slot is free.
  public func mode(of slot: PlayerSlot) -> Mode? { stage.mode(of: slot) }

  /// Puts the player of `slot`, or with nil the room and every player, in `mode`; returns false when `slot` is free.
  ///
  /// The pads of players who change their mode come to rest at once.
  @discardableResult
  public mutating func setMode(_ mode: Mode, for slot: PlayerSlot? = nil, at now: Instant) -> Bool {
    if let slot {
      guard stage.mode(of: slot) != nil else { return false }
      stage.change(slot, to: mode)
    } else {
      stage.change(to: mode)
    }
    stageHasChanged = true
    followStage(at: now)
    noteContestants(at: now)
    return true
  }

  /// Returns whether the stage or the quiz has changed since the last call.
  public mutating func takeStageChange() -> Bool {
    defer { stageHasChanged = false }
    return stageHasChanged
  }

  /// Puts the new player of `slot` on stage.
  mutating func enterStage(_ slot: PlayerSlot, at now: Instant) {
    stage.leave(slot)
    stage.join(slot)
    stageHasChanged = true
    followStage(joining: slot, at: now)
    noteContestants(at: now)
  }

  /// Takes the player of `slot`, who is gone for good, off the stage.
  mutating func leaveStage(_ slot: PlayerSlot, at now: Instant) {
    stage.leave(slot)
    stageHasChanged = true
    followStage(at: now)
    noteContestants(at: now)
  }

  /// Passes the touches of the newest packet of `slot` to the stage.
  mutating func play(_ touches: Touches, of slot: PlayerSlot, at now: Instant) {
    for index in 0..<touches.count { stage.touch(touches[index], by: slot, at: now) }
    followStage(at: now)
  }

  /// Puts the room in the next mode, by a button of the player of `slot`; ignores controllers whose packets prove no sender.
  mutating func turnStage(by slot: PlayerSlot, at now: Instant) {
    guard let key = roster[slot]?.key, key.isProven || key.isBehindGateway else { return }
    let place = Bridge.round.firstIndex(of: stage.mode)
    setMode(place.map { Bridge.round[($0 + 1) % Bridge.round.count] } ?? .play, at: now)
  }

  private mutating func followStage(joining newcomer: PlayerSlot? = nil, at now: Instant) {
    while let news = stage.takeNews() {
      switch news {
      case .entered(let slot, let mode) where slot == newcomer:
        players[slot.index].begin(in: mode, at: now)
        // A page keeps the mode that it heard from this daemon or from the one before.
        if roster[slot]?.key.isBehindGateway == true { players[slot.index].part.doubt() }
      case .entered(let slot, let mode):
        players[slot.index].enter(mode, at: now)
        schedule(slot, at: now)
      case .team(let slot, let step): changeTeam(of: slot, by: step, at: now)
      }
    }
  }
}
