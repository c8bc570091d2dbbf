public import Model

/// The status of the stage: the modes of all players and the state of the quiz (docs/protocol.md, "The local socket").
public struct StageStatus: Hashable, Sendable {
  /// The properties of a round besides its phase.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits, as on the wire.
    public let rawValue: UInt8

    /// Creates the set of the flags whose bits are set.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Rounds follow each other automatically.
    public static let automatic = Flags(rawValue: 1)
    /// The presses were too close to call, and the host has to choose.
    public static let tie = Flags(rawValue: 2)
    /// The presses were too close to call, and the press with the earlier middle was declared the winner.
    public static let midpoint = Flags(rawValue: 4)
    /// The presses were too close to call, and the tied players shared the points.
    public static let shared = Flags(rawValue: 8)
  }

  /// A press in the present round; times are in µs after the round was armed.
  public struct Press: Hashable, Sendable {
    /// The earliest possible time of the press, in µs after the round was armed.
    public var earliest: Int32
    /// The latest possible time of the press, in µs after the round was armed.
    public var latest: Int32
    /// The time at which the host received the press, in µs after the round was armed.
    public var received: Int32
    /// The doubts about the press's time.
    public var doubts: PressDoubts

    /// Creates a press.
    public init(earliest: Int32, latest: Int32, received: Int32, doubts: PressDoubts) {
      (self.earliest, self.latest, self.received, self.doubts) = (earliest, latest, received, doubts)
    }
  }

  /// The mode, team, points and press of one player.
  public struct Player: Hashable, Sendable {
    /// The player's mode; nil if the slot has no player.
    public var mode: Mode?
    /// The player's team, 1 to 8; 0 for no team.
    public var team: UInt8 = 0
    /// The player's points.
    public var points: Int32 = 0
    /// The player's press in the present round; nil without one.
    public var press: Press?

    /// Creates the entry of a slot without a player.
    public init() {}
  }

  /// The message's size in bytes.
  public static let size = 380
  private static let nobody: UInt8 = 255

  /// The mode of the players that have no mode of their own.
  public var mode: Mode
  /// The properties of the round besides its phase.
  public var flags: Flags = []
  /// The phase of the round.
  public var phase = RoundPhase.idle
  /// The round's number; 0 before the first round.
  public var round: UInt16 = 0
  /// The number of the winning player, as in ``Round/winner``.
  public var winner: UInt8 = 0
  /// The players that take part in the round.
  public var contestants: PlayerSlots = []
  /// The players between whom the presses are too close to call.
  public var tied: PlayerSlots = []
  /// The players that are out of the round after a wrong answer.
  public var out: PlayerSlots = []
  /// The players that are locked out for now after a false start.
  public var falseStarts: PlayerSlots = []
  /// The players that the host had not heard from when the round was decided, and that may have been first.
  public var unheard: PlayerSlots = []
  /// The players that got the points.
  public var winners: PlayerSlots = []
  /// The lead of the first press over the next, in µs from middle to middle; nil when nobody else has pressed.
  public var lead: UInt32?
  /// The largest error of ``lead``, in µs.
  public var uncertainty: UInt32 = 0
  /// The players by slot, player n at index n − 1; the count is always ``PlayerSlot/limit``.
  public var players = [Player](repeating: Player(), count: PlayerSlot.limit)

  /// Creates a stage without players.
  public init(mode: Mode) {
    self.mode = mode
  }
}

extension StageStatus {
  init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count == StageStatus.size else { throw bytes.count < StageStatus.size ? .tooShort : .tooLong }
    guard let mode = Mode(rawValue: bytes[1]), bytes[2] < 16, let phase = RoundPhase(rawValue: bytes[3]),
      bytes[7] == 0
    else { throw .reservedNotZero }
    self.init(mode: mode)
    (flags, self.phase, round, winner) = (Flags(rawValue: bytes[2]), phase, bytes.u16(at: 4), bytes[6])
    contestants = PlayerSlots(rawValue: bytes.u16(at: 8))
    tied = PlayerSlots(rawValue: bytes.u16(at: 10))
    out = PlayerSlots(rawValue: bytes.u16(at: 12))
    falseStarts = PlayerSlots(rawValue: bytes.u16(at: 14))
    unheard = PlayerSlots(rawValue: bytes.u16(at: 16))
    winners = PlayerSlots(rawValue: bytes.u16(at: 18))
    lead = bytes.u32(at: 20) == .max ? nil : bytes.u32(at: 20)
    uncertainty = bytes.u32(at: 24)
    for index in players.indices { players[index] = try Player(parsing: bytes, index) }
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    for byte in [LocalPacket.Kind.stage.rawValue, mode.rawValue, flags.rawValue, phase.rawValue] {
      datagram.append(byte)
    }
    datagram.append(round)
    datagram.append(winner)
    datagram.append(UInt8(0))
    for slots in [contestants, tied, out, falseStarts, unheard, winners] { datagram.append(slots.rawValue) }
    datagram.append(lead ?? .max)
    datagram.append(uncertainty)
    for player in players { datagram.append(player.mode?.rawValue ?? StageStatus.nobody) }
    for player in players { datagram.append(player.team) }
    for player in players { datagram.append(UInt32(bitPattern: player.points)) }
    for player in players { Press.write(player.press, to: &datagram) }
  }
}

extension StageStatus.Player {
  fileprivate init(parsing bytes: Span<UInt8>, _ index: Int) throws(Malformed) {
    let mode = bytes[28 + index]
    guard mode == StageStatus.nobody || Mode(rawValue: mode) != nil,
      bytes[44 + index] <= Team.limit
    else { throw .reservedNotZero }
    self.init()
    self.mode = Mode(rawValue: mode)
    team = bytes[44 + index]
    points = Int32(bitPattern: bytes.u32(at: 60 + 4 * index))
    press = try StageStatus.Press.read(bytes, at: 124 + 16 * index)
  }
}

extension StageStatus.Press {
  fileprivate static func read(_ bytes: Span<UInt8>, at offset: Int) throws(Malformed) -> Self? {
    guard bytes[offset + 12] <= 1, bytes.u16(at: offset + 14) == 0 else { throw .reservedNotZero }
    guard bytes[offset + 12] == 1 else { return nil }
    func time(_ place: Int) -> Int32 { Int32(bitPattern: bytes.u32(at: offset + place)) }
    return Self(earliest: time(0), latest: time(4), received: time(8), 
      doubts: PressDoubts(rawValue: bytes[offset + 13]))
  }

  fileprivate static func write<let capacity: Int>(_ press: Self?, to datagram: inout Datagram<capacity>) {
    for time in [press?.earliest, press?.latest, press?.received] {
      datagram.append(UInt32(bitPattern: time ?? 0))
    }
    datagram.append(UInt8(press == nil ? 0 : 1))
    datagram.append(press?.doubts.rawValue ?? 0)
    datagram.append(UInt16(0))
  }
}
