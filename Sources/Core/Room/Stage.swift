public import Model
public import Wire

/// An app's view of the room while it receives a message, and its means of changing the room.
public struct Stage {
  /// A change that an app requests, which takes effect after the message.
  enum Request {
    case timer(app: Int, id: UInt16, Instant)
    case hold(app: Int, Buttons, PlayerSlot)
    case letGo(app: Int, Buttons, PlayerSlot)
    case output(Room.Output)
    case mode(app: Int, Mode)
    case team(PlayerSlot, step: Int)
    case change
  }

  /// The time of the message.
  public let now: Instant
  /// All players of the room, including those whose controller is away.
  public let everyone: PlayerSlots
  /// The players in the app's mode.
  public private(set) var players: PlayerSlots = []
  /// The players in the app's mode whose controllers are connected and prove their identity.
  public private(set) var contestants: PlayerSlots = []
  private let crowds: [PlayerSlots]
  private let proven: PlayerSlots
  private var app = 0
  private(set) var requests: [Request] = []

  /// Creates the stage of a room with `everyone`.
  ///
  /// `crowds` are the players of each app, and `proven` those who are connected and prove their identity.
  init(_ everyone: PlayerSlots, crowds: [PlayerSlots], proven: PlayerSlots, at now: Instant) {
    (self.everyone, self.crowds, self.proven, self.now) = (everyone, crowds, proven, now)
  }

  /// Makes the app at index `app` the one that receives messages.
  mutating func turn(to app: Int) {
    self.app = app
    players = crowds[app]
    contestants = players.intersection(proven)
  }

  /// Sets the app's timer `id` to `due`, replacing its former time; the distant future cancels the timer.
  public mutating func setTimer(_ id: UInt16, at due: Instant) {
    requests.append(.timer(app: app, id: id, due))
  }

  /// Holds down the keys `buttons` of the player in `slot` until the app releases them or stops.
  public mutating func hold(_ buttons: Buttons, of slot: PlayerSlot) {
    requests.append(.hold(app: app, buttons, slot))
  }

  /// Releases `buttons` that the app holds.
  public mutating func letGo(_ buttons: Buttons, of slot: PlayerSlot) {
    requests.append(.letGo(app: app, buttons, slot))
  }

  /// Sets the state of the round that is announced to the controller in `slot`; nil for no round.
  public mutating func post(_ round: Round?, to slot: PlayerSlot) {
    requests.append(.output(.round(slot, round)))
  }

  /// Sets whether the controller in `slot` is asked for its clock often; use this before presses that count.
  public mutating func hurryClock(_ isHurried: Bool, of slot: PlayerSlot) {
    requests.append(.output(.hurryClock(slot, isHurried)))
  }

  /// Sends `bytes` reliably, on `channel`, to the programs of the players in `slots`.
  public mutating func send(_ bytes: [UInt8], on channel: UInt8 = 0, to slots: PlayerSlots) {
    requests.append(.output(.message(slots, channel: channel, bytes)))
  }

  /// Puts the room in `mode` if the room is in the app's mode; players with a mode of their own keep theirs.
  public mutating func change(to mode: Mode) {
    requests.append(.mode(app: app, mode))
  }

  /// Puts the player in `slot`, who has asked for it, into the next team or, with a `step` of −1, the previous one.
  ///
  /// It has no effect outside the lobby, or if the player has changed the team too often.
  public mutating func changeTeam(of slot: PlayerSlot, by step: Int) {
    requests.append(.team(slot, step: step))
  }

  /// Notifies the watchers of the room that the app's state has changed.
  public mutating func noteChange() {
    requests.append(.change)
  }
}
