import Gamepad
import Model
import Testing

@Suite struct ReportEncoderTests {
  private let encoder = ReportEncoder(identity: .xbox360)

  @Test(arguments: [
    (Button.a, UInt16(0x130)), (.b, 0x131), (.x, 0x133), (.y, 0x134), (.leftShoulder, 0x136),
    (.rightShoulder, 0x137), (.back, 0x13a), (.start, 0x13b), (.guide, 0x13c), (.leftStick, 0x13d),
    (.rightStick, 0x13e),
  ])
  func `A button is its code and nothing else`(button: Button, code: UInt16) {
    #expect(events(PadReport(buttons: Buttons(button))) == [key(code, 1), syn])
  }

  @Test func `A released button is its code at zero`() {
    #expect(events(.neutral, after: PadReport(buttons: Buttons(.y))) == [key(0x134, 0), syn])
  }

  @Test(
    arguments: Button.allCases.filter { button in
      button.rawValue >= Button.extra1.rawValue || [.c, .z, .share].contains(button)
    })
  func `A button that the pad does not have is dropped`(button: Button) {
    #expect(encoder.batch(for: PadReport(buttons: Buttons(button))).isEmpty)
  }

  @Test func `Sticks reach their ends`() {
    let report = PadReport(
      leftStick: Stick(x: -32768, y: 32767), rightStick: Stick(x: 32767, y: -32767))
    #expect(
      events(report) == [abs(0x00, -32768), abs(0x01, 32767), abs(0x03, 32767), abs(0x04, -32767), syn])
  }

  @Test func `Triggers reach their ends, by value and by button`() {
    let ends = [abs(0x02, 255), abs(0x05, 255), syn]
    #expect(events(PadReport(leftTrigger: 255, rightTrigger: 255)) == ends)
    #expect(events(PadReport(buttons: [Buttons(.leftTrigger), Buttons(.rightTrigger)])) == ends)
    #expect(events(PadReport(leftTrigger: 1)) == [abs(0x02, 1), syn])
  }

  @Test func `A pressed trigger button hides the analog value`() {
    let (pressed, pulled) = (Buttons(.leftTrigger), PadReport(leftTrigger: 90))
    let shown = PadReport(buttons: pressed, leftTrigger: 3)
    #expect(encoder.batch(for: PadReport(buttons: pressed, leftTrigger: 90), after: shown).isEmpty)
    #expect(events(pulled, after: PadReport(buttons: pressed, leftTrigger: 90)) == [abs(0x02, 90), syn])
  }

  @Test(arguments: [
    ([Button.dpadUp], Int32(0), Int32(-1)), ([.dpadUp, .dpadRight], 1, -1), ([.dpadRight], 1, 0),
    ([.dpadRight, .dpadDown], 1, 1), ([.dpadDown], 0, 1), ([.dpadDown, .dpadLeft], -1, 1),
    ([.dpadLeft], -1, 0), ([.dpadLeft, .dpadUp], -1, -1), ([.dpadLeft, .dpadRight], 0, 0),
    ([.dpadUp, .dpadDown], 0, 0), ([.dpadLeft, .dpadRight, .dpadUp], 0, -1),
  ])
  func `The d-pad is a hat in eight directions, where opposites cancel`(
    buttons: [Button], x: Int32, y: Int32
  ) {
    var expected: [InputEvent] = []
    if x != 0 { expected.append(abs(0x10, x)) }
    if y != 0 { expected.append(abs(0x11, y)) }
    if !expected.isEmpty { expected.append(syn) }
    #expect(events(PadReport(buttons: Buttons(buttons.map { Buttons($0) }))) == expected)
  }

  @Test func `A report that changes nothing is an empty batch`() {
    #expect(encoder.batch(for: .neutral).isEmpty)
    let report = PadReport(buttons: Buttons(.a), leftStick: Stick(x: 5, y: 0))
    #expect(encoder.batch(for: report, after: report).isEmpty)
  }

  @Test func `Keys come before axes, and a batch ends with its only report mark`() {
    let report = PadReport(buttons: [Buttons(.b), Buttons(.dpadLeft)], leftStick: Stick(x: 1, y: 0))
    #expect(events(report) == [key(0x131, 1), abs(0x00, 1), abs(0x10, -1), syn])
  }

  @Test func `When nobody knows what the device shows, a batch has all eleven keys and eight axes`() {
    let all = events(.neutral, after: nil)
    #expect(all.count == 20)
    #expect(all.filter { $0 == syn }.count == 1)
    #expect(all.last == syn)
    #expect(all.allSatisfy { $0.value == 0 })
  }

  @Test func `The bytes are the kernel's, without a time`() {
    var batch = encoder.batch(for: PadReport(buttons: Buttons(.a)))
    let bytes = batch.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let size = bytes.count / 2
    #expect(bytes.prefix(size - 8).allSatisfy { $0 == 0 })
    #expect(bytes[(size - 8)..<size] == [1, 0, 0x30, 1, 1, 0, 0, 0])
    #expect(bytes[size...].allSatisfy { $0 == 0 })
  }

  private func events(_ report: PadReport, after shown: PadReport? = .neutral) -> [InputEvent] {
    let batch = encoder.batch(for: report, after: shown)
    return (0..<batch.count).map { batch[$0] }
  }

  private let syn = InputEvent(type: 0, code: 0, value: 0)
  private func key(_ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(type: 1, code: code, value: value)
  }
  private func abs(_ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(type: 3, code: code, value: value)
  }
}
