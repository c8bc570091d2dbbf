import Console
import Games
import Notation
import Platform

/// The files of the catalogue of games.
enum GameFiles {
  /// The directories of the catalogue; a game in a later directory replaces the game with the same id in an
  /// earlier one.
  static var directories: [String] {
    let own = Surroundings.ownDirectory("XDG_CONFIG_HOME", orInHome: ".config").map { "\($0)/tiltpad/games" }
    return [shared, "/etc/tiltpad/games"] + (own.map { [$0] } ?? [])
  }

  /// The directory of the games that come with Tiltpad: next to the installed program, or else in `/usr/share`.
  private static var shared: String {
    let beside = Surroundings.program.flatMap { program in
      program.hasSuffix("/bin/tiltpad")
        ? "\(program.dropLast("/bin/tiltpad".count))/share/tiltpad/games" : nil
    }
    return beside.flatMap { FileContents.exists($0) ? $0 : nil } ?? "/usr/share/tiltpad/games"
  }

  /// Reads the `*.conf` files in `directories`, by default all of the catalogue's.
  ///
  /// Returns the games, and a text about each line that has no effect.
  ///
  /// - Throws: a failure if a directory or a file cannot be read.
  static func read(_ directories: [String]? = nil) throws(Failure) -> (games: GameCatalogue, faults: [String])
  {
    var (catalogue, faults) = (GameCatalogue(), [String]())
    for directory in directories ?? GameFiles.directories {
      for path in try ConfigurationFiles.dropIns(in: directory) {
        let lines = try ConfigurationFiles.lines(of: path)
        faults += catalogue.read(lines).map { "\(path):\($0.line): \($0.reason.words)" }
      }
    }
    return (catalogue, faults)
  }
}

extension GameCatalogue.Reason {
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .format(let fault, let column): fault.words(at: column)
    case .section(let name):
      "[\(name)] is not [game ID], with an ID of lower-case letters, digits and hyphens"
    case .key(let key): "there is no key \(key) in [game]"
    case .value(let key): "\(key) is not \(GameCatalogue.forms[key, default: "a value of this key"])"
    case .full: "the catalogue has no room for more than \(GameCatalogue.limit) games"
    }
  }
}

extension GameCatalogue {
  /// The forms of the values of the keys.
  fileprivate static let forms = [
    "name": "a name of at most 128 bytes",
    "match": "1 to \(Game.mostMarks) of steam:NUMBER, flatpak:ID and exe:NAME, separated by |",
    "layout": "the id of a layout",
    "profile": "the name of a profile, of at most 40 bytes",
    "identity": "the name of an identity, such as xbox360",
    "for": "all, or numbers of players from 1 to 16, separated by commas",
  ]
}
