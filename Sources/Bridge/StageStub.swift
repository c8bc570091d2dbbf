public import Model

extension Bridge {
  public func mode(of slot: PlayerSlot) -> Mode { .buzzer }
  public var mode: Mode { .buzzer }
}
