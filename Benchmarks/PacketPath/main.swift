import CBaseline
import Glibc
import Model

// packet-path                      the cost of a packet beside that of a bare C loop, and the parts of that cost
// packet-path --check              exit status 1 only for an allocation; times do not count, as the machine may be busy
// packet-path --play PORT SECONDS  16 controllers at 250 Hz, for scripts/measure/resident

/// The measured settings: one player and sixteen, each kind of packet, many packets in a wake-up and a single
/// one.
///
/// The goal for the time applies to the path itself, whose cost many packets show. A wake-up for a single
/// packet adds two reads of the clock, a query for due work, and caches that the kernel has just used; its
/// cost is shown without a goal.
let settings = [
  Contest.Setting(kind: .tilt, players: 1, waiting: Contest.roundSize, goal: 500),
  Contest.Setting(kind: .tilt, players: 16, waiting: Contest.roundSize, goal: 500),
  Contest.Setting(kind: .state, players: 1, waiting: Contest.roundSize, goal: 500),
  Contest.Setting(kind: .state, players: 16, waiting: Contest.roundSize, goal: 500),
  Contest.Setting(kind: .state, players: 16, waiting: 1),
  Contest.Setting(kind: .sealed, players: 1, waiting: Contest.roundSize, goal: 1_000),
  Contest.Setting(kind: .sealed, players: 16, waiting: Contest.roundSize, goal: 1_000),
  Contest.Setting(kind: .sealed, players: 16, waiting: 1),
]

/// Returns whether allocations are counted at all; otherwise a count of zero would prove nothing.
func seesAllocations() -> Bool {
  allocations_start()
  let array = [Int](repeating: 1, count: CommandLine.arguments.count + 100)
  return allocations_stop() == 1 && array[0] == 1
}

/// Plays all contests and prints the results; returns true if all contests reach their goals.
///
/// With `isCheck`, the times have no goals. A busy machine slows both sides down, but not equally. Of up to
/// five attempts, the one with the lowest median difference therefore counts. An allocation in any attempt is
/// a failure.
func compare(rounds: Int, isCheck: Bool) throws -> Bool {
  var table = Table(
    "ns per packet", "players", "waiting", "C loop", "Tiltpad", "difference", "ratio", "allocations",
    "reports", "answers", "")
  var isGood = true
  for setting in settings {
    let contest = try Contest(setting)
    var score = Score(of: contest, rounds: rounds)
    for _ in 0..<4 where score.difference > setting.goal ?? .infinity {
      let next = Score(of: contest, rounds: rounds)
      let allocations = max(score.allocations, next.allocations)
      if next.difference < score.difference { score = next }
      score.allocations = allocations
    }
    let verdict = isCheck ? score.allocations == 0 : score.meets(setting)
    isGood = isGood && verdict
    table.add(
      setting.kind.rawValue, "\(setting.players)", "\(setting.waiting)", score.bare.text(0),
      score.tiltpad.text(0), score.difference.text(0), (score.tiltpad / score.bare).text(2),
      score.allocations.text(4), score.reports.text(2), score.answers.text(2), verdict ? "PASS" : "FAIL")
  }
  print(table.text)
  return isGood
}

/// Prints the cost of each part of the path.
func showSteps() throws {
  let material = try Step.Material()
  var table = Table("part of the path (STATE)", "ns per packet")
  for step in Step.allCases { table.add(step.rawValue, step.cost(material).text(0)) }
  print(table.text)
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("--play", 3):
  guard let port = UInt16(arguments[2]), let seconds = Int64(arguments[3]) else { exit(2) }
  try play(to: port, for: .seconds(seconds))
case (nil, _), ("--check", 1):
  precondition(seesAllocations())
  let isCheck = !arguments.isEmpty
  let isGood = try compare(rounds: isCheck ? 200 : 600, isCheck: isCheck)
  if !isCheck { try showSteps() }
  let areOthersGood = [showWalk(), showSharedPad()].allSatisfy { $0 }
  let goal = isCheck ? "" : "at most 500 ns above the C loop, 1000 if encrypted, "
  print("path: \(goal)no allocation: \(isGood && areOthersGood ? "PASS" : "FAIL")")
  exit(isGood && areOthersGood ? 0 : 1)
default:
  print("usage: packet-path [--check | --play PORT SECONDS]")
  exit(2)
}
