import Model
import Motion
import Testing

/// The bounds of a controller's input: its times, its edges and its samples.
@Suite struct InputBoundTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)

  private func input(_ change: (inout ControllerInput.Settings) -> Void = { _ in }) -> ControllerInput {
    var settings = ControllerInput.Settings(profile: .pad, pressHold: nil, settling: .zero)
    change(&settings)
    return ControllerInput(settings: settings, at: Self.start)
  }

  /// Gives `input` a state with the left stick at `x`.
  private func send(
    _ input: inout ControllerInput, x: Int16 = 0, buttons: Buttons = [], contacts: Contacts? = nil,
    at now: Instant = InputBoundTests.start
  ) {
    let state = ControllerState(
      sampleTime: UInt32(now.nanoseconds / 1_000), sticks: .init(left: Stick(x: x)), buttons: buttons,
      leftTrigger: x > 0 ? 100 : 0)
    _ = input.accept(
      state, history: History(), edges: nil, contacts: contacts, arrival: .newest(gap: 0), at: now)
  }

  @Test func `A new pad's axes rest until the exact end of its time, or until that is skipped`() {
    var input = input { $0.settling = .seconds(1) }
    send(&input, x: 20_000, at: Self.start + .milliseconds(500))
    #expect(input.nextReport(at: Self.start + .milliseconds(500)) == nil)
    let end = Self.start + .seconds(1)
    #expect(input.deadline == end)
    #expect(input.nextReport(at: end - Interval(nanoseconds: 1)) == nil)
    #expect(input.nextReport(at: end)?.leftStick == Stick(x: 20_000))
    #expect(input.deadline == Self.start + .milliseconds(1_400))
    input.replug(at: end)
    #expect(input.report == .neutral)
    #expect(input.nextReport(at: end) == nil)
    input.skipSettling(at: end)
    #expect(input.nextReport(at: end)?.leftStick == Stick(x: 20_000))
  }

  @Test func `In a silence each time of a change is known beforehand, and the axes go evenly to rest`() {
    var input = input()
    send(&input, x: 20_000, buttons: Buttons(.a), contacts: Contacts(Contact(number: 1, x: 0, y: 0)))
    let steps: [(time: Int64, next: Int64?, buttons: Buttons, x: Int16, trigger: UInt8, isTouched: Bool)] = [
      (0, 300, Buttons(.a), 20_000, 100, true), (299, 300, Buttons(.a), 20_000, 100, true),
      (300, 900, Buttons(.a), 20_000, 100, false), (899, 900, Buttons(.a), 20_000, 100, false),
      (900, 908, [], 20_000, 100, false), (925, 933, [], 15_000, 75, false),
      (950, 958, [], 10_000, 50, false), (996, 1_000, [], 800, 4, false), (1_000, nil, [], 0, 0, false),
    ]
    for step in steps {
      let now = Self.start + .milliseconds(step.time)
      while input.nextReport(at: now) != nil {}
      let report = input.report
      #expect(report.buttons == step.buttons && report.leftTrigger == step.trigger, "at \(step.time)")
      #expect(report.leftStick == Stick(x: step.x) && report.touch.isEmpty != step.isTouched)
      let deadline: Instant = step.next.map { Self.start + .milliseconds($0) } ?? .distantFuture
      #expect(input.deadline == deadline, "at \(step.time)")
    }
    #expect(input.report == .neutral && input.stage(at: Self.start + .seconds(1)) == .released)
  }

  @Test func `Fingers stay while packets bring no state, and are lifted by one without them`() {
    var input = input()
    send(&input, contacts: Contacts(Contact(number: 1, x: 0, y: 0)))
    _ = input.nextReport(at: Self.start)
    _ = input.accept(nil, history: History(), edges: nil, arrival: .newest(gap: 0), at: Self.start)
    #expect(input.nextReport(at: Self.start) == nil)
    send(&input)
    #expect(input.nextReport(at: Self.start)?.touch.isEmpty == true)
  }

  @Test(
    arguments: [
      (0, 500, 0), (1, 199, 0), (1, 200, 1), (2, 133, 0), (2, 134, 1), (3, 99, 0), (3, 100, 1),
    ] as [(UInt64, UInt16, UInt64)])
  func `An edge is recovered if it is as old as one of the packets that are missing`(
    gap: UInt64, age: UInt16, recovered: UInt64
  ) {
    // The two packets are 40 ms apart, and `gap` packets between them are missing.
    for isFirst in [true, false] {
      var input = input()
      if !isFirst { send(&input) }
      var log = EdgeLog(first: 0)
      log.append(Edge(.a, isPress: true, age: age))
      let now = Self.start + .milliseconds(40)
      for isNew in [true, false] {
        let state = ControllerState(sampleTime: 1_040_000, buttons: Buttons(.a), nextEdge: 1)
        let found = input.accept(
          state, history: History(), edges: log, arrival: .newest(gap: isNew ? gap : 0), at: now)
        #expect(found == isNew)
      }
      #expect(input.counts.recovered == (isFirst ? 0 : recovered) && input.counts.edges == 1)
      #expect(input.counts.skipped == 0 && input.nextEdge == 1)
    }
  }

  @Test(arguments: [(10_000, 1, 0), (10_001, 0, 1), (.max, 0, 1)] as [(UInt16, UInt64, UInt64)])
  func `An edge older than its lifetime is skipped`(age: UInt16, edges: UInt64, skipped: UInt64) {
    var input = input()
    var log = EdgeLog(first: 3)
    log.append(Edge(.a, isPress: true, age: age))
    let isNew = input.accept(nil, history: History(), edges: log, arrival: .late, at: Self.start)
    #expect(isNew && input.counts.edges == edges && input.counts.skipped == skipped)
    #expect(input.nextReport(at: Self.start)?.buttons == Buttons(.a))
  }

  /// Gives `input` a sample of the roll in raw units, and earlier samples, whose ages are in units of 50 µs.
  private func roll(
    _ input: inout ControllerInput, _ roll: Int32, at time: UInt32, isDiscontinuous: Bool = false,
    buttons: Buttons = [], earlier: [(age: UInt16, roll: Int32)] = []
  ) -> Int32? {
    var history = History()
    for (age, roll) in earlier {
      history.append(HistorySample(age: age, tilt: Tilt(roll: Angle(raw: roll))))
    }
    let state = ControllerState(
      sampleTime: time, tilt: Tilt(roll: Angle(raw: roll)), buttons: buttons,
      isDiscontinuous: isDiscontinuous)
    _ = input.accept(state, history: history, edges: nil, arrival: .newest(gap: 0), at: Self.start)
    return input.smoothed?.roll.raw
  }

  @Test func `All earlier samples of a packet count, at their ages`() {
    var input = input { $0.profile.filter = .movingAverage(count: 4) }
    let earlier: [(age: UInt16, roll: Int32)] = [(200, 3_000), (400, 2_000), (600, 1_000)]
    #expect(roll(&input, 4_000, at: 1_000_000, earlier: earlier) == 2_500)
    for (age, smoothed) in [(5_000, 2_000), (5_001, 4_000)] as [(UInt16, Int32)] {
      var input = self.input { $0.profile.filter = .movingAverage(count: 2) }
      #expect(roll(&input, 4_000, at: 1_000_000, earlier: [(age, 0)]) == smoothed, "the reach is 250 ms")
    }
  }

  @Test func `Smoothing restarts after a jump, or if the clock ran backwards, and not if it stood`() {
    var input = input { $0.profile.filter = .movingAverage(count: 2) }
    let steps: [(time: UInt32, roll: Int32, isJump: Bool, smoothed: Int32)] = [
      (10_000, 0, false, 0), (20_000, 1_000, false, 500), (20_000, 1_000, false, 500),
      (19_999, 3_000, false, 3_000), (30_000, 5_000, false, 4_000), (40_000, 9_000, true, 9_000),
      (50_000, 7_000, false, 8_000),
    ]
    for step in steps {
      let smoothed = roll(&input, step.roll, at: step.time, isDiscontinuous: step.isJump)
      #expect(smoothed == step.smoothed, "at \(step.time)")
    }
  }

  @Test func `Each change of a level counts as an edge`() {
    var input = input()
    let all: Buttons = [Buttons(.a), Buttons(.b), Buttons(.touchpad)]
    for (time, buttons, edges) in [
      (1, [], 0), (2, all, 3), (3, all, 3), (4, Buttons(.b), 5), (5, [], 6), (6, [], 6),
    ] as [(UInt32, Buttons, UInt64)] {
      _ = roll(&input, 0, at: time * 10_000, buttons: buttons)
      #expect(input.counts.edges == edges, "after \(time)")
    }
  }

  @Test func `Other settings map the newest tilt anew, as if they had always been in use`() {
    let (eighth, sixteenth): (Int32, Int32) = (1 << 29, 1 << 28)
    var input = input {
      ($0.profile, $0.reserved) = (.wheel, Buttons(.guide))
      $0.profile.filter = .none
    }
    _ = roll(&input, 0, at: 10_000)
    #expect(roll(&input, eighth, at: 20_000) == eighth)
    #expect(input.nextReport(at: Self.start)?.leftStick.x == 32_767)
    var fresh = ControllerInput.Settings(
      profile: Profile(leftX: .roll, tilt: TiltResponse(fullLock: .pi), filter: .movingAverage(count: 2)),
      pressHold: .default, minimumPress: .milliseconds(7), edgeLifetime: .zero, settling: .seconds(9))
    fresh.deadMan = .prompt
    input.retune(fresh, at: Self.start)
    #expect(input.smoothed?.roll.raw == sixteenth)
    #expect(input.deadline == Self.start)
    #expect(input.nextReport(at: Self.start)?.leftStick.x == 4_096)
    let settings = input.settings
    #expect(settings.profile == fresh.profile && settings.pressHold == .default)
    #expect(settings.minimumPress == .milliseconds(7) && settings.deadMan == .prompt)
    #expect(settings.edgeLifetime == .seconds(1) && settings.settling == .zero)
    #expect(settings.reserved == Buttons(.guide))
    input.release(at: Self.start)
    #expect(input.nextReport(at: Self.start)?.leftStick == .centre)
    fresh.profile.tilt = TiltResponse(fullLock: 1)
    input.retune(fresh, at: Self.start)
    #expect(input.nextReport(at: Self.start) == nil, "axes at rest wait for the next packet")
  }

  @Test func `A player holds nothing below a tenth of each way`() {
    func isAtRest(_ sticks: ControllerState.Sticks, left: UInt8 = 0, right: UInt8 = 0) -> Bool {
      var input = input()
      let state = ControllerState(
        sampleTime: 0, sticks: sticks, leftTrigger: left, rightTrigger: right, nextEdge: 0)
      _ = input.accept(state, history: History(), edges: nil, arrival: .newest(gap: 0), at: Self.start)
      return input.isAtRest(at: Self.start)
    }
    for (position, isRest) in [(3_276, true), (3_277, false), (-3_276, true), (-3_277, false)]
      as [(Int16, Bool)]
    {
      let (x, y) = (Stick(x: position), Stick(y: position))
      let sticks = [x, y].flatMap { [ControllerState.Sticks(left: $0), .init(right: $0)] }
      #expect(sticks.allSatisfy { isAtRest($0) == isRest }, "at \(position)")
    }
    let rest = ControllerState.Sticks()
    #expect(isAtRest(rest, left: 25, right: 25) && !isAtRest(rest, left: 26) && !isAtRest(rest, right: 26))
  }

  @Test(arguments: [true, false])
  func `A re-centre moves nothing of a controller that is gone or was put aside`(_ isGone: Bool) {
    let start = Instant(nanoseconds: 1_000_000_000)
    var input = ControllerInput(settings: .init(profile: .pad, pressHold: nil, settling: .zero), at: start)
    var state = ControllerState(
      sampleTime: 1_000, tilt: Tilt(roll: Angle(radians: 0.3)), sticks: .init(left: Stick(x: 20_000)))
    func accept(at now: Instant) {
      _ = input.accept(state, history: History(), edges: nil, arrival: .newest(gap: 0), at: now)
      while input.nextReport(at: now) != nil {}
    }
    accept(at: start)
    #expect(input.report.leftStick.x > 0)
    let later = start + .milliseconds(10)
    (state.sampleTime, state.isNeutral) = (11_000, true)
    if isGone { input.release(at: later) } else { accept(at: later) }
    while input.nextReport(at: later) != nil {}
    input.recentre(at: later)
    while input.nextReport(at: later) != nil {}
    #expect(input.report.leftStick == .centre)
  }
}
