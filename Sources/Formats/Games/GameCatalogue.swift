import Layouts
import Model
public import Notation

/// The known games by their ids.
///
/// Files are read one after the other. A game in a later file replaces the whole game of the same id, and
/// takes over its marks from other games.
public struct GameCatalogue: Sendable {
  /// A line that has no effect, or a file with too many games.
  public struct Fault: Hashable, Sendable {
    /// The number of the line, counted from 1.
    public var line: Int
    /// The reason for refusing the line.
    public var reason: Reason
  }

  /// The reasons for refusing a line.
  public enum Reason: Hashable, Sendable {
    /// The line does not follow the format; the number is the column, counted in characters from 1.
    case format(SettingsText.Fault, column: Int)
    /// The section is not `[game ID]`.
    case section(String)
    /// There is no such key.
    case key(String)
    /// The value of the key with the name `key` is malformed.
    case value(key: String)
    /// The catalogue has no room for all games of the file; the line is the file's last.
    case full
  }

  /// The maximum number of games.
  public static let limit = 512

  /// The games by their ids.
  public private(set) var games: [String: Game] = [:]
  private var owners: [Game.Mark: String] = [:]

  /// Creates an empty catalogue.
  public init() {}

  /// Adds the games of a file with these lines; returns the lines that have no effect.
  public mutating func read(_ lines: [SettingsText.Line]) -> [Fault] {
    var (found, order, faults): ([String: Game], [String], [Fault]) = ([:], [], [])
    for line in lines {
      var reason: Reason?
      switch line.content {
      case .fault(let fault, let column): reason = .format(fault, column: column)
      case .section(let section):
        if let id = GameCatalogue.id(of: section) {
          if found[id] == nil { (found[id], order) = (Game(id), order + [id]) }
        } else {
          reason = .section(section)
        }
      case .setting(let section, let key, let value):
        // A refused section has been reported at its own line.
        if let id = GameCatalogue.id(of: section) { reason = found[id, default: Game(id)].set(key, value) }
      }
      if let reason { faults.append(Fault(line: line.number, reason: reason)) }
    }
    let refused = order.filter { !add(found[$0, default: Game($0)]) }
    return refused.isEmpty ? faults : faults + [Fault(line: lines.last?.number ?? 1, reason: .full)]
  }

  /// Returns the game with the first mark of `traits` that belongs to a game, and this mark.
  public func game(with traits: GameTraits) -> (game: Game, mark: Game.Mark)? {
    traits.marks.lazy.compactMap { mark in owners[mark].flatMap { games[$0] }.map { ($0, mark) } }.first
  }

  /// Adds a game; returns false if there is no room.
  private mutating func add(_ game: Game) -> Bool {
    guard games[game.id] != nil || games.count < GameCatalogue.limit else { return false }
    owners = owners.filter { $0.value != game.id }
    for mark in game.marks { owners[mark] = game.id }
    games[game.id] = game
    return true
  }

  private static func id(of section: String) -> String? {
    let words = section.split(separator: " ").map(String.init)
    return words.count == 2 && words[0] == "game" && LayoutFile.isID(words[1]) ? words[1] : nil
  }
}

extension Game {
  /// Sets the property `key`; returns the reason why it cannot be set, or nil.
  fileprivate mutating func set(_ key: String, _ value: String) -> GameCatalogue.Reason? {
    switch key {
    case "name":
      guard value.utf8.count <= Game.longestName else { return .value(key: key) }
      name = value
    case "match":
      let found = value.split(separator: "|" as Character, omittingEmptySubsequences: false).map {
        Mark($0.trimmed)
      }
      guard (1...Game.mostMarks).contains(found.count), !found.contains(nil) else { return .value(key: key) }
      marks = found.compactMap(\.self)
    case "layout":
      guard LayoutFile.isID(value) else { return .value(key: key) }
      layout = value
    case "profile":
      guard (1...Game.longestProfile).contains(value.utf8.count) else { return .value(key: key) }
      profile = value
    case "identity":
      guard LayoutFile.isID(value) else { return .value(key: key) }
      identity = value
    case "for":
      if value == "all" {
        players = nil
      } else {
        let words = value.split(separator: "," as Character, omittingEmptySubsequences: false)
        let slots = words.compactMap { Int($0.trimmed).flatMap(PlayerSlot.init(number:)) }
        guard !slots.isEmpty, slots.count == words.count else { return .value(key: key) }
        players = slots.reduce(into: PlayerSlots()) { $0.formUnion(PlayerSlots($1)) }
      }
    default: return .key(key)
    }
    return nil
  }
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmed: Substring {
    let rest = drop { $0 == " " || $0 == "\t" }
    return rest.prefix(
      upTo: rest.lastIndex { $0 != " " && $0 != "\t" }.map(rest.index(after:)) ?? rest.startIndex)
  }
}
