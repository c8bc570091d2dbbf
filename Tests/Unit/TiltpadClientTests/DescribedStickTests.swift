import Model
import Testing
import Wire

@testable import TiltpadClient

/// Sticks that a controller describes, and the host's verdicts on them.
@Suite struct DescribedStickTests {
  private static let box = StickDescription(
    name: "Box", bus: 3, vendor: 0x1209, product: 1, version: 1, keys: [0x120, 0x121],
    axes: [StickDescription.Axis(code: 0, rest: .maximum, minimum: 0, maximum: 255)])

  /// Returns a controller that plays with a described stick, and a host that has received all parts of the
  /// description.
  private func duet() -> Duet {
    var duet = Duet()
    duet.session.describe(Self.box, at: duet.now)
    duet.play()
    duet.run(.milliseconds(300))
    return duet
  }

  private func told(_ duet: Duet) -> [[UInt8]] {
    duet.house.controls.filter { $0.code == 81 }.map { [$0.argument] + $0.text }
  }

  private func parts(_ description: StickDescription, _ revision: UInt8) -> [[UInt8]] {
    description.parts(revision: revision).enumerated().map { [UInt8($0)] + $1 }
  }

  @Test func `Only a wait that has begun is prolonged, to two seconds from then`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var stick = DescribedStick(description: Self.box, revision: 1, axes: Self.box.neutral.axes)
    stick.prolong(at: start)
    #expect(stick.patience == nil)
    stick.patience = start
    stick.prolong(at: start + .seconds(1))
    #expect(stick.patience == start + .seconds(3))
  }

  @Test func `A description is told once there is a slot, and the verdict on it ends the wait`() {
    var early = Duet()
    early.session.describe(Self.box, at: early.now)
    #expect(early.session.stick?.revision == 1 && early.session.stick?.patience == nil)
    #expect(early.session.stick?.axes == Self.box.neutral.axes && early.session.stream.mailbox.control == nil)
    var duet = duet()
    #expect(told(duet) == parts(Self.box, 1))
    let ends = duet.session.stick?.patience
    #expect(ends != nil)
    for (verdict, text) in [(0, [2]), (99, [1]), (0, [])] as [(UInt8, [UInt8])] {
      duet.house.say(.stickVerdict, verdict, text)
    }
    duet.run(.milliseconds(300))
    #expect(duet.verdicts.isEmpty && duet.session.stick?.patience == ends)
    duet.house.say(.stickVerdict, StickVerdict.made.rawValue, [1])
    duet.run(.seconds(3))
    #expect(duet.verdicts == [.made] && duet.session.stick?.patience == nil)
  }

  @Test func `A host that does not judge the stick in its time is reported once, when that is over`() throws {
    var duet = duet()
    let ends = try #require(duet.session.stick?.patience)
    _ = duet.run(atMost: .seconds(5)) { !$0.verdicts.isEmpty }
    #expect(duet.now == ends && duet.verdicts == [nil])
    duet.run(.seconds(3))
    #expect(duet.verdicts.count == 1 && duet.isPlaying)
  }

  @Test func `Another description has the next number, and neither presses nor axes of the former`() {
    var duet = duet()
    var report = StickReport(buttons: StickButtons.first(1), axes: Self.box.neutral.axes)
    report.axes[0] = 7
    duet.session.update(stick: report, at: duet.now)
    #expect(duet.session.stick?.axes[0] == 7 && duet.session.stream.edges.count == 1)
    let moves = [1, 2, 2].map { duet.session.hold(stick: StickButtons.first($0), at: duet.now) }
    #expect(moves == [false, true, false] && duet.session.noted == 2)
    var other = Self.box
    other.name = "Other box"
    duet.session.describe(other, at: duet.now)
    #expect(duet.session.stick?.revision == 2 && duet.session.stick?.axes == Self.box.neutral.axes)
    #expect(duet.session.stick?.patience == duet.now + .seconds(2))
    #expect(duet.session.stream.edges.count == 0 && duet.session.levels == [Buttons(.a), Buttons(.b)])
    duet.run(.milliseconds(300))
    #expect(told(duet) == parts(Self.box, 1) + parts(other, 2))
    duet.house.say(.stickVerdict, StickVerdict.made.rawValue, [1])
    duet.run(.milliseconds(300))
    #expect(duet.verdicts.isEmpty, "that was about the former one")
  }
}
