import Dialects
import Model
import Testing
import Wire

@testable import Inputs

/// The consequences of messages that were lost on the way to the gateway.
@Suite struct LostMessageTests {
  private func lose(from number: UInt8 = 0, at place: UInt8 = 0, _ desk: inout Desk) {
    desk.sources.noteLoss(from: Desk.place(number).address, at: place, of: 0, at: desk.now)
    desk.wait(.milliseconds(60))
  }

  @Test func `Who tells changes only lets go of everything when one was lost, and goes on with the next`()
    throws
  {
    var desk = try Desk(protocol: "droidpad", "confirm=no")
    desk.hear(#"{"id":"A","type":"BUTTON","state":"PRESS"}"#)
    desk.hear(#"{"id":"l","type":"JOYSTICK","x":1,"y":0}"#)
    #expect(desk.popPresses() == [true])
    lose(&desk)
    let frames = try #require(desk.popFrames().last)
    #expect(frames.edges.map { $0[Int($0.next - $0.first) - 1].isPress } == false)
    #expect(frames.state?.sticks?.left == .centre)
    desk.hear(#"{"id":"B","type":"BUTTON","state":"PRESS"}"#)
    #expect(desk.sources.all[0].state.buttons[.b])
    #expect(!desk.sources.all[0].state.buttons[.a])
  }

  @Test func `A loss of another costs nobody anything, nor does one at another port`() throws {
    var desk = try Desk(protocol: "retropad", "allow=10.0.0.0/8,127.0.0.1 confirm=no")
    for number: UInt8 in [0, 1] { desk.hear(.button(.a, isDown: true), from: number) }
    lose(from: 1, &desk)
    lose(from: 2, &desk)
    lose(at: 1, &desk)
    #expect(desk.sources.all.map { !$0.state.buttons.isEmpty } == [true, false])
  }

  @Test func `Who tells all it holds keeps it when a message was lost`() throws {
    var desk = try Desk(protocol: "opentrack", "confirm=no")
    let pose = HeadPose(yaw: 30)
    pose.datagram.withBytes {
      desk.sources.receive($0, at: 0, of: 0, from: Desk.place(0), at: desk.now)
    }
    let posture = desk.sources.all[0].state
    desk.sources.noteLoss(from: Desk.place(0).address, at: 0, of: 0, at: desk.now)
    #expect(desk.sources.all[0].state == posture)
  }

  @Test func `Those have queues of their own who may play, at the port where they do`() throws {
    var desk = try Desk(protocol: "retropad", "allow=10.0.0.0/8,127.0.0.1")
    desk.hear(from: 1)
    desk.hear(from: 2)
    #expect(desk.sources.seatings == 0)
    #expect(desk.sources.players(at: 0, of: 0) == [])
    desk.hear(.verdict(Verdict(controller: desk.controller(2), isAccepted: true)))
    #expect(desk.sources.seatings == 1)
    #expect(desk.sources.players(at: 0, of: 0) == [Desk.place(2).address])
    #expect(desk.sources.players(at: 1, of: 0) == [])
    desk.hear(from: 2)
    desk.hear(.verdict(Verdict(controller: desk.controller(1), isAccepted: false)))
    #expect(desk.sources.seatings == 1, "who was refused had no queue")
    desk.hear(.seat(SeatNotice(controller: desk.controller(2), slot: nil, refusal: .deniedByHost, limit: 4)))
    #expect(desk.sources.seatings == 2)
    #expect(desk.sources.players(at: 0, of: 0) == [])
  }

  @Test func `Who plays over TCP may go on over UDP`() throws {
    var desk = try Desk(protocol: "droidpad", "confirm=no")
    desk.hear(#"{"id":"A","type":"BUTTON","state":"PRESS"}"#, at: Dialect.streamPortIndex)
    #expect(desk.sources.players(at: 0, of: 0) == [Desk.place(0).address])
  }
}
