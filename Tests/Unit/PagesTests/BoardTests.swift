import Model
import Testing
import Wire

@testable import Pages

/// The list of players and the quiz, as pages and dashboards get them.
@Suite struct BoardTests {
  private var board = Board()
  private var pages = PageTable()

  /// Adds a page that plays in `slot`, on the connection with the slot's number.
  private mutating func seat(_ slot: Int, _ name: String) {
    let number = UInt32(slot)
    _ = pages.add(number)
    _ = pages.attach(number, .webSocket, to: number)
    pages[number]?.stage = .playing
    pages[number]?.slot = PlayerSlot(number: slot)
    pages[number]?.name = name
  }

  /// Removes and returns the types of the texts that wait for the page in `slot`.
  private mutating func types(_ slot: Int) -> [String] {
    var types: [String] = []
    while let message = pages.next(for: UInt32(slot)) {
      let text = String(decoding: message.bytes, as: UTF8.self)
      types.append(String(text.dropFirst(#"{"type":""#.count).prefix { $0 != "\"" }))
    }
    return types
  }

  /// Applies the status of the stage; returns the actions in short.
  private mutating func apply(_ stage: StageStatus?) -> [String] {
    board.apply(stage, on: &pages).map(\.short)
  }

  /// Shows the players; returns the actions in short.
  private mutating func showPlayers() -> [String] { board.showPlayers(on: &pages).map(\.short) }

  /// Records the name of a device in `slot`; returns the actions in short.
  private mutating func note(_ name: String, _ state: PeerState?, in slot: Int) -> [String] {
    let key = InlineArray<32, UInt8>(repeating: 7)
    let peer = PeerStatus(
      state: state, slot: PlayerSlot(number: slot), refusal: .none, code: nil, key: key,
      name: DeviceName(name))
    return board.note(peer, on: &pages).map(\.short)
  }

  private static func quiz(points: Int32, players: Int = 1) -> StageStatus {
    var stage = StageStatus(mode: .buzzer)
    for index in 0..<players { stage.players[index].mode = .buzzer }
    stage.players[0].points = points
    return stage
  }

  @Test mutating func `A page keeps its quiz while the bridge is away, and gets the next one once`() {
    seat(1, "Aki")
    #expect(apply(Self.quiz(points: 3)) == ["wake 1"] && types(1) == ["quiz"])
    #expect(apply(Self.quiz(points: 3)) == [], "it has this quiz")
    #expect(apply(nil) == [])
    #expect(showPlayers() == ["wake 1", "inform"] && types(1) == ["players"])
    #expect(apply(Self.quiz(points: 3)) == [] && types(1) == [])
    #expect(apply(Self.quiz(points: 4)) == ["wake 1"] && types(1) == ["quiz"])
    #expect(apply(StageStatus(mode: .play)) == ["wake 1"] && types(1) == ["quiz"], "there is none any more")
    #expect(apply(StageStatus(mode: .play)) == [])
  }

  @Test mutating func `The players are listed on each page that plays, and again only after a change`() {
    seat(1, "Aki")
    seat(2, "Mei")
    pages[2]?.stage = .moving
    #expect(showPlayers() == ["wake 1", "inform"] && types(2) == [])
    #expect(showPlayers() == [])
    pages[2]?.stage = .playing
    #expect(showPlayers() == ["wake 2"], "the dashboards have the list")
    pages[1]?.name = "Zoe"
    #expect(Set(showPlayers()) == ["wake 1", "wake 2", "inform"])
    pages[1]?.colour = "#e69f00"
    #expect(showPlayers() == ["inform"], "only dashboards show colours")
    #expect(types(1) == ["players"] && types(2) == ["players"])
  }

  @Test mutating func `A device has a name as long as it has a slot`() throws {
    let slot = try #require(PlayerSlot(number: 2))
    for state in PeerState.allCases.map(Optional.some) + [nil] {
      board = Board()
      _ = note("Zapper", state, in: 2)
      let hasSlot = state == .connected || state == .disconnected
      #expect(board.deviceNames == (hasSlot ? [slot: "Zapper"] : [:]), "\(String(describing: state))")
    }
    _ = note("Zapper", .connected, in: 0)
    #expect(board.deviceNames.isEmpty, "it has no slot")
    _ = note("Zapper", .connected, in: 2)
    _ = apply(Self.quiz(points: 0, players: 2))
    _ = apply(nil)
    #expect(board.deviceNames == [slot: "Zapper"])
    _ = apply(Self.quiz(points: 0))
    #expect(board.deviceNames == [:])
  }

  @Test mutating func `A page's own name counts before that of a device, and a device's is told at once`()
    throws
  {
    seat(1, "Aki")
    _ = apply(Self.quiz(points: 0, players: 2))
    _ = types(1)
    #expect(note("Zapper", .connected, in: 2) == ["wake 1"])
    #expect(note("Other", .connected, in: 1) == [], "a page has this slot")
    let names = pages[1]?.quiz?.scores.map(\.name)
    #expect(names == ["Aki", "Zapper"])
  }
}
