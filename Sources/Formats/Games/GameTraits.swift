import Notation

/// The facts about a process by which its game can be recognised (proc(5)).
public struct GameTraits: Hashable, Sendable {
  /// The marks of the process, the most reliable first.
  ///
  /// The number in Steam comes first, since with Steam Input the game reads a pad of Steam's and not
  /// Tiltpad's.
  public private(set) var marks: [Game.Mark] = []

  /// Creates the traits of a process.
  ///
  /// - Parameters:
  ///   - environment: the bytes of `/proc/PID/environ`.
  ///   - commands: the bytes of `/proc/PID/cmdline` of the process and of those that started it, the nearest first.
  ///   - groups: the text of `/proc/PID/cgroup`.
  ///   - flatpak: the bytes of `.flatpak-info` in the root of the process; empty without one.
  ///   - program: the target of the link `/proc/PID/exe`; empty if it cannot be read.
  public init(
    environment: [UInt8] = [], commands: [[UInt8]] = [], groups: String = "", flatpak: [UInt8] = [],
    program: String = ""
  ) {
    let scopes = groups.split { "/\n".contains($0) }
    let steam =
      GameTraits.words(environment).lazy.compactMap { $0.suffix(after: "SteamAppId=") }.first
      ?? commands.lazy.compactMap(GameTraits.launched).first
      ?? scopes.lazy.compactMap { $0.scope(of: "app-steam-app") }.first
    let id =
      GameTraits.application(in: flatpak) ?? scopes.lazy.compactMap { $0.scope(of: "app-flatpak-") }.first
    let name = program.split(separator: "/").last.map { $0.suffix(before: " (deleted)") ?? $0 }
    marks = [
      steam.flatMap { Game.Mark("steam:\($0)") }, id.flatMap { Game.Mark("flatpak:\($0)") },
      name.flatMap { Game.Mark("exe:\($0)") },
    ].compactMap(\.self)
  }

  /// Returns the number after `AppId=` in the command line of Steam's program `reaper`, which starts each game.
  private static func launched(by command: [UInt8]) -> Substring? {
    let words = words(command)
    guard let index = words.firstIndex(of: "SteamLaunch") else { return nil }
    return words[index...].lazy.compactMap { $0.suffix(after: "AppId=") }.first
  }

  /// Returns the id in the section `[Application]` of a Flatpak's description (flatpak-metadata(5)).
  private static func application(in bytes: [UInt8]) -> Substring? {
    for line in SettingsText.lines(of: bytes) {
      if case .setting("Application", "name", let value) = line.content { return value[...] }
    }
    return nil
  }

  /// Returns the texts in `bytes`, each of which ends with a zero byte.
  private static func words(_ bytes: [UInt8]) -> [Substring] {
    bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self)[...] }
  }
}

extension Substring {
  /// Returns the rest of a text that begins with `prefix`; nil for any other text.
  fileprivate func suffix(after prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  /// Returns the beginning of a text that ends with `suffix`; nil for any other text.
  fileprivate func suffix(before suffix: String) -> Substring? {
    hasSuffix(suffix) ? dropLast(suffix.count) : nil
  }

  /// Returns the id in a name such as `app-flatpak-ID-1234.scope` (systemd's "Desktop Environments").
  fileprivate func scope(of prefix: String) -> Substring? {
    guard let rest = suffix(after: prefix)?.suffix(before: ".scope"), let end = rest.lastIndex(of: "-") else {
      return nil
    }
    return rest[..<end]
  }
}
