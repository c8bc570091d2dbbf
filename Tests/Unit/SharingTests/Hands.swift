import Impairment
import Model
import Sharing
import Testing

/// A shared pad and the simulated hands of its players, who do random things at random times.
///
/// As with real controllers, each button keeps each state for at least 20 ms.
struct Hands {
  static let dwell = Interval.milliseconds(20)
  static let main = PlayerSlot(index: 1)
  static let everybody = (0..<4).map { PlayerSlot(index: $0) }

  var sharing = Sharing()
  var random: Random
  var terms: ShareTerms
  var now = Instant(nanoseconds: 1_000_000_000)
  var pad = PadReport.neutral
  /// The present state of each player's controller.
  var states = [PadReport](repeating: .neutral, count: PlayerSlot.limit)
  /// The violations of rules that hold at any time.
  var faults: [String] = []
  /// The times of the last press of each button on the pad, and of its last change.
  var padPressed = [Instant](repeating: Instant(nanoseconds: 0), count: 32)
  var padChanged = [Instant](repeating: Instant(nanoseconds: 0), count: 32)
  private var handsChanged = [Instant](repeating: Instant(nanoseconds: 0), count: 32 * PlayerSlot.limit)

  /// Begins to share the pad of ``main`` with `helpers` others, or with one to three at random.
  init(seed: UInt64, _ preset: SharePreset? = nil, helpers: Int? = nil) {
    random = Random(seed: seed)
    terms = ShareTerms(preset ?? SharePreset.allCases.randomElement(using: &random) ?? .help)
    let count = helpers ?? Int.random(in: 1...3, using: &random)
    let others = Hands.everybody.filter { $0 != Hands.main }.shuffled(using: &random).prefix(count)
    begin(with: others.reduce([]) { $0.union(PlayerSlots($1)) })
  }

  var members: PlayerSlots { sharing.share(of: Hands.main).members }
  var helpers: PlayerSlots { members.subtracting(PlayerSlots(Hands.main)) }

  mutating func begin(with helpers: PlayerSlots) {
    let isNew = members == []
    let strangers = helpers.subtracting(members)
    guard
      sharing.begin(
        Hands.main, with: helpers, terms, showing: states[Hands.main.index], dwell: Hands.dwell, at: now)
    else { return }
    for slot in strangers.each { states[slot.index] = .neutral }
    if isNew { show(states[Hands.main.index]) }
    drain()
  }

  mutating func leave(_ slot: PlayerSlot) {
    if sharing.leave(slot, at: now).contains(PlayerSlots(Hands.main)) { show(states[Hands.main.index]) }
    drain()
  }

  /// Lets `interval` pass.
  mutating func wait(_ interval: Interval) {
    let end = now + interval
    while sharing.deadline <= end {
      if sharing.deadline < now { faults.append("a deadline in the past") }
      now = max(now, sharing.deadline)
      drain()
    }
    now = end
  }

  /// Changes the controls of the player in `slot` by `change`, except for buttons that have just changed.
  mutating func move(_ slot: PlayerSlot, isSilent: Bool = false, _ change: (inout PadReport) -> Void) {
    let former = states[slot.index]
    change(&states[slot.index])
    for button in Button.allCases where former.buttons[button] != states[slot.index].buttons[button] {
      let index = 32 * slot.index + Int(button.rawValue)
      if handsChanged[index] + Hands.dwell <= now || isSilent {
        handsChanged[index] = now
      } else {
        states[slot.index].buttons[button] = former.buttons[button]
      }
    }
    guard members.contains(PlayerSlots(slot)) else {
      if slot == Hands.main { show(states[slot.index]) }
      return
    }
    if let (_, report) = sharing.receive(states[slot.index], of: slot, isSilent: isSilent, at: now) {
      note(report)
    }
    drain()
  }

  private mutating func drain() {
    while let (_, report) = sharing.next(at: now) { note(report) }
    if sharing.deadline <= now { faults.append("a deadline that is never met") }
  }

  private mutating func note(_ report: PadReport) {
    if report == pad { faults.append("a report without a change") }
    for button in Button.allCases where report.buttons[button] != pad.buttons[button] {
      let index = Int(button.rawValue)
      if now - padChanged[index] < Hands.dwell { faults.append("\(button) kept a state too briefly") }
    }
    show(report)
  }

  private mutating func show(_ report: PadReport) {
    for button in Button.allCases where report.buttons[button] != pad.buttons[button] {
      padChanged[Int(button.rawValue)] = now
      if report.buttons[button] { padPressed[Int(button.rawValue)] = now }
    }
    pad = report
  }
}

/// The random things that players do.
extension Hands {
  /// Does one thing after up to 30 ms.
  mutating func step() {
    wait(.milliseconds(Int64.random(in: 0...30, using: &random)))
    let slot = Hands.everybody.randomElement(using: &random) ?? Hands.main
    switch Int.random(in: 0..<40, using: &random) {
    case 0: leave(slot)
    case 1: begin(with: PlayerSlots(slot))
    case 2: move(slot, isSilent: true) { $0 = .neutral }
    case 3: sharing.note(connected: PlayerSlots(rawValue: .random(in: 0...15, using: &random)), at: now)
    case 4:
      terms = ShareTerms(SharePreset.allCases.randomElement(using: &random) ?? .help, turn: 5)
      begin(with: [])
    case 5: sharing.pass(Hands.main, at: now)
    default: play(slot)
    }
  }

  /// Lets the player in `slot` press, release or turn something.
  mutating func play(_ slot: PlayerSlot) {
    var random = random
    move(slot) { $0.change(with: &random) }
    self.random = random
  }
}

extension PadReport {
  /// True if nothing is held, turned or touched.
  var isAtRest: Bool {
    buttons == [] && leftStick == .centre && rightStick == .centre && leftTrigger == 0 && rightTrigger == 0
      && touch == .none && (motion?.rotation ?? .zero) == .zero
  }

  mutating func change(with random: inout Random) {
    func level() -> Int16 {
      [0, 0, -32_767, 32_767, .random(in: -32_767...32_767, using: &random)][
        Int.random(in: 0..<5, using: &random)]
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: leftStick = Stick(x: level(), y: level())
    case 1: rightStick = Stick(x: level(), y: level())
    case 2: leftTrigger = UInt8(level().magnitude / 129)
    case 3: rightTrigger = UInt8(level().magnitude / 129)
    case 4:
      let finger = Contact(number: 3, x: level().magnitude, y: level().magnitude)
      touch = touch.isEmpty ? TouchPoints(TouchPoints.point(of: finger), TouchPoints.lifted) : .none
    case 5:
      let time = (motion?.time ?? Int64.random(in: 0...1_000_000, using: &random)) + 4_000
      motion = PadMotion(acceleration: .zero, rotation: MotionVector(x: level()), time: time)
    default:
      if let button = Button.allCases.randomElement(using: &random) { buttons[button].toggle() }
    }
  }
}
