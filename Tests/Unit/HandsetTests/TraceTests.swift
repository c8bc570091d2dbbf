import Model
import Testing
import TiltpadClient
import Wire

@testable import Handset

@Suite struct TraceTests {
  private static let slot = PlayerSlot(index: 2)

  /// Returns frames that a controller may send.
  private static func frames(roll: Double) -> [UInt8] {
    var frames = ControllerFrames()
    frames.state = ControllerState(sampleTime: 7, tilt: Tilt(roll: Angle(radians: roll)), nextEdge: 0)
    var datagram = Datagram<512>()
    frames.write(to: &datagram)
    return (0..<datagram.count).map { datagram[$0] }
  }

  private static func text(_ entries: [Trace.Entry]) -> String {
    entries.reduce(Trace.header + "\n") {
      $0 + Trace.Entry.line(at: $1.time, slot: $1.slot, frames: $1.frames.span)
    }
  }

  private static func fault(of text: String) -> Trace.Broken? {
    do throws(Trace.Broken) {
      _ = try Trace(parsing: Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `What is written is read back`() throws {
    let entries = (0..<20).map {
      Trace.Entry(
        time: .microseconds(Int64($0) * 8_000), slot: PlayerSlot(index: $0 % 16),
        frames: TraceTests.frames(roll: Double($0) / 20))
    }
    #expect(try Trace(parsing: Array(TraceTests.text(entries).utf8)).entries == entries)
  }

  @Test func `A trace without packets is a trace`() throws {
    #expect(try Trace(parsing: Array("tiltpad-trace 1\n".utf8)).entries.isEmpty)
  }

  @Test func `A file that is cut anywhere but between lines is refused at its last line`() {
    let entries = [0.1, 0.2].map {
      Trace.Entry(time: .zero, slot: TraceTests.slot, frames: TraceTests.frames(roll: $0))
    }
    let text = TraceTests.text(entries)
    for length in 0..<text.count where !text.prefix(length).hasSuffix("\n") {
      let cut = String(text.prefix(length))
      #expect(TraceTests.fault(of: cut)?.line == max(1, cut.split(separator: "\n").count))
    }
  }

  @Test(arguments: [
    ("", Trace.Fault.header), ("tiltpad-trace 2\n", .header), ("\u{feff}tiltpad-trace 1\n", .header),
  ])
  func `A file with another first line is refused`(text: String, fault: Trace.Fault) {
    #expect(TraceTests.fault(of: text) == Trace.Broken(line: 1, fault: fault))
  }

  @Test(arguments: [
    ("0 1", Trace.Fault.fields), ("0 1 00 00", .fields), ("", .fields), ("0  1 00", .fields),
    ("x 1 00", .time), ("-1 1 00", .time), ("99999999999999 1 00", .time), ("1.5 1 00", .time),
    ("0 0 00", .slot), ("0 17 00", .slot), ("0 a 00", .slot),
    ("0 1 0", .hex), ("0 1 0g", .hex), ("0 1 +1", .hex), ("0 1 é", .hex),
    ("0 1 \(String(repeating: "0", count: 2 * Trace.longestFrames + 2))", .tooLong),
    ("0 1 ", .frames(.empty)), ("0 1 0102", .frames(.frameTruncated)),
    ("0 1 1004aabbccdd", .frames(.frameLength)),
  ])
  func `A broken line is refused by its number and the reason`(line: String, fault: Trace.Fault) {
    let good = Trace.Entry.line(at: .zero, slot: TraceTests.slot, frames: TraceTests.frames(roll: 0).span)
    let text = "\(Trace.header)\n\(good)\(line)\n\(good)"
    #expect(TraceTests.fault(of: text) == Trace.Broken(line: 3, fault: fault))
  }

  @Test func `A time that goes back is refused`() {
    let entries = [2, 1].map {
      Trace.Entry(time: .milliseconds($0), slot: TraceTests.slot, frames: TraceTests.frames(roll: 0))
    }
    #expect(TraceTests.fault(of: TraceTests.text(entries)) == Trace.Broken(line: 3, fault: .time))
  }
}
