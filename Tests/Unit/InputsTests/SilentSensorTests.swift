import Dialects
import Model
import Testing
import Wire

@testable import Inputs

/// Sensors that fall silent while their controllers go on sending, and the clocks of senders.
@Suite struct SilentSensorTests {
  private static func osc(_ address: String, _ numbers: Float...) -> [UInt8] {
    OSCAddress(address)?.message(numbers.span).bytes ?? []
  }

  private static func event(_ sensor: String, _ values: String, at time: Int64 = 7) -> String {
    #"{"type":"android.sensor.\#(sensor)","timestamp":\#(time),"values":[\#(values)]}"#
  }

  private func hear(_ bytes: [UInt8], at desk: inout Desk) {
    desk.sources.receive(bytes.span, at: 0, of: 0, from: Desk.place(0), at: desk.now)
    desk.wait(.zero)
  }

  /// Handles a message every 100 ms for a second and a half.
  private func hold(_ message: [UInt8], at desk: inout Desk) -> [ControllerFrames] {
    for _ in 0..<15 {
      hear(message, at: &desk)
      desk.wait(.milliseconds(100))
    }
    return desk.popFrames()
  }

  @Test func `A gyroscope that falls silent turns nothing, while buttons and the accelerometer go on`() throws
  {
    var desk = try Desk(protocol: "osc", "confirm=no")
    hear(Self.osc("/a", 1), at: &desk)
    hear(Self.osc("/gyroscope", 0, 0, 1), at: &desk)
    let frames = hold(Self.osc("/accelerometer", 0, 9.806_65, 0), at: &desk)
    let rotations = frames.compactMap(\.motion).map(\.rotation)
    #expect(rotations.first == MotionVector(z: 917) && rotations.last == .zero)
    #expect(frames.last?.state?.buttons == Buttons(.a))
    #expect(frames.last?.state?.tilt?.roll == .zero)
  }

  @Test func `A wheel of a board stays where it was left, while a sensor's angles rest`() throws {
    var desk = try Desk(protocol: "osc", "confirm=no /wheel=roll /turned=roll,pitch,yaw")
    hear(Self.osc("/wheel", 0.5), at: &desk)
    #expect(hold(Self.osc("/a", 1), at: &desk).last?.state?.tilt?.roll == Angle(radians: 0.5))
    hear(Self.osc("/turned", 0.5, 0.1, 0.2), at: &desk)
    #expect(hold(Self.osc("/a", 1), at: &desk).last?.state?.tilt == nil)
  }

  @Test func `An accelerometer that falls silent steers nothing, while the gyroscope goes on`() throws {
    var desk = try Desk(protocol: "sensagram", "confirm=no")
    desk.hear(Self.event("accelerometer", "-9.80665,0,0"))
    #expect(desk.popFrames().last?.state?.tilt?.roll == Angle(radians: .pi / 2))
    let frames = hold(Array(Self.event("gyroscope", "0,0,0").utf8), at: &desk)
    #expect(frames.last?.state?.tilt == nil)
    #expect(
      frames.compactMap(\.motion).last?.acceleration == MotionVector(x: -4_096), "a pad always has a gravity")
  }

  @Test func `A head that is not told any more looks ahead, while its sensors go on`() throws {
    var desk = try Desk(protocol: "freepie", "confirm=no")
    let sensors = FreePIEMessage.Sensors(
      acceleration: Vector(x: 0, y: 9.806_65, z: 0), rotation: .zero, field: .zero)
    let both = FreePIEMessage(device: 0, sensors: sensors, attitude: Vector(x: 0, y: 0.5, z: 0.5))
    hear(both.datagram.bytes, at: &desk)
    #expect(desk.popFrames().last?.state?.sticks?.right != .centre)
    let frames = hold(
      FreePIEMessage(device: 0, sensors: sensors, attitude: nil).datagram.bytes, at: &desk)
    #expect(frames.last?.state?.sticks?.right == .centre)
    #expect(frames.last?.state?.tilt?.roll == .zero, "gravity tells it now")
  }

  @Test func `A server of DSU that repeats an old sample has a silent sensor`() throws {
    var desk = try Desk(protocol: "dsu", "servers=127.0.0.1:1000 confirm=no")
    var pad = DSUPad(DSUPort(slot: 0, .connected))
    (pad.isConnected, pad.time, pad.rotation) = (true, 5_000, Vector(x: 0, y: 90, z: 0))
    hear(DSUAnswer(server: 9, .pad(pad)).datagram.bytes, at: &desk)
    #expect(desk.popFrames().last?.motion?.rotation != .zero)
    let frames = hold(DSUAnswer(server: 9, .pad(pad)).datagram.bytes, at: &desk)
    let motions = frames.compactMap(\.motion)
    #expect(motions.count == 1 && motions.last?.rotation == .zero)
  }

  @Test func `The apps for Android's sensors tell their own time`() throws {
    let bytes = Array(Self.event("gyroscope", "0,0,1", at: 1_234_567_890).utf8)
    for dialect in [Dialect.sensaGram, .sensorServer] {
      #expect(try dialect.read(bytes.span, 0)?.stamp == Instant(nanoseconds: 1_234_567_890))
    }
  }

  @Test func `Motion that comes in bursts takes as long as by the sender's own clock`() throws {
    var desk = try Desk(protocol: "sensagram", "confirm=no")
    var turned = 0.0
    var former: UInt32?
    // The rotation is 100 °/s for 0.18 s and then 0. It is measured every 10 ms, and sent every 120 ms.
    for burst in 0..<10 {
      for sample in 0..<12 {
        let time = Int64(12 * burst + sample)
        let rate = (36..<54).contains(time) ? "1.7453" : "0"
        desk.hear(Self.event("gyroscope", "0,0,\(rate)", at: 1_000_000_000 + 10_000_000 * time))
        desk.hear(Self.event("accelerometer", "0,9.8,0", at: 1_000_000_000 + 10_000_000 * time))
      }
      desk.wait(.milliseconds(120))
    }
    var rotation = 0.0
    for frames in desk.popFrames() {
      guard let state = frames.state, let motion = frames.motion else { continue }
      turned += rotation * Double(state.sampleTime &- (former ?? state.sampleTime)) / 1_000_000
      (former, rotation) = (state.sampleTime, Double(motion.rotation.z) / 16)
    }
    #expect((17.9...18.1).contains(turned), "\(turned)°")
  }
}
