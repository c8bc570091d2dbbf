import Model
import Sharing
import Testing
import Wire

@testable import Pages

/// The crowd as a controller of the bridge.
@Suite struct CrowdPadTests {
  private static let start = Instant(nanoseconds: 1_000_000_000_000)
  private static let vote = CrowdVote(
    stick: Stick(x: 9), rightTrigger: 7, buttons: [Buttons(.a), Buttons(.y)])

  private var pad = CrowdPad(controller: 5)

  private static func after(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

  /// Returns the frames among the messages that have to be sent now, and the number of their packet.
  private mutating func frames(at time: Int64) -> [(ControllerFrames, UInt32)] {
    pad.messages(at: Self.after(time)).compactMap { action in
      if case .sendFrames(let header, let frames) = action { (frames, header.counter) } else { nil }
    }
  }

  /// Tells the pad at the start that the bridge is there, and gives it a slot.
  private mutating func seat() {
    _ = pad.findBridge(at: Self.start)
    pad.slot = PlayerSlot(index: 0)
  }

  private mutating func hear(_ change: (inout HostFrames) -> Void) {
    var frames = HostFrames()
    change(&frames)
    var datagram = Datagram<512>()
    let nothing: [UInt8] = []
    frames.write(text: nothing.span, into: &datagram)
    let bytes = datagram
    bytes.withBytes { pad.receive($0, from: 0) }
  }

  private mutating func acknowledge(_ next: UInt16) {
    hear { $0.acknowledgement = Acknowledgement(newest: 0, received: 0, nextEdge: next, delay: 0) }
  }

  @Test mutating func `A pad without a slot asks each 500 ms while the bridge is there, as if it had left`() {
    #expect(!pad.isWaiting && pad.due == .distantFuture && frames(at: 0).isEmpty)
    #expect(pad.findBridge(at: Self.start).count == 3 && pad.isWaiting)
    #expect(pad.messages(at: Self.after(499)).isEmpty)
    let asked = pad.messages(at: Self.after(500))
    guard asked.count == 3, case .send(.gone(controller: 5)) = asked[0],
      case .send(.name(controller: 5, let name)) = asked[1], case .sendFrames(let header, _) = asked[2]
    else {
      Issue.record("\(asked.count) messages")
      return
    }
    #expect(name.text == "Crowd" && header.counter == 2 && header.controller == 5)
    #expect(pad.messages(at: Self.after(999)).isEmpty && frames(at: 1_000).map(\.1) == [3])
    pad.slot = PlayerSlot(index: 0)
    #expect(!pad.isWaiting)
    pad.loseBridge()
    #expect(!pad.isWaiting && pad.slot == nil && frames(at: 9_000).isEmpty)
  }

  @Test mutating func `A change leaves at once, is repeated each 50 ms, and rest each 900 ms`() {
    seat()
    #expect(pad.due == .distantFuture && frames(at: 899).isEmpty)
    #expect(frames(at: 900).map(\.1) == [2])
    pad.show(Self.vote)
    #expect(pad.due == Self.after(900))
    let moved = frames(at: 901)
    #expect(moved.count == 1 && moved.first?.0.state?.sticks?.left == Stick(x: 9))
    #expect(moved.first?.0.state?.rightTrigger == 7 && moved.first?.0.state?.sampleTime == 1_000_901_000)
    #expect(pad.due == Self.after(951) && frames(at: 950).isEmpty && frames(at: 951).count == 1)
    pad.show(Self.vote)
    #expect(pad.due == Self.after(1_001), "nothing has changed")
    pad.show(.rest)
    #expect(frames(at: 952).count == 1 && pad.due == Self.after(1_002), "edges wait")
    acknowledge(4)
    #expect(pad.due == .distantFuture && frames(at: 1_851).isEmpty && frames(at: 1_852).count == 1)
  }

  @Test mutating func `Presses are repeated until the bridge has them, and a receipt is told once`() {
    seat()
    pad.show(Self.vote)
    #expect(frames(at: 1).first?.0.edges.map { [$0.first, UInt16($0.count)] } == [0, 2])
    for next: UInt16 in [0, 3, 65_535] { acknowledge(next) }
    #expect(frames(at: 51).first?.0.edges?.count == 2)
    acknowledge(1)
    let rest = frames(at: 101).first?.0
    #expect(rest?.edges.map { [$0.first, UInt16($0.count)] } == [1, 1])
    #expect(rest?.edges?[0] == Edge(.y, isPress: true) && rest?.state?.nextEdge == 2)
    acknowledge(2)
    #expect(frames(at: 151).first?.0.edges == nil)
    hear { $0.control = ControlMessage(id: 9, code: 74) }
    #expect([152, 202].map { frames(at: $0).first?.0.controlReceipt } == [9, nil])
  }

  @Test mutating func `Who leaves lets go and says goodbye, to a bridge that is there`() {
    #expect(pad.leave(at: Self.start).isEmpty)
    seat()
    pad.show(Self.vote)
    let last = pad.leave(at: Self.after(1))
    guard last.count == 2, case .sendFrames(let first, let frames) = last[0],
      case .sendFrames(let second, let goodbye) = last[1]
    else {
      Issue.record("\(last.count) messages")
      return
    }
    #expect(frames.state?.buttons == [] && frames.state?.sticks?.left == .centre)
    #expect(second.counter == first.counter + 1 && goodbye.control?.code == ControlMessage.Code.bye.rawValue)
  }
}
