import Foundation
import Gamepad
import Inputs
import Model
import Settings
import Wire

/// The parts of documents that repeat what the sources say.
enum Documents {
  private static let inputs = Dialect.all.map { dialect in
    (name: dialect.transport.name, dialect: dialect, page: "docs/inputs/\(dialect.transport.name).md")
  }

  /// The part of docs/protocol.md about the counts of a player.
  static let counts = Region(
    path: "docs/protocol.md", name: "counts",
    text: markdown(
      ["number", "name", "counter"],
      PlayerCounts.fields.enumerated().map { number, field in
        [
          "\(number)", "`\(field.name)`",
          meaning(of: field.name, in: content(of: "Sources/Core/Model/PlayerCounts.swift")),
        ]
      }))

  /// The part of docs/protocol.md about the identities of pads.
  static let identities = Region(
    path: "docs/protocol.md", name: "identities",
    text: markdown(
      ["n", "identity"],
      Identity.numberedNames.enumerated().map { number, name in
        ["\(number)", number == 0 ? "the host's choice" : "`\(name)`"]
      }))

  private static let gateways = GatewayHeader.Transport.allCases.filter {
    $0.gateway > 0 && !GatewayHeader.Transport.inputs.contains($0)
  }

  /// The part of docs/protocol.md about the transports.
  static let transports = Region(
    path: "docs/protocol.md", name: "transports",
    text: wrapped(
      "The transports are \(list(gateways)). Those of the "
        + "[inputs gateway](inputs.md) are \(list(GatewayHeader.Transport.inputs)).", width: 150))

  /// The list of inputs in the man page of the configuration.
  static let manual = Region(
    path: "docs/man/tiltpad.conf.5", name: "inputs",
    text: (["Bl -tag -width sensorserver -compact"]
      + inputs.map { "It Cm \($0.name)\n\(heading($0.page)): \(ports(of: $0.dialect.transport))" } + ["El\n"])
      .map { ".\($0)" }.joined(separator: "\n"))

  /// The table of inputs in docs/inputs.md, whose rows are those at the tops of the inputs' pages.
  static let table = Region(
    path: "docs/inputs.md", name: "inputs",
    text: markdown(
      ["input"] + cells(inputs[0].page)[0],
      inputs.map { ["[`\($0.name)`](inputs/\($0.name).md)"] + cells($0.page)[2] }))

  /// The part of docs/protocol.md about the settings that dashboards may change.
  static let knobs = Region(
    path: "docs/protocol.md", name: "settings",
    text: markdown(["n", "setting"], Knob.all.map(\.row)))

  /// The names of the identities, and what each is, in the man page of the configuration.
  static let manualIdentities = Region(
    path: "docs/man/tiltpad.conf.5", name: "identities",
    text: identityNames + ".Bl -tag -width Ds\n" + identityRows.map { "\($0)\n" }.joined() + ".El\n")

  /// The names of the identities, at the place of the man page that lists the pads one player can have.
  static let manualIdentityNames = Region(
    path: "docs/man/tiltpad.conf.5", name: "names of identities", text: identityNames)

  static let all = [
    counts, identities, transports, knobs, manual, manualIdentities, manualIdentityNames, table,
  ]

  private static let identityNames: String = {
    let names = Identity.named.map(\.name)
    return names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1]).\n"
  }()

  /// The descriptions of the identities from the first table of docs/pads.md, in lines of mdoc(7) with one sentence each.
  private static let identityRows = Identity.named.flatMap { name, _ in
    guard let row = cells("docs/pads.md").first(where: { $0[0].hasPrefix("`\(name)`") }) else {
      fatalError("docs/pads.md has no row of \(name)")
    }
    return [".It Cm \(name)", row[1].replacing("`", with: "").replacing(". ", with: ".\n")]
  }

  private static func list(_ transports: [GatewayHeader.Transport]) -> String {
    transports.map { "\($0.rawValue) \($0 == .other ? "other" : $0.title)" }.joined(separator: ", ")
  }

  /// Returns in words the ports that an input opens by default.
  private static func ports(of transport: GatewayHeader.Transport) -> String {
    let input = HeardInput(InputSettings.Input(transport))
    guard let ports = input?.ports, let first = ports.first, let last = ports.last else { return "no port" }
    let numbers =
      first == 0 ? "any UDP port" : first == last ? "UDP port \(first)" : "UDP ports \(first) to \(last)"
    return numbers + (input?.streamPort.map { " and TCP port \($0)" } ?? "")
  }

  private static func heading(_ page: String) -> Substring {
    content(of: page).prefix { $0 != "\n" }.dropFirst(2)
  }

  /// Returns the cells of all tables of a page, row by row.
  private static func cells(_ page: String) -> [[String]] {
    content(of: page).split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
      line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
}
