import Bridge
import Engine
import Model
import TestHost
import Testing
import Wire

/// The transmission of a wheel's forces to its controller (docs/protocol.md, "Forces").
@Suite struct ForceScheduleTests {
  private let wheel = PadForce(range: 900)
  private let pushed = PadForce(torque: 16_000, push: 12_000, angle: -400, range: 900, isActing: true)

  /// Returns a host with a controller whose first packet has reported `abilities`, unless they are nil.
  private func playing(_ abilities: ForceAbilities?) -> HostHarness {
    var evening = HostHarness.plain()
    evening.receive(packet(0, abilities).datagram)
    return evening
  }

  /// Returns a packet that reports its controller's abilities with forces, unless they are nil.
  private func packet(_ sequence: UInt16, _ abilities: ForceAbilities?) -> Packet {
    var packet = Packet(sequence)
    packet.frames.control = abilities.map {
      ControlMessage(id: sequence, code: ControlMessage.Code.force.rawValue, argument: $0.rawValue)
    }
    return packet
  }

  /// Lets `evening` continue for `milliseconds`, with a packet every 50 ms.
  private func play(_ evening: inout HostHarness, for milliseconds: Int64, from sequence: UInt16 = 1) {
    for step in 0..<UInt16(milliseconds / 50) {
      evening.receive(Packet(sequence + step).datagram)
      evening.pass(.milliseconds(50))
    }
  }

  /// Returns the times of TORQUE, or of CONDITIONS, since `start`, in ms.
  private func times(_ evening: HostHarness, since start: Instant, ofConditions: Bool = false) -> [Int64] {
    evening.toldForces
      .filter { $0.at >= start && (ofConditions ? $0.conditions != nil : $0.torque != nil) }
      .map { ($0.at - start).microseconds / 1_000 }
  }

  private func conditions(_ coefficients: Int16...) -> ForceConditions {
    var list = ForceConditions()
    for coefficient in coefficients {
      list.append(ForceCondition(.spring, .init(rightCoefficient: coefficient, leftCoefficient: coefficient)))
    }
    return list
  }

  @Test(arguments: [nil, [], .grip, [.conditions, .measured], ForceAbilities(rawValue: 0xe0)])
  func `A controller that asks for no torque gets none`(abilities: ForceAbilities?) {
    var evening = playing(abilities)
    evening.push(pushed)
    play(&evening, for: 1_000)
    #expect(evening.toldForces.isEmpty)
  }

  @Test func `A controller of a pad that is no wheel learns so, and nothing else`() {
    var evening = playing(.motor)
    let start = evening.now
    evening.push(PadForce())
    play(&evening, for: 2_000)
    #expect(times(evening, since: start) == [0, 50, 150, 350, 750])
    #expect(evening.toldForces.allSatisfy { $0.torque?.range == 0 && $0.torque?.torque == 0 })
  }

  @Test func `A controller that says it runs no conditions any more gets none`() {
    var evening = playing([.motor, .conditions])
    var force = wheel
    force.conditions = conditions(9_000)
    evening.push(force)
    play(&evening, for: 500)
    #expect(evening.toldForces.contains { $0.conditions != nil })
    evening.receive(packet(100, .motor).datagram)
    let start = evening.now
    play(&evening, for: 1_000, from: 101)
    #expect(times(evening, since: start, ofConditions: true) == [])
  }

