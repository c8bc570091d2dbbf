import Daemon
import Gamepad
import Platform

/// Checks that the kernel can create pads, and that the right programs may create and read them.
extension Check {
  static let device = Check("device") { look in
    let path = look.configuration.daemon.uinputPath
    guard let status = look.machine.status(path) else {
      return .failure(
        "there is no \(path), so pads can only be \(Identity.names(ofHID: true))", fix: "sudo modprobe uinput"
      )
    }
    guard status.isCharacterDevice else {
      return .failure(
        "\(path) is not a device but a file, \(status.text)",
        fix: "sudo rm \(path) && sudo modprobe uinput")
    }
    return .ok("\(path) is there, \(status.text)")
  }

  static let permission = Check("permission") { look in
    let path = look.configuration.daemon.uinputPath
    let user = look.machine.user.name
    switch look.machine.probe(look.machine.root + path) {
    case nil: return .ok("\(user) may open \(path)")
    case .noDevice: return .failure("cannot open \(path): no such device", fix: "sudo modprobe uinput")
    case .refused(let code):
      return .failure(
        "cannot open \(path): \(SystemError.reason(for: code))", try: "sudo dmesg | grep uinput")
    case .notPermitted where look.hasPads: return .ok("\(user) may not make pads, but the daemon does")
    case .notPermitted:
      let owner = look.machine.status(path).map { ": it is \($0.text)" } ?? ""
      let text = "\(user) may not open \(path)\(owner)"
      return look.commandForPermission.map { .failure(text, fix: $0) }
        ?? .failure(text, try: Examination.adviceForPermission)
    }
  }

  static let module = Check("module uinput") { look in
    look.machine.module("uinput").map { .ok($0) }
      ?? .warning("it is not loaded, or the kernel does not report it", fix: "sudo modprobe uinput")
  }

  static let moduleAtBoot = Check("module uinput at boot") { look in
    if look.machine.module("uinput") == "built into the kernel" { return .ok("nothing has to be loaded") }
    return look.machine.find(line: "uinput", in: Directories.modules).map { .ok("\($0) loads it") }
      ?? .warning(
        "nothing loads it", fix: "echo uinput | sudo tee /etc/modules-load.d/tiltpad.conf")
  }

  static let rule = Check("udev rule") { look in
    look.machine.find("60-tiltpad.rules", in: Directories.rules).map { .ok("\($0) is there") }
      ?? .warning(
        "60-tiltpad.rules is not installed, so only root may make pads",
        try: "sudo make install && sudo udevadm control --reload && \(Examination.trigger)")
  }

  static let joydev = Check("module joydev") { look in
    look.machine.module("joydev").map { .ok($0) }
      ?? .warning("it is not loaded: jstest and Chromium see no pads", fix: "sudo modprobe joydev")
  }

  static let pads = Check("pads") { look in
    let nodes = look.machine.nodes().filter(\.isOwn)
    let pads = nodes.filter { $0.phys.hasPrefix("tiltpad/pad") || $0.isJoystick }
    if let late = pads.first(where: { !$0.isDescribed }) {
      return .warning(
        "udev has not finished with \(late.label), so games do not see it", fix: "udevadm settle")
    }
    if let other = pads.first(where: { $0.kinds.isEmpty || !$0.isForSeat }) {
      return .warning(
        "udev knows \(other.facts): without 60-tiltpad.rules, games may not see it", fix: Examination.reload)
    }
    if let touchpad = nodes.first(where: { $0.kinds.contains(InputNode.touchpad) && !$0.isIgnoredByDesktops })
    {
      return .warning(
        "\(touchpad.label) lacks LIBINPUT_IGNORE_DEVICE of 60-tiltpad.rules: a finger on it moves the desktop's pointer",
        fix: Examination.reload)
    }
    let facts = pads.map(\.facts).joined(separator: "; ")
    return .ok(pads.isEmpty ? "none is plugged in" : "udev knows \(facts)")
  }

