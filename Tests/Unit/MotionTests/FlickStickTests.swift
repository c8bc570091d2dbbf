import Impairment
import Model
import Motion
import Testing

@Suite struct FlickStickTests {
  private let right = Stick(x: 32_767)
  private let left = Stick(x: -32_767)

  private func aimer(_ change: (inout Aim) -> Void = { _ in }) -> Aimer {
    var aimer = Aimer {
      $0.usesFlick = true
      change(&$0)
    }
    aimer.send()
    return aimer
  }

  /// Sends the stick at its edge, in a direction in degrees from straight ahead, positive to the right.
  private func push(_ aimer: inout Aimer, to degrees: Double) {
    // The table has the points for all directions that the tests use, so no trigonometric function is needed.
    let points: [Double: (Double, Double)] = [
      0: (0, -1), 90: (1, 0), -90: (-1, 0), 180: (0, 1), -180: (0, 1), 45: (0.7071, -0.7071),
      30: (0.5, -0.8660),
      -30: (-0.5, -0.8660), 60: (0.8660, -0.5), -135: (-0.7071, 0.7071), 80: (0.9848, -0.1736),
      100: (0.9848, 0.1736), 70: (0.9397, -0.3420),
    ]
    let point = points[degrees] ?? (0, 0)
    aimer.send(x: point.0, y: point.1)
  }

  @Test(arguments: [(90.0, 250.0), (-90, 250), (45, 125), (-135, 375), (-180, 500)])
  func `A flick turns at full deflection for the time that its angle takes`(degrees: Double, time: Double) {
    var aimer = aimer()
    push(&aimer, to: degrees)
    aimer.pass(.seconds(0.8))
    let found = aimer.time(at: degrees < 0 ? left : right)
    #expect(abs(found - time) <= 1, "\(found) ms")
    #expect(aimer.stick == .centre)
  }

  @Test(arguments: [4, 2, 1] as [Int64])
  func `A turn at the edge is the same, however often the controller sends`(_ period: Int64) {
    var aimer = aimer { $0.innerZone = 0 }
    push(&aimer, to: 0)
    aimer.pass(.milliseconds(100))
    let before = aimer.turn(at: 360)
    // The points of a quarter circle without a trigonometric function.
    for step in 1...(400 / period) {
      aimer.pass(.milliseconds(period))
      let part = Double(step * period) / 400
      aimer.send(x: 2 * part / (1 + part * part), y: -(1 - part * part) / (1 + part * part))
    }
    aimer.pass(.milliseconds(500))
    #expect(abs(aimer.turn(at: 360) - before - 90) < 1, "\(aimer.turn(at: 360) - before)°")
  }

  @Test func `It ends on time although no packet arrives, and ends at its outer zone`() {
    var aimer = aimer { ($0.innerZone, $0.outerZone) = (0.2, 0.1) }
    push(&aimer, to: 90)
    #expect(abs(Double(aimer.stick.x) / 32_767 - 0.9) < 0.001)
    #expect(aimer.input.deadline - aimer.now == .milliseconds(250))
    aimer.pass(.milliseconds(249))
    #expect(aimer.stick != .centre)
    aimer.pass(.milliseconds(1))
    #expect(aimer.stick == .centre)
  }

  @Test func `A flick straight ahead turns nothing`() {
    var aimer = aimer()
    push(&aimer, to: 0)
    aimer.pass(.milliseconds(100))
    #expect(aimer.reports.allSatisfy { $0.stick == .centre })
  }

  @Test func `It goes on when the stick is let go, and the next flick takes its place behind it`() {
    var aimer = aimer()
    push(&aimer, to: 90)
    aimer.pass(.milliseconds(50))
    aimer.send()
    #expect(aimer.stick == right)
    aimer.pass(.milliseconds(50))
    push(&aimer, to: -90)
    aimer.pass(.milliseconds(400))
    #expect(abs(aimer.turn(at: 360)) < 1, "\(aimer.turn(at: 360))°")
  }

  @Test(arguments: [(4, 30.0, 0.0), (4, 60, 90), (8, 30, 45), (8, 60, 45), (0, 30, 30), (8, -135, -135)])
  func `A snapped flick turns to the nearest of the directions`(snap: Int, push degrees: Double, turn: Double)
  {
    var aimer = aimer { $0.snap = snap }
    push(&aimer, to: degrees)
    aimer.pass(.seconds(0.8))
    #expect(abs(aimer.turn(at: 360) - turn) < 0.5, "\(aimer.turn(at: 360))°")
  }

