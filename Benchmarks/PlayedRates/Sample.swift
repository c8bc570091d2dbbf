import RateMeter

/// The figures of one measurement, taken from the meter before the next measurement begins.
struct Sample {
  /// The number of packets sent.
  let packets: Int
  /// The time on a processor, in ns per packet.
  let processor: Double
  /// The voluntary context switches per packet.
  let wakeups: Double
  /// The instructions in user mode per packet; nil if they cannot be counted.
  let instructions: Double?
  /// The minor faults of the whole measurement.
  let faults: Int
  /// The pads' reports per packet.
  let reports: Double
  /// The bytes of the reports per packet.
  let bytes: Double
  /// The daemon's answers per packet.
  let answers: Double
  /// The times from the sender to the reader of the pads, in ns.
  let latencies: [UInt32]

  /// The number of packets that moved no pad.
  var lost: Int { packets - latencies.count }

  /// Reads the meter for `packets` packets between two readings of the process.
  init(packets: Int, from before: meter_usage, to after: meter_usage, answers: Int) {
    let each = 1 / Double(packets)
    self.packets = packets
    processor = Double(after.processor - before.processor) * each
    wakeups = Double(after.wakeups - before.wakeups) * each
    instructions =
      after.instructions < 0 ? nil : Double(after.instructions - before.instructions) * each
    faults = Int(after.faults - before.faults)
    reports = Double(meter_reports()) * each
    bytes = Double(meter_bytes()) * each
    self.answers = Double(answers) * each
    latencies = (0..<meter_arrived()).map { meter_latency($0) }
  }
}