  @Test func `A torque is said at once, each 40 ms while it lasts, and its end five times`() throws {
    var evening = playing(.motor)
    evening.push(wheel)
    play(&evening, for: 2_000)
    var start = evening.now
    evening.push(pushed)
    evening.pass(.milliseconds(100))
    #expect(times(evening, since: start) == [0, 40, 80])
    let torque = try #require(evening.toldForces.last?.torque)
    #expect(
      torque == Torque(torque: 16_000, angle: -400, range: 900, lifetime: 10, isActing: true))
    evening.pass(.milliseconds(10))
    start = evening.now
    evening.push(wheel)
    play(&evening, for: 2_000, from: 41)
    #expect(times(evening, since: start) == [0, 50, 150, 350, 750])
  }

  @Test(arguments: zip([.motor, .picture, [.motor, .picture]] as [ForceAbilities], [4, 16, 4] as [Int64]))
  func `However often the torque changes, each controller gets it at its own rate`(
    abilities: ForceAbilities, period: Int64
  ) {
    var evening = playing(abilities)
    let start = evening.now
    for step in 0..<1_000 {
      evening.push(PadForce(torque: step % 2 == 0 ? 30_000 : -30_000, range: 900, isActing: true))
      evening.pass(.milliseconds(1))
    }
    let times = times(evening, since: start)
    #expect((500 / Int(period)...1_000 / Int(period) + 1).contains(times.count))
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= period })
  }

  @Test func `A change below 1/128 waits for the repetition, and many of them do not`() {
    var evening = playing(.motor)
    evening.push(pushed)
    evening.pass(.milliseconds(50))
    let start = evening.now
    var force = pushed
    force.torque += 255
    evening.push(force)
    evening.pass(.milliseconds(5))
    #expect(times(evening, since: start).isEmpty)
    force.torque += 1
    evening.push(force)
    #expect(times(evening, since: start) == [5])
  }

  @Test func `A drawn wheel is shown as it turns without torque, and a motor is not told of it`() {
    for (abilities, count) in [(ForceAbilities.picture, 20...31), (.motor, 1...5)] {
      var evening = playing(abilities)
      let start = evening.now
      for step in 0..<500 as Range<Int16> {
        evening.push(PadForce(angle: 40 * step, range: 900, isActing: true))
        evening.pass(.milliseconds(1))
      }
      #expect(count.contains(times(evening, since: start).count), "\(abilities)")
    }
  }

  @Test
  func `A motor that runs conditions gets them with three torques and then each 200 ms, until they end`()
    throws
  {
    var evening = playing([.motor, .conditions])
    evening.push(wheel)
    play(&evening, for: 2_000)
    var start = evening.now
    var force = PadForce(torque: 9_000, angle: 0, range: 900, isActing: true, conditions: conditions(9, 8))
    evening.push(force)
    play(&evening, for: 700, from: 41)
    #expect(times(evening, since: start, ofConditions: true) == [0, 40, 80, 280, 480, 680])
    let told = evening.toldForces.filter { $0.at >= start }
    #expect(told.allSatisfy { $0.torque?.torque ?? 0 == 0 }, "the motor knows the springs itself")
    #expect(Set(told.compactMap { $0.conditions?.revision }).count == 1)
    let first = try #require(told.first?.conditions)
    #expect(first.list == force.conditions)
    start = evening.now
    force.conditions = ForceConditions()
    evening.push(force)
    play(&evening, for: 1_000, from: 55)
    let last = evening.toldForces.filter { $0.at >= start }.compactMap(\.conditions)
    #expect(times(evening, since: start, ofConditions: true) == [0, 40, 80])
    #expect(last.allSatisfy { $0.list.count == 0 && $0.revision == first.revision &+ 1 })
  }

  @Test
  func `What a controller does with forces is news for the pad once, and until the controller restarts`() {
    var evening = playing([.motor, .grip])
    evening.push(pushed)
    evening.receive(packet(1, [.motor, .grip]).datagram)
    #expect(evening.abilities == [[.motor, .grip]])
    let start = evening.now
    play(&evening, for: 50, from: 2)
    #expect(!times(evening, since: start).isEmpty)
    evening.receive(Packet(40_000).datagram)
    evening.receive(Packet(40_001).datagram)
    #expect(evening.abilities == [[.motor, .grip], []])
    let later = evening.now
    play(&evening, for: 500, from: 40_002)
    #expect(times(evening, since: later).isEmpty)
  }

  @Test func `A controller that is away gets nothing, and the state when it is back`() {
    var evening = playing(.motor)
    evening.push(pushed)
    evening.pass(.seconds(6))
    let start = evening.now
    evening.pass(.milliseconds(500))
    #expect(times(evening, since: start).isEmpty)
    let back = evening.now
    evening.receive(Packet(1).datagram)
    #expect(times(evening, since: back) == [0])
  }

  @Test func `Another pad in place of the wheel ends the torque`() {
    var evening = playing(.motor)
    evening.push(pushed)
    evening.pass(.milliseconds(10))
    evening.engine.apply(.replug(PlayerSlot(index: 0)), at: evening.now)
    evening.pass(.milliseconds(10))
    #expect(evening.toldForces.last?.torque?.torque == 0 && evening.toldForces.last?.torque?.range == 0)
  }
}
