import Dialects
import Model
import Settings
import Testing
import Wire

@testable import Inputs

@Suite struct MessageTests {
  /// Returns the controller's state after these messages.
  private func posture(_ dialect: Dialect, _ messages: [UInt8]...) throws -> SourceState {
    var posture = SourceState()
    for message in messages { try dialect.read(message.span, 0)?.change(&posture) }
    return posture
  }

  private func served(_ change: (inout DSUPad) -> Void) -> [UInt8] {
    var pad = DSUPad(DSUPort(slot: 2, .connected, battery: 4))
    pad.isConnected = true
    change(&pad)
    return DSUAnswer(server: 9, .pad(pad)).datagram.bytes
  }

  @Test func `A pad of DSU moves what it says, and its clock is in microseconds`() throws {
    let message = served {
      $0.pressures[.cross] = 255
      $0.pressures[.up] = 128
      $0.pressures[.down] = 127
      ($0.leftX, $0.leftY, $0.rightX, $0.rightY) = (255, 255, 0, 128)
      $0.pressures[.l2] = 200
      $0.time = 5_000
    }
    let reading = try #require(try Dialect.dsu.read(message.span, 0))
    #expect(reading.device == 2 && reading.stamp == Instant(nanoseconds: 5_000_000))
    let posture = try posture(.dsu, message)
    #expect(posture.buttons == [Buttons(.a), Buttons(.dpadUp)])
    #expect(posture.left == Stick(x: 32_767, y: -32_767) && posture.right == Stick(x: -32_767))
    #expect((posture.leftTrigger, posture.rightTrigger, posture.battery) == (200, 0, 80))
  }

  @Test func `A server of DSU whose sticks were never away from their corner has none`() throws {
    let corner = served { ($0.leftX, $0.leftY, $0.rightX, $0.rightY) = (0, 0, 0, 0) }
    #expect(try posture(.dsu, corner).left == .centre)
    #expect(try posture(.dsu, served { $0.leftX = 200 }, corner).left == Stick(x: -32_767, y: 32_767))
    let empty = DSUAnswer(server: 9, .version(1_001)).datagram.bytes
    #expect(try Dialect.dsu.read(empty.span, 0).map { _ in 0 } == nil)
  }

  @Test(
    arguments: [
      (true, .empty, true), (false, .connected, true), (false, .reserved, false), (false, .empty, false),
    ] as [(Bool, DSUPort.State, Bool)])
  func `A pad of DSU counts if it says so, or its slot does`(
    _ isConnected: Bool, _ state: DSUPort.State, _ counts: Bool
  ) throws {
    let message = served { ($0.isConnected, $0.port.state) = (isConnected, state) }
    let reading = try Dialect.dsu.read(message.span, 0)
    #expect((reading != nil) == counts)
  }

  @Test func `A server is asked for each of its pads once a second, and gets the game's rumble`() throws {
    var desk = try Desk(protocol: "dsu", "servers=127.0.0.1:1000 confirm=no")
    desk.wait(.milliseconds(1_500))
    let requests = desk.popActions().compactMap { action -> [UInt8]? in
      guard case .answer(let bytes, Desk.place(0), 0, 0) = action else { return nil }
      return bytes
    }
    #expect(requests == Dialect.dsu.calls + Dialect.dsu.calls)
    let message = served { _ in }
    desk.sources.receive(message.span, at: 0, of: 0, from: Desk.place(0), at: desk.now)
    let controller = desk.controller(
      of: SourceKey(transport: .dsu, address: Desk.place(0).address, device: 2))
    desk.hear(.seat(SeatNotice(controller: controller, slot: PlayerSlot(index: 0), limit: 4)))
    _ = desk.popActions()
    desk.rumble(controller, Feedback(strong: 0xffff, weak: 0x8000, duration: 1, red: 0, green: 0, blue: 0))
    let told = desk.popActions().compactMap { action -> DSURequest.Subject? in
      guard case .answer(let bytes, _, _, _) = action else { return nil }
      return try? DSURequest(parsing: bytes.span).subject
    }
    let pad = DSUSelection(slot: 2)
    #expect(told == [.rumble(pad, motor: 0, strength: 255), .rumble(pad, motor: 1, strength: 128)])
  }

