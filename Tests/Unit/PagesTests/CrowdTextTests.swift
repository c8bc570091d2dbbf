import Model
import Notation
import Sharing
import Testing
import Wire

@testable import Pages

/// The texts between the crowd's pages and the host.
@Suite struct CrowdTextTests {
  var house = EngineHouse()

  private func vote(_ text: String) -> CrowdVote? { CrowdVote(Array(text.utf8).span) }

  @Test(
    arguments: [
      (
        [1, 2, 3, 4, 1],
        CrowdVote(stick: Stick(x: 1, y: 2), leftTrigger: 3, rightTrigger: 4, buttons: Buttons(.a))
      ),
      ([-32_767, 32_767, 0, 255, 0], CrowdVote(stick: Stick(x: -32_767, y: 32_767), rightTrigger: 255)),
      (
        [32_767, -32_767, 255, 0, 2],
        CrowdVote(stick: Stick(x: 32_767, y: -32_767), leftTrigger: 255, buttons: Buttons(.b))
      ),
      ([0, 0, 0, 0, Int(CrowdVote.buttons.rawValue)], CrowdVote(buttons: CrowdVote.buttons)),
      ([0, 0, 0, 0, Int(CrowdVote.buttons.rawValue) + 1], nil), ([0, 0, 0, 0, -1], nil),
      ([32_768, 0, 0, 0, 0], nil), ([-32_768, 0, 0, 0, 0], nil), ([0, 32_768, 0, 0, 0], nil),
      ([0, -32_768, 0, 0, 0], nil), ([0, 0, 256, 0, 0], nil), ([0, 0, -1, 0, 0], nil),
      ([0, 0, 0, 256, 0], nil),
      ([0, 0, 0, -1, 0], nil),
    ] as [([Int], CrowdVote?)])
  func `A vote is a stick, two triggers and four buttons, each within its range`(
    _ numbers: [Int], _ wanted: CrowdVote?
  ) {
    #expect(vote(#"{"vote":\#(numbers)}"#) == wanted)
  }

  @Test func `A vote has 64 bytes at most`() {
    let text = #"{"vote":[0,0,0,0,1]"#
    for (size, isVote) in [(64, true), (65, false)] {
      let padded = text + String(repeating: " ", count: size - text.utf8.count - 1) + "}"
      #expect((vote(padded) != nil) == isVote, "\(size)")
    }
  }

  @Test(arguments: [(200, 0), (1_000, 0), (1_001, 1), (3_000, 1)] as [(UInt16, Int)])
  mutating func `Pages hear of the window, and of the number of those that people can follow`(
    _ window: UInt16, _ rounds: Int
  ) throws {
    try house.beginCrowd(CrowdRequest(.begin, window: window))
    house.openVoter(1)
    let before = try house.said(1)
    #expect(before["open"]?.text == "false" && before["left"]?.text == "0" && before["round"]?.text == "0")
    #expect(before["window"]?.text == "\(window)" && before["voters"]?.text == "1")
    house.hear(EngineHouse.rightVote, on: 1)
    house.openVoter(2)
    let open = try house.said(2)
    #expect(open["open"]?.text == "true" && open["left"]?.text == "\(window)")
    house.now = house.now + Interval(nanoseconds: 1)
    house.openVoter(3)
    #expect(try house.said(3)["left"]?.text == "\(window - 1)", "whole milliseconds")
    _ = house.pass(Int64(window))
    #expect(try house.said(1)["round"]?.text == "\(rounds)")
  }
}
