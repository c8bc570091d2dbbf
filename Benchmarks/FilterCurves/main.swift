import Foundation

// filter-curves           measures the filters on the model hand and rewrites docs/filters.{md,csv,svg}
// filter-curves --check   fails when a value is more than 5 % worse than in docs/filters.csv
// filter-curves --tune    ranks the settings of a grid on the training seeds

/// Replaces the table between the markers of docs/filters.md.
func updateDocument(with table: String) throws {
  let path = "docs/filters.md"
  let begin = "<!-- table: written by filter-curves -->"
  let end = "<!-- end of table -->"
  let text = try String(contentsOfFile: path, encoding: .utf8)
  guard let first = text.range(of: begin), let last = text.range(of: end) else { return }
  let updated = text[..<first.upperBound] + "\n\n" + table + "\n" + text[last.lowerBound...]
  try String(updated).write(toFile: path, atomically: true, encoding: .utf8)
}

switch CommandLine.arguments.dropFirst().first {
case "--tune":
  Score.printRanking()
case "--check":
  let published = [Row](csv: try String(contentsOfFile: "docs/filters.csv", encoding: .utf8))
  let rows = Row.measure(Candidate.published, seeds: Row.testSeeds, seconds: 120)
  let regressions = rows.regressions(against: published)
  for line in regressions { print(line) }
  print("\(published.count) rows compared, \(regressions.count) values more than 5 % worse")
  exit(regressions.isEmpty && !published.isEmpty ? 0 : 1)
default:
  let rows = Row.measure(Candidate.published, seeds: Row.testSeeds, seconds: 120)
  let table = rows.markdown(of: Candidate.published)
  print(table)
  try rows.csv.write(toFile: "docs/filters.csv", atomically: true, encoding: .utf8)
  try Chart(rows: rows).svg.write(toFile: "docs/filters.svg", atomically: true, encoding: .utf8)
  try updateDocument(with: table)
}
