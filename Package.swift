// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is held to the same rules; see CONTRIBUTING.md.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// The Swift targets of the folder Sources/`name`, each with what it uses: targets above it, never below (docs/architecture.md).
func layer(_ name: String, _ targets: KeyValuePairs<String, [Target.Dependency]>) -> [Target] {
  targets.map { target, uses in
    .target(name: target, dependencies: uses, path: "Sources/\(name)/\(target)", swiftSettings: strict)
  }
}

/// A program of Sources/Programs.
func program(_ name: String, uses: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: uses, path: "Sources/Programs/\(name)", swiftSettings: strict)
}

/// A shim in C for Swift, in the folder Sources/C.
func shim(_ name: String, uses: [Target.Dependency] = [], links: [LinkerSetting] = []) -> Target {
  .target(name: name, dependencies: uses, path: "Sources/C/\(name)", linkerSettings: links)
}

/// The tests of the target `name`; `uses` names what else they import.
func unitTests(_ name: String, uses: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + uses, path: "Tests/Unit/\(name)Tests",
    swiftSettings: strict)
}

/// A program in which libFuzzer calls Tests/Fuzz/`name`.
func fuzzer(_ name: String, uses: [Target.Dependency]) -> Target {
  .executableTarget(
    name: "Fuzz\(name)", dependencies: ["Fuzzing"] + uses, path: "Tests/Fuzz/\(name)", swiftSettings: strict)
}

/// A C library of the system, found by pkg-config.
func library(_ name: String, pkgConfig: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig)
}

// The layers from the lowest to the highest.

let c = [
  library("Clibevdev", pkgConfig: "libevdev"),
  library("Clibqrencode", pkgConfig: "libqrencode"),
  library("Clibsodium", pkgConfig: "libsodium"),
  library("Clibsqlite3", pkgConfig: "sqlite3"),
  library("Clibssl", pkgConfig: "openssl"),
  library("Clibsystemd", pkgConfig: "libsystemd"),
  library("Clibudev", pkgConfig: "libudev"),
  library("Clibz", pkgConfig: "zlib"),
  shim("CLinux"),
  shim("CEvdev", uses: ["Clibevdev"]),
  shim("CUhid"),
  shim("CUdev", uses: ["Clibudev"]),
  shim("CBus", uses: ["Clibsystemd"]),
  shim("CAvahi", uses: ["CBus"]),
  shim("CGameMode", uses: ["CBus"]),
  shim("CTLS", uses: ["Clibssl"]),
  shim("CSHA1", uses: ["Clibssl"]),
  // The library's flags in pkg-config are such as SwiftPM refuses.
  shim("CRTC", uses: ["Clibssl"], links: [.linkedLibrary("usrsctp")]),
]

let core = layer(
  "Core",
  [
    "Model": [],
    "Cryptography": ["Clibsodium"],
    "Wire": ["Model"],
    "Guards": ["Model"],
    "Motion": ["Model"],
    "Sharing": ["Model"],
    "Forces": ["Model"],
    "Modes": ["Model"],
    "Buzzer": ["Model"],
    "Channel": ["Model", "Cryptography", "Wire", "Guards"],
    "Room": ["Model", "Wire", "Guards", "Modes", "Buzzer"],
    "Bridge": ["Model", "Cryptography", "Wire", "Guards", "Motion", "Channel"],
    "Engine": [
      "Model", "Cryptography", "Wire", "Sharing", "Buzzer", "Channel", "Room", "Bridge",
    ],
  ])

let formats = layer(
  "Formats",
  [
    "Notation": ["Model"],
    "HTTP": [],
    "WebSocket": ["CSHA1", "Wire", "HTTP"],
    "STUN": ["CSHA1", "Model", "Cryptography", "Wire"],
    "Dialects": ["Model", "Wire", "Notation"],
    "Layouts": ["Model", "Notation"],
    "Games": ["Model", "Notation", "Layouts"],
    "QR": ["Clibqrencode"],
    "Deflate": ["Clibz"],
  ])

let libraries = layer(
  "Libraries",
  [
    "TiltpadClient": ["Model", "Cryptography", "Wire", "Channel"],
    "TiltpadHost": ["Model", "Cryptography", "Wire", "Motion", "Channel", "Bridge"],
    "Impairment": ["Model", "Wire"],
  ])

let linux = layer(
  "Linux",
  [
    "Platform": ["Clibsystemd", "CLinux", "Model"],
    "Local": ["Model", "Wire", "Platform"],
    "Store": ["Clibsqlite3", "Model", "Cryptography", "Wire", "Buzzer", "Platform"],
    "Discovery": ["CAvahi", "Model", "Wire", "Guards", "Platform"],
    "GameMode": ["CGameMode", "Model", "Platform"],
    "Gamepad": ["CEvdev", "CUhid", "CUdev", "Model", "Forces", "Platform"],
  ])

