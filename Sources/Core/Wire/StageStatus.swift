public import Model

/// The status of the stage: modes, quiz, apps and shared pads (docs/protocol.md, "The local socket").
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
    /// The presses were too close to call, and the press whose range of times has the earliest middle won.
    public static let midpoint = Flags(rawValue: 4)
    /// The presses were too close to call, and the tied players shared the points.
    public static let shared = Flags(rawValue: 8)
  }

  /// A press in the present round; times are in µs after the round was armed.
  public struct Press: Hashable, Sendable {
    /// The size of a press and its slot, in bytes.
    static let size = 14

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
    /// The player's press in the present round; nil if there is none.
    public var press: Press?

    /// Creates the entry of a slot without a player.
    public init() {}
  }

  private static let nobody: UInt8 = 255
  private static let seatSize = 7
  /// The size of an app's mode and name in bytes; the name is padded with zeros.
  static let appSize = 2 + NamedMode.longestName

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
  /// The players whose presses are too close to call.
  public var tied: PlayerSlots = []
  /// The players that are out of the round after a wrong answer.
  public var out: PlayerSlots = []
  /// The players that pressed before the round began.
  public var falseStarts: PlayerSlots = []
  /// The players who may have been first, because the host had not heard from them in time at the decision.
  public var unheard: PlayerSlots = []
  /// The players that got the points.
  public var winners: PlayerSlots = []
  /// The winner's lead over the next press, in µs between the middles of their ranges of times.
  ///
  /// Without a winner, it is the lead of the earliest middle. It is nil before the decision, and when nobody
  /// else has pressed.
  public var lead: UInt32?
  /// The maximum error of ``lead``, in µs.
  public var uncertainty: UInt32 = 0
  /// The players by slot, player n at index n − 1.
  public var players = Players()
  /// The modes of third-party apps, at most ``NamedMode/limit``.
  public var apps: [NamedMode] = []
  /// The shared pads, in the order of their main players.
  public var shares: [ShareStatus] = []

  /// Creates a stage without players.
  public init(mode: Mode) {
    self.mode = mode
  }
}

extension StageStatus {
  /// The players of all slots; a collection that allocates nothing.
  public struct Players: RandomAccessCollection, MutableCollection, Hashable, Sendable {
    private var players = InlineArray<16, Player>(repeating: Player())

    /// The first index.
    public var startIndex: Int { 0 }
    /// The number of slots, ``PlayerSlot/limit``.
    public var endIndex: Int { PlayerSlot.limit }

    /// The player of the slot at `index` of a table, counted from 0.
    public subscript(index: Int) -> Player {
      get { players[index] }
      set { players[index] = newValue }
    }

    /// The slots that have a player.
    public var taken: PlayerSlots {
      indices.filter { players[$0].mode != nil }
        .reduce(into: []) { $0.formUnion(PlayerSlots(PlayerSlot(index: $1))) }
    }

    /// Compares player by player.
    public static func == (left: Players, right: Players) -> Bool { left.elementsEqual(right) }

    /// Feeds every player to `hasher`.
    public func hash(into hasher: inout Hasher) {
      for player in self { hasher.combine(player) }
    }
  }
}

extension StageStatus {
  /// Returns the name of `mode`: that of an app in ``apps``, or else ``Mode/label``.
  public func name(of mode: Mode) -> String {
    apps.first { $0.mode == mode }?.name ?? mode.label
  }

  /// Returns the mode with the label `name`, or that of the app in ``apps`` with this name; otherwise nil.
  public func mode(named name: String) -> Mode? {
    Mode(text: name) ?? apps.first { $0.name == name }?.mode
  }
}

extension StageStatus {
  /// Decodes the frames about the stage in a HOST message; nil if it has neither ROOM nor ROUND.
  init?(parsing bytes: Span<UInt8>) throws(Drop) {
    self.init(mode: .play)
    var (walk, hasRoom, hasRound) = (StatusFrameWalk(), false, false)
    while let (frame, body) = try walk.frame(of: bytes) {
      let body = bytes.extracting(body)
      switch frame {
      case .room:
        try readRoom(body)
        hasRoom = true
      case .round:
        try readRound(body)
        hasRound = true
      case .presses: try readPresses(body)
      case .apps: try readApps(body)
      case .shares: try readShares(body)
      default: break
      }
    }
    guard hasRoom || hasRound else { return nil }
    guard hasRoom, hasRound else { throw .empty }
  }

  private mutating func readRoom(_ body: Span<UInt8>) throws(Drop) {
    guard let mode = Mode(rawValue: body[0]) else { throw .reservedNotZero }
    self.mode = mode
    for index in players.indices {
      (players[index].mode, players[index].team, players[index].points) = (nil, 0, 0)
    }
    for start in stride(from: 1, to: body.count, by: StageStatus.seatSize) {
      let mode = Mode(rawValue: body[start + 1])
      guard let slot = PlayerSlot(number: Int(body[start])),
        mode != nil || body[start + 1] == StageStatus.nobody,
        body[start + 2] <= Team.limit
      else { throw .reservedNotZero }
      (players[slot.index].mode, players[slot.index].team) = (mode, body[start + 2])
      players[slot.index].points = Int32(bitPattern: body.u32(at: start + 3))
    }
  }

