import Dialects
import Messages
import Notation
import Testing

@Suite struct DroidPadTests {
  @Test func `Messages say the same as JSON and as CSV`() throws {
    let stick = try #require(ControlName("l"))
    #expect(try read("l,JOYSTICK,-0.25,1") == .control(stick, .joystick(x: -0.25, y: 1)))
    #expect(
      try read(#"{"id":"l","type":"JOYSTICK","x":-0.25,"y":1}"#) == .control(stick, .joystick(x: -0.25, y: 1))
    )
    let turbo = try #require(ControlName("turbo"))
    for isOn in [true, false] {
      #expect(try read("turbo,SWITCH,\(isOn)") == .control(turbo, .switch(isOn: isOn)))
      #expect(
        try read(#"{"id":"turbo","type":"SWITCH","state":\#(isOn)}"#) == .control(turbo, .switch(isOn: isOn)))
    }
    #expect(try read("GYROSCOPE,1,2,-3") == .rotation(.init(x: 1, y: 2, z: -3)))
    #expect(try read(#"{"type":"GYROSCOPE","x":1,"y":2,"z":-3}"#) == .rotation(.init(x: 1, y: 2, z: -3)))
  }

  @Test func `A stream is split at the ends of objects, whatever stands in their texts`() throws {
    let objects = [
      #"{"id":"A","type":"BUTTON","state":"PRESS"}"#, #"{"id":"}{\"}\\","type":"SWITCH","state":true}"#,
      "\n {\"a\":{\"b\":{}}}",
    ]
    let stream = Array(objects.joined().utf8)
    var start = 0
    for object in objects {
      let range = try #require(try DroidPadStream.first(in: stream.span.extracting(start..<stream.count)))
      #expect(Array(stream[start..<start + range.upperBound]) == Array(object.utf8))
      start += range.upperBound
    }
    #expect(start == stream.count)
    #expect(try DroidPadStream.first(in: stream.span.extracting(start..<start)) == nil)
  }

  @Test func `An object that has not come whole is waited for, as long as it can still be a message`() throws
  {
    let object = Array(#"{"id":"{\"","type":"BUTTON","state":"PRESS"}"#.utf8)
    for count in 0..<object.count {
      #expect(try DroidPadStream.first(in: object.span.extracting(first: count)) == nil)
    }
    let endless = Array(repeating: UInt8(ascii: "{"), count: DroidPadEvent.longest)
    #expect(try DroidPadStream.first(in: endless.span.extracting(first: endless.count - 1)) == nil)
    #expect(throws: DialectDrop.size) { try DroidPadStream.first(in: endless.span) }
    let noise = Array("GET / HTTP/1.1".utf8)
    #expect(throws: DialectDrop.syntax) { try DroidPadStream.first(in: noise.span) }
  }

  @Test func `Messages to the app are on one line, with everything escaped`() throws {
    let lamp = try #require(ControlName("lamp \"1\""))
    #expect(DroidPadMessage.led(lamp, .blink).text == #"{"id":"lamp \"1\"","type":"LED","state":"BLINK"}"#)
    let gauge = try #require(ControlName("rumble"))
    #expect(DroidPadMessage.gauge(gauge, 0.5).text == #"{"id":"rumble","type":"GAUGE","value":0.5}"#)
    #expect(
      DroidPadMessage.switch(gauge, isOn: true).text == #"{"id":"rumble","type":"SWITCH","state":true}"#)
    #expect(DroidPadMessage.slider(gauge, 2).text == #"{"id":"rumble","type":"SLIDER","value":2.0}"#)
    #expect(DroidPadMessage.log("a\nb").text == #"{"type":"LOG","message":"a\u000ab"}"#)
  }

  @Test func `A name has at most 32 bytes and nothing that steers a terminal`() {
    #expect(ControlName("") == nil)
    #expect(ControlName("a\u{1b}") == nil)
    #expect(ControlName("a\u{1f}") == nil)
    #expect(ControlName("a ") != nil)
    #expect(ControlName("a\u{7f}") == nil)
    #expect(ControlName(String(repeating: "x", count: 33)) == nil)
    let longest = String(repeating: "é🎮ab", count: 4)
    #expect(ControlName(longest)?.text == longest)
    #expect(ControlName(longest)?.count == 32)
  }

  @Test(arguments: [
    ("t,SLIDER,%", #"{"id":"t","type":"SLIDER","value":%}"#, "1000000000", "1000000064"),
    ("t,STEP_SLIDER,%", #"{"id":"t","type":"STEP_SLIDER","value":%}"#, "1000000000", "1000000064"),
    ("w,STEERING_WHEEL,%", #"{"id":"w","type":"STEERING_WHEEL","angle":%}"#, "36000", "36000.004"),
    ("l,JOYSTICK,%,0", #"{"id":"l","type":"JOYSTICK","x":%,"y":0}"#, "1.01", "1.0101"),
    ("l,JOYSTICK,0,%", #"{"id":"l","type":"JOYSTICK","x":0,"y":%}"#, "1.01", "1.0101"),
    ("ACCELEROMETER,%,0,0", #"{"type":"ACCELEROMETER","x":%,"y":0,"z":0}"#, "1000", "1000.0001"),
    ("GYROSCOPE,0,0,%", #"{"type":"GYROSCOPE","x":0,"y":0,"z":%}"#, "1000", "1000.0001"),
  ])
  func `A number is as far from zero as its limit, and no farther`(
    _ fields: String, _ object: String, _ limit: String, _ beyond: String
  ) throws {
    for sign in ["", "-"] {
      let read = { (form: String, number: String) in
        try self.read(form.replacing("%", with: sign + number))
      }
      #expect(try read(fields, limit) == read(object, limit))
      #expect(try read(fields, limit) != read(fields, "0"))
      #expect(throws: DialectDrop.range) { try read(fields, beyond) }
      #expect(throws: DialectDrop.range) { try read(object, beyond) }
    }
  }

  @Test(arguments: [#"{"id":"A","type":"SWITCH","state":true}"#, "A,SWITCH,true"])
  func `A message has from one to 1024 bytes`(_ message: String) throws {
    for count in [1_023, 1_024, 1_025] {
      let text = String(repeating: " ", count: count - message.utf8.count) + message
      do throws(DialectDrop) {
        let bytes = Array(text.utf8)
        _ = try DroidPadEvent(parsing: bytes.span)
        #expect(count <= 1_024)
      } catch {
        #expect((error == .size) == (count > 1_024), "\(count) bytes")
      }
    }
    #expect(throws: DialectDrop.size) { try read("") }
  }

  private func read(_ text: String) throws -> DroidPadEvent {
    let bytes = Array(text.utf8)
    return try DroidPadEvent(parsing: bytes.span)
  }
}
