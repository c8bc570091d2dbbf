import Dialects
import Model
import Settings
import Testing
import Wire

@testable import Inputs

@Suite struct OSCTests {
  /// Returns the state after a message with `numbers` to `address`; nil if the input with the settings `words`
  /// ignores it.
  private func posture(_ words: String, _ address: String, _ numbers: Float...) throws -> SourceState? {
    let message = try #require(OSCAddress(address)).message(numbers.span).bytes
    let settings = try HeardInput("osc \(words)")
    guard let reading = try settings.dialect.read(message.span, 0) else { return nil }
    var posture = SourceState()
    try reading.change(&posture)
    return posture
  }

  @Test func `An address that ends in the word of a control moves it`() throws {
    for (word, control) in NumberMeaning.controls {
      let posture = try #require(try posture("", "/1/\(word.uppercased())", 1))
      var moved = SourceState()
      switch control {
      case .button(let button): moved.buttons[button] = true
      case .axis(let axis): moved.move(axis, to: 1, .radians)
      }
      #expect(posture == moved && posture != SourceState(), "\(word)")
    }
    #expect(try posture("", "/1/push1", 1) == nil)
    #expect(try posture("", "/1/lefttrigger", 1) == nil)
  }

  @Test func `Sticks have their middle at a half, and up is up`() throws {
    for (number, place) in [(0, -32_767), (0.5, 0), (1, 32_767), (7, 32_767), (-1, -32_767)]
      as [(Float, Int16)]
    {
      #expect(try posture("", "/lx", number)?.left == Stick(x: place))
      #expect(try posture("", "/ry", number)?.right == Stick(y: -place))
    }
    #expect(try posture("/p=ly,signed", "/p", -1)?.left == Stick(y: 32_767))
    #expect(try posture("", "/a", 0.49)?.buttons == [])
    #expect(try posture("", "/lt", 0.5)?.leftTrigger == 128)
  }

