import Model
import Motion
import Testing

/// The events that end a turn of the view.
@Suite struct AimRestTests {
  /// The events that bring the pad's stick to rest.
  enum End: CaseIterable {
    case silence, mute, neutral, release, restart

    func apply(to aimer: inout Aimer) {
      switch self {
      case .silence: aimer.pass(.seconds(1))
      case .mute: aimer.input.mute(at: aimer.now)
      case .neutral: aimer.send(x: 1, turning: SIMD3(0, 0, -90), isNeutral: true)
      case .release: aimer.input.release(at: aimer.now)
      case .restart: aimer.input.restart(at: aimer.now)
      }
      aimer.pass(.zero)
    }
  }

  private func aimer(_ change: (inout Aim) -> Void) -> Aimer {
    var aimer = Aimer(change)
    aimer.send()
    return aimer
  }

  @Test(arguments: End.allCases)
  func `Each end puts a stick that rotation moves to rest, and it stays there`(_ end: End) {
    var aimer = aimer { $0.usesGyro = true }
    aimer.send(turning: SIMD3(30, 0, -90))
    #expect(aimer.stick != .centre)
    end.apply(to: &aimer)
    #expect(aimer.stick == .centre)
    aimer.pass(.seconds(2))
    #expect(aimer.stick == .centre)
  }

  @Test(arguments: End.allCases)
  func `Each end ends a flick, which does not begin again while the stick is held`(_ end: End) {
    var aimer = aimer { ($0.usesFlick, $0.turnRate) = (true, 60) }
    aimer.send(x: 1)
    aimer.pass(.milliseconds(100))
    #expect(aimer.stick.x == 32_767)
    end.apply(to: &aimer)
    #expect(aimer.stick == .centre)
    if end == .mute { aimer.input.unmute(at: aimer.now) }
    for _ in 0..<10 {
      aimer.pass(.milliseconds(50))
      aimer.send(x: 1)
      #expect(aimer.stick == .centre)
    }
    aimer.send()
    aimer.send(x: 1)
    #expect(aimer.stick.x == 32_767, "let go and pushed again, it counts")
  }

  @Test func `A stick that is held while the pad is muted does not flick when it is not`() {
    var aimer = aimer { $0.usesFlick = true }
    aimer.input.mute(at: aimer.now)
    aimer.send(x: 1)
    aimer.input.unmute(at: aimer.now)
    aimer.send(x: 1)
    #expect(aimer.stick == .centre)
  }

  @Test func `A muted pad does not look around`() {
    var aimer = aimer { ($0.usesGyro, $0.usesFlick) = (true, true) }
    aimer.input.mute(at: aimer.now)
    aimer.send()
    aimer.send(x: 1, turning: SIMD3(30, 0, -90))
    aimer.pass(.milliseconds(100))
    #expect(aimer.reports.allSatisfy { $0.stick == .centre })
  }

  @Test func `A sensor that falls silent stops the view, although its controller goes on`() {
    var aimer = aimer { $0.usesGyro = true }
    aimer.send(turning: SIMD3(0, 0, -90))
    for _ in 0..<9 {
      aimer.pass(.milliseconds(100))
      aimer.send()
    }
    #expect(aimer.stick == .centre)
  }

  @Test func `A new pad's stick rests, whatever the phone does meanwhile`() {
    var aimer = Aimer(settling: .seconds(1)) { ($0.usesGyro, $0.usesFlick) = (true, true) }
    for _ in 0..<10 {
      aimer.send(turning: SIMD3(0, 0, -90))
      aimer.send(x: 1, turning: SIMD3(0, 0, -90))
      aimer.pass(.milliseconds(99))
    }
    #expect(aimer.reports.allSatisfy { $0.stick == .centre })
    aimer.pass(.milliseconds(10))
    #expect(aimer.stick != .centre)
    aimer.input.replug(at: aimer.now)
    aimer.pass(.milliseconds(50))
    #expect(aimer.stick == .centre)
  }
}
