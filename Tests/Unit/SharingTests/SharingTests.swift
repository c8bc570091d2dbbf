import Model
import Sharing
import Testing

/// The members of shared pads, and those of them who steer.
@Suite struct SharingTests {
  private let now = Instant(nanoseconds: 1_000_000_000)
  private let slots = (0..<5).map { PlayerSlot(index: $0) }

  private func begin(_ sharing: inout Sharing, _ main: Int, _ helpers: [Int], _ terms: ShareTerms = .init())
    -> Bool
  {
    sharing.begin(
      slots[main], with: helpers.reduce([]) { $0.union(PlayerSlots(slots[$1])) }, terms, showing: .neutral,
      dwell: .milliseconds(20), at: now)
  }

  private func hasNews(_ sharing: inout Sharing) -> Bool { sharing.consumeNews() }

  private func leave(_ sharing: inout Sharing, _ index: Int) -> UInt16 {
    sharing.leave(slots[index], at: now).rawValue
  }

  @Test func `Nobody moves two shared pads, or a pad of nobody`() {
    var sharing = Sharing()
    #expect(begin(&sharing, 0, []) == false)
    #expect(begin(&sharing, 0, [0]) == false)
    #expect(begin(&sharing, 0, [1]))
    #expect(begin(&sharing, 1, [2]) == false, "a helper has no pad")
    #expect(begin(&sharing, 2, [1]) == false)
    #expect(begin(&sharing, 2, [0]) == false)
    #expect(begin(&sharing, 2, [3]))
    #expect(begin(&sharing, 0, [4]))
    #expect(sharing.share(of: slots[0]).members.rawValue == 0b10011)
    #expect(sharing.mains.rawValue == 0b101)
    #expect(sharing.helpers.rawValue == 0b11010)
  }

  @Test func `The first keeps a stick when the share continues by the same rules, but not by others`() {
    for (terms, isKept) in [(ShareTerms(.first), true), (ShareTerms(.first, feedback: .active), false)] {
      var sharing = Sharing()
      #expect(begin(&sharing, 0, [1], ShareTerms(.first)))
      sharing.note(connected: .all, at: now)
      while sharing.next(at: now) != nil {}
      let (early, late) = (now + .milliseconds(100), now + .milliseconds(200))
      _ = sharing.receive(PadReport(leftStick: Stick(x: 32_767)), of: slots[1], at: early)
      _ = sharing.receive(PadReport(leftStick: Stick(x: -32_767)), of: slots[0], at: early)
      #expect(begin(&sharing, 0, [1], terms))
      let shown = sharing.receive(PadReport(leftStick: Stick(x: -32_766)), of: slots[0], at: late)
      #expect(((shown?.1.leftStick.x ?? 32_767) == 32_767) == isKept)
    }
  }

  @Test func `A share ends with its main player, or with its last helper`() {
    var sharing = Sharing()
    #expect(begin(&sharing, 0, [1, 2]))
    #expect(leave(&sharing, 1) == 0b10)
    #expect(sharing.members.rawValue == 0b101)
    #expect(leave(&sharing, 2) == 0b101)
    #expect(sharing.members == [] && sharing.mains == [])
    #expect(begin(&sharing, 0, [1, 2]))
    #expect(leave(&sharing, 0) == 0b111)
    #expect(sharing.members == [])
    #expect(leave(&sharing, 0) == 0)
    let next = sharing.next(at: now)
    #expect(next == nil)
    #expect(sharing.deadline == .distantFuture)
  }

  @Test(arguments: [0, 2]) func `Who is disconnected holds nothing, whichever slot the pad has`(main: Int) {
    var sharing = Sharing()
    #expect(begin(&sharing, main, [1], ShareTerms(.one)))
    sharing.note(connected: .all, at: now)
    while sharing.next(at: now) != nil {}
    let held = sharing.receive(
      PadReport(buttons: Buttons(.b)), of: slots[1], at: now + .milliseconds(100))
    #expect(held?.1.buttons == Buttons(.b))
    let later = now + .milliseconds(200)
    sharing.note(connected: PlayerSlots(slots[main]), at: later)
    let freed = sharing.next(at: later)
    #expect(freed?.0 == slots[main] && freed?.1 == .neutral)
  }

  @Test func `Turns are passed only where members take turns, and only a main player's pad is made anew`() {
    var sharing = Sharing()
    #expect(begin(&sharing, 0, [1], ShareTerms(.one)))
    while sharing.next(at: now) != nil {}
    let rest = sharing.deadline
    #expect(hasNews(&sharing))
    sharing.replug(slots[1], at: now)
    #expect(hasNews(&sharing) == false)
    sharing.pass(slots[0], at: now)
    while sharing.next(at: now) != nil {}
    #expect(sharing.deadline == rest)
  }

  @Test func `Whoever moves something steers, and a quarter of a second longer`() {
    var sharing = Sharing()
    #expect(begin(&sharing, 0, [1]))
    while sharing.next(at: now) != nil {}
    #expect(hasNews(&sharing))
    #expect(hasNews(&sharing) == false)
    _ = sharing.receive(PadReport(buttons: Buttons(.a)), of: slots[1], at: now)
    #expect(hasNews(&sharing))
    #expect(sharing.share(of: slots[0]).steering == PlayerSlots(slots[1]))
    _ = sharing.receive(.neutral, of: slots[1], at: now + .milliseconds(100))
    #expect(hasNews(&sharing) == false)
    while sharing.next(at: now + .milliseconds(350)) != nil {}
    #expect(hasNews(&sharing))
    #expect(sharing.share(of: slots[0]).steering == [])
  }

  @Test func `The pad shows the lowest charge, and its terms can change`() {
    var sharing = Sharing()
    #expect(begin(&sharing, 0, [1]))
    _ = sharing.receive(PadReport(battery: 80), of: slots[0], at: now)
    #expect(sharing.report(of: slots[0])?.battery == 80)
    _ = sharing.receive(PadReport(battery: 30), of: slots[1], at: now)
    #expect(sharing.report(of: slots[0])?.battery == 30)
    #expect(sharing.report(of: slots[1]) == nil)
    #expect(begin(&sharing, 0, [], ShareTerms(.one, feedback: .main)))
    #expect(sharing.share(of: slots[0]).terms == ShareTerms(.one, feedback: .main))
  }
}
