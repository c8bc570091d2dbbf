public import Model
import Modes
import Session
import Wire

/// What is on stage, and who decides it.
extension Bridge {
  /// The modes that the button for it goes through.
  static let round: [Mode] = [.play, .buzzer, .tank]

  /// What players do who have no mode of their own.
  public var mode: Mode { stage.mode }

  /// What `slot` does; nil when it is free.
  public func mode(of slot: PlayerSlot) -> Mode? { stage.mode(of: slot) }

  /// Puts `slot`, or with nil the room and everybody, in `mode` at `now`; false when nobody is there.
  ///
  /// Pads of players who change come to rest at once.
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

  /// Whether anybody has come, gone or changed the mode since the last time.
  public mutating func takeStageChange() -> Bool {
    defer { stageHasChanged = false }
    return stageHasChanged
  }

  /// Notes that `slot`, whose player is new, has got one.
  mutating func enterStage(_ slot: PlayerSlot, at now: Instant) {
    stage.leave(slot)
    stage.join(slot)
    stageHasChanged = true
    followStage(joining: slot, at: now)
    noteContestants(at: now)
  }

  /// Notes that the player of `slot` is gone for good.
  mutating func leaveStage(_ slot: PlayerSlot, at now: Instant) {
    stage.leave(slot)
    stageHasChanged = true
    followStage(at: now)
    noteContestants(at: now)
  }

  /// Hands the stage what the newest packet of `slot` has brought for it.
  mutating func play(_ touches: Touches, of slot: PlayerSlot, at now: Instant) {
    for index in 0..<touches.count { stage.touch(touches[index], by: slot, at: now) }
    followStage(at: now)
  }

  /// Puts the room in the next mode, as the player of `slot` wants by a button; who can be anybody may not.
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
        // A page goes on with what it heard of the host before, or of the daemon before this one.
        if roster[slot]?.key.isBehindGateway == true { players[slot.index].part.doubt() }
      case .entered(let slot, let mode):
        players[slot.index].enter(mode, at: now)
        schedule(slot, at: now)
      case .team(let slot, let step): changeTeam(of: slot, by: step, at: now)
      }
    }
  }
}
