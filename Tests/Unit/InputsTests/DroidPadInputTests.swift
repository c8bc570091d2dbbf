import Dialects
import Model
import Settings
import Testing
import Wire

@testable import Inputs

@Suite struct DroidPadInputTests {
  /// Returns the controller's state after these messages.
  private func posture(_ messages: [String]) throws -> SourceState {
    var posture = SourceState()
    for message in messages {
      let bytes = Array(message.utf8)
      let reading = try Dialect.droidPad.read(bytes.span, 0)
      try #require(reading).change(&posture)
    }
    return posture
  }

  @Test func `Controls of unknown names get what is left, in the order of their appearance`() throws {
    let names = (0..<13).map { "button \($0)" }
    let pressed = try posture((names + ["RT", names[0]]).map { "\($0),BUTTON,PRESS" })
    let others: Buttons = [
      Buttons(.a), Buttons(.b), Buttons(.x), Buttons(.y), Buttons(.leftShoulder), Buttons(.rightShoulder),
      Buttons(.back), Buttons(.start), Buttons(.guide), Buttons(.leftStick), Buttons(.rightStick),
    ]
    #expect(pressed.buttons == others.union(Buttons(.rightTrigger)))
    let sticks = try posture([
      "aim,JOYSTICK,1,0", "walk,JOYSTICK,0,1", "third,JOYSTICK,-1,-1", "aim,JOYSTICK,0.5,0",
    ])
    #expect((sticks.left.x, sticks.left.y, sticks.right.x, sticks.right.y) == (16_384, 0, 0, -32_767))
    let sliders = try posture(["gas,SLIDER,4", "brake,SLIDER,11", "third,SLIDER,1", "gas,SLIDER,-1"])
    #expect((sliders.leftTrigger, sliders.rightTrigger) == (0, 255))
  }

  @Test func `Only a left stick and a wheel end the steering by gravity`() throws {
    let tilted = "ACCELEROMETER,-9.80665,0,0"
    let right = try posture([tilted, "r,JOYSTICK,1,0"]).state(held: .normal)
    #expect(right.tilt != nil)
    for control in ["l,JOYSTICK,0,0", "w,STEERING_WHEEL,90"] {
      #expect(try posture([tilted, control]).state(held: .normal).tilt == nil)
    }
  }

  @Test func `A click is down for 80 ms, and another one meanwhile is another press`() throws {
    var desk = try Desk(protocol: "droidpad", "confirm=no")
    let click = "jump,BUTTON,CLICK"
    desk.hear(click)
    desk.seat()
    #expect(desk.popPresses() == [true])
    desk.wait(.milliseconds(40))
    desk.hear(click)
    #expect(desk.popPresses() == [false, true])
    desk.wait(.milliseconds(79))
    #expect(desk.popPresses() == [])
    desk.wait(.milliseconds(1))
    #expect(desk.popPresses() == [false])
  }

  @Test func `A press during a click is another press, and lasts until its release`() throws {
    var desk = try Desk(protocol: "droidpad", "confirm=no")
    desk.hear("jump,BUTTON,CLICK")
    desk.seat()
    #expect(desk.popPresses() == [true])
    desk.wait(.milliseconds(20))
    desk.hear("jump,BUTTON,PRESS")
    #expect(desk.popPresses() == [false, true])
    desk.wait(.milliseconds(200))
    #expect(desk.popPresses() == [])
    desk.hear("jump,BUTTON,RELEASE")
    #expect(desk.popPresses() == [false])
  }

  @Test func `Edges continue their numbers after a silence, as the packets do`() throws {
    var desk = try Desk(protocol: "droidpad", "confirm=no silence=2")
    desk.hear("jump,BUTTON,CLICK")
    desk.seat()
    desk.wait(.milliseconds(80))
    #expect(desk.popPresses() == [true, false])
    desk.wait(.seconds(3))
    _ = desk.popFrames()
    desk.hear("jump,BUTTON,CLICK")
    desk.seat()
    #expect(desk.popFrames().compactMap(\.edges).first?.first == 2)
  }

  @Test func `What is held over a connection stays held until it ends, and then its place is free`() throws {
    var desk = try Desk(protocol: "droidpad", "confirm=no silence=2")
    desk.hear("A,BUTTON,PRESS", at: Dialect.streamPortIndex)
    desk.seat()
    desk.wait(.seconds(60))
    #expect(desk.sources.playing == 1)
    _ = desk.popActions()
    desk.end(from: 1)
    #expect(desk.sources.playing == 1)
    desk.end()
    #expect(desk.sources.playing == 0)
    #expect(desk.popGuests() == [.gone])
    desk.hear("A,BUTTON,PRESS")
    desk.wait(.milliseconds(1_999))
    #expect(desk.sources.playing == 1)
    desk.wait(.milliseconds(1))
    #expect(desk.sources.playing == 0)
  }

  @Test func `Who waits on a connection is forgotten with it`() throws {
    var desk = try Desk(protocol: "droidpad")
    desk.hear("A,BUTTON,PRESS", at: Dialect.streamPortIndex)
    desk.wait(.seconds(100))
    #expect(desk.sources.waiting == 1)
    desk.end()
    #expect(desk.sources.waiting == 0)
    #expect(desk.popGuests() == [.waits, .gone])
  }

  @Test func `Nothing is due for a controller while the daemon is away`() throws {
    var desk = try Desk(protocol: "droidpad", "confirm=no")
    desk.hear("A,BUTTON,PRESS", at: Dialect.streamPortIndex)
    desk.sources.loseDaemon()
    #expect(desk.sources.nextDeadline == .distantFuture)
    desk.sources.findDaemon()
    #expect(desk.sources.nextDeadline < .distantFuture)
  }

  @Test(arguments: [(65_535, "1.0", "BLINK"), (0, "0.0", "OFF")] as [(UInt16, String, String)])
  func `Rumble moves a gauge and lights a lamp, and its end puts both back`(
    _ weak: UInt16, _ value: String, _ state: String
  ) {
    let feedback = Feedback(strong: 0, weak: weak, duration: 1, red: 0, green: 0, blue: 0)
    let texts = Dialect.droidPad.back(feedback, 0).map { String(decoding: $0, as: UTF8.self) }
    #expect(
      texts == [
        #"{"id":"rumble","type":"GAUGE","value":\#(value)}"#,
        #"{"id":"rumble","type":"LED","state":"\#(state)"}"#,
      ])
  }
}