let gateways = layer(
  "Gateways",
  [
    "Settings": ["Model", "Wire", "Notation", "Dialects"],
    "Inputs": ["Model", "Wire", "Guards", "WebSocket", "Dialects", "TiltpadClient", "Settings"],
    "InputGateway": ["Model", "Wire", "Guards", "Platform", "Local", "Discovery", "Settings", "Inputs"],
    "Pages": [
      "Model", "Cryptography", "Wire", "Guards", "Sharing", "Notation", "HTTP", "WebSocket", "STUN", "QR",
      "Layouts", "Games",
    ],
    "Web": [
      "CTLS", "CRTC", "Model", "Cryptography", "Wire", "Guards", "STUN", "Dialects", "Deflate", "Platform",
      "Local", "Settings", "Pages",
    ],
  ])

let commands = layer(
  "Programs",
  [
    "Handset": [
      "Model", "Cryptography", "Wire", "Channel", "Notation", "TiltpadClient", "Impairment", "Platform",
    ],
    "Console": ["CLinux", "Model", "Platform", "Settings"],
    "Daemon": [
      "Model", "Cryptography", "Wire", "Guards", "Motion", "Forces", "Buzzer", "Room", "Bridge", "Engine",
      "Platform", "Store", "Discovery", "Gamepad",
    ],
    "Commands": [
      "Model", "Cryptography", "Wire", "Guards", "Motion", "Forces", "Buzzer", "Channel", "Room", "Bridge",
      "Notation",
      "HTTP", "Dialects", "Layouts", "Games", "QR", "TiltpadClient", "Impairment", "Platform", "Local",
      "Store",
      "Discovery", "GameMode", "Gamepad", "Settings", "Handset", "Console", "Daemon",
    ],
  ])

let programs = [
  program("tiltpad", uses: ["Platform", "Commands"]),
  program("tiltpad-web", uses: ["Model", "Platform", "Local", "Settings", "Web", "Console"]),
  program("tiltpad-inputs", uses: ["Model", "Platform", "Settings", "InputGateway", "Console"]),
]

let benchmarks: [Target] = [
  .target(
    name: "HandModel", dependencies: ["Model", "Motion", "Impairment"], path: "Benchmarks/HandModel",
    swiftSettings: strict),
  .executableTarget(
    name: "filter-curves", dependencies: ["HandModel", "Model", "Motion"], path: "Benchmarks/FilterCurves",
    swiftSettings: strict),
  .target(
    name: "QuizRoom", dependencies: ["Buzzer", "Model", "Guards", "Impairment", "TestSupport"],
    path: "Benchmarks/QuizRoom",
    swiftSettings: strict),
  .executableTarget(
    name: "buzzer-rooms", dependencies: ["Buzzer", "Model", "QuizRoom", "Impairment", "TestSupport"],
    path: "Benchmarks/BuzzerRooms", swiftSettings: strict),
  .target(name: "CBaseline", dependencies: ["Clibsodium"], path: "Benchmarks/CBaseline"),
  .executableTarget(
    name: "page-load", dependencies: ["Clibssl", "Clibz", "CRTC", "CSHA1"], path: "Benchmarks/PageLoad",
    exclude: ["channels.py"]),
  .target(name: "RateMeter", path: "Benchmarks/RateMeter"),
  .target(
    name: "Played", dependencies: ["Model", "Cryptography", "Wire", "Channel", "Platform", "Store"],
    path: "Benchmarks/Played",
    swiftSettings: strict),
  .target(name: "SoakPads", path: "Benchmarks/SoakPads"),
  .executableTarget(
    name: "soak-load",
    dependencies: [
      "SoakPads", "Played", "Model", "Buzzer", "Notation", "Cryptography", "Wire", "TiltpadClient",
      "Platform",
      "Store",
    ], path: "Benchmarks/SoakLoad", swiftSettings: strict),
  .executableTarget(name: "bare-daemon", dependencies: ["Clibsodium"], path: "Benchmarks/BareDaemon"),
  .executableTarget(
    name: "played-rates",
    dependencies: [
      "RateMeter", "Played", "Model", "Notation", "Cryptography", "Wire", "Channel", "TiltpadClient",
      "Platform", "TestSupport",
    ], path: "Benchmarks/PlayedRates", swiftSettings: strict),
  .executableTarget(
    name: "packet-path",
    dependencies: [
      "CBaseline", "Model", "Cryptography", "Wire", "Motion", "Guards", "Modes", "Sharing", "Channel",
      "Bridge",
      "Engine", "TiltpadClient",
      "Platform", "Gamepad", "Daemon", "TestSupport",
    ], path: "Benchmarks/PacketPath", swiftSettings: strict),
  .executableTarget(
    name: "seal-path",
    dependencies: ["CBaseline", "Channel", "Cryptography", "Model", "Platform", "Wire"],
    path: "Benchmarks/SealPath", swiftSettings: strict),
]

