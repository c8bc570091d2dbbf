import Gamepad

/// Checks for programs that take over pads, and show pads of their own to games (docs/pads.md, "Programs that
/// take pads").
extension Check {
  static let inputPlumber = Check("InputPlumber") { look in
    guard look.machine.runs("inputplumber") else { return .ok("it does not run") }
    let taken = look.configuration.identities.filter(\.isBluetooth)
    guard !taken.isEmpty else { return .ok("it runs, and leaves the configured pads alone") }
    if look.machine.exists(InputPlumber.exclusion) {
      return .ok("it runs; \(InputPlumber.exclusion) excludes our pads")
    }
    let names = taken.map(\.name).sorted().joined(separator: ", ")
    let text = "it runs, may take \(names), and shows games its own pad instead"
    guard let file = look.machine.find(InputPlumber.name, in: InputPlumber.places) else {
      return .warning(
        text, try: "copy \(InputPlumber.name) of Tiltpad's sources to \(InputPlumber.exclusion)")
    }
    return .warning(
      text,
      fix: "sudo install -Dm644 \(file) \(InputPlumber.exclusion) && sudo systemctl restart inputplumber")
  }

  static let handheldDaemon = Check("Handheld Daemon") { look in
    guard look.machine.runs("hhd") else { return .ok("it does not run") }
    guard look.configuration.identities.contains(.xbox360) else {
      return .ok("it runs, and looks for another kind of pad than ours")
    }
    return .warning(
      "it runs: on handhelds whose own controls are an Xbox 360 pad, it may take and hide one of ours instead",
      try: "identity = xboxseries in \(look.configurationPath), as it cannot be told to leave a pad alone")
  }
}

/// The files that tell InputPlumber to leave Tiltpad's pads alone.
private enum InputPlumber {
  static let name = "10-tiltpad.yaml"
  /// The path from which InputPlumber reads the exclusion.
  static let exclusion = "/etc/inputplumber/devices.d/\(name)"
  /// The directories in which an installation of Tiltpad may store the exclusion.
  static let places = ["/usr/local/share/tiltpad/inputplumber", "/usr/share/tiltpad/inputplumber"]
}

extension Identity {
  /// True if the pad is a Bluetooth pad, which programs treat as real although the kernel calls it virtual.
  fileprivate var isBluetooth: Bool { id.bus == 5 }
}
