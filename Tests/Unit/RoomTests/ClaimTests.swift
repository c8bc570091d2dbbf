import Model
import Modes
import Testing
import Wire

@testable import Room

/// An app that records the presses of its players.
private struct Witness: App {
  let mode: Mode
  let recipients = Recipients.presses
  private(set) var claims: [PressClaim] = []

  init(_ mode: Mode) { self.mode = mode }

  mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
    if case .press(let claim) = message { claims.append(claim) }
    return .pass
  }
}

@Suite struct ClaimTests {
  private static let mode = Mode(rawValue: 200) ?? .play
  private let first = PlayerSlot(index: 0)
  private let start = Instant(nanoseconds: 0)

  @Test(arguments: [(false, Int64(0), Int64(100)), (true, 30_000, 1_100)])
  func `A page may notice a press 30 ms late, and its clock has steps of 1 ms`(
    isPage: Bool, delay: Int64, precision: Int64
  ) {
    var room = Room(settings: Room.Settings(mode: Self.mode), apps: [Witness(Self.mode)])
    room.join(first, at: start)
    room.notePresence([PlayerSlots(first)], proven: [PlayerSlots(first)], at: start)
    var frames = ControllerFrames()
    frames.state = ControllerState(sampleTime: 1_000, nextEdge: 6)
    var log = EdgeLog(first: 5)
    log.append(Edge(.b, isPress: true))
    frames.edges = log
    room.hear(
      AcceptedPacket(
        of: first, frames, isNewest: true, awaitedEdge: 5, nextEdge: 6, clock: nil, isPage: isPage,
        hasReservedPress: false), at: start)
    let claims = room.tree.apps.compactMap { $0 as? Witness }.first?.claims ?? []
    #expect(claims.map(\.inputDelay) == [.microseconds(delay)])
    #expect(claims.map(\.precision) == [.microseconds(precision)])
  }

  @Test func `A claim has the time and the number of its edge, or those that a BUZZ names`() {
    var room = Room(settings: Room.Settings(mode: Self.mode), apps: [Witness(Self.mode)])
    room.join(first, at: start)
    room.notePresence([PlayerSlots(first)], proven: [PlayerSlots(first)], at: start)
    var frames = ControllerFrames()
    frames.state = ControllerState(sampleTime: 1_000, nextEdge: 7)
    var log = EdgeLog(first: 5)
    for age in [5, 11] as [UInt16] { log.append(Edge(.b, isPress: true, age: age)) }
    (frames.edges, frames.buzz) = (log, Buzz(round: 3, edge: 5, pressTime: 450))
    room.hear(
      AcceptedPacket(
        of: first, frames, isNewest: true, awaitedEdge: 5, nextEdge: 7, clock: nil, isPage: false,
        hasReservedPress: false), at: start)
    let claims = room.tree.apps.compactMap { $0 as? Witness }.first?.claims ?? []
    let precision = Interval.microseconds(100)
    let expected = [
      PressClaim(first, at: 450, clock: nil, round: 3, edge: 5),
      PressClaim(first, at: 500, precision: precision, clock: nil, edge: 5),
      PressClaim(first, at: 0 &- 100, precision: precision, clock: nil, edge: 6),
    ]
    #expect(claims == expected)
  }
}