let tests: [Target] = [
  .executableTarget(
    name: "tables", dependencies: ["Model", "Wire", "Gamepad", "Settings", "Inputs"],
    path: "Tests/Support/Tables", swiftSettings: strict),
  .target(
    name: "Messages", dependencies: ["Dialects", "Notation", "Wire"], path: "Tests/Support/Messages",
    swiftSettings: strict),
  .executableTarget(
    name: "reaction-game", dependencies: ["Model", "Wire", "Modes", "Room", "Platform", "Commands"],
    path: "Tests/Support/ReactionGame", swiftSettings: strict),
  .executableTarget(
    name: "quiz-keys", dependencies: ["Gamepad", "Platform"], path: "Tests/System/Kernel/QuizKeys",
    swiftSettings: strict),
  .executableTarget(
    name: "channel-peer", dependencies: ["Channel", "Cryptography", "Model", "Wire"],
    path: "Tests/System/Channel/Peer",
    swiftSettings: strict),

  .target(
    name: "TestSupport", dependencies: ["CSHA1", "Model", "Cryptography", "Impairment", "Wire"],
    path: "Tests/Support/TestSupport",
    swiftSettings: strict),
  unitTests("Model"),
  unitTests("Cryptography", uses: ["TestSupport"]),
  .target(name: "Browser", dependencies: ["CRTC", "CTLS", "Clibssl"], path: "Tests/Fuzz/Browser"),
  .target(
    name: "WireReference", dependencies: ["Model", "Wire"], path: "Tests/Support/WireReference",
    swiftSettings: strict),
  unitTests("Wire", uses: ["Model", "Impairment", "WireReference"]),
  unitTests("STUN", uses: ["Model", "TestSupport", "Wire"]),
  unitTests("HTTP", uses: ["Impairment"]),
  unitTests("WebSocket", uses: ["Impairment"]),
  unitTests("Dialects", uses: ["Impairment", "Messages", "Model", "Notation", "Wire"]),
  unitTests("Motion", uses: ["HandModel", "Model", "Impairment"]),
  unitTests("Forces", uses: ["Model", "Impairment"]),
  unitTests("Sharing", uses: ["Model", "Impairment"]),
  unitTests("Guards", uses: ["Model", "Motion", "Impairment", "TestSupport"]),
  unitTests("Modes", uses: ["Model", "Impairment"]),
  unitTests("Room", uses: ["Buzzer", "Model", "Modes", "Wire"]),
  unitTests("Buzzer", uses: ["Model", "QuizRoom", "Guards", "Impairment", "TestSupport"]),
  unitTests("Channel", uses: ["Model", "Cryptography", "Guards", "Wire", "Impairment", "TestSupport"]),
  .target(
    name: "TestHost",
    dependencies: [
      "Model", "Cryptography", "Wire", "Motion", "Buzzer", "Bridge", "Room", "Engine", "Impairment",
      "TestSupport",
    ], path: "Tests/Support/TestHost", swiftSettings: strict),
  unitTests(
    "Bridge",
    uses: [
      "Model", "Cryptography", "Wire", "Motion", "Guards", "Buzzer", "Channel", "Modes", "Room", "Engine",
      "TiltpadClient", "Impairment", "TestHost", "TestSupport", "reaction-game",
    ]),
  unitTests("Engine", uses: ["Bridge", "Buzzer", "Cryptography", "Model", "TestHost", "Wire"]),
  unitTests(
    "TiltpadClient", uses: ["Model", "Cryptography", "Wire", "Channel", "Impairment", "TestSupport"]),
  unitTests(
    "TiltpadHost",
    uses: [
      "Model", "Cryptography", "Wire", "Motion", "Channel", "Bridge", "TiltpadClient", "Impairment",
      "TestSupport",
    ]),
  unitTests("Settings", uses: ["Dialects", "Model", "Wire"]),
  unitTests("Inputs", uses: ["Dialects", "Messages", "Model", "Settings", "WebSocket", "Wire"]),
  unitTests("Impairment", uses: ["Model", "Wire"]),
  unitTests("Platform", uses: ["Model"]),
  unitTests("Local", uses: ["Model", "Platform", "Wire"]),
  unitTests("Store", uses: ["Model", "Cryptography", "Wire", "Buzzer", "Platform", "Impairment"]),
  unitTests("Discovery", uses: ["Model", "Platform", "Guards", "Wire"]),
  unitTests("Gamepad", uses: ["Forces", "Model", "Platform"]),
  unitTests("Handset", uses: ["Impairment", "Model", "TiltpadClient", "Wire"]),
  unitTests("Layouts", uses: ["Notation"]),
  unitTests("Games", uses: ["Model", "Notation"]),
  unitTests("Notation", uses: ["Impairment"]),
  unitTests(
    "Pages", uses: ["Cryptography", "Guards", "Model", "Notation", "Sharing", "STUN", "TestSupport", "Wire"]),
  unitTests("Web", uses: ["Browser", "CRTC", "CTLS", "Local", "Model", "Pages", "Platform", "Settings"]),
  unitTests(
    "Daemon",
    uses: [
      "Model", "Cryptography", "Wire", "Guards", "Forces", "Buzzer", "Channel", "Bridge", "Engine",
      "Platform", "Store", "Discovery", "Gamepad", "Impairment", "TestHost", "TestSupport",
    ]),
  unitTests(
    "Commands",
    uses: [
      "Model", "Notation", "Games", "Cryptography", "Motion", "Wire", "Buzzer", "Channel", "Bridge",
      "TiltpadClient",
      "Platform", "Settings", "Room",
      "Store", "Discovery", "Handset", "Gamepad", "Console", "Local", "Daemon", "Dialects", "Inputs",
      "Impairment",
      "InputGateway", "Web", "tiltpad-inputs", "tiltpad-web", "TestSupport",
    ]),
]

