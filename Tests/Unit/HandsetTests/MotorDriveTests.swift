import Model
import Testing
import Wire

@testable import Handset

/// A motor that follows the host's forces.
@Suite struct MotorDriveTests {
  private var drive = MotorDrive(strength: 1, running: [.spring, .damper])
  private var now = Instant(nanoseconds: 5_000_000_000)
  /// The torques that the device got, with their times in ms since the start, and the conditions by place.
  private var pushes: [(at: Int64, level: Int16)] = []
  private var running: [Int: ForceCondition] = [:]
  private let start = Instant(nanoseconds: 5_000_000_000)

  private mutating func tell(_ torque: Int16, isActing: Bool = true) {
    drive.apply(
      .torque(Torque(torque: torque, angle: 0, range: 900, lifetime: 10, isActing: isActing)), at: now)
  }

  private mutating func tell(_ kinds: ForceCondition.Kind...) {
    var list = ForceConditions()
    for kind in kinds {
      list.append(ForceCondition(kind, .init(rightCoefficient: 20_000, leftCoefficient: -10_000)))
    }
    drive.apply(.conditions(NumberedConditions(revision: 1, list: list)), at: now)
  }

  private mutating func pass(_ milliseconds: Int64) {
    let end = now + .milliseconds(milliseconds)
    while drive.due <= end {
      now = max(now, drive.due)
      obey(drive.nextCommands(at: now))
    }
    now = end
  }

  private mutating func obey(_ commands: [MotorDrive.Command]) {
    for command in commands {
      switch command {
      case .push(let level): pushes.append(((now - start).microseconds / 1_000, level))
      case .run(let condition, let place): running[place] = condition
      }
    }
  }

  @Test mutating func `The torque takes 20 ms from none to the full one, and is then the one of the host`() {
    tell(32_767)
    pass(60)
    #expect(pushes.map(\.at) == [0, 4, 8, 12, 16])
    #expect(pushes.map(\.level) == [6_553, 13_107, 19_660, 26_214, 32_767])
    tell(-32_767)
    pass(60)
    #expect(zip(pushes, pushes.dropFirst()).allSatisfy { abs(Int($1.level) - Int($0.level)) <= 6_555 })
    #expect(pushes.last?.level == -32_767)
  }

  @Test
  mutating func `100 ms without another torque let it fall within 50 ms, and the next one raises it again`()
    throws
  {
    tell(32_767)
    pass(400)
    let fall = pushes.filter { $0.at >= 100 }
    #expect(try #require(fall.first).at == 100 && fall.last?.level == 0)
    #expect(try #require(fall.last).at <= 150)
    #expect(drive.due == .distantFuture)
    tell(16_000)
    pass(50)
    #expect(pushes.last?.level == 16_000)
  }

  @Test mutating func `A torque of 0 needs no repetition`() {
    tell(9_000)
    pass(40)
    tell(0)
    pass(500)
    #expect(pushes.last?.level == 0 && drive.due == .distantFuture)
  }

  @Test(arguments: [(0.5, 16_384 as Int16), (-0.5, -16_384), (-1, -32_767)])
  mutating func `The player's strength scales the torque, and a negative one turns it`(
    strength: Double, level: Int16
  ) {
    drive = MotorDrive(strength: strength, running: [])
    #expect(drive.abilities == [.motor, .measured])
    tell(32_767)
    pass(60)
    #expect(abs(Int(pushes.last?.level ?? 0) - Int(level)) <= 1)
  }

  @Test mutating func `The device runs the conditions that it knows, weaker, and for a second`() {
    drive = MotorDrive(strength: -0.5, running: [.spring, .friction])
    #expect(drive.abilities == [.motor, .measured, .conditions])
    tell(.inertia, .spring, .friction)
    pass(10)
    #expect(running.values.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.spring, .friction])
    #expect(running[0]?.numbers.rightCoefficient == 10_000)
    #expect(running[0]?.numbers.leftCoefficient == -5_000)
    #expect(running[0]?.numbers.rightSaturation == 32_768)
    pass(900)
    #expect(running.count == 2)
    pass(200)
    #expect(running.isEmpty && drive.due == .distantFuture)
  }

  @Test mutating func `The delay of the network brakes the wheel while forces act, in steps`() {
    drive.note(roundTrip: .milliseconds(20))
    tell(1)
    pass(50)
    // 1.2 · (T / 45°) · 20 ms, in units of the full torque at two turns a second, is 0.384.
    #expect(running[0]?.kind == .damper && running[0]?.numbers.rightCoefficient == 12_288)
    let brake = running
    drive.note(roundTrip: .milliseconds(21))
    pass(10)
    #expect(running == brake, "a small change is none")
    drive.note(roundTrip: .seconds(1))
    tell(1)
    pass(50)
    #expect(running[0]?.numbers.rightCoefficient == 32_767)
    tell(0, isActing: false)
    pass(50)
    #expect(running.isEmpty)
  }

  @Test mutating func `A slow device gets half as many torques`() {
    drive.note(cost: .milliseconds(5))
    tell(32_767)
    pass(60)
    #expect(zip(pushes, pushes.dropFirst()).allSatisfy { $1.at - $0.at >= 8 })
    #expect(pushes.last?.level == 32_767)
  }

  @Test mutating func `A stop ends everything at once`() {
    tell(32_767)
    tell(.spring, .spring, .spring, .spring)
    pass(50)
    #expect(running.count == 4)
    obey(drive.stop())
    #expect(pushes.last?.level == 0 && running.isEmpty && drive.due == .distantFuture)
    #expect(drive.stop().isEmpty)
  }
}
