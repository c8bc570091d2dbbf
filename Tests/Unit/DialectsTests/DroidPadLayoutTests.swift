import Dialects
import Messages
import Notation
import Testing

@Suite struct DroidPadLayoutTests {
  private let pad = DroidPadLayout.gamepad(
    name: "Tiltpad", carrier: .webSocket, host: "192.168.1.10", port: 28_480)

  @Test func `The gamepad has every control once, in the names that the host knows`() {
    let names = pad.controls.map(\.name.text)
    #expect(
      names == [
        "l", "d", "r", "A", "B", "X", "Y", "LB", "LT", "RT", "RB", "BACK", "GUIDE", "START", "rumble",
      ])
  }

  @Test func `The round buttons are those of the face`() {
    for control in pad.controls {
      guard case .button(let text, let isSquare) = control.kind else { continue }
      #expect(text == control.name.text)
      #expect(isSquare == (text.count > 1), "\(text)")
    }
  }

  @Test func `The controls lie on the board and not on each other`() {
    let boxes = pad.controls.map { control in
      let side =
        (control.kind == .joystick || control.kind == .dpad || control.kind == .gauge ? 412.0 : 275.0)
      let middle = (x: control.x + side / 2, y: control.y + side / 2)
      return (x: middle.x, y: middle.y, half: side * control.scale / 2)
    }
    for (index, box) in boxes.enumerated() {
      #expect(box.x - box.half >= 0 && box.x + box.half <= 2_200, "\(pad.controls[index].name.text)")
      #expect(box.y - box.half >= 0 && box.y + box.half <= 1_000, "\(pad.controls[index].name.text)")
      for (other, second) in boxes.enumerated() where other < index {
        let isApart =
          abs(box.x - second.x) >= box.half + second.half || abs(box.y - second.y) >= box.half + second.half
        #expect(isApart, "\(pad.controls[index].name.text) and \(pad.controls[other].name.text)")
      }
    }
  }

  @Test func `The app finds each field that has no default, and no number of its own pads`() throws {
    let bytes = Array(pad.text.utf8)
    let json = try JSON(parsing: bytes.span, limit: 8_192)
    #expect(json["controlPad"]?["name"]?.string == "Tiltpad")
    #expect(json["controlPad"]?["orientation"]?.string == "LANDSCAPE")
    #expect(json["controlPad"]?["width"]?.whole(in: 1...10_000) == 2_200)
    #expect(json["controlPad"]?["height"]?.whole(in: 1...10_000) == 1_000)
    #expect(json["controlPad"]?["id"] == nil)
    #expect(json["connectionConfig"]?["connectionType"]?.string == "WEBSOCKET")
    #expect(json["connectionConfig"]?["configJson"]?.string == #"{"host":"192.168.1.10","port":28480}"#)
    guard case .array(let items)? = json["controlPadItems"] else { throw Vector.Unreadable(line: pad.text) }
    #expect(items.count == pad.controls.count)
    for item in items {
      #expect(item["id"] == nil)
      #expect(item["controlPadId"]?.whole(in: 0...0) == 0)
      #expect(item["itemIdentifier"]?.string != nil && item["itemType"]?.string != nil)
    }
  }

  @Test func `Each kind of control has its type, and properties as a text of JSON`() throws {
    let kinds: [(DroidPadControl.Kind, String, String?)] = [
      (.button("Go", isSquare: true), "BUTTON", #"{"text":"Go","shape":"SQUARE"}"#),
      (.button("Go", isSquare: false), "BUTTON", #"{"text":"Go"}"#),
      (.joystick, "JOYSTICK", nil), (.dpad, "DPAD", nil), (.switch, "SWITCH", nil), (.led, "LED", nil),
      (.slider, "SLIDER", nil), (.wheel(range: 90), "STEERING_WHEEL", #"{"maxAngle":90}"#),
      (.gauge, "GAUGE", #"{"maxValue":1.0,"unit":""}"#), (.label("Hi"), "LABEL", #"{"text":"Hi"}"#),
    ]
    let name = try #require(ControlName("x"))
    let layout = DroidPadLayout(
      name: "All", isLandscape: false, width: 1, height: 2,
      controls: kinds.map { DroidPadControl(name, $0.0, x: 0, y: 0) }, carrier: .udp, host: "::1", port: 1)
    let bytes = Array(layout.text.utf8)
    let json = try JSON(parsing: bytes.span, limit: 8_192)
    guard case .array(let items)? = json["controlPadItems"] else {
      throw Vector.Unreadable(line: layout.text)
    }
    for (item, kind) in zip(items, kinds) {
      #expect(item["itemType"]?.string == kind.1)
      #expect(item["properties"]?.string == kind.2)
    }
    #expect(json["controlPad"]?["orientation"]?.string == "PORTRAIT")
    #expect(json["connectionConfig"]?["connectionType"]?.string == "UDP")
  }

  @Test func `The gamepad has each control once, on a board of 2200 by 1000`() {
    let names = "l d r A B X Y LB LT RT RB BACK GUIDE START rumble"
    #expect(pad.controls.map(\.name.text).joined(separator: " ") == names)
    #expect(pad.width == 2_200 && pad.height == 1_000 && pad.isLandscape && pad.port == 28_480)
  }
}
