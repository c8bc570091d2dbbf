import Model
import Modes
import Testing
import Wire

@testable import Room

/// An app that changes the mode of the room when it receives a touch.
private struct Leader: App {
  let mode: Mode
  let recipients = Recipients.touches

  mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
    if case .touch = message { stage.change(to: .tank) }
    return .pass
  }
}

/// The parts of packets that apps receive.
@Suite struct InputTests {
  private static let mode = Mode(rawValue: 200) ?? .play
  private let first = PlayerSlot(index: 0)
  private let start = Instant(nanoseconds: 1_000_000_000_000)

  /// Returns a packet with two touches, a press numbered `edge`, a tilt and a motion.
  private func packet(_ edge: UInt16, awaited: UInt16?, isNewest: Bool = true) -> AcceptedPacket {
    var frames = ControllerFrames()
    frames.state = ControllerState(
      sampleTime: 1_000, tilt: Tilt(roll: Angle(radians: 0.2)), nextEdge: edge &+ 1)
    var (log, touches) = (EdgeLog(first: edge), Touches())
    log.append(Edge(.b, isPress: true))
    for id in [0, 1] as [UInt8] { touches.append(Touch(id: id, phase: .began, x: 0, y: 0)) }
    (frames.edges, frames.touches) = (log, touches)
    frames.motion = MotionSample(
      acceleration: MotionVector(x: 0, y: 0, z: 0), rotation: MotionVector(x: 0, y: 0, z: 0))
    return AcceptedPacket(
      of: first, frames, isNewest: isNewest, awaitedEdge: awaited, nextEdge: edge &+ 1, clock: nil,
      isPage: false, hasReservedPress: false)
  }

  /// Returns a room with one player.
  private func room(_ mode: Mode, _ apps: [any App]) -> Room {
    var room = Room(settings: Room.Settings(mode: mode), apps: apps)
    room.join(first, at: start)
    room.notePresence(room.players, proven: room.players, at: start)
    return room
  }

  /// Returns the lines that an app with `recipients` records of `packet`.
  private func heard(_ packet: AcceptedPacket, by recipients: Recipients) -> [String] {
    var room = room(Self.mode, [Listener(Self.mode, recipients)])
    let lines = { (room: Room) in room.tree.apps.compactMap { $0 as? Listener }.first?.heard ?? [] }
    let before = lines(room).count
    room.hear(packet, at: start)
    return Array(lines(room).dropFirst(before))
  }

  @Test func `Of a packet that was overtaken only the presses are heard`() {
    let presses = ["1: down", "1: press", "1: still"]
    let kinds: [(Recipients, [String])] = [
      (.touches, ["1: touch", "1: touch"]), (.tilt, ["1: tilt"]), (.motion, ["1: accelerate"]),
      (.presses, presses),
    ]
    for (recipients, expected) in kinds {
      #expect(heard(packet(0, awaited: 0), by: recipients) == expected)
      let late = heard(packet(0, awaited: 0, isNewest: false), by: recipients)
      #expect(late == (recipients == .presses ? presses : []))
    }
  }

  @Test(
    arguments: [(5, nil, true), (0, 65_535, true), (65_535, 65_535, true), (65_535, 0, false)]
      as [(UInt16, UInt16?, Bool)])
  func `A press is new from the awaited number on, across the wrap, and always from a new controller`(
    _ edge: UInt16, _ awaited: UInt16?, _ isNew: Bool
  ) {
    let lines = heard(packet(edge, awaited: awaited), by: .presses)
    #expect(lines == (isNew ? ["1: down", "1: press"] : []) + ["1: still"])
  }

  @Test func `An app changes the mode of the room only from that mode`() {
    var room = room(.play, [PadApp(.play), PadApp(.tank), Leader(mode: Self.mode)])
    room.setMode(Self.mode, for: first, at: start)
    room.hear(packet(0, awaited: 0), at: start)
    #expect(room.mode == .play && room.mode(of: first) == Self.mode)
    room.setMode(Self.mode, at: start)
    room.hear(packet(1, awaited: 1), at: start)
    #expect(room.mode == .tank && room.mode(of: first) == .tank)
  }
}
