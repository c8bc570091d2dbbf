import Games
import Model
import Notation
import Platform

/// A process, with its game if the catalogue has it.
struct Reader {
  let number: Int
  let traits: GameTraits
  /// The game, and the mark by which it was recognised; nil if the process is no game of the catalogue.
  let found: (game: Game, mark: Game.Mark)?

  /// Examines the process `number`, and finds its game in `catalogue`; nil if there is no such process.
  init?(_ number: Int, in catalogue: GameCatalogue) {
    guard let traits = ProcessScan.traits(of: number) else { return nil }
    (self.number, self.traits, found) = (number, traits, catalogue.game(with: traits))
  }

  /// The marks by which a catalogue could recognise the process.
  private var marks: String { traits.marks.map(\.text).joined(separator: " | ") }

  /// The process as a sentence.
  var line: String {
    found.map { "\(number) is \($0.game.id), by \($0.mark.text)".visible }
      ?? "\(number) is no known game; its marks are: \(marks)".visible
  }

  /// The process as a row of a table.
  var row: [String] { ["\(number)", found?.game.id ?? "-", (found?.mark.text ?? marks).visible] }

  /// The process as a JSON object.
  var json: String {
    JSON.object([
      ("process", .integer(UInt64(number))), ("game", found.map { .string($0.game.id) } ?? .null),
      ("mark", found.map { .string($0.mark.text) } ?? .null),
      ("marks", .array(traits.marks.map { .string($0.text) })),
    ]).text
  }
}

/// The lines in which games are printed.
enum GameLines {
  /// Returns the games of `catalogue` in the order of their ids.
  static func list(_ catalogue: GameCatalogue, asJSON isJSON: Bool) -> String {
    let games = catalogue.games.values.sorted { $0.id < $1.id }
    if isJSON { return games.map { json($0) + "\n" }.joined() }
    return lines(
      [["ID", "NAME", "LAYOUT", "PROFILE", "FOR", "MATCH"]]
        + games.map { game in
          [
            game.id, game.name.visible, game.layout.isEmpty ? "-" : game.layout,
            game.profile.isEmpty ? "-" : game.profile.visible, players(of: game),
            game.marks.map { $0.text.visible }.joined(separator: " | "),
          ]
        })
  }

  /// Returns the processes below a heading, or a sentence if there are none.
  static func table(_ readers: [Reader]) -> String {
    readers.isEmpty
      ? "None of your programs has a pad open.\n" : lines([["PROCESS", "GAME", "BY"]] + readers.map(\.row))
  }

  private static func lines(_ rows: [[String]]) -> String { aligned(rows).map { $0 + "\n" }.joined() }

  static func players(of game: Game) -> String {
    game.players.map { $0.each.map { "\($0.number)" }.joined(separator: ",") } ?? "all"
  }

  private static func json(_ game: Game) -> String {
    JSON.object([
      ("id", .string(game.id)), ("name", .string(game.name)), ("layout", .string(game.layout)),
      ("profile", .string(game.profile)), ("identity", .string(game.identity)),
      ("for", .string(players(of: game))), ("match", .array(game.marks.map { .string($0.text) })),
    ]).text
  }
}
