import Model
import Testing
import Wire

@testable import Handset

/// A motor that follows the host's forces.
@Suite struct MotorDriveTests {
  private var drive = MotorDrive(strength: 1, running: [.spring, .damper])
  private var now = Instant(nanoseconds: 5_000_000_000)
  /// The torques that the device received, with their times in ms since the start.
  private var pushes: [(at: Int64, level: Int16)] = []
  /// The times at which the device was told to continue the present torque, in ms since the start.
  private var prolongations: [Int64] = []
  /// The conditions that the device runs, by their places.
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
    let time = (now - start).microseconds / 1_000
    for command in commands {
      switch command {
      case .push(let level): pushes.append((time, level))
      case .prolong: prolongations.append(time)
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

  @Test mutating func `A device that pushes is told every 50 ms to go on, from its first push to its last`() {
    pass(100)
    for _ in 0..<10 {
      tell(10_000)
      pass(40)
    }
    #expect(prolongations == Array(stride(from: 100, through: 500, by: 50)))
    tell(0)
    pass(1_000)
    #expect(prolongations.count == 9 && drive.due == .distantFuture)
  }

  @Test mutating func `After a pause in which the device has let go, the torque rises anew`() {
    tell(32_767)
    pass(40)
    now = now + .seconds(2)
    tell(32_767)
    pushes = []
    pass(60)
    #expect(pushes.map(\.level) == [6_553, 13_107, 19_660, 26_214, 32_767])
  }

  @Test mutating func `A torque whose end the device refuses is not prolonged`() {
    tell(10_000)
    pass(60)
    tell(0, isActing: false)
    for _ in 0..<100 {
      now = now + .milliseconds(4)
      for command in drive.nextCommands(at: now) {
        #expect(command != .prolong)
        drive.noteRefusal(of: command)
      }
    }
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
    drive = MotorDrive(strength: -0.5, running: [.spring, .damper, .friction])
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

  @Test(arguments: [[.spring, .friction], [.damper]] as [Set<ForceCondition.Kind>])
  mutating func `The host reckons the conditions of a device that runs only some of them`(
    kinds: Set<ForceCondition.Kind>
  ) {
    drive = MotorDrive(strength: 0.5, running: kinds)
    #expect(drive.abilities == [.motor, .measured])
  }

  @Test mutating func `The delay of the network brakes the wheel while forces act, in steps`() {
    drive.note(roundTrip: .milliseconds(20))
    tell(1)
    pass(50)
    // The coefficient is 1.2 · (T / 45°) · 20 ms, where T is the full torque. In units of T at two turns per
    // second, it is 0.384.
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

  @Test mutating func `A torque that was refused continues from the one that the device has`() {
    tell(32_767)
    for _ in 0..<15 {
      now = now + .milliseconds(4)
      for command in drive.nextCommands(at: now) { drive.noteRefusal(of: command) }
    }
    tell(32_767)
    pass(90)
    tell(32_767)
    pass(30)
    #expect(pushes.first?.level == 6_553 && pushes.last?.level == 32_767)
    #expect(zip(pushes, pushes.dropFirst()).allSatisfy { abs(Int($1.level) - Int($0.level)) <= 6_555 })
    tell(-32_767)
    now = now + .milliseconds(4)
    for command in drive.nextCommands(at: now) { drive.noteRefusal(of: command) }
    pushes = []
    pass(60)
    #expect(abs(Int(pushes.first?.level ?? 0) - 32_767) <= 6_555)
  }

  @Test mutating func `Conditions that are refused again and again hold up no torque`() {
    tell(20_000)
    pass(40)
    now = now + .milliseconds(4)
    tell(24_000)
    for command in drive.nextCommands(at: now) { drive.noteRefusal(of: command) }
    pushes = []
    for turn in 0..<40 {
      tell(turn.isMultiple(of: 2) ? .spring : .damper)
      tell(24_000)
      now = now + .milliseconds(4)
      for command in drive.nextCommands(at: now) {
        if case .run = command { drive.noteRefusal(of: command) } else { obey([command]) }
      }
    }
    #expect(pushes.last?.level == 24_000)
  }

  @Test mutating func `What the device refuses is given again after a while, until it takes it`() {
    tell(16_000)
    tell(.spring)
    pass(60)
    tell(16_000)
    pushes = []
    running = [:]
    drive.noteRefusal(of: .push(16_000))
    drive.noteRefusal(of: .run(nil, place: 0))
    pass(30)
    #expect(pushes.isEmpty && running.isEmpty)
    pass(30)
    #expect(pushes.map(\.level) == [16_000] && running[0]?.kind == .spring)
    pushes = []
    pass(20)
    #expect(pushes.isEmpty)
  }

  @Test
  mutating func `A device that refuses everything is asked twenty times a second, and each change once`() {
    tell(16_000)
    tell(.spring)
    var orders = 0
    for _ in 0..<250 {
      now = now + .milliseconds(4)
      for command in drive.nextCommands(at: now) {
        orders += 1
        drive.noteRefusal(of: command)
      }
    }
    #expect((20...45).contains(orders))
    tell(.damper)
    now = now + .milliseconds(4)
    #expect(
      drive.nextCommands(at: now).contains {
        if case .run(let it, _) = $0 { it?.kind == .damper } else { false }
      })
  }

  @Test mutating func `A lost connection ends the brake, although the torque was 0`() {
    drive.note(roundTrip: .milliseconds(20))
    tell(0)
    pass(50)
    #expect(running[0]?.kind == .damper)
    drive.letGo()
    pass(50)
    #expect(running.isEmpty && drive.due == .distantFuture)
    tell(20_000)
    pass(50)
    drive.letGo()
    pass(60)
    #expect(pushes.last?.level == 0 && running.isEmpty && drive.due == .distantFuture)
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
