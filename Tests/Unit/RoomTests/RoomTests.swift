import Buzzer
import Model
import Modes
import Testing
import Wire

@testable import Room

/// An app that records the messages that it receives.
struct Listener: App {
  let mode: Mode
  let recipients: Recipients
  var updatePeriod: Interval?
  var reply = Reply.pass
  private(set) var heard: [String] = []

  init(_ mode: Mode, _ recipients: Recipients, updatePeriod: Interval? = nil) {
    (self.mode, self.recipients, self.updatePeriod) = (mode, recipients, updatePeriod)
  }

  mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
    let name =
      switch message {
      case .update(let elapsed): "update \(elapsed.nanoseconds / 1_000_000)"
      case .timer(let id): "timer \(id)"
      case .touch: "touch"
      case .swipe: "swipe"
      case .accelerate: "accelerate"
      case .tilt: "tilt"
      case .button(_, let edge): edge.isPress ? "down" : "up"
      case .press(let claim): claim.round == nil ? "press" : "buzz"
      case .still: "still"
      case .joined(let slot): "joined \(slot.number)"
      case .left(let slot): "left \(slot.number)"
      case .started: "started"
      case .stopped: "stopped"
      }
    heard.append(player.map { "\($0.number): \(name)" } ?? name)
    if case .timer = message { stage.letGo(Buttons(.a), of: PlayerSlot(index: 0)) }
    if case .tilt(let slot, _) = message {
      stage.hold(Buttons(.a), of: slot)
      stage.setTimer(7, at: stage.now + .milliseconds(100))
    }
    return reply
  }
}

@Suite struct RoomTests {
  private static let other = Mode(rawValue: 200) ?? .play
  private let first = PlayerSlot(index: 0)
  private let second = PlayerSlot(index: 1)
  private let start = Instant(nanoseconds: 1_000_000_000_000)

  /// Returns a room with two players and `app`.
  ///
  /// `app` replaces Tiltpad's own apps, or is in addition to them.
  private func room(_ app: some App, mode: Mode = .play) -> Room {
    let settings = Room.Settings(mode: mode)
    var room = Room(settings: settings, apps: Room.apps(settings) + [app])
    for slot in [first, second] { room.join(slot, at: start) }
    room.notePresence(both, proven: both, at: start)
    return room
  }

  private var both: PlayerSlots { [PlayerSlots(first), PlayerSlots(second)] }

  /// Returns the lines that the listening app has written after the first `count`.
  private func heard(_ room: Room, from count: Int = 0) -> [String] {
    let lines = room.tree.apps.compactMap { $0 as? Listener }.first?.heard ?? []
    return Array(lines.dropFirst(count))
  }

  /// Returns a packet with input of every kind.
  private func packet(of slot: PlayerSlot, edge: UInt16 = 0, isPress: Bool = true) -> AcceptedPacket {
    var frames = ControllerFrames()
    frames.state = ControllerState(
      sampleTime: 1_000, tilt: Tilt(roll: Angle(radians: 0.2)), nextEdge: edge + 1)
    var log = EdgeLog(first: edge)
    log.append(Edge(.b, isPress: isPress))
    frames.edges = log
    frames.buzz = isPress ? Buzz(round: 3, edge: edge, pressTime: 900) : nil
    frames.motion = MotionSample(
      acceleration: MotionVector(x: 0, y: 0, z: 0), rotation: MotionVector(x: 0, y: 0, z: 0))
    var touches = Touches()
    touches.append(Touch(id: 0, phase: .began, x: 0, y: 0))
    frames.touches = touches
    return AcceptedPacket(
      of: slot, frames, isNewest: true, awaitedEdge: edge, nextEdge: edge + 1, clock: nil, isPage: false,
      hasReservedPress: false)
  }

  @Test func `An app hears nothing before its mode starts, and nothing after it has stopped`() {
    var room = room(
      Listener(Self.other, [.touches, .presses, .tilt, .motion], updatePeriod: .milliseconds(50)))
    room.hear(packet(of: first), at: start)
    room.advance(to: start + .seconds(1))
    #expect(heard(room) == [])
    room.setMode(Self.other, at: start)
    #expect(heard(room) == ["started", "1: started", "2: started"])
    room.setMode(.play, at: start)
    #expect(heard(room, from: 3) == ["1: stopped", "2: stopped", "stopped"])
    room.hear(packet(of: first), at: start)
    room.advance(to: start + .seconds(2))
    room.leave(first, at: start)
    #expect(heard(room).count == 6)
  }