  static let links = Check("links of players") { look in
    let folder = "/dev/input/by-id", prefix = "tiltpad-player"
    let pads = look.machine.nodes().filter { $0.isOwn && $0.isJoystick }
    let targets = look.machine.links(in: folder).filter { $0.key.hasPrefix(prefix) }
      .mapValues { $0.split(separator: "/").last.map(String.init) ?? $0 }
    for pad in pads {
      guard let player = pad.player else { continue }
      let name = "\(prefix)\(player)-event-joystick"
      guard targets[name] != pad.label else { continue }
      let fault = targets[name].map { "leads to \($0)" } ?? "is missing"
      return .warning(
        "\(folder)/\(name) \(fault), so launchers do not find player \(player) at \(pad.label)",
        fix: Examination.reload)
    }
    if let left = targets.keys.sorted().first(where: { !look.machine.exists("\(folder)/\($0)") }) {
      return .warning("\(folder)/\(left) leads to a node that is gone", fix: "sudo rm \(folder)/\(left)")
    }
    return .ok(pads.isEmpty ? "no pad is plugged in" : "each pad has its link in \(folder)")
  }

  static let session = Check("session") { look in
    let user = look.machine.user
    if user.id == 0 { return .ok("root may use every pad") }
    let pads = look.machine.nodes().filter { $0.isOwn && $0.isJoystick }
    if !pads.isEmpty, pads.allSatisfy({ look.machine.opens($0.path) }) {
      return .ok("\(user.name) may open \(pads.map(\.label).joined(separator: ", "))")
    }
    if let seat = look.seat { return .ok("\(user.name) sits at \(seat) and may use every pad") }
    if look.isInInputGroup { return .ok("\(user.name) is in the group input and may use every pad") }
    return .warning(
      "\(user.name) has no seat here and may not read pads; members of the group input may, after a new login",
      fix: "sudo usermod -aG input \(user.name)")
  }
}

extension Identity {
  /// Returns the names of the identities whose pads use HID reports or, if `isHID` is false, of those whose pads do
  /// not.
  static func names(ofHID isHID: Bool) -> String {
    named.filter { ($0.identity.hid != nil) == isHID }.map(\.name).joined(separator: " or ")
  }
}

extension FileStatus {
  /// The mode, owner and group of the file in the format of ls(1).
  fileprivate var text: String {
    "\(modeText) \(Account.name(ofUser: user)) \(Account.name(ofGroup: group))"
  }
}

extension Examination {
  /// The command that makes udev apply its present rules to the device uinput.
  fileprivate static let trigger = "sudo udevadm trigger --subsystem-match=misc --sysname-match=uinput"
  /// The command that makes udev apply its present rules to the input devices.
  fileprivate static let reload =
    "sudo udevadm control --reload && sudo udevadm trigger --settle --subsystem-match=input"
  /// The name of the udev rule that lets the seat's user create pads without the service.
  private static let seatRule = "61-tiltpad-seat.rules"

  /// The advice on the permission to create pads if neither the service nor the seat's rule is installed.
  fileprivate static let adviceForPermission =
    "sudo tiltpad serve, or sudo make install SEAT=yes for the user at the seat"

  /// The command after which pads can be created.
  ///
  /// It starts the service or, without a service, applies the seat's rule. Nil if neither is installed.
  fileprivate var commandForPermission: String? {
    if machine.find("tiltpad.service", in: Directories.units) != nil {
      return "sudo systemctl enable --now tiltpad"
    }
    return machine.find(Examination.seatRule, in: Directories.rules).map { _ in Examination.trigger }
  }

  /// The seat of the user's session; nil if there is none.
  ///
  /// The user may open the devices of this seat (uaccess).
  fileprivate var seat: String? {
    let key = "SEATS="
    let lines = machine.lines(of: "/run/systemd/users/\(machine.user.id)")
    let seats = lines.first { $0.hasPrefix(key) }?.dropFirst(key.count).split(separator: " ")
    return seats?.first.map(String.init)
  }

  /// True if the user belongs to the group `input`, which owns the kernel's input devices.
  fileprivate var isInInputGroup: Bool {
    let entry = machine.lines(of: "/etc/group").first { $0.hasPrefix("input:") }
    let fields = entry?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    guard fields.count > 2, let id = UInt32(fields[2]) else { return false }
    return machine.user.groups.contains(id)
  }
}
