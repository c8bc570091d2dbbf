import Buzzer
import Model
import Room
import Testing
import Wire

/// The presses that the quiz of a room counts, and the messages of the quiz to the players.
@Suite struct BuzzTests {
  private let first = PlayerSlot(index: 0)
  private let second = PlayerSlot(index: 1)
  private let start = Instant(nanoseconds: 1_000_000_000_000)

  /// Returns the time `milliseconds` after the start.
  private func time(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

  /// Returns a room with a quiz of two players that a person leads; its outputs so far were removed.
  private func quizRoom() -> Room {
    var room = Room(settings: Room.Settings(mode: .buzzer))
    for slot in [first, second] { room.join(slot, at: start) }
    room.notePresence(room.players, proven: room.players, at: start)
    room.obey(.automatic(false), at: start)
    _ = outputs(&room)
    return room
  }

  /// Removes and returns all outputs of `room`.
  private func outputs(_ room: inout Room) -> [Room.Output] {
    var outputs: [Room.Output] = []
    while let output = room.next() { outputs.append(output) }
    return outputs
  }

  /// Delivers a packet at `milliseconds` with a press at the start.
  ///
  /// The press is sent as a BUZZ that names edge `buzz`, as edge 0, or as both.
  private func hear(
    _ slot: PlayerSlot, buzz: UInt16? = nil, hasEdge: Bool = false, clock: ClockOffset? = nil,
    at milliseconds: Int64, in room: inout Room
  ) {
    let stamp = UInt32(truncatingIfNeeded: start.nanoseconds / 1_000)
    var frames = ControllerFrames()
    frames.state = ControllerState(
      sampleTime: stamp &+ UInt32(milliseconds * 1_000), nextEdge: hasEdge ? 1 : 0)
    frames.buzz = buzz.map { Buzz(round: room.quiz.number, edge: $0, pressTime: stamp) }
    if hasEdge {
      var log = EdgeLog(first: 0)
      log.append(Edge(.b, isPress: true, age: UInt16(milliseconds * 10)))
      frames.edges = log
    }
    room.hear(
      AcceptedPacket(
        of: slot, frames, isNewest: true, awaitedEdge: 0, nextEdge: hasEdge ? 1 : 0, clock: clock,
        isPage: false, hasReservedPress: false), at: time(milliseconds))
  }

  struct Repetition: Sendable {
    /// The number of the edge that the BUZZ names.
    var named: UInt16
    /// The time of the packet with edge 0, in ms; the packet with the BUZZ comes at 2 ms.
    var at: Int64
    var isOthers = false
    /// The end of the lock-out of the player who sends the edge, in ns after the start.
    var end: Int64
  }

  /// The cases of an edge and a BUZZ.
  ///
  /// The clock is known to 0.5 ms, a reading has a resolution of 1 µs, and the drift is 125 ns in 2.5 ms. An
  /// edge is known to 0.1 ms.
  @Test(arguments: [
    Repetition(named: 0, at: 2, end: 500_501_125), Repetition(named: 7, at: 2, end: 500_601_125),
    Repetition(named: 0, at: 3, end: 500_601_175),
    Repetition(named: 0, at: 2, isOthers: true, end: 500_601_125),
  ])
  func `An edge does not count beside the BUZZ of its packet that names it`(_ repetition: Repetition) {
    let clock = ClockOffset(lower: -500, upper: 500, roundTrip: 1_000, isSuspect: false)
    var room = quizRoom()
    let isOnePacket = repetition.at == 2 && !repetition.isOthers
    hear(first, buzz: repetition.named, hasEdge: isOnePacket, clock: clock, at: 2, in: &room)
    let slot = repetition.isOthers ? second : first
    if !isOnePacket { hear(slot, hasEdge: true, clock: clock, at: repetition.at, in: &room) }
    let end = start + Interval(nanoseconds: repetition.end)
    #expect(room.quiz.isLockedOut(slot, at: end - Interval(nanoseconds: 1)))
    #expect(!room.quiz.isLockedOut(slot, at: end))
  }

  @Test func `Each player is told the phase, the own lock-out, the winner and the own margin`() {
    func told(_ slot: PlayerSlot, _ phase: UInt8, _ winner: UInt8, _ margin: UInt32 = Round.noMargin)
      -> Room.Output
    { .round(slot, Round(number: 1, phase: phase, winner: winner, margin: margin)) }
    var room = quizRoom()
    hear(first, buzz: 0, at: 0, in: &room)
    room.obey(.arm, at: time(100))
    let armed = outputs(&room)
    #expect(armed.contains(told(first, 0x81, 0)) && armed.contains(told(second, 1, 0)))
    hear(second, buzz: 0, at: 200, in: &room)
    hear(first, at: 210, in: &room)
    let decided = outputs(&room)
    #expect(decided.contains(told(first, 0x82, 2)) && decided.contains(told(second, 2, 2)))
    hear(first, buzz: 1, at: 700, in: &room)
    let late = outputs(&room)
    #expect(late.contains(told(first, 2, 2, 500_000)) && late.contains(told(second, 2, 2, 500_000)))
    hear(first, at: 710, in: &room)
    #expect(outputs(&room) == [], "nothing has changed")
  }

  @Test func `Watchers hear of the points that a player had before`() {
    var room = quizRoom()
    room.replace(second, points: 3, team: 2, at: time(10))
    #expect(outputs(&room).contains(.changed) && room.quiz.scores.points(of: second) == 3)
  }
}
