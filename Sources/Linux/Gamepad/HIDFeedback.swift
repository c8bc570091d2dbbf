public import Model

/// The force feedback and the light that games request from a pad, decoded from their output reports.
public struct HIDFeedback: Sendable {
  private let output: HIDDevice.Output
  private var wanted = PadFeedback.rest
  private var begin = Instant(nanoseconds: .min)
  private var end = Instant.distantFuture

  /// Creates feedback for `device`, with the motors at rest and without a light.
  public init(_ device: HIDDevice) {
    output = device.output
  }

  /// Decodes the output report `bytes`, its number first, which arrived at `now`; a malformed report is ignored.
  public mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
    guard bytes.count >= output.size, bytes[0] == output.number else { return }
    let report = bytes.extracting(first: output.size)
    if let seed = output.seed, !Checksum.fits(report, seed: seed) { return }
    guard let form = output.forms.first(where: { $0.fits(report) }) else { return }
    let block = report.extracting(form.start...)
    applyMotors(block, at: now)
    if let light = output.light, block[light.flag.offset] & light.flag.bits != 0 {
      let first = light.offset
      wanted.light = PadFeedback.Light(red: block[first], green: block[first + 1], blue: block[first + 2])
    }
  }

  private mutating func applyMotors(_ block: Span<UInt8>, at now: Instant) {
    let isAtRest = !output.restless.isEmpty && output.restless.allSatisfy { block[$0] == 0 }
    let (strong, weak) = (output.strong.counts(in: block), output.weak.counts(in: block))
    if isAtRest || strong { wanted.strong = isAtRest ? 0 : strength(block[output.strong.offset]) }
    if isAtRest || weak { wanted.weak = isAtRest ? 0 : strength(block[output.weak.offset]) }
    guard let timing = output.timing, strong || weak else { return }
    begin = now + .milliseconds(10 * Int64(block[timing.delay]))
    end = begin + .milliseconds(10 * Int64(block[timing.duration]) * (Int64(block[timing.repeats]) + 1))
  }

  private func strength(_ value: UInt8) -> UInt16 {
    UInt16(min(UInt32(value), output.full) * UInt32(UInt16.max) / output.full)
  }

  /// Returns the force feedback and the light that games request at `now`.
  public func feedback(at now: Instant) -> PadFeedback {
    begin <= now && now < end ? wanted : PadFeedback(light: wanted.light)
  }

  /// Returns the next time after `now` at which ``feedback(at:)`` changes without a report, or `.distantFuture`.
  public func nextChange(after now: Instant) -> Instant {
    now < begin ? begin : now < end ? end : .distantFuture
  }
}

extension HIDDevice.Form {
  fileprivate func fits(_ report: Span<UInt8>) -> Bool {
    mark.map { report[$0.offset] == $0.bits } ?? true
  }
}

extension HIDDevice.Motor {
  fileprivate func counts(in block: Span<UInt8>) -> Bool {
    flags.contains { block[$0.offset] & $0.bits != 0 }
  }
}
