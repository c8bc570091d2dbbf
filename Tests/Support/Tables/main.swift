import Foundation
import Gamepad
import Inputs
import Model
import Settings
import Wire

// tables           prints the files and documents that repeat what the sources say
// tables --write   writes them
// tables --check   fails if one of them differs

let command = "swift run tables --write"
let origin = "The numbers of docs/protocol.md and their names, written by `\(command)`."
let axes: [NumberMeaning.Axis] = [.leftX, .leftY, .rightX, .rightY]
let triggers: [NumberMeaning.Axis] = [.leftTrigger, .rightTrigger]
let buttons: [(word: String, button: Button)] = Button.allCases.compactMap { button in
  button.word.map { ($0, button) }
}
let switches = zip(triggers, [Button.leftTrigger, .rightTrigger]).map { (word: $0.rawValue, button: $1) }
let modes = Table(Mode.allCases.map(\.label))
let counts = Table(PlayerCounts.fields.map(\.name))
let frames = StatusFrame.allCases.map { frame in
  "\(frame.rawValue): [\"\(frame)\", \(frame.layout.fixed), \(frame.layout.part)]"
}

let page = [
  "// \(origin)\n",
  Table(rows: buttons.map { ($0.word.uppercased(), Int($0.button.rawValue)) }).script("BUTTONS"),
  Table(axes.map(\.rawValue)).script("AXES"),
  Table(triggers.map { $0.rawValue.uppercased() }).script("TRIGGERS"),
  modes.script("MODES"), Table(RoundPhase.self).script("PHASES"),
  "/** The code of CTRL that reports the mode. */\nexport const MODE = \(ControlMessage.Code.mode.rawValue);",
  "/** The code of CTRL that reports a controller's abilities with forces. */\nexport const FORCE = \(ControlMessage.Code.force.rawValue);",
  "export const TEAMS = \(Team.limit);",
]

let dashboard = [
  "// \(origin)\n",
  Table(Drop.self).script("DROPS"),
  Table(GatewayHeader.Transport.allCases.map(\.title)).script("TRANSPORTS"),
  Table(AdmissionPolicy.self).script("POLICIES"), Table(SilencePhase.self).script("SILENCES"),
  Table(SharePreset.allCases.map(\.label)).script("PRESETS"),
  counts.script("COUNTS"), Table(LocalMessageKind.self).script("MESSAGE"),
  "/** The status frames by their types: name, size of the fixed part, and of each repeated part. */",
  block("export const STATUS = {", frames, "};", indent: 2),
  "export const VERSION = \(Watch.currentVersion);", "export const SLOTS = \(PlayerSlot.limit);",
  "export const BINS = \(DelayCounts.count);", "export const FIRST_APP = \(Mode.firstOfOthers);",
]

let check = [
  "// The columns of docs/phones.md's table and their limits, written by `\(command)`.\n",
  Table(CheckRow.columns.map(\.0)).script("COLUMNS"), Table(CheckRow.columns.map(\.1)).script("HEADINGS"),
  "export const LONGEST = \(CheckRow.longest);",
]

let knobs = [
  "// The settings that dashboards may change, written by `\(command)`.\n",
  "/** The settings by number: the key, the scope, and either the words of the values, or minimum, maximum, decimal places, unit, and the word for −1. */",
  "export const KNOBS = [\n\(Knob.all.map { "  \($0.script)," }.joined(separator: "\n"))\n];",
]

let tests = [
  "\"\"\"\(origin)\"\"\"\n\nimport enum\n",
  Table(Drop.self).python("Drop"), Table(GatewayHeader.Transport.self, name: \.name).python("Transport"),
  modes.python("Mode"), Table(RoundPhase.self).python("RoundPhase"),
  Table(["automatic": StageStatus.Flags.automatic, "tie": .tie, "midpoint": .midpoint, "shared": .shared])
    .python("RoundFlag"),
  Table(["clock": PressDoubts.clock, "time": .time, "stalled": .stalled]).python("Doubt"),
  Table(AdmissionPolicy.self).python("Policy"), Table(SilencePhase.self).python("Silence"),
  Table(PeerState.self).python("PeerState"), Table(Refusal.self).python("Refusal"),
  block("PRESETS = [", SharePreset.allCases.map { "\"\($0.label)\"" }, "]", indent: 4),
  block("IDENTITIES = [", Identity.numberedNames.map { "\"\($0)\"" }, "]", indent: 4),
  Table(Button.self) { button in (buttons + switches).first { $0.button == button }?.word ?? "\(button)" }
    .python("Button"),
  counts.python("Count"), Table(LocalMessageKind.self).python("Message"),
  Table([
    "status": Watch.Topics.status, "trace": .trace, "peers": .peers, "messages": .messages, "stage": .stage,
    "reports": .reports,
  ]).python("Topic"),
  Table(StatusFrame.self).python("StatusFrame"), Table(LocalOrder.Verb.self).python("Verb"),
  Table(LocalAnswer.Result.self).python("Result"),
  "KNOBS = [\n\(Knob.all.map { "    \($0.python)," }.joined(separator: "\n"))\n]",
  "SLOTS = \(PlayerSlot.limit)", "VERSION = \(Watch.currentVersion)",
]

let ports = Dialect.all.compactMap { dialect in
  let input = HeardInput(InputSettings.Input(dialect.transport))
  return input?.ports.first.flatMap { port in
    port > 0 ? "    .\(dialect.transport): (\(port), \(input?.streamPort != nil))," : nil
  }
}
let usualPorts =
  [
    "import Settings\nimport Wire\n\nextension InputSettings.Input {",
    "  /// The first UDP port of each transport that opens one, and whether the transport also has the TCP port of that number.",
    "  ///\n  /// `\(command)` writes the table.",
    "  static let usualPorts: [GatewayHeader.Transport: (number: UInt16, isStream: Bool)] = [",
  ] + ports + ["  ]\n}"]

let tables = [
  ("Sources/Programs/Commands/Configuration/UsualPorts.swift", usualPorts),
  ("web/tables.js", page), ("web/dashboard/tables.js", dashboard), ("web/dashboard/knobs.js", knobs),
  ("web/check/tables.js", check),
  ("Tests/Support/tables.py", tests),
]
.map { (path: $0, text: $1.joined(separator: "\n") + "\n") }
let documents = Dictionary(grouping: Documents.all, by: \.path).map { path, regions in
  (path: path, text: regions.reduce(content(of: path)) { $1.written(into: $0) })
}
let manual = content(of: "docs/man/tiltpad.conf.5")
let files = tables + documents + [(path: "docs/tiltpad.conf", text: ExampleSettings(manual: manual).text)]

switch CommandLine.arguments.dropFirst().first {
case "--write":
  for (path, text) in files { try text.write(toFile: path, atomically: true, encoding: .utf8) }
case "--check":
  let stale = files.filter { (try? String(contentsOfFile: $0.path, encoding: .utf8)) != $0.text }
  for (path, _) in stale { print("\(path) differs from its sources: \(command)") }
  exit(stale.isEmpty ? 0 : 1)
default:
  for (path, text) in files { print("\(path):\n\n\(text)") }
}
