import Model
import Testing

@testable import Gamepad

/// The effect of reports that games send to HID pads.
@Suite struct HIDFeedbackTests {
  private let now = Instant(nanoseconds: 9_000_000_000)

  /// The layouts of the kernel and of SDL 2.
  private enum Form: CaseIterable {
    case kernel, sdl

    var header: [UInt8] { self == .kernel ? [0x31, 0x50, 0x10] : [0x31, 0x02] }
  }

  /// Returns an output report for a DualSense, in whose block the given bytes are set.
  private func report(_ form: Form, _ block: [Int: UInt8], isSealed: Bool = true) -> [UInt8] {
    var bytes = form.header + [UInt8](repeating: 0, count: 78 - form.header.count)
    for (place, value) in block { bytes[form.header.count + place] = value }
    if isSealed { Checksum.seal(&bytes, seed: 0xa2) }
    return bytes
  }

  private func dualSense() throws -> HIDFeedback {
    HIDFeedback(try #require(IdentityTests.identity("dualsense").hid))
  }

  private func xbox() throws -> HIDFeedback {
    HIDFeedback(try #require(IdentityTests.identity("xboxone-bt").hid))
  }

  @Test func `A DualSense's motors follow both forms, by the old flags and the new`() throws {
    for form in Form.allCases {
      for flag in [[0: UInt8(0x03)], [0: 0x02, 38: 0x04], [38: 0x04]] {
        var feedback = try dualSense()
        feedback.receive(report(form, flag.merging([2: 0x40, 3: 0xff]) { $1 }).span, at: now)
        #expect(feedback.feedback(at: now) == PadFeedback(strong: 65535, weak: 0x4040), "\(form) \(flag)")
        #expect(feedback.nextChange(after: now) == .distantFuture)
      }
    }
  }

  @Test func `A colour leaves the motors and motors leave the colour`() throws {
    var feedback = try dualSense()
    feedback.receive(report(.kernel, [0: 0x02, 38: 0x04, 2: 1, 3: 2]).span, at: now)
    feedback.receive(report(.kernel, [1: 0x04, 44: 10, 45: 20, 46: 30]).span, at: now)
    let light = PadFeedback.Light(red: 10, green: 20, blue: 30)
    #expect(feedback.feedback(at: now) == PadFeedback(strong: 514, weak: 257, light: light))
    feedback.receive(report(.sdl, [0: 0x02, 38: 0x04]).span, at: now)
    #expect(feedback.feedback(at: now) == PadFeedback(light: light))
    // The player lights and the microphone light are ignored.
    feedback.receive(report(.kernel, [1: 0x11, 8: 1, 43: 4, 44: 99]).span, at: now)
    #expect(feedback.feedback(at: now) == PadFeedback(light: light))
  }

  @Test func `A report that sets nothing ends the rumble, but for one without a checksum`() throws {
    for form in Form.allCases {
      var feedback = try dualSense()
      feedback.receive(report(form, [0: 0x03, 2: 9, 3: 9]).span, at: now)
      let rumble = feedback.feedback(at: now)
      // SDL sends a report like this to wake up a pad that sends nothing.
      feedback.receive(report(form, [:], isSealed: false).span, at: now)
      #expect(feedback.feedback(at: now) == rumble && rumble != .rest)
      feedback.receive(report(form, [:]).span, at: now)
      #expect(feedback.feedback(at: now) == .rest)
    }
  }

  @Test func `Reports that are short, unknown or spoilt change nothing`() throws {
    var feedback = try dualSense()
    let good = report(.kernel, [0: 0x03, 2: 9, 3: 9])
    for length in 0..<78 { feedback.receive(Array(good[..<length]).span, at: now) }
    var other = good
    other[0] = 0x32
    Checksum.seal(&other, seed: 0xa2)
    var spoilt = good
    spoilt[5] ^= 1
    var strange = good
    strange[2] = 0x11
    Checksum.seal(&strange, seed: 0xa2)
    for report in [other, spoilt, strange] { feedback.receive(report.span, at: now) }
    #expect(feedback.feedback(at: now) == .rest)
    feedback.receive((good + [1, 2, 3]).span, at: now)
    #expect(feedback.feedback(at: now) != .rest)
  }

  @Test func `An Xbox One pad's motors run as long as they are told`() throws {
    var feedback = try xbox()
    // Both motors run, at 50 % and 100 %: three times 200 ms, after 30 ms.
    feedback.receive([3, 3, 0, 0, 50, 100, 20, 3, 2].span, at: now)
    let begin = now + .milliseconds(30), end = now + .milliseconds(630)
    let rumble = PadFeedback(strong: 32767, weak: 65535)
    #expect(feedback.feedback(at: now) == .rest && feedback.nextChange(after: now) == begin)
    #expect(feedback.feedback(at: begin) == rumble && feedback.nextChange(after: begin) == end)
    #expect(feedback.feedback(at: end - .milliseconds(1)) == rumble)
    #expect(feedback.feedback(at: end) == .rest && feedback.nextChange(after: end) == .distantFuture)
  }

  @Test func `What the kernel sends lasts longer than any effect, and its end is at once`() throws {
    var feedback = try xbox()
    feedback.receive([3, 3, 0, 0, 75, 25, 255, 0, 255].span, at: now)
    #expect(feedback.feedback(at: now) == PadFeedback(strong: 49151, weak: 16383))
    #expect(feedback.nextChange(after: now) > now + .seconds(65))
    feedback.receive([3, 3, 0, 0, 0, 0, 255, 0, 255].span, at: now)
    #expect(feedback.feedback(at: now) == .rest)
  }

  @Test func `Motors that are not meant keep, and more than all is all`() throws {
    var feedback = try xbox()
    feedback.receive([3, 2, 0, 0, 255, 100, 100, 0, 0].span, at: now)
    #expect(feedback.feedback(at: now) == PadFeedback(strong: 65535))
    feedback.receive([3, 1, 0, 0, 0, 101, 100, 0, 0].span, at: now)
    #expect(feedback.feedback(at: now) == PadFeedback(strong: 65535, weak: 65535))
    // There are no motors in the triggers.
    feedback.receive([3, 12, 100, 100, 0, 0, 1, 0, 0].span, at: now)
    #expect(feedback.feedback(at: now) == PadFeedback(strong: 65535, weak: 65535))
  }
}
