import Bridge
import Daemon
import Gamepad
import Handset
import Platform

/// Checks of what can keep games from finding the kernel's pads (docs/pads.md, "Who recognises what").
extension Check {
  static let browsers = Check("browsers") { look in
    let identities = look.configuration.identities
    if look.configuration.daemon.bridge.roster.limit == 1 { return .ok("one player, one pad") }
    return identities.allSatisfy { $0.hid != nil }
      ? .ok("Chromium and Electron see each pad as a separate device")
      : .ok("Chromium and Electron see only one of several pads; Firefox and games see all of them")
  }

  static let steam = Check("Steam Input") { look in
    let machine = look.machine
    let rules = machine.find(anyOf: Steam.rules, in: Directories.rules)
    let note = rules.map { ", with \($0)" } ?? ""
    let place = Steam.places(home: machine.variable("HOME") ?? "/root").first(where: machine.exists)
    if place != nil || machine.runs("steam"), let warning = look.blindSteam { return warning }
    if machine.runs("steam") {
      return .warning(
        "Steam runs\(note): SDL games that it starts see only its own pad; other games may see both pads and count"
          + " each press twice",
        try: "in Steam, for such a game: Properties, Controller, Disable Steam Input")
    }
    guard let path = place else { return .ok("Steam is not installed" + note) }
    return .ok(
      "Steam is not running, but \(path) exists\(note); while it runs, it adds a pad of its own for each of ours"
    )
  }

  static let sdlVariables = Check("SDL variables") { look in
    let variables = SDLVariables(look.machine.variable)
    for identity in look.configuration.identities {
      guard let name = variables.hiding(identity.id) else { continue }
      return .warning("\(name) in this session hides \(identity.name) from SDL games", try: "unset \(name)")
    }
    return .ok("none of them hides a pad from SDL games in this session")
  }

  static let gameMode = Check("GameMode") { look in
    look.machine.find("gamemoded", in: ["/usr/bin", "/usr/local/bin"]) == nil
      ? .ok("it is not installed; tiltpad games sees a game when it opens a pad")
      : .ok("it is installed; tiltpad games also sees what gamemoderun starts")
  }

  static let uhid = Check("device uhid") { look in
    let needing = look.configuration.identities.filter { $0.hid != nil }
    guard !needing.isEmpty else { return .ok("no configured identity needs it") }
    let path = DaemonSettings.hidPath
    let remedy = "sudo modprobe uhid && sudo udevadm trigger --subsystem-match=misc --sysname-match=uhid"
    let cost = needing.map(\.standInText).sorted().joined(separator: ", and ")
    guard look.machine.status(path)?.isCharacterDevice == true else {
      return .warning("there is no \(path), so \(cost)", fix: remedy)
    }
    switch look.machine.probe(look.machine.root + path) {
    case nil: return .ok("\(look.machine.user.name) may open \(path)")
    case .notPermitted where look.hasPads: return .ok("\(path) is there, for the daemon")
    case .notPermitted:
      return .warning("\(look.machine.user.name) may not open \(path), so \(cost)", fix: remedy)
    case .noDevice: return .warning("cannot open \(path): no such device, so \(cost)", fix: remedy)
    case .refused(let code):
      return .warning("cannot open \(path): \(SystemError.reason(for: code)), so \(cost)", fix: remedy)
    }
  }
}

extension Identity {
  /// The consequence for the identity's pads if the device that makes them cannot be opened.
  fileprivate var standInText: String {
    "pads are \(standIn?.label ?? "others") instead of \(label ?? name)"
  }
}

extension Configuration {
  /// All identities in the configuration, each once.
  var identities: Set<Identity> { Set(daemon.playerIdentities.values).union([daemon.identity]) }
}

extension Examination {
  /// The warning that Steam does not open some or all of the configured pads.
  ///
  /// Nil if Steam opens all of them, or if the version of udev is unknown. The cause is
  /// ValveSoftware/steam-for-linux#13394.
  fileprivate var blindSteam: Finding? {
    let unseen = configuration.identities.filter { $0.hid == nil }.compactMap(\.label).sorted()
    guard let version = machine.udevVersion, version >= Steam.firstBlindVersion, !unseen.isEmpty else {
      return nil
    }
    return .warning(
      "with udev \(version), Steam opens only HID pads, and so not \(unseen.joined(separator: ", "))",
      try: "identity = xboxone-bt or dualsense in \(configurationPath); docs/steam.md has more")
  }
}

/// The files that reveal whether Steam is installed, and the systems on which it opens fewer pads.
private enum Steam {
  /// The first version of udev with which Steam opens no pads made through uinput.
  static let firstBlindVersion = 259
  /// The names of the udev rules for Steam, from Debian's package steam-devices and from others.
  static let rules = ["60-steam-input.rules", "70-steam-input.rules"]

  /// Returns the paths at which Steam may be installed, for a user with the home directory `home`.
  static func places(home: String) -> [String] {
    ["\(home)/.local/share/Steam", "\(home)/.steam", "\(home)/.var/app/com.valvesoftware.Steam"]
      + ["/var/lib/flatpak/app/com.valvesoftware.Steam", "/usr/games/steam", "/usr/bin/steam"]
  }
}

/// The environment variables with which SDL hides devices from games (SDL_hints.h).
struct SDLVariables {
  private typealias Product = [UInt16]
  private static let allowed = "SDL_GAMECONTROLLER_IGNORE_DEVICES_EXCEPT"
  private static let ignored = "SDL_GAMECONTROLLER_IGNORE_DEVICES"
  private static let refused = "SDL_JOYSTICK_BLACKLIST_DEVICES"

  private let lists: [String: Set<Product>]

  /// Reads the variables with `value`, which returns the value of the variable with a given name.
  init(_ value: (String) -> String?) {
    let names = [SDLVariables.allowed, SDLVariables.ignored, SDLVariables.refused]
    lists = Dictionary(uniqueKeysWithValues: names.map { ($0, SDLVariables.products(value($0) ?? "")) })
  }

  /// Returns the name of the variable that hides a device with this `id`; nil if none does.
  ///
  /// A list of allowed devices hides all others, and makes the list of ignored devices ineffective.
  func hiding(_ id: Identity.ID) -> String? {
    let product = [id.vendor, id.product]
    if has(SDLVariables.refused, product) { return SDLVariables.refused }
    guard lists[SDLVariables.allowed, default: []].isEmpty else {
      return has(SDLVariables.allowed, product) ? nil : SDLVariables.allowed
    }
    return has(SDLVariables.ignored, product) ? SDLVariables.ignored : nil
  }

  private func has(_ name: String, _ product: Product) -> Bool {
    lists[name, default: []].contains(product)
  }

  /// Returns the pairs of vendor and product IDs in a text such as `0x045e/0x028e,0x1209/0x000d`.
  private static func products(_ text: String) -> Set<Product> {
    let pairs = text.split(separator: ",").map { pair in
      pair.split(separator: "/").compactMap { id in
        let digits = id.lowercased().drop { $0 == " " }
        return UInt16(digits.hasPrefix("0x") ? digits.dropFirst(2) : digits, radix: 16)
      }
    }
    return Set(pairs.filter { $0.count == 2 })
  }
}