  @Test func `A player who leaves stops in the app that runs, and starts in no other`() {
    var room = room(Listener(Self.other, []))
    room.setMode(Self.other, at: start)
    room.leave(first, at: start)
    #expect(heard(room, from: 3) == ["1: stopped", "left 1"])
  }

  @Test func `An app hears the kinds of input that it asks for, from the players in its mode`() {
    let kinds: [(Recipients, [String])] = [
      (.touches, ["1: touch"]), (.tilt, ["1: tilt"]), (.motion, ["1: accelerate"]), (.pad, []),
      (.presses, ["1: buzz", "1: down", "1: press", "1: still"]),
    ]
    for (recipients, expected) in kinds {
      var room = room(Listener(Self.other, recipients))
      room.setMode(Self.other, for: first, at: start)
      let before = heard(room).count
      room.hear(packet(of: first), at: start)
      room.hear(packet(of: second), at: start)
      #expect(heard(room, from: before) == expected)
    }
  }

  @Test func `Edges that were known before are not heard again`() {
    var room = room(Listener(Self.other, .presses), mode: Self.other)
    room.hear(packet(of: first), at: start)
    let before = heard(room).count
    let again = packet(of: first)
    room.hear(
      AcceptedPacket(
        of: first, again.frames, isNewest: true, awaitedEdge: 1, nextEdge: 1, clock: nil, isPage: false,
        hasReservedPress: false), at: start)
    #expect(heard(room, from: before) == ["1: buzz", "1: still"])
  }

  @Test func `An app that consumes a message keeps it from nobody's presses`() {
    var app = Listener(Self.other, .presses)
    app.reply = .consume
    var room = room(app, mode: Self.other)
    let before = heard(room).count
    room.hear(packet(of: first), at: start)
    room.hear(packet(of: second), at: start)
    #expect(heard(room, from: before).filter { $0.hasSuffix("down") } == ["1: down", "2: down"])
  }

  @Test func `A player who is away says nothing to the app until the controller is back`() {
    var room = room(Listener(Self.other, .tilt), mode: Self.other)
    room.notePresence(PlayerSlots(second), proven: both, at: start)
    let before = heard(room).count
    room.hear(packet(of: first), at: start)
    room.hear(packet(of: second), at: start)
    #expect(heard(room, from: before) == ["2: tilt"])
    room.notePresence(both, proven: both, at: start)
    room.hear(packet(of: first), at: start)
    #expect(heard(room, from: before) == ["2: tilt", "update 0", "1: tilt"])
  }

  @Test func `Updates come in the app's period while it runs, and tell the time since the last`() {
    var room = room(Listener(Self.other, [], updatePeriod: .milliseconds(50)))
    room.setMode(Self.other, at: start)
    let before = heard(room).count
    #expect(room.nextDeadline == start + .milliseconds(50))
    room.advance(to: start + .milliseconds(50))
    room.advance(to: start + .milliseconds(60))
    room.advance(to: start + .milliseconds(130))
    #expect(heard(room, from: before) == ["update 50", "update 80"])
    room.setMode(.play, at: start + .milliseconds(140))
    #expect(room.nextDeadline == .distantFuture)
  }

  @Test func `Keys that an app holds go up by its timer, and at once when it stops`() {
    for stops in [false, true] {
      var room = room(Listener(Self.other, .tilt), mode: Self.other)
      while room.next() != nil {}
      room.hear(packet(of: first), at: start)
      #expect(room.next() == .press(first, Buttons(.a)))
      if stops {
        room.setMode(.play, at: start)
      } else {
        room.advance(to: start + .milliseconds(99))
        #expect(room.next() == nil)
        room.advance(to: start + .milliseconds(100))
      }
      var answers: [Room.Output] = []
      while let answer = room.next() { answers.append(answer) }
      #expect(answers.contains(.release(first, Buttons(.a))))
      #expect(room.nextDeadline == .distantFuture)
    }
  }

  @Test func `A mode without an app cannot be entered, and a later app replaces an earlier one of its mode`()
  {
    var room = room(Listener(.tank, .tilt))
    let changed = room.setMode(Self.other, at: start)
    #expect(!changed && room.mode == .play)
    room.setMode(.tank, at: start)
    #expect(heard(room).first == "started")
    #expect(room.tree.apps.filter { $0.mode == .tank }.count == 1)
  }