  @Test(arguments: [4, 16, 60, 250])
  func `Turning the stick at its edge turns the view by the same angle, however fast`(milliseconds: Int64) {
    var aimer = aimer()
    push(&aimer, to: 0)
    for degrees in [30.0, 45, 60, 70, 80, 90, 100] {
      aimer.pass(.milliseconds(milliseconds))
      push(&aimer, to: degrees)
    }
    aimer.pass(.milliseconds(400))
    #expect(abs(aimer.turn(at: 360) - 100) < 1, "\(aimer.turn(at: 360))°")
    #expect(aimer.stick == .centre && aimer.input.deadline > aimer.now + .milliseconds(400))
  }

  @Test func `A turn of the stick is spread over 64 ms`() {
    var aimer = aimer()
    push(&aimer, to: 80)
    aimer.pass(.milliseconds(400))
    push(&aimer, to: 90)
    let (began, share) = (aimer.now, Double(aimer.stick.x) / 32_767)
    #expect(abs(share - 0.434) < 0.005, "10° in 64 ms are 156 °/s")
    aimer.pass(.milliseconds(100))
    let ended = aimer.reports.last?.at ?? began
    #expect(ended - began == .milliseconds(64))
  }

  @Test func `A turn during the flick changes what is left of it`() {
    var aimer = aimer()
    push(&aimer, to: 90)
    aimer.pass(.milliseconds(100))
    push(&aimer, to: 45)
    aimer.pass(.milliseconds(300))
    #expect(abs(aimer.turn(at: 360) - 45) < 0.5, "\(aimer.turn(at: 360))°")
  }

  @Test func `Half a deflection is no flick, and a stick between the two bounds keeps its state`() {
    var aimer = aimer()
    aimer.send(x: 0.9)
    aimer.pass(.milliseconds(100))
    #expect(aimer.stick == .centre)
    aimer.send(x: 0.96)
    aimer.pass(.milliseconds(300))
    let turned = aimer.turn(at: 360)
    #expect(abs(turned - 90) < 0.5)
    for x in [0.9, 0.97, 0.86, 1] {
      aimer.send(x: x)
      aimer.pass(.milliseconds(300))
    }
    #expect(aimer.turn(at: 360) == turned, "it is the same push")
    aimer.send(x: 0.84)
    aimer.send(x: 1)
    aimer.pass(.milliseconds(300))
    #expect(abs(aimer.turn(at: 360) - 180) < 1, "it is another")
  }

  @Test func `Rotation aims up and down after a flick, and waits while it lasts`() {
    var aimer = aimer { $0.usesGyro = true }
    aimer.send(x: 1, turning: SIMD3(90, 0, 0))
    #expect(aimer.stick == right)
    aimer.pass(.milliseconds(250))
    #expect(aimer.stick.x == 0 && abs(Double(aimer.stick.y) / 32_767 + 0.25) < 0.003)
  }

  @Test(arguments: 1...40)
  func `A flick takes over exactly what a turn of any length has left`(steps: Int) {
    var aimer = aimer()
    push(&aimer, to: 0)
    // The stick turns by one degree every 5 ms, and then by 60° at once.
    var (x, y) = (0.0, -1.0)
    func turn(_ sine: Double, _ cosine: Double) {
      (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
      aimer.send(x: x, y: y)
    }
    for _ in 0..<steps {
      aimer.pass(.milliseconds(5))
      turn(0.0174524, 0.9998477)
    }
    aimer.pass(.milliseconds(5))
    turn(0.8660254, 0.5)
    aimer.pass(.milliseconds(600))
    #expect(abs(aimer.turn(at: 360) - Double(steps) - 60) < 0.2, "\(aimer.turn(at: 360))°")
  }

  @Test func `A stick that spins wildly leaves at most one turn to make up for`() {
    var aimer = aimer()
    for step in 0..<2_000 {
      aimer.pass(.milliseconds(2))
      push(&aimer, to: [0, 90, 180, -90][step % 4])
    }
    aimer.send()
    aimer.pass(.milliseconds(899))
    #expect(aimer.input.deadline <= aimer.now + .milliseconds(200))
    aimer.pass(.milliseconds(200))
    #expect(aimer.stick == .centre)
  }

  @Test func `However often it is sent, a turn adds up`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = Random(seed: seed)
      var aimer = aimer()
      push(&aimer, to: 0)
      for degrees in [30.0, 60, 80, 60, 30, 0, -30] {
        aimer.pass(.milliseconds(.random(in: 4...40, using: &random)))
        push(&aimer, to: degrees)
        // Sending the same position again adds nothing to the turn.
        aimer.pass(.milliseconds(.random(in: 0...3, using: &random)))
        push(&aimer, to: degrees)
      }
      aimer.pass(.milliseconds(400))
      #expect(aimer.stick == .centre, "seed \(seed)")
      #expect(abs(aimer.turn(at: 360) + 30) < 2, "seed \(seed): \(aimer.turn(at: 360))°")
    }
  }
}

extension Interval {
  fileprivate static func seconds(_ count: Double) -> Interval { Interval(nanoseconds: Int64(count * 1e9)) }
}