let package = Package(
  name: "tiltpad",
  products: [
    .executable(name: "tiltpad", targets: ["tiltpad"]),
    .executable(name: "tiltpad-web", targets: ["tiltpad-web"]),
    .executable(name: "tiltpad-inputs", targets: ["tiltpad-inputs"]),
    .library(name: "TiltpadClient", targets: ["TiltpadClient"]),
    .library(name: "TiltpadHost", targets: ["TiltpadHost"]),
  ],
  targets: c + core + formats + libraries + linux + gateways + commands + programs + benchmarks + tests
)

// Only libFuzzer has the main function of these programs, so an ordinary build must not link them: scripts/test/fuzz sets
// the variable and switches libFuzzer on.
if Context.environment["TILTPAD_FUZZ"] != nil {
  let fuzzers = [
    fuzzer("Controller", uses: ["Model", "Wire", "WireReference"]),
    fuzzer("Host", uses: ["Wire", "WireReference"]),
    fuzzer("Local", uses: ["Model", "Wire", "WireReference"]),
    fuzzer("Outer", uses: ["Wire"]),
    fuzzer("Link", uses: ["Wire"]),
    fuzzer("Record", uses: ["Discovery", "Model", "Wire"]),
    fuzzer("STUN", uses: ["Model", "STUN", "TestSupport", "Wire"]),
    fuzzer("WebSocket", uses: ["WebSocket"]),
    fuzzer("Connection", uses: ["Model", "Pages"]),
    fuzzer("Dialects", uses: ["Dialects", "Messages", "Model", "Notation", "Wire"]),
    fuzzer("SCTP", uses: ["Browser"]),
    fuzzer("Web", uses: ["Cryptography", "Model", "Notation", "Pages", "Sharing", "Wire"]),
    fuzzer("Channel", uses: ["Channel", "Cryptography", "Model", "Wire"]),
    fuzzer("Configuration", uses: ["Commands", "Inputs", "Notation", "Settings"]),
    fuzzer("Bridge", uses: ["Bridge", "Engine", "Model", "Motion", "TestHost", "Wire"]),
  ]
  package.targets += fuzzers
  package.targets += [
    .target(
      name: "Fuzzing", dependencies: ["WireReference"], path: "Tests/Fuzz/Shared", swiftSettings: strict),
    .target(
      name: "Fuzzers", dependencies: fuzzers.map { .byName(name: $0.name) }, path: "Tests/Fuzz/All"),
  ]
}

// A target's code contains the layouts of types of all targets below it, but SwiftPM builds it anew only when a target that it names has
// changed (swift-package-manager#10502). So each names all that it reaches; scripts/check/imports asks for what is written above.
if Context.environment["TILTPAD_WRITTEN"] == nil {
  let written = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0.dependencies) })
  var reached: [String: Set<String>] = [:]
  func reach(_ name: String) -> Set<String> {
    if let found = reached[name] { return found }
    let names = written[name, default: []].map { use in
      guard case .byNameItem(let used, _) = use else { fatalError("\(name) has a dependency without a name") }
      return used
    }
    reached[name] = names.reduce(into: Set(names)) { $0.formUnion(reach($1)) }
    return reached[name, default: []]
  }
  for target in package.targets {
    target.dependencies = reach(target.name).sorted().map { .byName(name: $0) }
  }
}
