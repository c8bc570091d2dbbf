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

/// A Swift target; `uses` names the targets below it in the list, never above (docs/architecture.md).
func module(_ name: String, uses: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: uses, swiftSettings: strict)
}

/// The tests of the target `name`; `uses` names what else they import.
func tests(_ name: String, uses: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + uses, swiftSettings: strict)
}

/// A program in which libFuzzer calls Tests/Fuzz/`name`.
func fuzzer(_ name: String, uses: [Target.Dependency]) -> Target {
  .executableTarget(
    name: "Fuzz\(name)", dependencies: ["Fuzzing"] + uses, path: "Tests/Fuzz/\(name)", swiftSettings: strict)
}

/// A C library of the system, found by pkg-config.
func library(_ name: String, pkgConfig: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig)
}

let package = Package(
  name: "tiltpad",
  products: [
    .executable(name: "tiltpad", targets: ["tiltpad"]),
    .executable(name: "tiltpad-web", targets: ["tiltpad-web"]),
    .executable(name: "tiltpad-inputs", targets: ["tiltpad-inputs"]),
    .library(name: "TiltpadClient", targets: ["TiltpadClient"]),
    .library(name: "TiltpadHost", targets: ["TiltpadHost"]),
  ],
  targets: [
    library("Clibevdev", pkgConfig: "libevdev"),
    library("Clibqrencode", pkgConfig: "libqrencode"),
    library("Clibsodium", pkgConfig: "libsodium"),
    library("Clibsqlite3", pkgConfig: "sqlite3"),
    library("Clibssl", pkgConfig: "openssl"),
    library("Clibsystemd", pkgConfig: "libsystemd"),
    library("Clibudev", pkgConfig: "libudev"),
    library("Clibz", pkgConfig: "zlib"),

    .target(name: "CLinux"),
    .target(name: "CEvdev", dependencies: ["Clibevdev"]),
    .target(name: "CUhid"),
    .target(name: "CUdev", dependencies: ["Clibudev"]),
    .target(name: "CAvahi", dependencies: ["Clibsystemd"]),
    .target(name: "CTLS", dependencies: ["Clibssl"]),
    .target(name: "CSHA1", dependencies: ["Clibssl"]),
    // The library's flags in pkg-config are such as SwiftPM refuses.
    .target(name: "CRTC", dependencies: ["Clibssl"], linkerSettings: [.linkedLibrary("usrsctp")]),

    module("Model"),
    module("Notation", uses: ["Model"]),
    module("Cryptography", uses: ["Clibsodium"]),
    module("Wire", uses: ["Model"]),
    module("STUN", uses: ["CSHA1", "Model", "Cryptography", "Wire"]),
    module("HTTP"),
    module("WebSocket", uses: ["CSHA1", "Wire", "HTTP"]),
    module("Dialects", uses: ["Model", "Notation", "Wire"]),
    module("Settings", uses: ["Model", "Notation", "Wire", "Dialects"]),
    module("Guards", uses: ["Model"]),
    module("Motion", uses: ["Model"]),
    module("Modes", uses: ["Model"]),
    module("Buzzer", uses: ["Model"]),
    module("Channel", uses: ["Model", "Cryptography", "Wire", "Guards"]),
    module("Room", uses: ["Model", "Wire", "Guards", "Modes", "Buzzer"]),
    module("Bridge", uses: ["Model", "Cryptography", "Wire", "Guards", "Motion", "Channel"]),
    module(
      "Engine", uses: ["Model", "Cryptography", "Wire", "Buzzer", "Channel", "Bridge", "Room"]),
    module("TiltpadHost", uses: ["Model", "Cryptography", "Wire", "Motion", "Channel", "Bridge"]),
    module("TiltpadClient", uses: ["Model", "Cryptography", "Wire", "Channel"]),
    module(
      "Inputs", uses: ["Model", "Wire", "WebSocket", "Dialects", "Settings", "Guards", "TiltpadClient"]),
    module("Impairment", uses: ["Model", "Wire"]),
    module("Platform", uses: ["Model", "CLinux", "Clibsystemd"]),
    module("QR", uses: ["Clibqrencode"]),
    module("Deflate", uses: ["Clibz"]),
    module("Local", uses: ["Model", "Wire", "Platform"]),
    module("Store", uses: ["Model", "Cryptography", "Wire", "Buzzer", "Platform", "Clibsqlite3"]),
    module("Discovery", uses: ["Model", "Wire", "Guards", "Platform", "CAvahi"]),
    module("Gamepad", uses: ["Model", "CEvdev", "CUhid", "CUdev", "Platform"]),
    module(
      "Handset",
      uses: [
        "Model", "Notation", "Cryptography", "Wire", "Channel", "TiltpadClient", "Impairment", "Platform",
      ]),
    module("Console", uses: ["Model", "CLinux", "Settings", "Platform"]),
    module(
      "Pages",
      uses: ["QR", "Model", "Notation", "Cryptography", "Wire", "STUN", "HTTP", "WebSocket", "Guards"]),
    module(
      "Web",
      uses: [
        "CTLS", "CRTC", "Model", "Cryptography", "Wire", "STUN", "Guards", "Dialects", "Settings", "Platform",
        "Deflate",
        "Local", "Pages",
      ]),
    module(
      "InputGateway",
      uses: ["Model", "Wire", "Settings", "Guards", "Discovery", "Inputs", "Platform", "Local"]),
    module(
      "Daemon",
      uses: [
        "Model", "Cryptography", "Wire", "Motion", "Guards", "Buzzer", "Bridge", "Room", "Engine",
        "Platform", "Store", "Discovery", "Gamepad",
      ]),
    module(
      "Commands",
      uses: [
        "QR", "Model", "Notation", "Cryptography", "Wire", "HTTP", "Dialects", "Settings", "Motion",
        "Guards", "Buzzer",
        "Channel", "Bridge", "Room", "TiltpadClient", "Impairment", "Platform", "Local", "Store", "Discovery",
        "Handset", "Gamepad", "Console",
        "Daemon",
      ]),
    .executableTarget(name: "tiltpad", dependencies: ["Commands", "Platform"], swiftSettings: strict),
    .executableTarget(
      name: "tiltpad-web", dependencies: ["Model", "Settings", "Platform", "Local", "Console", "Web"],
      swiftSettings: strict),
    .executableTarget(
      name: "tiltpad-inputs", dependencies: ["Model", "Settings", "Platform", "Console", "InputGateway"],
      swiftSettings: strict),

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
        "CBaseline", "Model", "Cryptography", "Wire", "Motion", "Guards", "Modes", "Channel", "Bridge",
        "Engine", "TiltpadClient",
        "Platform", "Gamepad", "Daemon", "TestSupport",
      ], path: "Benchmarks/PacketPath", swiftSettings: strict),

    .executableTarget(
      name: "tables", dependencies: ["Model", "Wire", "Gamepad"], path: "Tests/Tables", swiftSettings: strict),
    .executableTarget(
      name: "quiz-keys", dependencies: ["Gamepad", "Platform"], path: "Tests/Kernel/QuizKeys",
      swiftSettings: strict),
    .executableTarget(
      name: "channel-peer", dependencies: ["Channel", "Cryptography", "Model", "Wire"],
      path: "Tests/Channel/Peer",
      swiftSettings: strict),
    .executableTarget(
      name: "seal-path",
      dependencies: ["CBaseline", "Channel", "Cryptography", "Model", "Platform", "Wire"],
      path: "Benchmarks/SealPath", swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["CSHA1", "Model", "Cryptography", "Impairment", "Wire"],
      path: "Tests/Support",
      swiftSettings: strict),
    tests("Model"),
    tests("Cryptography", uses: ["TestSupport"]),
    .target(name: "Browser", dependencies: ["CRTC", "CTLS", "Clibssl"], path: "Tests/Fuzz/Browser"),
    .target(
      name: "WireReference", dependencies: ["Model", "Wire"], path: "Tests/WireReference",
      swiftSettings: strict),
    tests("Wire", uses: ["Model", "Impairment", "WireReference"]),
    tests("STUN", uses: ["Model", "TestSupport", "Wire"]),
    tests("HTTP", uses: ["Impairment"]),
    tests("WebSocket", uses: ["Impairment"]),
    tests("Dialects", uses: ["Impairment", "Model", "Notation", "Wire"]),
    tests("Motion", uses: ["HandModel", "Model", "Impairment"]),
    tests("Guards", uses: ["Model", "Motion", "Impairment", "TestSupport"]),
    tests("Modes", uses: ["Model", "Impairment"]),
    tests("Room", uses: ["Buzzer", "Model", "Modes", "Wire"]),
    tests("Buzzer", uses: ["Model", "QuizRoom", "Guards", "Impairment", "TestSupport"]),
    tests("Channel", uses: ["Model", "Cryptography", "Guards", "Wire", "Impairment", "TestSupport"]),
    .target(
      name: "TestHost",
      dependencies: [
        "Model", "Cryptography", "Wire", "Motion", "Buzzer", "Bridge", "Room", "Engine", "Impairment",
        "TestSupport",
      ], path: "Tests/TestHost", swiftSettings: strict),
    tests(
      "Bridge",
      uses: [
        "Model", "Cryptography", "Wire", "Motion", "Guards", "Buzzer", "Channel", "Modes", "Room", "Engine",
        "TiltpadClient", "Impairment", "TestHost", "TestSupport",
      ]),
    tests("Engine", uses: ["Bridge", "Buzzer", "Cryptography", "Model", "TestHost", "Wire"]),
    tests("TiltpadClient", uses: ["Model", "Cryptography", "Wire", "Channel", "Impairment", "TestSupport"]),
    tests(
      "TiltpadHost",
      uses: [
        "Model", "Cryptography", "Wire", "Motion", "Channel", "Bridge", "TiltpadClient", "Impairment",
        "TestSupport",
      ]),
    tests("Inputs", uses: ["Dialects", "Model", "Settings", "WebSocket", "Wire"]),
    tests("Impairment", uses: ["Model", "Wire"]),
    tests("Platform", uses: ["Model"]),
    tests("Local", uses: ["Model", "Platform", "Wire"]),
    tests("Store", uses: ["Model", "Cryptography", "Wire", "Buzzer", "Platform", "Impairment"]),
    tests("Discovery", uses: ["Model", "Platform", "Guards", "Wire"]),
    tests("Gamepad", uses: ["Model", "Platform"]),
    tests("Handset", uses: ["Model", "TiltpadClient", "Wire"]),
    tests("Notation", uses: ["Impairment"]),
    tests("Pages", uses: ["Cryptography", "Guards", "Model", "Notation", "STUN", "TestSupport", "Wire"]),
    tests("Web", uses: ["Browser", "CRTC", "CTLS", "Local", "Model", "Pages", "Platform", "Settings"]),
    tests(
      "Daemon",
      uses: [
        "Model", "Cryptography", "Wire", "Guards", "Buzzer", "Channel", "Bridge", "Engine",
        "Platform", "Store", "Discovery", "Gamepad", "Impairment", "TestHost", "TestSupport",
      ]),
    tests(
      "Commands",
      uses: [
        "Model", "Notation", "Cryptography", "Motion", "Wire", "Buzzer", "Channel", "Bridge", "TiltpadClient",
        "Platform", "Settings", "Room",
        "Store", "Discovery", "Handset", "Gamepad", "Console", "Local", "Daemon", "Inputs", "Impairment",
        "InputGateway", "Web", "tiltpad-inputs", "tiltpad-web", "TestSupport",
      ]),
  ]
)

// Only libFuzzer has the main function of these programs, so an ordinary build must not link them: scripts/fuzz sets
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
    fuzzer("Dialects", uses: ["Dialects", "Model", "Notation", "Wire"]),
    fuzzer("SCTP", uses: ["Browser"]),
    fuzzer("Web", uses: ["Cryptography", "Model", "Notation", "Pages", "Wire"]),
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
