import Bridge
import Console
import Daemon
import Gamepad
import Model
import Platform
import Testing

@testable import Commands

/// The findings of `tiltpad doctor` about obstacles between the kernel's pads and games.
@Suite struct GameCheckTests {
  private func finding(_ check: Check, _ look: Examination) -> Finding { check.examine(look) }

  @Test func `Steam that runs is told with its rules, one that is only installed does no harm`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.machine.variable = { ["HOME": "/ada"][$0] }
    #expect(finding(.steam, look).text == "Steam is not installed")
    root.write("", to: "/ada/.local/share/Steam/steam.sh")
    #expect(finding(.steam, look).grade == .ok)
    #expect(finding(.steam, look).text.hasPrefix("Steam is not running, but /ada/.local/share/Steam exists"))
    root.write("", to: "/lib/udev/rules.d/60-steam-input.rules")
    root.write("bash\n", to: "/proc/41/comm")
    #expect(finding(.steam, look).grade == .ok)
    root.write("steam\n", to: "/proc/42/comm")
    #expect(finding(.steam, look).grade == .warning)
    #expect(finding(.steam, look).text.hasPrefix("Steam runs, with /lib/udev/rules.d/60-steam-input.rules: "))
  }

  @Test(arguments: [
    ("libsystemd-shared-259.so", Identity.xbox360, true), ("libsystemd-shared-260.1-2.so", .generic, true),
    ("libsystemd-shared-258.so", .xbox360, false), ("libsystemd-shared-259.so", .dualSense, false),
    ("libsystemd-shared-259.so", .xboxOneBluetooth, false), ("libsystemd-core-259.so", .xbox360, false),
  ])
  func `With udev 259 Steam is told to see no pads but HID pads`(
    library: String, identity: Identity, isBlind: Bool
  ) {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.configuration.daemon.identity = identity
    root.write("", to: "/usr/lib/x86_64-linux-gnu/systemd/\(library)")
    #expect(finding(.steam, look).text == "Steam is not installed")
    root.write("", to: "/usr/bin/steam")
    let finding = finding(.steam, look)
    #expect(finding.grade == (isBlind ? .warning : .ok))
    #expect(finding.text.contains("Steam opens only HID pads, and so not \(identity.label ?? "")") == isBlind)
    #expect(finding.remedy?.contains("xboxone-bt or dualsense") == (isBlind ? true : nil))
  }

  @Test(arguments: [
    ("SDL_GAMECONTROLLER_IGNORE_DEVICES", "0x045e/0x028e", true),
    ("SDL_GAMECONTROLLER_IGNORE_DEVICES", "0x054C/0x0CE6, 0x045E/0x028E", true),
    ("SDL_GAMECONTROLLER_IGNORE_DEVICES", "0x045e/0x02ea,0x28de/0x11ff", false),
    ("SDL_GAMECONTROLLER_IGNORE_DEVICES", "", false),
    ("SDL_GAMECONTROLLER_IGNORE_DEVICES_EXCEPT", "0x28de/0x11ff", true),
    ("SDL_GAMECONTROLLER_IGNORE_DEVICES_EXCEPT", "0x28de/0x11ff,0x045e/0x028e", false),
    ("SDL_GAMECONTROLLER_IGNORE_DEVICES_EXCEPT", "nonsense", false),
    ("SDL_JOYSTICK_BLACKLIST_DEVICES", "0x045e/0x028e", true),
  ])
  func `A variable that hides the pad from SDL is named`(name: String, value: String, isHiding: Bool) {
    var look = DoctorTests.healthy(FakeRoot())
    look.machine.variable = { $0 == name ? value : nil }
    let finding = finding(.sdlVariables, look)
    #expect(finding.grade == (isHiding ? .warning : .ok))
    #expect(finding.remedy == (isHiding ? "unset \(name)" : nil))
  }

  @Test func `Where SDL is told what to allow, what it is told to ignore does not matter`() {
    var look = DoctorTests.healthy(FakeRoot())
    look.machine.variable = { $0.hasPrefix("SDL_GAMECONTROLLER_IGNORE_DEVICES") ? "0x045e/0x028e" : nil }
    #expect(finding(.sdlVariables, look).grade == .ok)
  }

  @Test func `The identities of single players are looked at too`() {
    var look = DoctorTests.healthy(FakeRoot())
    look.machine.variable = { $0 == "SDL_GAMECONTROLLER_IGNORE_DEVICES" ? "0x1209/0x000e" : nil }
    #expect(finding(.sdlVariables, look).grade == .ok)
    look.configuration.daemon.playerIdentities[PlayerSlot(index: 1)] = .wheel
    #expect(finding(.sdlVariables, look).text.contains("Tiltpad Wheel"))
  }

  @Test func `InputPlumber that may take a pad is told to leave ours alone, with the file of the package`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.configuration.daemon.identity = .dualSense
    #expect(finding(.inputPlumber, look).text == "it does not run")
    root.write("inputplumber\n", to: "/proc/42/comm")
    #expect(finding(.inputPlumber, look).grade == .warning && !finding(.inputPlumber, look).isCommand)
    let file = "/usr/share/tiltpad/inputplumber/10-tiltpad.yaml"
    root.write("version: 1\n", to: file)
    let exclusion = "/etc/inputplumber/devices.d/10-tiltpad.yaml"
    #expect(
      finding(.inputPlumber, look).remedy
        == "sudo install -Dm644 \(file) \(exclusion) && sudo systemctl restart inputplumber")
    #expect(finding(.inputPlumber, look).isCommand)
    look.configuration.daemon.identity = .xbox360
    #expect(finding(.inputPlumber, look).grade == .ok, "it leaves virtual pads of USB alone")
    look.configuration.daemon.identity = .xboxOneBluetooth
    root.write("version: 1\n", to: exclusion)
    #expect(finding(.inputPlumber, look).grade == .ok)
  }

  @Test func `Handheld Daemon that may take an Xbox 360 pad for its own is named`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    #expect(finding(.handheldDaemon, look).text == "it does not run")
    root.write("hhd\n", to: "/proc/42/comm")
    #expect(finding(.handheldDaemon, look).grade == .warning)
    look.configuration.daemon.identity = .xboxSeries
    #expect(finding(.handheldDaemon, look).grade == .ok)
  }

  @Test func `The device uhid matters only to identities that are made through it`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    #expect(finding(.uhid, look).text == "no configured identity needs it")
    look.configuration.daemon.playerIdentities[PlayerSlot(index: 1)] = Identity.dualSense
    #expect(finding(.uhid, look).grade == .warning)
    #expect(finding(.uhid, look).remedy?.hasPrefix("sudo modprobe uhid") == true)
    root.link("/dev/uhid", to: "/dev/null")
    #expect(finding(.uhid, look).grade == .ok)
    look.machine.probe = { _ in .notPermitted }
    #expect(finding(.uhid, look).grade == .ok, "the daemon runs, and has its pads")
    look.daemon = .silent
    #expect(finding(.uhid, look).grade == .warning)
    look.machine.probe = { _ in .noDevice }
    #expect(finding(.uhid, look).grade == .warning)
  }

  @Test(arguments: Identity.named.map(\.name))
  func `What is said of an identity and of its device comes from the tables`(_ name: String) throws {
    let identity = try #require(Identity.named.first { $0.name == name }?.identity)
    var look = DoctorTests.healthy(FakeRoot())
    look.configuration.daemon.identity = identity
    let said = finding(.uhid, look).text
    let standIn = try #require(identity.standIn?.label)
    #expect((identity.hid == nil) == (said == "no configured identity needs it"))
    #expect((identity.hid != nil) == said.contains("pads are \(standIn) instead of \(name)"), "\(said)")
    look.machine.root = FakeRoot().path
    let words = finding(.device, look).text.split(separator: " ").map(String.init)
    #expect((identity.hid != nil) == words.contains(name))
  }

  @Test func `A port at which systemd opens no socket is named, with the command that changes it`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.configuration.daemon.port = 30_001
    root.write("[Socket]\nListenDatagram=28460\n", to: "/usr/lib/systemd/system/tiltpad.socket")
    #expect(finding(.port, look).grade == .warning)
    #expect(finding(.port, look).remedy?.contains("ListenDatagram=30001") == true)
    let dropIn = "/etc/systemd/system/tiltpad.socket.d/port.conf"
    root.write("[Socket]\nListenDatagram=\nListenDatagram=30001\n", to: dropIn)
    #expect(finding(.port, look).grade == .ok)
  }

  @Test func `Browsers are told apart by how many players there are, and what their pads are made of`() {
    var look = DoctorTests.healthy(FakeRoot())
    #expect(finding(.browsers, look).text.contains("only one of several"))
    look.configuration.daemon.identity = Identity.dualSense
    #expect(finding(.browsers, look).text.contains("each pad as a separate device"))
    look.configuration.daemon.bridge.roster.limit = 1
    #expect(finding(.browsers, look).text == "one player, one pad")
  }
}
