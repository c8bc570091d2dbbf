public import Model

extension Bridge {
  public func mode(of slot: PlayerSlot) -> Mode { stubOwn[slot.index] ?? stubMode }
  public var mode: Mode { stubMode }
  public mutating func setMode(_ mode: Mode, for slot: PlayerSlot? = nil, at now: Instant) {
    if let slot { stubOwn[slot.index] = mode } else { stubMode = mode }
    stageHasChanged = true
    noteContestants(at: now)
  }
}
extension Bridge {
  public mutating func takeStageChange() -> Bool {
    defer { stageHasChanged = false }
    return stageHasChanged
  }
  public mutating func stageHasChangedNow() { stageHasChanged = true }
}
