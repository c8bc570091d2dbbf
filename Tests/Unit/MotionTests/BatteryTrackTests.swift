import Impairment
import Model
import Motion
import Testing

@Suite struct BatteryTrackTests {
  private let start = Instant(nanoseconds: 5_000_000_000_000)

  @Test func `A small change waits, a large one does not, and an unknown charge changes nothing`() {
    var battery = BatteryTrack()
    let steps: [(seconds: Int64, level: UInt8?, shown: UInt8?)] = [
      (0, nil, nil), (1, 73, 73), (2, 72, 73), (3, nil, 73), (30, 69, 73), (31, 69, 69), (32, 74, 74),
      (33, 69, 69), (62, 68, 69), (63, 68, 68), (64, 0, 0),
      (94, 0, 0), (95, 4, 4),
    ]
    for (seconds, level, shown) in steps {
      battery.follow(level, at: start + .seconds(seconds))
      #expect(battery.shown == shown, "after \(seconds) s")
    }
  }

  @Test func `A charge that stays the same makes no new report`() throws {
    var input = ControllerInput(settings: ControllerInput.Settings(), at: start)
    var now = start + .seconds(1)
    var reports: [UInt8?] = []
    for (number, level) in [73, 73, 72, 73, 60, 60].enumerated() {
      let state = ControllerState(sampleTime: UInt32(number) * 1_000_000, battery: UInt8(level))
      _ = input.accept(state, history: History(), edges: nil, arrival: .newest(gap: 0), at: now)
      if let report = input.nextReport(at: now) { reports.append(report.battery) }
      now = now + .seconds(1)
    }
    #expect(reports == [73, 60])
  }
}
