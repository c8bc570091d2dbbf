import Console
import Daemon
import Foundation
import Model
import Motion
import Notation
import Settings
import Testing
import Wire

@testable import Commands

@Suite struct ManualTests {
  @Test(arguments: Tiltpad.commands.map(\.name))
  func `Every option of a command is in its part of the manual`(_ name: String) throws {
    let command = try #require(Tiltpad.commands.first { $0.name == name })
    let part = try part(about: name)
    for option in command.options {
      let letter = option.letter.map { "Fl \($0) , " } ?? ""
      let value = option.value.map { (option.isValueOptional ? " Ns Op = Ns" : "") + " Ar \($0)" } ?? ""
      #expect(part.contains(".It \(letter)Fl -\(option.name)\(value)"), "--\(option.name)")
    }
  }

  @Test func `The manual has no option that a command has not`() throws {
    for command in Tiltpad.commands {
      let part = try part(about: command.name)
      #expect(part.filter { $0.hasPrefix(".It Fl ") }.count == command.options.count, "\(command.name)")
    }
  }

  @Test func `The overview has every command with the words of its help, in the order of the families`()
    throws
  {
    let overview = try lines(of: "docs/man/tiltpad.1")
    for command in Tiltpad.commands {
      let place = try #require(overview.firstIndex(of: ".It Cm \(command.name)"), "\(command.name)")
      #expect(overview[place + 1] == command.summary)
    }
    let listed = overview.filter { $0.hasPrefix(".It Cm ") }.map { String($0.dropFirst(7)) }
    #expect(try families().flatMap { $0 } == listed)
    #expect(Set(listed).count == Tiltpad.commands.count)
  }

  @Test(arguments: allKeys.map { [$0.title, $0.key.name, $0.key.form] })
  func `Every key is in its section of the manual, with its form and default`(_ key: [String]) throws {
    let part = try lines(of: "docs/man/tiltpad.conf.5", from: ".Ss \(key[0])")
    let start = try #require(part.firstIndex(of: ".It Va \(key[1])"), "\(key[1])")
    let rest = part[(start + 1)...]
    let text = rest.prefix { !$0.hasPrefix(".It Va") }.joined(separator: " ")
    #expect(text.contains(key[2]), "\(text)")
    #expect(text.contains("The default is"), "\(text)")
  }

  @Test func `Every reason to drop is in the manual`() throws {
    let part = try lines(of: "docs/man/tiltpad-monitor.1")
    for drop in Drop.allCases {
      #expect(part.contains { $0.hasSuffix("Ql \(drop.label)") || $0 == ".Ql \(drop.label) ," }, "\(drop)")
    }
  }

  @Test func `The names of the buttons and of the members of the JSON are in the manual`() throws {
    let names = try lines(of: "docs/man/tiltpad-send.1", from: ".Sh BUTTONS").joined(separator: " ")
    for button in Button.allCases.prefix(20) { #expect(names.contains(button.label), "\(button)") }
    let text = try lines(of: "docs/man/tiltpad-monitor.1").joined(separator: " ")
    let json = Players.host([Players.clocked()]).json
    for name in members(of: json) { #expect(text.contains(" \(name) "), "\(name)") }
  }

  @Test func `The members of the status are in the manual`() throws {
    let text = try part(about: "status").joined(separator: " ")
    for name in members(of: OverviewTests.full.json(Trouble([]))) {
      #expect(text.contains("Ql \(name) ") || text.contains("Va \(name) "), "\(name)")
    }
  }

  @Test(arguments: Metric.all.map(\.name))
  func `Every metric is in the manual`(_ name: String) throws {
    #expect(try part(about: "metrics").joined(separator: " ").contains("Va \(name) "))
  }

  @Test func `The configuration as installed changes nothing`() throws {
    let configuration = try Configuration(path: path("docs/tiltpad.conf"), isRequired: true)
    #expect(try lines(of: "docs/tiltpad.conf").filter(isCommentedKey).count == allKeys.count)
    expectDefaults(configuration)
    #expect(configuration.socketPath == nil)
    #expect(configuration.profile == .wheel)
  }

  @Test func `Its commented keys are the defaults too`() throws {
    let scratch = ConfigurationTests.Scratch()
    let text = try lines(of: "docs/tiltpad.conf").map { isCommentedKey($0) ? String($0.dropFirst()) : $0 }
    let file = scratch.write(text.joined(separator: "\n"), to: "a.conf")
    let configuration = try Configuration(path: file, isRequired: true)
    expectDefaults(configuration)
    #expect(configuration.socketPath == "/run/tiltpad/bridge.sock")
    var profile = configuration.profile
    #expect(abs(profile.tilt.fullLock - Profile.wheel.tilt.fullLock) < 1e-12)
    profile.tilt.fullLock = Profile.wheel.tilt.fullLock
    #expect(profile == .wheel)
  }

  private func expectDefaults(_ configuration: Configuration) {
    let defaults = Configuration()
    var (daemon, web) = (configuration.daemon, configuration.web)
    #expect(daemon.playerIdentities.values.allSatisfy { $0 == defaults.daemon.identity })
    #expect(daemon.playerMotion.values.allSatisfy { $0 == defaults.daemon.hasMotion })
    #expect(["", "/usr/share/tiltpad/web"].contains(web.folder) && [nil, 64].contains(web.guests))
    (daemon.playerIdentities, daemon.playerMotion, web.folder, web.guests) = ([:], [:], "", nil)
    // Root's file locks the settings that it contains, whatever their values are.
    daemon.dashboard.locks = []
    #expect("\(daemon)" == "\(defaults.daemon)")
    #expect("\(web)" == "\(defaults.web)")
    #expect(configuration.profileName == defaults.profileName)
    #expect(configuration.profiles.count == defaults.profiles.count)
  }

  /// Returns whether the line is a key in a comment.
  ///
  /// In prose, a blank follows the `#`; a key follows it directly.
  private func isCommentedKey(_ line: String) -> Bool {
    line.hasPrefix("#") && line.dropFirst().first?.isLetter == true
  }

  private func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../\(name)").path
  }

  /// Returns the commands of each family; the first has the name of the page.
  private func families() throws -> [[String]] {
    try lines(of: "docs/man/families").filter { !$0.hasPrefix("#") && !$0.isEmpty }.map {
      $0.split(separator: " ").map(String.init)
    }
  }

  /// Returns the part about a command on its family's page, or the page's description if it has only one command.
  private func part(about command: String) throws -> [String] {
    let family = try #require(try families().first { $0.contains(command) }, "\(command)")
    let heading = family.count == 1 ? ".Sh DESCRIPTION" : ".Ss \(command)"
    return try lines(of: "docs/man/tiltpad-\(family[0]).1", from: heading)
  }

  /// Returns the lines of a file of the repository, or only those from `heading` up to the next heading.
  private func lines(of name: String, from heading: String? = nil) throws -> [String] {
    let lines = try String(contentsOfFile: path(name), encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    guard let heading else { return lines }
    let start = try #require(lines.firstIndex(of: heading), "\(heading)")
    let part = lines[(start + 1)...]
    return Array(part.prefix { !$0.hasPrefix(".Ss") && !$0.hasPrefix(".Sh") })
  }

  /// Returns the names of all members, except for those that are counts or reasons of drops.
  private func members(of json: JSON) -> [String] {
    switch json {
    case .array(let values): values.flatMap(members)
    case .object(let entries):
      entries.flatMap { [$0.0] + (["counts", "drops"].contains($0.0) ? [] : members(of: $0.1)) }
    default: []
    }
  }
}