  @Test func `An angle is in rad unless degrees are said, and one beyond a thousand turns moves nothing`()
    throws
  {
    let turned = try #require(try posture("/w=-,roll,yaw,deg", "/w", 5, 90, -45)?.tilt)
    #expect(
      (turned.roll.radians - .pi / 2).magnitude < 1e-6 && (turned.yaw.radians + .pi / 4).magnitude < 1e-6)
    #expect(try posture("", "/pitch", 1)?.tilt?.pitch.radians.rounded() == 1)
    #expect(try posture("", "/pitch", 1e9)?.tilt == nil)
  }

  @Test(arguments: [
    ("", "/accxyz", MotionVector(z: -4_096), true), ("", "/accelerometer", MotionVector(z: 418), true),
    ("", "/p/gravity", MotionVector(z: -4_096), true), ("", "/ZIGSIM/p/gyro", MotionVector(z: 917), false),
    ("", "/ZIGSIM/p/gravity", MotionVector(z: -4_096), true),
    ("/x=accel,-m/s2", "/x", MotionVector(z: -418), true),
    ("", "/gyroscope", MotionVector(z: 917), false), ("/x=gyro,deg/s", "/x", MotionVector(z: 16), false),
    ("/x=accel,g", "/x", MotionVector(z: 4_096), true),
  ])
  func `Sensors have the units of their apps`(
    _ words: String, _ address: String, _ vector: MotionVector, _ isAcceleration: Bool
  ) throws {
    let motion = try #require(try posture(words, address, 0, 0, 1)?.motion)
    #expect((isAcceleration ? motion.acceleration : motion.rotation) == vector)
    #expect((isAcceleration ? motion.rotation : motion.acceleration) == .zero)
    #expect(try posture(words, address, 0, 0) == nil, "a number is missing")
  }

  @Test func `A button that goes down and up in one bundle is clicked, and one that stays down is not`()
    throws
  {
    func message(_ word: String, _ number: Float) throws -> [UInt8] {
      let numbers = [number]
      return try #require(OSCAddress("/\(word)")).message(numbers.span).bytes
    }
    var bundle = Array("#bundle\0".utf8) + [UInt8](repeating: 0, count: 8)
    for (word, number): (String, Float) in [
      ("a", 1), ("b", 1), ("a", 0), ("x", 1), ("x", 0), ("x", 1), ("y", 0),
    ] {
      let part = try message(word, number)
      bundle += [0, 0, 0, UInt8(part.count)] + part
    }
    var posture = SourceState()
    posture.buttons = Buttons(.y)
    try Dialect.osc.read(bundle.span, 0)?.change(&posture)
    #expect(posture.buttons == [Buttons(.b), Buttons(.x)] && posture.clicks == Buttons(.a))
  }

  @Test func `Each of two buttons clicked at once is released, even if one is clicked again`() throws {
    var desk = try Desk(protocol: "osc", "confirm=no")
    desk.hear(bytes: try clicks("a", "b"))
    desk.seat()
    #expect(desk.popPresses() == [true, true])
    desk.wait(.milliseconds(40))
    desk.hear(bytes: try clicks("a"))
    #expect(desk.popPresses() == [false, true])
    desk.wait(.milliseconds(40))
    #expect(desk.popPresses() == [false])
    desk.wait(.milliseconds(40))
    #expect(desk.popPresses() == [false])
  }

  /// Returns a bundle in which each of the buttons goes down and up.
  private func clicks(_ words: String...) throws -> [UInt8] {
    var bundle = Array("#bundle\0".utf8) + [UInt8](repeating: 0, count: 8)
    for word in words {
      for number: Float in [1, 0] {
        let numbers = [number]
        let part = try #require(OSCAddress("/\(word)")).message(numbers.span).bytes
        bundle += [0, 0, 0, UInt8(part.count)] + part
      }
    }
    return bundle
  }

  @Test(arguments: [
    ("/z", true), ("/1/z", true), ("/player/3/z", true), ("/1/fader1/z", false),
    ("/1/multifader1/3/z", false),
    ("/1/push1/z", false),
  ])
  func `A finger on a control of TouchOSC is no button`(_ address: String, _ isButton: Bool) throws {
    #expect(try posture("", address, 1)?.buttons == (isButton ? Buttons(.z) : []))
    #expect(
      try posture("\(address)=b", address, 1)?.buttons == Buttons(.b), "unless the configuration says so")
  }

  @Test func `A line of the configuration counts before what is known`() throws {
    #expect(try posture("/accxyz=a", "/accxyz", 1)?.buttons == Buttons(.a))
    #expect(try posture("/*/a=b", "/1/a", 1)?.buttons == Buttons(.b))
  }

  @Test(arguments: [
    "/x=", "/x=gopher", "/x=a,gopher", "/x=signed", "/x=accel", "/x=accel,rad/s", "/x=a,a,a,a,a,a,a,a,a",
    "x=a", "/=a",
    "rumble=", "rumble=x", "rumble=/x,0x", "rumble=/x,70000", "rumble=/x,1,2",
  ])
  func `Words that mean nothing are refused`(_ word: String) {
    #expect(throws: UnknownSetting.self) { try HeardInput("osc \(word)") }
  }

  @Test func `Sixty-four addresses can be given`() throws {
    let words = (0..<64).map { "/x\($0)=a" }.joined(separator: " ")
    #expect(try posture(words, "/x63", 1)?.buttons == Buttons(.a))
    #expect(throws: UnknownSetting.self) { try HeardInput("osc \(words) /x64=a") }
  }

  @Test func `Rumble is the stronger motor, at the address and the port of the configuration`() throws {
    let feedback = Feedback(strong: 0x1fff, weak: 0x3fff, duration: 1, red: 0, green: 0, blue: 0)
    for (words, address, port) in [("", "/rumble", nil), ("rumble=/1/led1,9001", "/1/led1", 9_001)]
      as [(String, String, UInt16?)]
    {
      let dialect = try HeardInput("osc \(words)").dialect
      let numbers = [Float(0x3fff) / 65_535]
      #expect(dialect.back(feedback, 0) == [try #require(OSCAddress(address)).message(numbers.span).bytes])
      #expect(dialect.backPort == port)
    }
  }

  @Test func `What is sent of a player is what is heard by itself`() throws {
    var output = OSCOutput(to: Desk.place(0))
    var report = PadReport(leftStick: Stick(x: 32_767, y: -16_384), rightStick: Stick(y: 1), rightTrigger: 51)
    report.buttons = Buttons(rawValue: 0b1111_0111_1111_1111_1111)
    output.show(PadStatus(slot: PlayerSlot(index: 2), report: report), at: Instant(nanoseconds: 0))
    var heard = SourceState()
    for message in output.messages {
      let bytes = message.bytes.bytes
      try Dialect.osc.read(bytes.span, 0)?.change(&heard)
    }
    #expect((heard.left, heard.right) == (report.leftStick, report.rightStick))
    #expect((heard.leftTrigger, heard.rightTrigger) == (255, 255), "their switches pull them")
    #expect(heard.buttons == Buttons(rawValue: report.buttons.rawValue & ~0b11_0000_0000))
    output.messages = []
    output.show(PadStatus(slot: PlayerSlot(index: 2), report: report), at: Instant(nanoseconds: 0))
    #expect(output.messages.isEmpty, "nothing has changed")
    output.forget(at: Instant(nanoseconds: 0))
    for message in output.messages {
      let bytes = message.bytes.bytes
      try Dialect.osc.read(bytes.span, 0)?.change(&heard)
    }
    #expect(heard.buttons == [] && heard.left == .centre && heard.rightTrigger == 0)
  }

  @Test(arguments: [
    ("opentrack to=10.0.0.1", "10.0.0.1", 4_242, false), ("osc to=127.0.0.2:5", "127.0.0.2", 5, true),
    ("osc", "127.0.0.1", 9_000, true),
  ])
  func `An output that sends has a place to send to`(
    _ words: String, _ address: String, _ port: UInt16, _ isLocal: Bool
  ) throws {
    let settings = try ServedOutput(words)
    #expect(settings.target == Endpoint(address: try #require(Address(address)), port: port))
    #expect(settings.isSender && settings.isLocal == isLocal && settings.ports == [0])
  }

  @Test func `A head has the angles that the input of opentrack reads`() throws {
    var status = PlayerStatus(
      of: PlayerSlot(index: 0), at: .gateway(connection: 0, controller: 0), by: .other)
    status.tilt = Tilt(roll: Angle(radians: 0.5), pitch: Angle(radians: -0.25), yaw: Angle(radians: 1))
    var head = HeadOutput(player: PlayerSlot(index: 0), to: Desk.place(0))
    head.show(status)
    #expect(head.messages.isEmpty, "nobody is there")
    status.isConnected = true
    head.show(status)
    var posture = SourceState()
    let bytes = try #require(head.messages.first).bytes.bytes
    try Dialect.openTrack.read(bytes.span, 0)?.change(&posture)
    let (sent, read) = (try #require(status.tilt), try #require(posture.tilt))
    #expect(
      [sent.roll - read.roll, sent.pitch - read.pitch, sent.yaw - read.yaw].allSatisfy {
        $0.raw.magnitude < 4
      })
    head.show(PlayerStatus(of: PlayerSlot(index: 1), at: .gateway(connection: 0, controller: 0), by: .other))
    #expect(head.messages.count == 1)
  }
}
