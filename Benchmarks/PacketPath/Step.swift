import Gamepad
import Guards
import Model
import Motion
import Platform
import Wire

/// A part of the packet path, whose cost is measured by itself, without the kernel.
enum Step: String, CaseIterable {
  case decode = "decode: header and frames"
  case order = "order: number and window"
  case move = "smooth and map: input to report"
  case encode = "encode: report to events"

  /// The packets that every step processes: 4 s of one controller.
  struct Material {
    let datagrams: [Datagram<512>]
    let sequences: [UInt16]
    let frames: [ControllerFrames]
    let reports: [PadReport]

    init() throws {
      let controller = try Controller(token: 1, .state, port: 9)
      var now = Instant(nanoseconds: 0)
      datagrams = (0..<1_000).map { _ in
        now = now + .milliseconds(1_000 / Controller.rate)
        return controller.packet(at: now)
      }
      sequences = datagrams.map { $0.withBytes { (try? PlainHeader(parsing: $0))?.sequence ?? 0 } }
      frames = datagrams.map { datagram in
        datagram.withBytes {
          (try? ControllerFrames(parsing: $0, from: PlainHeader.size)) ?? ControllerFrames()
        }
      }
      var reports: [PadReport] = []
      Step.play(frames) { reports.append($0) }
      self.reports = reports
    }
  }

  /// Returns the median of 31 passes over `material`, in ns per packet.
  func cost(_ material: Material) -> Double {
    (0..<31).map { _ in
      let start = Clock.now()
      pass(material)
      return Double((Clock.now() - start).nanoseconds) / Double(material.frames.count)
    }.median
  }

  private func pass(_ material: Material) {
    switch self {
    case .decode: Step.decodeAll(material.datagrams)
    case .order: Step.orderAll(material.sequences)
    case .move: Step.play(material.frames) { _ in }
    case .encode: Step.encodeAll(material.reports)
    }
  }

  private static func decodeAll(_ datagrams: [Datagram<512>]) {
    var count = 0
    for datagram in datagrams {
      datagram.withBytes { bytes in
        guard (try? PlainHeader(parsing: bytes)) != nil,
          let frames = try? ControllerFrames(parsing: bytes, from: PlainHeader.size)
        else { return }
        count += frames.history.count
      }
    }
    precondition(count > datagrams.count)
  }

  private static func orderAll(_ sequences: [UInt16]) {
    var extender = SequenceExtender()
    var window = SequenceWindow()
    for sequence in sequences {
      guard case .number(let number) = extender.extend(sequence) else { preconditionFailure() }
      precondition(window.accept(number) == .newest(gap: 0))
    }
  }

  private static func play(_ frames: [ControllerFrames], _ show: (PadReport) -> Void) {
    var now = Instant(nanoseconds: 0)
    var input = ControllerInput(settings: ControllerInput.Settings(), at: now - .seconds(1))
    for frame in frames {
      now = now + .milliseconds(1_000 / Controller.rate)
      _ = input.accept(
        frame.state, history: frame.history, edges: frame.edges, arrival: .newest(gap: 0), at: now)
      while let report = input.nextReport(at: now) { show(report) }
    }
  }

  private static func encodeAll(_ reports: [PadReport]) {
    let encoder = ReportEncoder(identity: .xbox360)
    var batch = Batch()
    var shown = PadReport.neutral
    for report in reports {
      encoder.encode(report, after: shown, into: &batch)
      precondition(!batch.isEmpty)
      shown = report
    }
  }
}
