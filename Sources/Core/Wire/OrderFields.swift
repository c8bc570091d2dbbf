import Model

/// The fields of an ORDER on the wire; each verb uses some of them.
struct OrderFields {
  var verb: LocalOrder.Verb
  var argument: UInt8 = 0
  var player: PlayerSlot?
  var key = AdmissionOrder.Key(repeating: 0)
  var name = DeviceName("")

  /// Creates the fields of a verb that uses neither the key nor the name.
  private init(verb: LocalOrder.Verb, argument: UInt8 = 0, player: PlayerSlot? = nil) {
    (self.verb, self.argument, self.player) = (verb, argument, player)
  }

  private init(verb: LocalOrder.Verb, key: AdmissionOrder.Key, name: DeviceName = DeviceName("")) {
    (self.verb, self.key, self.name) = (verb, key, name)
  }

  /// Reads the fields of an ORDER of full length; nil for an unknown verb or player.
  init?(parsing bytes: Span<UInt8>) {
    guard let verb = LocalOrder.Verb(rawValue: bytes[1]), bytes[3] <= PlayerSlot.limit else { return nil }
    self.init(verb: verb, argument: bytes[2], player: PlayerSlot(number: Int(bytes[3])))
    key = InlineArray { bytes[8 + $0] }
    name = DeviceName(copying: bytes, at: 40)
  }

  init(_ order: AdmissionOrder) {
    switch order {
    case .accept(let key): self.init(verb: .accept, key: key)
    case .deny(let key): self.init(verb: .deny, key: key)
    case .kick(let slot): self.init(verb: .kick, argument: slot.number)
    case .policy(let policy): self.init(verb: .policy, argument: policy.rawValue)
    case .offerCode: self.init(verb: .offerCode)
    case .offerPIN: self.init(verb: .offerPIN)
    case .closePairing: self.init(verb: .closePairing)
    case .revoke(let key): self.init(verb: .revoke, key: key)
    case .rename(let key, let name): self.init(verb: .rename, key: key, name: name)
    }
  }

  init(_ order: StageOrder) {
    switch order {
    case .mode(let mode, let player): self.init(verb: .mode, argument: mode.rawValue, player: player)
    case .choose(let team, let player): self.init(verb: .choose, argument: team, player: player)
    case .quiz(let order): self.init(order)
    }
  }

  private init(_ order: QuizOrder) {
    switch order {
    case .arm: self.init(verb: .arm)
    case .right: self.init(verb: .right)
    case .wrong: self.init(verb: .wrong)
    case .shared: self.init(verb: .shared)
    case .again: self.init(verb: .again)
    case .midpoint: self.init(verb: .midpoint)
    case .clear: self.init(verb: .clear)
    case .undo: self.init(verb: .undo)
    case .automatic(let isOn): self.init(verb: .automatic, argument: isOn ? 1 : 0)
    case .reset: self.init(verb: .reset)
    case .team(let player, let team): self.init(verb: .team, argument: team, player: player)
    case .points(let player, let change):
      self.init(verb: .points, argument: UInt8(bitPattern: change), player: player)
    case .forget: self.init(verb: .forget)
    }
  }

  /// The action of the fields; nil if the verb's own fields are invalid.
  var action: LocalOrder.Action? {
    verb.isForStage ? stageOrder.map { .stage($0) } : admissionOrder.map { .admission($0) }
  }

  private var admissionOrder: AdmissionOrder? {
    switch verb {
    case .accept: .accept(key)
    case .deny: .deny(key)
    case .kick: PlayerSlot(number: Int(argument)).map { .kick($0) }
    case .policy: AdmissionPolicy(rawValue: argument).map { .policy($0) }
    case .offerCode: .offerCode
    case .offerPIN: .offerPIN
    case .closePairing: .closePairing
    case .revoke: .revoke(key)
    case .rename: .rename(key, name)
    default: nil
    }
  }

  private var stageOrder: StageOrder? {
    switch verb {
    case .mode: Mode(rawValue: argument).map { .mode($0, player) }
    case .choose: team.flatMap { team in player.map { .choose(team, $0) } }
    default: quizOrder.map { .quiz($0) }
    }
  }

  private var quizOrder: QuizOrder? {
    switch verb {
    case .arm: .arm
    case .right: .right
    case .wrong: .wrong
    case .shared: .shared
    case .again: .again
    case .midpoint: .midpoint
    case .clear: .clear
    case .undo: .undo
    case .automatic: argument <= 1 ? .automatic(argument == 1) : nil
    case .reset: .reset
    case .team: team.flatMap { team in player.map { .team($0, team) } }
    case .points: player.map { .points($0, Int8(bitPattern: argument)) }
    case .forget: .forget
    default: nil
    }
  }

  private var team: UInt8? { argument <= Team.limit ? argument : nil }
}