  @Test func `A phone of FreePIE tells its sensors, and a head where it looks`() throws {
    let sensors = FreePIEMessage.Sensors(
      acceleration: Vector(x: 0, y: 9.806_65, z: 0), rotation: .zero, field: .zero)
    let both = FreePIEMessage(device: 3, sensors: sensors, attitude: Vector(x: 2.1, y: .pi / 4, z: 0.5))
    let bytes = both.datagram.bytes
    #expect(try Dialect.freePIE.read(bytes.span, 0)?.device == 3)
    let posture = try posture(.freePIE, bytes)
    #expect(posture.motion?.acceleration == MotionVector(y: 4_096))
    #expect(
      posture.right == Stick(y: 32_767), "the first heading is straight ahead, and the top edge is down")
    #expect(posture.tilt?.roll == Angle(radians: 0.5))
  }

  @Test func `The first heading and the host's word are the middle of a head, and a silence starts over`()
    throws
  {
    var desk = try Desk(protocol: "freepie", "confirm=no silence=2")
    /// Sends this attitude; returns the position of the right stick, in hundredths of its travel.
    func turn(_ heading: Float, _ pitch: Float = 0) -> [Double] {
      let message = FreePIEMessage(device: 3, sensors: nil, attitude: Vector(x: heading, y: pitch)).datagram
      message.withBytes { desk.sources.receive($0, at: 0, of: 0, from: Desk.place(0), at: desk.now) }
      return look()
    }
    func look() -> [Double] {
      desk.wait(.milliseconds(60))
      let right = desk.popFrames().last?.state?.sticks?.right ?? Stick(x: .max, y: .max)
      return [right.x, right.y].map { (Double($0) / 327.67).rounded() }
    }
    #expect(turn(2.147) == [0, 0])
    #expect(turn(2.147 + .pi * 0.2) == [40, 0])
    #expect(turn(2.147 + .pi * 0.2, -.pi * 0.1) == [40, -40])
    desk.order(try #require(desk.sources.all.first?.number), .recentre)
    #expect(look() == [0, 0])
    #expect(turn(2.147 + .pi * 0.4, -.pi * 0.1) == [40, 0])
    desk.wait(.seconds(3))
    #expect(turn(-1) == [0, 0])
    var pad = try Desk("confirm=no")
    pad.hear(.axis(.rightX, 32_767))
    pad.order(pad.controller(), .recentre)
    pad.wait(.milliseconds(60))
    #expect(pad.popFrames().last?.state?.sticks?.right.x == 32_767, "a stick is no head")
  }

  @Test(arguments: [Dialect.sensaGram, .sensorServer])
  func `A phone's sensors each tell their part, and one that is not known tells nothing`(_ dialect: Dialect)
    throws
  {
    func event(_ sensor: String, _ values: String) -> [UInt8] {
      Array(#"{"type":"android.sensor.\#(sensor)","timestamp":7,"values":[\#(values)]}"#.utf8)
    }
    let posture = try posture(
      dialect, event("gravity", "0,9.80665,0"), event("gyroscope", "0,0,1"), event("rotation_vector", "0,0,1")
    )
    #expect(posture.motion?.acceleration == MotionVector(y: 4_096))
    #expect(posture.motion?.rotation == MotionVector(z: 917))
    let steered = posture.state(held: .normal).tilt
    #expect(steered?.roll == .zero)
  }

  @Test func `A phone with one sensor does not tell which`() throws {
    let bytes = Array(#"{"timestamp":7,"values":[0,0,9.80665]}"#.utf8)
    #expect(try posture(.sensorServer, bytes).motion?.acceleration == MotionVector(z: 4_096))
    #expect(throws: DialectDrop.self) { try posture(.sensaGram, bytes) }
  }

  @Test(arguments: [("UP", Button.dpadUp), ("DOWN", .dpadDown), ("LEFT", .dpadLeft), ("RIGHT", .dpadRight)])
  func `A d-pad of DroidPad has four buttons`(_ word: String, _ button: Button) throws {
    let press = Array("d,DPAD,\(word),PRESS".utf8)
    #expect(try posture(.droidPad, press).buttons == Buttons(button))
    #expect(try posture(.droidPad, press, Array("d,DPAD,\(word),RELEASE".utf8)).buttons == [])
  }

  @Test(arguments: [(0, nil), (1, 20), (4, 80), (5, 100), (6, nil), (0xef, nil)] as [(UInt8, UInt8?)])
  func `A battery of DSU is told in fifths`(_ level: UInt8, _ percent: UInt8?) throws {
    #expect(try posture(.dsu, served { $0.port.battery = level }).battery == percent)
  }

  @Test(
    arguments: [
      (0, nil), (1, 1_000), (9_223_372_036_854_774, 9_223_372_036_854_774_000), (9_223_372_036_854_776, nil),
      (.max, nil),
    ] as [(UInt64, Int64?)])
  func `A time of DSU counts if the host's clock can have it in ns`(_ time: UInt64, _ stamp: Int64?) throws {
    let message = served { $0.time = time }
    #expect(try Dialect.dsu.read(message.span, 0)?.stamp == stamp.map { Instant(nanoseconds: $0) })
  }

  @Test(
    arguments: [
      (1, -32_511), (64, -16_384), (127, -256), (128, 0), (129, 258), (192, 16_513), (254, 32_509),
    ] as [(UInt8, Int16)])
  func `Each half of an axis of DSU reaches its end`(_ byte: UInt8, _ place: Int16) throws {
    let state = try posture(.dsu, served { ($0.leftX, $0.rightY) = (byte, byte) })
    #expect(state.left.x == place && state.right.y == -place)
  }

  @Test func `A sample of DSU is fresh if it differs, or if the server has no clock`() throws {
    var state = SourceState()
    var fresh: [Bool] = []
    for (time, turn) in [(5, 1), (5, 1), (6, 1), (6, 2), (6, 2), (0, 2), (0, 2)] as [(UInt64, Float)] {
      let message = served { ($0.time, $0.rotation) = (time, Vector(x: turn)) }
      try Dialect.dsu.read(message.span, 0)?.change(&state)
      fresh.append(state.drainSensed() == [.rotation, .acceleration])
    }
    #expect(fresh == [true, false, true, true, false, true, true])
  }
}
