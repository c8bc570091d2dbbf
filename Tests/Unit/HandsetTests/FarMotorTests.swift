import Impairment
import Model
import Testing
import TiltpadClient
import Wire

@testable import Handset

/// A real wheel with a motor, and a game at the other end of a network.
///
/// The game pulls the wheel to the middle, by the angle that it sees.
@Suite struct FarMotorTests {
  /// The motor, with a torque of 2.2 N·m, and the wheel on its shaft, which loses little energy by itself.
  private struct Plant {
    static let (torque, inertia, loss) = (2.2, 0.03, 0.02)
    /// Half of the range of 900°.
    static let half = 450 * Double.pi / 180
    var (angle, speed) = (0.0, 0.0)
    var push = 0.0
    var damper = 0.0

    /// Advances by 1 ms.
    ///
    /// The damper runs in the motor itself, so it has no delay.
    mutating func step() {
      let braking = Plant.torque * damper / (4 * .pi) + Plant.loss
      speed += 0.001 * (Plant.torque * push - braking * speed) / Plant.inertia
      angle += 0.001 * speed
    }
  }

  /// The wheel, its motor, the host with the game, and the network between them.
  private struct Rig {
    var plant = Plant()
    private var drive: MotorDrive
    private var (up, down): (ImpairedLink, ImpairedLink)
    private var client = PacketStream(token: 1)
    private var sequence: UInt16 = 0
    private var now = Instant(nanoseconds: 1_000_000_000)
    /// The angle as the game sees it.
    private var seen: Double

    init(_ roundTrip: Interval, isBraked: Bool) {
      var faults = ImpairedLink.Faults()
      faults.delay = Interval(nanoseconds: roundTrip.nanoseconds / 2)
      (up, down) = (ImpairedLink(faults, seed: 1), ImpairedLink(faults, seed: 2))
      drive = MotorDrive(strength: 1, running: isBraked ? [.damper] : [])
      drive.note(roundTrip: roundTrip)
      plant.angle = 0.35
      seen = plant.angle
    }

    /// Lets a millisecond pass.
    mutating func step() {
      now = now + .milliseconds(1)
      if sequence % 4 == 0 { send() }
      sequence += 1
      while let datagram = up.receive(at: now) {
        let frames = datagram.withBytes { try? ControllerFrames(parsing: $0, from: PlainHeader.size) }
        if let x = frames?.state?.sticks?.left.x { seen = Double(x) / 32_767 * Plant.half }
      }
      while let datagram = down.receive(at: now) {
        datagram.withBytes { client.receive($0) }
        if let torque = client.nextTorque() { drive.apply(.torque(torque), at: now) }
      }
      for command in drive.nextCommands(at: now) { obey(command) }
      plant.step()
    }

    /// Sends the angle to the host, and the torque back to the wheel.
    ///
    /// The game's force is at its maximum from 45° on.
    private mutating func send() {
      let share = Int16(max(-32_767, min(32_767, plant.angle / Plant.half * 32_767)))
      let state = ControllerState(
        sampleTime: 0, sticks: .init(left: Stick(x: share, y: 0), right: Stick(x: 0, y: 0)))
      up.submit(client.packet(for: state, at: now), at: now)
      var frames = HostFrames()
      let pull = max(-1, min(1, -seen / (.pi / 4)))
      frames.torque = Torque(
        torque: Int16(pull * 32_767), angle: 0, range: 900, lifetime: 10, isActing: true)
      down.submit(frames.datagram(after: PlainHeader(sequence: sequence / 4, token: 1)), at: now)
    }

    private mutating func obey(_ command: MotorDrive.Command) {
      switch command {
      case .push(let level): plant.push = Double(level) / 32_767
      case .prolong: break
      case .run(let condition, _): plant.damper = Double(condition?.numbers.rightCoefficient ?? 0) / 32_767
      }
    }
  }

  /// Returns the greatest angles in the first and in the second half of four seconds, in degrees.
  ///
  /// `roundTrip` is the delay of the network in both directions together.
  private func swing(_ roundTrip: Interval, isBraked: Bool) -> (first: Double, second: Double) {
    var rig = Rig(roundTrip, isBraked: isBraked)
    let halves = (0..<2).map { _ in
      (0..<2_000).reduce(0.0) { peak, _ in
        rig.step()
        return max(peak, abs(rig.plant.angle) * 180 / .pi)
      }
    }
    return (halves[0], halves[1])
  }

  @Test(arguments: [5, 20, 50] as [Int64])
  func `A swing of a far motor is smaller after two seconds`(roundTrip: Int64) {
    let braked = swing(.milliseconds(roundTrip), isBraked: true)
    #expect(braked.second < 0.9 * braked.first, "\(braked)")
  }

  @Test func `Without the brake, the delay keeps the wheel swinging`() {
    let free = swing(.milliseconds(20), isBraked: false)
    #expect(free.second > 0.9 * free.first, "\(free)")
  }
}
