import Channel
import Cryptography
import Model
import TestSupport
import Testing
import TiltpadClient
import Wire

@Suite struct MessageTests {
  private static let count = 200

  private func bytes(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8), UInt8(number & 255)] + (0..<number % 150).map { UInt8($0) }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `Reliable messages come once and in order, both ways, on a bad network`(seed: UInt64) throws {
    var duet = Duet(SessionTests.badNetwork(), seed: seed)
    duet.play()
    var sent = 0
    for number in 0..<Self.count { duet.house.say(.message, 9, bytes(number)) }
    let time = duet.run(atMost: .seconds(200)) { duet in
      duet.house.controls.count == Self.count && duet.messages.count == Self.count
    } acting: { duet in
      while sent < Self.count, (try? duet.session.send(bytes(sent), on: 7, reliably: true)) != nil {
        sent += 1
      }
      duet.session.update(Self.state(at: duet.now), at: duet.now)
    }
    #expect(time < .seconds(200), "seed \(seed): \(duet.house.controls.count), \(duet.messages.count)")
    #expect(duet.house.controls.map(\.text) == (0..<Self.count).map(bytes), "seed \(seed)")
    #expect(duet.house.controls.allSatisfy { $0.code == 80 && $0.argument == 7 })
    let expected = (0..<Self.count).map { bytes($0) }
    #expect(duet.messages.map(\.bytes) == expected, "seed \(seed)")
    #expect(duet.messages.allSatisfy { $0.isReliable && $0.channel == 9 })
    #expect(duet.states.count == 2, "seed \(seed): \(duet.states)")
  }

  /// Returns a state with a changing tilt, and with each button in turn.
  private static func state(at now: Instant) -> ControllerState {
    let step = Int(now.nanoseconds / 20_000_000)
    let button = Button.allCases[step / 2 % Button.allCases.count]
    return ControllerState(
      sampleTime: 0, tilt: Tilt(roll: Angle(bam16: Int16(truncatingIfNeeded: step))), sticks: .init(),
      buttons: step.isMultiple(of: 2) ? Buttons(button) : [])
  }

  @Test func `Unreliable messages come at once, as there is room, and no packet is longer than 512 bytes`() {
    var duet = Duet()
    duet.play()
    duet.isDark = true
    let motion = MotionSample(acceleration: MotionVector(), rotation: MotionVector())
    let long = [UInt8](repeating: 5, count: Message.longest)
    duet.run(.milliseconds(900)) { duet in
      duet.session.update(Self.state(at: duet.now), motion: motion, at: duet.now)
    }
    try? duet.session.send(long, reliably: true)
    for _ in 0..<3 { try? duet.session.send(long, reliably: false) }
    let before = duet.sent.count
    duet.run(.milliseconds(200)) { duet in
      duet.session.update(Self.state(at: duet.now), motion: motion, at: duet.now)
    }
    let lengths = duet.sent.dropFirst(before).map(\.count)
    #expect(lengths.max() ?? 0 <= 512 && lengths.max() ?? 0 > 300)
    duet.isDark = false
    duet.run(.milliseconds(500))
    #expect(duet.house.controls.map(\.text) == [long])
    try? duet.session.send([1, 2], reliably: false)
    duet.run(.milliseconds(3))
    #expect(duet.house.messages.last == [1, 2])
  }

  @Test func `Too long, too many, or nobody to speak to is an error`() {
    var duet = Duet()
    func error(_ count: Int, reliably: Bool = true) -> SendError? {
      do throws(SendError) {
        try duet.session.send([UInt8](repeating: 0, count: count), reliably: reliably)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(1) == .notConnected)
    duet.play()
    #expect(error(201) == .tooLong && error(200) == nil)
    #expect((0..<200).compactMap { _ in error(1) }.first == .tooMany)
    #expect((0..<200).compactMap { _ in error(1, reliably: false) }.first == .tooMany)
  }

  @Test
  func
    `A message of the host counts once, and its receipt comes at once, and with the next packet if repeated`()
  {
    var duet = Duet()
    duet.play()
    duet.run(.milliseconds(200))
    for (repetition, delay) in [0, 45, 45].enumerated() {
      guard let session = duet.house.session else { return }
      var frames = duet.house.frames()
      frames.control = ControlMessage(id: 50, code: 80, argument: 1)
      guard let datagram = duet.house.seal(frames, at: duet.now, for: session) else { return }
      duet.house.isMute = true
      let (before, start) = (duet.sent.count, duet.now)
      duet.deliver(datagram.array)
      _ = duet.run(atMost: .milliseconds(60)) { $0.sent.count > before }
      #expect(duet.house.receipts == repetition + 1)
      #expect(duet.now - start <= .milliseconds(Int64(delay) + 5), "\(repetition)")
      duet.house.isMute = false
      duet.run(.milliseconds(1))
    }
    #expect(duet.messages.count == 1)
  }

  @Test func `What games want does not go back when packets overtake each other, nor when keys change`() {
    var duet = Duet()
    duet.play()
    var late: [Datagram<512>] = []
    for number in 1...6 as ClosedRange<UInt16> {
      if number == 4 {
        duet.doze(.seconds(3_600))
      }
      guard let session = duet.house.session else { return }
      var frames = duet.house.frames()
      frames.feedback = Feedback(strong: number, weak: 0, duration: 40, red: 0, green: 0, blue: 0)
      guard let datagram = duet.house.seal(frames, at: duet.now, for: session) else { return }
      if number.isMultiple(of: 2) { duet.deliver(datagram.array) } else { late.append(datagram) }
    }
    #expect(duet.house.arrivals.count == 2)
    for datagram in late { duet.deliver(datagram.array) }
    duet.run(.milliseconds(2))
    #expect(duet.feedback == [2, 4, 6])
  }

  @Test func `A controller asks for forces in each session, and gets the newest torque and conditions`() {
    var duet = Duet()
    duet.session.ask(forForces: [.motor, .conditions])
    duet.play()
    duet.run(.milliseconds(100))
    #expect(duet.house.controls.filter { $0.code == 75 }.map(\.argument) == [5])
    var late: [Datagram<512>] = []
    for number in 1...4 as ClosedRange<Int16> {
      guard let session = duet.house.session else { return }
      var frames = duet.house.frames()
      frames.torque = Torque(torque: number, angle: 0, range: 900, lifetime: 10, isActing: true)
      frames.conditions = NumberedConditions(revision: UInt8(number), list: ForceConditions())
      guard let datagram = duet.house.seal(frames, at: duet.now, for: session) else { return }
      if number.isMultiple(of: 2) { duet.deliver(datagram.array) } else { late.append(datagram) }
    }
    for datagram in late { duet.deliver(datagram.array) }
    duet.run(.milliseconds(2))
    #expect(duet.torques == [2, 4] && duet.revisions == [2, 4])
    duet.session.ask(forForces: [])
    duet.run(.milliseconds(100))
    #expect(duet.house.controls.last { $0.code == 75 }?.argument == 0)
  }

  @Test func `A controller that waits for its slot says what it does with forces once it has one`() {
    var duet = Duet()
    (duet.house.greeting, duet.house.waits) = ((.welcome, 0), true)
    duet.session.ask(forForces: [.motor, .measured])
    duet.connect()
    duet.run(.milliseconds(500))
    #expect(!duet.house.controls.contains { $0.code == 75 })
    duet.house.say(.welcome, 2)
    duet.run(.milliseconds(500))
    #expect(duet.house.controls.filter { $0.code == 75 }.map(\.argument) == [17])
  }
}
