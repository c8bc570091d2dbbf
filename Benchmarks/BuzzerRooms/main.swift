import Foundation
import Impairment
import QuizRoom

// buzzer-rooms           prints the tables of docs/buzzer.md
// buzzer-rooms --write   writes them there
// buzzer-rooms --check   fails when the tables there differ, or when in 100,000 rounds a player wins who was not first

let path = "docs/buzzer.md"
let marks = ("<!-- tables: written by buzzer-rooms -->\n\n", "\n<!-- end of tables -->")

/// Returns the present text of the document, and the text with `tables` between the marks.
func document(with tables: String) throws -> (before: String, after: String) {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  guard let first = text.range(of: marks.0), let last = text.range(of: marks.1) else {
    print("\(path) has no marks around its tables")
    exit(1)
  }
  return (text, String(text[..<first.upperBound] + tables + text[last.lowerBound...]))
}

/// Returns a random lead of the first press over the second, in ms.
///
/// Three of four leads are below 4 ms, which is hard to judge. The others are up to 80 ms, so that some can
/// be judged even in unsymmetrical networks.
@Sendable func lead(_ dice: inout Random) -> Milliseconds {
  dice.unit() < 0.75 ? 4 * dice.unit() : 80 * dice.unit()
}

/// Plays 100,000 rounds and returns the faults that were found.
func mass() async -> [String] {
  let rooms = Seat.rooms.flatMap { room in (0..<10 as Range<UInt64>).map { (room.name, room.seats, $0) } }
  let played = await concurrently(rooms) { name, seats, part in
    (
      name,
      Verdicts.measure(seats, rooms: part * 50..<(part + 1) * 50, rounds: 19, believes: part < 2, lead: lead)
    )
  }
  var (faults, all) = ([String](), Verdicts())
  for (name, _) in Seat.rooms {
    let verdicts = played.filter { $0.0 == name }.map(\.1).reduce(Verdicts(), +)
    all = all + verdicts
    if verdicts.wrong > 0 { faults.append("\(name): \(verdicts.wrong) won who were not first") }
    if verdicts.decided * 20 < verdicts.rounds {
      faults.append("\(name): only \(verdicts.decided) of \(verdicts.rounds) decided")
    }
  }
  // The rounds must be hard enough: judges that do not use bounds must judge some of them wrongly.
  let others = [all.rounds - all.rightByArrival, all.rounds - all.rightByMedian, 5 * all.wrongByBelief]
  if others.contains(where: { $0 < all.rounds / 100 }) {
    faults.append("the rounds are too easy: others judge them as well")
  }
  if all.rounds < 100_000 { faults.append("only \(all.rounds) rounds") }
  print(
    "rooms: \(all.rounds) rounds, \(all.decided) decided, \(all.wrong) of them wrong; without bounds "
      + "\(all.wrongByBelief) wrong of a fifth, by median \(all.rounds - all.rightByMedian), by arrival "
      + "\(all.rounds - all.rightByArrival)")
  return faults
}

let (tables, slow) = await Report.make()
switch CommandLine.arguments.dropFirst().first {
case "--check":
  let (before, after) = try document(with: tables)
  let stale =
    before == after ? [] : ["\(path) has other tables: buzzer-rooms --write, and read the difference"]
  let faults = stale + slow + (await mass())
  for fault in faults { print(fault) }
  exit(faults.isEmpty ? 0 : 1)
case "--write":
  try document(with: tables).after.write(toFile: path, atomically: true, encoding: .utf8)
default:
  print(tables, terminator: "")
}
