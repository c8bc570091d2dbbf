import Buzzer
import Model
import Room
import Wire

extension StageStatus {
  /// Creates the status of `room`: the modes of its players, and the state of its quiz.
  init(_ room: Room) {
    self.init(mode: room.mode)
    apps = room.named
    for slot in PlayerSlots.all.each { players[slot.index].mode = room.mode(of: slot) }
    show(room.quiz)
  }

  private mutating func show(_ quiz: Quiz) {
    (phase, round, contestants, out) = (quiz.phase, quiz.number, quiz.contestants, quiz.out)
    (tied, falseStarts, winners) = (quiz.tied, quiz.falseStarts, quiz.winners)
    unheard = quiz.decision?.unheard ?? []
    winner = quiz.winnerNumber
    if quiz.isAutomatic { flags.insert(.automatic) }
    if quiz.isOpen { flags.insert(.tie) }
    if quiz.settlement == .midpoint { flags.insert(.midpoint) }
    if quiz.settlement == .shared { flags.insert(.shared) }
    lead = quiz.margin.map { UInt32(clamping: $0.lead.microseconds) }
    uncertainty = quiz.margin.map { UInt32(clamping: $0.uncertainty.microseconds) } ?? 0
    for slot in PlayerSlots.all.each {
      players[slot.index].team = quiz.scores.team(of: slot)
      players[slot.index].points = quiz.scores.points(of: slot)
    }
    guard let armed = quiz.armed else { return }
    for press in quiz.order { players[press.slot.index].press = Press(press, since: armed) }
  }
}

extension StageStatus.Press {
  fileprivate init(_ press: Press, since armed: Instant) {
    func time(_ instant: Instant) -> Int32 { Int32(clamping: (instant - armed).microseconds) }
    self.init(
      earliest: time(press.time.earliest), latest: time(press.time.latest), received: time(press.received),
      doubts: press.doubts)
  }
}
