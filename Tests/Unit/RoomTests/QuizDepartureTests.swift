import Buzzer
import Model
import Testing
import Wire

@testable import Room

/// Players who leave the room in the middle of a round.
@Suite struct QuizDepartureTests {
  private let start = Instant(nanoseconds: 1_000_000_000_000)

  private func slots(_ range: Range<Int>) -> PlayerSlots {
    PlayerSlots(range.map { PlayerSlots(PlayerSlot(index: $0)) })
  }

  private func join(_ range: Range<Int>, _ room: inout Room, at now: Instant) {
    for index in range { room.join(PlayerSlot(index: index), at: now) }
    room.notePresence(room.players, proven: room.players, at: now)
  }

  /// Makes the player of `slot` press at `now`.
  private func press(_ slot: PlayerSlot, _ room: inout Room, at now: Instant) {
    var frames = ControllerFrames()
    frames.state = ControllerState(sampleTime: 1_000, tilt: Tilt(roll: Angle(radians: 0)), nextEdge: 1)
    var log = EdgeLog(first: 0)
    log.append(Edge(.b, isPress: true))
    frames.edges = log
    room.hear(
      AcceptedPacket(
        of: slot, frames, isNewest: true, awaitedEdge: 0, nextEdge: 1, clock: nil, isPage: false,
        hasReservedPress: false), at: now)
  }

  @Test func `When both players of a round without a host leave, those who came meanwhile have the next`() {
    var room = Room(settings: Room.Settings(mode: .buzzer))
    join(0..<2, &room, at: start)
    room.advance(to: start + .seconds(2))
    #expect(room.quiz.phase == .armed)
    join(2..<4, &room, at: start + .seconds(3))
    for index in 0..<2 { room.leave(PlayerSlot(index: index), at: start + .seconds(4)) }
    #expect(room.nextDeadline == start + .seconds(6))
    room.advance(to: start + .seconds(6))
    #expect(room.quiz.phase == .armed && room.quiz.contestants == slots(2..<4))
  }

  @Test(arguments: [false, true])
  func `The point of a player who has left is not the next one's, whether the quiz runs or not`(pauses: Bool)
  {
    var room = Room(settings: Room.Settings(mode: .buzzer))
    let second = PlayerSlot(index: 1)
    join(0..<3, &room, at: start)
    room.obey(.arm, at: start)
    press(second, &room, at: start + .milliseconds(100))
    room.advance(to: start + .seconds(1))
    #expect(room.quiz.phase == .locked && room.quiz.winner == second)
    if pauses { room.setMode(.play, at: start + .seconds(2)) }
    room.leave(second, at: start + .seconds(2))
    join(1..<2, &room, at: start + .seconds(3))
    room.setMode(.buzzer, at: start + .seconds(3))
    let isRight = room.obey(.right, at: start + .seconds(4))
    #expect(!isRight && room.quiz.scores.points(of: second) == 0)
    let isArmed = room.obey(.arm, at: start + .seconds(5))
    #expect(isArmed && room.quiz.contestants == slots(0..<3))
  }
}
