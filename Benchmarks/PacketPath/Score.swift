import CBaseline
import Model
import Platform
import Wire

/// The result of a contest.
struct Score {
  /// The median time of the bare loop over all rounds, in ns per packet.
  var bare: Double
  /// The median time of Tiltpad over all rounds, in ns per packet.
  var tiltpad: Double
  /// The median over all rounds of Tiltpad's time minus that of the bare loop, in ns per packet.
  var difference: Double
  /// The calls of malloc(3) and its relatives per packet.
  var allocations: Double
  /// The reports per packet.
  var reports: Double
  /// The acknowledgements per packet.
  var answers: Double

  /// Returns whether the result meets the goals of `setting`.
  func meets(_ setting: Contest.Setting) -> Bool {
    allocations == 0 && difference <= setting.goal ?? .infinity
  }

  /// Plays `rounds` rounds, in each of which both sides drain the same packets.
  ///
  /// The side that begins changes from round to round.
  init(of contest: Contest, rounds: Int) {
    var bare: [Double] = []
    var tiltpad: [Double] = []
    bare.reserveCapacity(rounds)
    tiltpad.reserveCapacity(rounds)
    var allocations: UInt64 = 0
    let reports = contest.reports
    for round in 0..<rounds {
      let parts = contest.round()
      if round % 2 == 0 { bare.append(Score.time(parts, contest, contest.drainBare)) }
      allocations_start()
      tiltpad.append(Score.time(parts, contest, contest.drain))
      allocations += allocations_stop()
      if round % 2 == 1 { bare.append(Score.time(parts, contest, contest.drainBare)) }
    }
    let packets = Double(rounds * Contest.roundSize)
    self.bare = bare.median
    self.tiltpad = tiltpad.median
    difference = zip(bare, tiltpad).map { $1 - $0 }.median
    self.allocations = Double(allocations) / packets
    self.reports = Double(contest.reports - reports) / packets
    answers = contest.answersPerPacket
  }

  /// Returns the time of `drain` per packet of `parts`, in ns; the time for sending them is not measured.
  private static func time(
    _ parts: [[Datagram<512>]], _ contest: Contest, _ drain: () -> Void
  ) -> Double {
    var total: Int64 = 0
    for part in parts {
      contest.send(part)
      let start = Clock.now()
      drain()
      total += (Clock.now() - start).nanoseconds
    }
    return Double(total) / Double(Contest.roundSize)
  }
}

extension [Double] {
  /// The median; the upper one of two middle values.
  var median: Double { sorted()[count / 2] }
}