  @Test func `Each of our modes has its recipients`() {
    let table: [Mode: Recipients] = [
      .attract: [], .lobby: .touches, .play: .pad, .buzzer: .presses, .tank: .pad,
    ]
    let apps = Room.apps(Room.Settings())
    #expect(apps.prefix(Mode.allCases.count).map(\.mode) == Mode.allCases)
    for app in apps.prefix(Mode.allCases.count) { #expect(app.recipients == table[app.mode]) }
  }

  @Test func `Only numbers that are ours or others' are modes`() {
    let known = (0...255 as ClosedRange<UInt8>).filter { Mode(rawValue: $0) != nil }
    #expect(known == Array(0...4) + Array(128...254))
    #expect(Mode(rawValue: 200)?.label == "mode200" && Mode(text: "mode200")?.rawValue == 200)
    #expect(["mode5", "mode127", "mode255", "mode0200", "Play", ""].allSatisfy { Mode(text: $0) == nil })
  }

  @Test
  func `The apps of the settings follow Tiltpad's own, and the room knows the names of the first eight`() {
    let others = (128..<138 as Range<UInt8>).compactMap { Mode(rawValue: $0).map { Listener($0, []) } }
    let room = Room(settings: Room.Settings(apps: others))
    #expect(room.tree.apps.map(\.mode) == Mode.allCases + others.map(\.mode))
    #expect(room.named == others.prefix(8).map { NamedMode($0.mode, name: "mode\($0.mode.rawValue)") })
  }

  /// Returns the number of nodes that the room's tree has room for.
  private func places(_ room: Room) -> Int? {
    (Mirror(reflecting: room.tree).descendant("tree", "contents") as? [AppTree.Place?])?.count
  }

  @Test func `Players who come and go leave nothing behind in the tree`() throws {
    var room = room(Listener(Self.other, .tilt))
    let count = try #require(places(room))
    for _ in 0..<3 {
      room.leave(second, at: start)
      room.join(second, at: start)
    }
    #expect(places(room) == count)
  }

  /// Returns a packet of the first player, whose edges are new from number `edge` onwards.
  private func accepted(_ frames: ControllerFrames, awaiting edge: UInt16) -> AcceptedPacket {
    AcceptedPacket(
      of: first, frames, isNewest: true, awaitedEdge: edge, nextEdge: edge + 2, clock: nil, isPage: false,
      hasReservedPress: false)
  }

  @Test func `Who was not there does not leave, and edges of one packet are heard in turn`() {
    var room = room(Listener(Self.other, .presses), mode: Self.other)
    let before = heard(room).count
    room.leave(PlayerSlot(index: 5), at: start)
    #expect(heard(room, from: before) == [])
    var frames = packet(of: first, edge: 5).frames
    frames.buzz = nil
    frames.edges?.append(Edge(.b, isPress: false))
    room.hear(accepted(frames, awaiting: 5), at: start)
    #expect(heard(room, from: before) == ["1: down", "1: press", "1: up"])
  }

  @Test func `A buzz counts for the round that it names, and a room without a quiz obeys none of its orders`()
  {
    var room = room(Listener(Self.other, []), mode: .buzzer)
    #expect(room.quiz.winnerNumber == 0)
    while room.next() != nil {}
    let isArmed = room.obey(.arm, at: start)
    #expect(isArmed && room.quiz.number == 1 && room.isStirred)
    for round: UInt16 in [3, 1] {
      var frames = packet(of: first).frames
      frames.edges = nil
      frames.buzz = Buzz(round: round, edge: 0, pressTime: 900)
      room.hear(accepted(frames, awaiting: 0), at: start + .milliseconds(10))
      #expect(room.quiz.order.count == (round == 1 ? 1 : 0), "round \(round)")
    }
    var bare = Room(settings: Room.Settings(mode: Self.other), apps: [Listener(Self.other, [])])
    let isObeyed = bare.obey(.arm, at: start)
    #expect(!isObeyed)
  }

  @Test func `A press that is too old to say how old it is moves the button and claims nothing`() {
    var room = room(Listener(Self.other, .presses), mode: Self.other)
    let before = heard(room).count
    var frames = packet(of: first).frames
    frames.buzz = nil
    var log = EdgeLog(first: 0)
    for age in [UInt16.max, UInt16.max - 1] { log.append(Edge(.b, isPress: true, age: age)) }
    frames.edges = log
    room.hear(accepted(frames, awaiting: 0), at: start)
    #expect(heard(room, from: before) == ["1: down", "1: down", "1: press"])
  }
}
