import Model

/// The sum of several people's deflections of a stick, from which a rule computes one deflection.
struct StickMix {
  private let rule: GroupRule
  private var longest = Stick.centre
  private var sum = (x: 0, y: 0)
  private var total = 0
  private var votes = InlineArray<9, Int>(repeating: 0)

  /// Creates an empty sum for `rule`.
  init(by rule: GroupRule) { self.rule = rule }

  /// Adds the stick of one more person.
  mutating func add(_ stick: Stick) {
    if Mixing.square(stick) > Mixing.square(longest) { longest = stick }
    let weight = rule == .mean ? 1 : Mixing.weight(stick)
    sum = (sum.x + weight * Int(stick.x), sum.y + weight * Int(stick.y))
    total += weight
    if rule == .vote { votes[Mixing.sector(of: stick)] += 1 }
  }

  /// The deflection that the rule computes from all sticks that were added.
  var result: Stick {
    switch rule {
    case .vote: Mixing.centre(of: Mixing.winner(of: votes))
    case .mean,
      .average where total > 0:
      Stick(x: Int16(Mixing.quotient(sum.x, total)), y: Int16(Mixing.quotient(sum.y, total)))
    default: longest
    }
  }
}

/// The sum of several depths of a trigger, from which a rule computes one depth.
struct TriggerMix {
  private let rule: GroupRule
  private var (deepest, sum, total) = (UInt8(0), 0, 0)
  private var votes = InlineArray<9, Int>(repeating: 0)

  /// Creates an empty sum for `rule`.
  init(by rule: GroupRule) { self.rule = rule }

  /// Adds how far one more person has pulled the trigger, 0 to 255.
  mutating func add(_ depth: UInt8) {
    deepest = max(deepest, depth)
    let weight = rule == .mean ? 1 : Mixing.weight(depth)
    (sum, total) = (sum + weight * Int(depth), total + weight)
    votes[Mixing.step(of: depth)] += 1
  }

  /// The depth that the rule computes from all depths that were added, 0 to 255.
  var result: UInt8 {
    switch rule {
    case .vote:
      let step = Mixing.winner(of: votes)
      return step == 0 || step == Mixing.rest ? 0 : UInt8(min(128 * step, 255))
    case .mean,
      .average where total > 0:
      return UInt8(Mixing.quotient(sum, total))
    default: return deepest
    }
  }
}
