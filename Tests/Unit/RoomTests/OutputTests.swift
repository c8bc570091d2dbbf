import Buzzer
import Model
import Room
import Testing
import Wire

/// The outputs of a room.
@Suite struct OutputTests {
  private let first = PlayerSlot(index: 0)
  private let second = PlayerSlot(index: 1)
  private let start = Instant(nanoseconds: 1_000_000_000_000)

  /// Returns a room in `mode` with two players.
  private func room(_ mode: Mode) -> Room {
    var room = Room(settings: Room.Settings(mode: mode))
    for slot in [first, second] { room.join(slot, at: start) }
    let both: PlayerSlots = [PlayerSlots(first), PlayerSlots(second)]
    room.notePresence(both, proven: both, at: start)
    return room
  }

  /// Returns all outputs of `room`.
  private func outputs(_ room: inout Room) -> [Room.Output] {
    var outputs: [Room.Output] = []
    while let output = room.next() { outputs.append(output) }
    return outputs
  }

  @Test func `The winner's key is held for 60 ms, though another player enters the quiz meanwhile`() {
    var room = room(.buzzer)
    room.obey(.arm, at: start)
    var frames = ControllerFrames()
    frames.state = ControllerState(sampleTime: 1_000, nextEdge: 0)
    frames.buzz = Buzz(round: 1, edge: 0, pressTime: 900)
    let packet = AcceptedPacket(
      of: first, frames, isNewest: true, awaitedEdge: 0, nextEdge: 0, clock: nil, isPage: false,
      hasReservedPress: false)
    room.hear(packet, at: start + .milliseconds(10))
    while room.quiz.winner == nil, room.nextDeadline < start + .seconds(1) {
      room.advance(to: room.nextDeadline)
    }
    let pressed = room.now
    #expect(room.quiz.winner == first && outputs(&room).contains(.press(first, BuzzerApp.winnersKey)))
    room.setMode(.play, for: second, at: pressed + .milliseconds(10))
    room.setMode(.buzzer, for: second, at: pressed + .milliseconds(20))
    room.advance(to: pressed + .milliseconds(60) - Interval(nanoseconds: 1))
    #expect(!outputs(&room).contains(.release(first, BuzzerApp.winnersKey)))
    room.advance(to: pressed + .milliseconds(60))
    #expect(outputs(&room).contains(.release(first, BuzzerApp.winnersKey)))
  }

  @Test func `Who joins enters the mode, and those who are there do not enter again`() {
    var room = Room(settings: Room.Settings(mode: .play))
    room.join(first, at: start)
    _ = outputs(&room)
    room.join(second, at: start)
    let entered = outputs(&room).compactMap { if case .entered(let slot, _, _) = $0 { slot } else { nil } }
    #expect(entered == [second])
  }

  @Test func `Only those who are in the quiz are asked for their clocks more often`() {
    var room = room(.play)
    room.setMode(.buzzer, for: first, at: start)
    _ = outputs(&room)
    let isArmed = room.obey(.arm, at: start)
    let told = outputs(&room)
    #expect(isArmed && told.contains(.hurryClock(first, true)) && !told.contains(.hurryClock(second, true)))
  }
}