  private mutating func readRound(_ body: Span<UInt8>) throws(Drop) {
    guard let phase = RoundPhase(rawValue: body[0]), body[1] < 16, body[5] == 0 else {
      throw .reservedNotZero
    }
    (self.phase, flags, round, winner) = (phase, Flags(rawValue: body[1]), body.u16(at: 2), body[4])
    contestants = PlayerSlots(rawValue: body.u16(at: 6))
    tied = PlayerSlots(rawValue: body.u16(at: 8))
    out = PlayerSlots(rawValue: body.u16(at: 10))
    falseStarts = PlayerSlots(rawValue: body.u16(at: 12))
    unheard = PlayerSlots(rawValue: body.u16(at: 14))
    winners = PlayerSlots(rawValue: body.u16(at: 16))
    lead = body.u32(at: 18) == .max ? nil : body.u32(at: 18)
    uncertainty = body.u32(at: 22)
  }

  private mutating func readPresses(_ body: Span<UInt8>) throws(Drop) {
    for index in players.indices { players[index].press = nil }
    for start in stride(from: 0, to: body.count, by: Press.size) {
      guard let slot = PlayerSlot(number: Int(body[start])) else { throw .reservedNotZero }
      players[slot.index].press = Press(
        earliest: Int32(bitPattern: body.u32(at: start + 2)),
        latest: Int32(bitPattern: body.u32(at: start + 6)),
        received: Int32(bitPattern: body.u32(at: start + 10)), doubts: PressDoubts(rawValue: body[start + 1]))
    }
  }

  private mutating func readApps(_ body: Span<UInt8>) throws(Drop) {
    guard body.count <= NamedMode.limit * StageStatus.appSize else { throw .reservedNotZero }
    apps = []
    for start in stride(from: 0, to: body.count, by: StageStatus.appSize) {
      var name = (1..<StageStatus.appSize).map { body[start + $0] }
      while name.last == 0 { name.removeLast() }
      guard let mode = Mode(rawValue: body[start]), mode.rawValue >= Mode.firstOfOthers else {
        throw .reservedNotZero
      }
      let app = NamedMode(mode, name: String(decoding: name, as: UTF8.self))
      guard app.name.utf8.elementsEqual(name) else { throw .reservedNotZero }
      apps.append(app)
    }
  }

  private mutating func readShares(_ body: Span<UInt8>) throws(Drop) {
    guard body.count <= PlayerSlot.limit / 2 * ShareStatus.size else { throw .reservedNotZero }
    shares = []
    for start in stride(from: 0, to: body.count, by: ShareStatus.size) {
      shares.append(try ShareStatus(parsing: body.extracting(start..<start + ShareStatus.size)))
    }
  }

  /// Appends the message to `datagram`.
  public func write(to datagram: inout LocalDatagram) {
    HostStatus.writeHeader(to: &datagram)
    datagram.append(.room) { writeRoom(to: &$0) }
    datagram.append(.round) { writeRound(to: &$0) }
    datagram.append(.presses) { writePresses(to: &$0) }
    datagram.append(.apps) { writeApps(to: &$0) }
    datagram.append(.shares) { datagram in shares.forEach { $0.write(to: &datagram) } }
  }

  private func writeRoom(to datagram: inout LocalDatagram) {
    datagram.append(mode.rawValue)
    for index in players.indices {
      let player = players[index]
      guard player.mode != nil || player.team != 0 || player.points != 0 else { continue }
      datagram.append(PlayerSlot(index: index).number)
      datagram.append(player.mode?.rawValue ?? StageStatus.nobody)
      datagram.append(player.team)
      datagram.append(player.points)
    }
  }

  private func writeRound(to datagram: inout LocalDatagram) {
    datagram.append(phase.rawValue)
    datagram.append(flags.rawValue)
    datagram.append(round)
    datagram.append(winner)
    datagram.append(UInt8(0))
    datagram.append(contestants.rawValue)
    datagram.append(tied.rawValue)
    datagram.append(out.rawValue)
    datagram.append(falseStarts.rawValue)
    datagram.append(unheard.rawValue)
    datagram.append(winners.rawValue)
    datagram.append(lead ?? .max)
    datagram.append(uncertainty)
  }

  private func writeApps(to datagram: inout LocalDatagram) {
    for app in apps.prefix(NamedMode.limit) {
      datagram.append(app.mode.rawValue)
      for byte in app.name.utf8 { datagram.append(byte) }
      for _ in app.name.utf8.count..<(StageStatus.appSize - 1) { datagram.append(UInt8(0)) }
    }
  }

  private func writePresses(to datagram: inout LocalDatagram) {
    for index in players.indices {
      guard let press = players[index].press else { continue }
      datagram.append(PlayerSlot(index: index).number)
      datagram.append(press.doubts.rawValue)
      datagram.append(press.earliest)
      datagram.append(press.latest)
      datagram.append(press.received)
    }
  }
}
