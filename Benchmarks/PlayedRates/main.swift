import Foundation
import Notation
import RateMeter

// played-rates --folder FOLDER [options]   Tiltpad beside a bare daemon, at the rates at which people play; scripts/measure/rates
//                                         makes the folder and explains the options

/// Prints `text` on standard error.
func tell(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

/// Plays all rounds of `setting`, in which the daemons take turns.
func play(_ setting: Setting, in workshop: Workshop, _ options: Options, cores: Int) throws -> Score {
  var score = Score(setting)
  let contenders = try Side.allCases.map { try Contender($0, setting, in: workshop, options) }
  for _ in 0..<options.rounds {
    for (side, contender) in zip(Side.allCases, contenders) {
      score.add(try contender.turn(for: options.seconds, cores: cores), of: side)
    }
  }
  tell(
    String(
      format: "%@: ratio %.2f, %.2f wake-ups a packet, p99 under load %.0f µs", setting.name, score.ratio,
      score.median(.tiltpad, \.wakeups),
      score.latencies(.tiltpad, isLoaded: true).rank(0.99) / 1_000))
  return score
}

/// Measures all settings and prints the results; returns whether every goal is met.
func measure(_ options: Options) throws -> Bool {
  let workshop = try Workshop(options)
  let cores = ProcessInfo.processInfo.activeProcessorCount
  meter_hurry()
  let scores = try options.settings.map { try play($0, in: workshop, options, cores: cores) }
  let conditions =
    "\(cores) cores, \(options.rounds) rounds of \(options.seconds) s, and \(options.seconds / 2) s under load; players "
    + (options.isAtOnce ? "all at once" : "evenly spread")
    + "; daemons, sender and reader \(meter_is_hurried() == 1 ? "with" : "without") real-time priority."
  let report = Report(scores: scores, conditions: conditions)
  let goals = Goal.all(scores)
  let verdict = goals.allSatisfy { $0.missed == 0 }
  let lines = ["goals:"] + goals.map { "  \($0.text)" }
  let last =
    "rates: \(goals.count { $0.missed == 0 }) of \(goals.count) goals met in \(scores.count) settings; "
    + String(format: "ratio up to %.2f, wake-ups up to %.2f, ", goals[0].greatest, goals[1].greatest)
    + String(format: "under load p99 up to %.2f ms and worst %.2f ms: ", goals[2].greatest, goals[3].greatest)
    + (verdict ? "PASS" : "FAIL")
  if options.isJSON {
    print(report.json(goals).text)
    tell((lines + [last]).joined(separator: "\n"))
  } else {
    print(report.tables)
    print((lines + [last]).joined(separator: "\n"))
  }
  return verdict
}

guard let options = Options(CommandLine.arguments.dropFirst()) else {
  tell(
    """
    usage: played-rates --folder FOLDER [--quick] [--rate HZ]... [--players COUNT]... [--plain | --encrypted]
             [--at-once] [--rounds COUNT] [--seconds SECONDS] [--json] [--programs FOLDER]
    """)
  exit(2)
}
do {
  exit(try measure(options) ? 0 : 1)
} catch {
  tell("played-rates: \(error)")
  exit(2)
}
