import Bridge
import Console
import Daemon
import Gamepad
import Glibc
import Model
import Notation
import Platform
import Testing
import Wire

@testable import Commands

@Suite struct DoctorTests {
  /// Returns a machine without faults: the files of `root`, and a player at the seat.
  static func healthy(_ root: FakeRoot) -> Examination {
    root.link("/dev/uinput", to: "/dev/null")
    root.write("uinput 20480 1 - Live 0x0\njoydev 24576 0 - Live 0x0\n", to: "/proc/modules")
    root.write("# made by make install\nuinput\n", to: "/usr/local/lib/modules-load.d/tiltpad.conf")
    root.write("", to: "/usr/local/lib/udev/rules.d/60-tiltpad.rules")
    root.write("", to: "/lib/systemd/system/tiltpad.service")
    root.write("4194304\n", to: "/proc/sys/net/core/rmem_max")
    root.write("NAME=ada\nSEATS=seat0\n", to: "/run/systemd/users/1000")
    root.write("root:x:0:\ninput:x:104:\n", to: "/etc/group")
    root.write("<!doctype html>", to: "/usr/share/tiltpad/web/join.html")
    root.write(stat(priority: 1, policy: 2), to: "/proc/4711/stat")
    root.write("  0: 00000000:6F1B 00000000:0000 0A 0:0\n", to: "/proc/net/tcp6")
    var configuration = Configuration()
    configuration.daemon.port = 0
    configuration.daemon.bridge.roster.plainRanges = AddressRange.list("192.168.1.0/24") ?? []
    return Examination(
      machine: Machine(
        root: root.path, user: Account(id: 1_000, name: "ada", groups: [1_000]),
        variable: { _ in nil }, probe: { _ in nil }, nodes: { [] }, opens: { _ in false }),
      configuration: configuration, socketPath: "/run/tiltpad/bridge.sock",
      daemon: .running(Players.host([]).host), process: 4_711, gateway: .running,
      gatewayPath: "/run/tiltpad-web/web.sock",
      pageFolder: "/usr/share/tiltpad/web", stateDirectory: "/nowhere", hostName: "den")
  }

  /// Returns the daemon's line of /proc/4711/stat, with a program name that contains a closing parenthesis.
  private static func stat(priority: Int, policy: Int) -> String {
    let others = [String](repeating: "7", count: 36).joined(separator: " ")
    return "4711 (tilt) pad) S \(others) \(priority) \(policy) 0 0\n"
  }

  private func finding(_ check: Check, _ look: Examination) -> Finding { check.examine(look) }

  @Test func `On a machine as it should be all is ok`() {
    let root = FakeRoot()
    let findings = Self.healthy(root).findings
    #expect(findings.count == Check.all.count)
    for (name, finding) in findings {
      #expect(finding.grade == .ok, "\(name): \(finding.text)")
      #expect(finding.remedy == nil)
    }
  }

  @Test func `Other people's controllers need their gateway once they are enabled`() throws {
    let root = FakeRoot()
    var look = Self.healthy(root)
    root.write("[input osc]\nenabled = yes\n", to: "/t.conf")
    look.configuration = try Configuration(path: "\(root.path)/t.conf", isRequired: true)
    #expect(finding(.inputs, look).remedy?.contains("tiltpad inputs") == true)
    root.write("", to: "/lib/systemd/system/tiltpad-inputs.service")
    #expect(finding(.inputs, look).remedy?.contains("enable --now tiltpad-inputs") == true)
    root.write("tiltpad-inputs\n", to: "/proc/42/comm")
    #expect(finding(.inputs, look).grade == .ok)
  }

  @Test func `On an empty machine each check says what is missing and how to get it`() {
    let root = FakeRoot()
    var look = Self.healthy(FakeRoot())
    look.machine.root = root.path
    look.machine.probe = { _ in .noDevice }
    look.configuration.daemon.bridge.roster.plainRanges = []
    look.daemon = .absent(SystemError(code: ENOENT, call: .connect))
    look.gateway = .absent(SystemError(code: ENOENT, call: .connect))
    let remedies = Dictionary(
      uniqueKeysWithValues: look.findings.map { ($0.name, "\($0.finding.grade) \($0.finding.remedy ?? "")") })
    #expect(remedies["device"] == "failure sudo modprobe uinput")
    #expect(remedies["permission"] == "failure sudo modprobe uinput")
    #expect(remedies["module uinput"] == "warning sudo modprobe uinput")
    #expect(
      remedies["module uinput at boot"] == "warning echo uinput | sudo tee /etc/modules-load.d/tiltpad.conf")
    #expect(remedies["udev rule"]?.hasPrefix("warning sudo make install && sudo udevadm") == true)
    #expect(remedies["service"] == "warning sudo make install")
    #expect(remedies["daemon"] == "warning sudo tiltpad serve")
    #expect(remedies["plain senders"] == "ok ", "who is paired needs no range")
    #expect(remedies["module joydev"] == "warning sudo modprobe joydev")
    #expect(remedies["page"] == "warning sudo make install")
    #expect(remedies["web gateway"] == "warning tiltpad web")
    #expect(remedies["session"] == "warning sudo usermod -aG input ada")
  }

  @Test func `Who may not open the device is told whose it is`() {
    let root = FakeRoot()
    var look = Self.healthy(root)
    look.machine.probe = { _ in .notPermitted }
    #expect(finding(.permission, look).grade == .ok)
    look.daemon = .absent(SystemError(code: ENOENT, call: .connect))
    let refused = finding(.permission, look)
    #expect(refused.grade == .failure)
    #expect(refused.text.hasPrefix("ada may not open /dev/uinput: it is crw-"))
    #expect(refused.remedy == "sudo systemctl enable --now tiltpad")
    root.remove("/lib/systemd/system/tiltpad.service")
    let bySeat = "sudo tiltpad serve, or sudo make install SEAT=yes for the user at the seat"
    #expect(finding(.permission, look).remedy == bySeat)
    root.write("", to: "/usr/local/lib/udev/rules.d/61-tiltpad-seat.rules")
    #expect(finding(.permission, look).remedy?.hasPrefix("sudo udevadm trigger") == true)
  }

  private static func node(_ kinds: [String], isForSeat: Bool = true, isDescribed: Bool = true) -> InputNode {
    InputNode(
      path: "/dev/input/event7", phys: "tiltpad/pad1", kinds: kinds, isForSeat: isForSeat,
      isDescribed: isDescribed)
  }

  @Test func `A pad is judged by what udev knows of it`() {
    var look = Self.healthy(FakeRoot())
    #expect(finding(.pads, look).text == "none is plugged in")
    look.machine.nodes = { [Self.node([InputNode.joystick])] }
    #expect(finding(.pads, look).text == "udev knows event7, ID_INPUT_JOYSTICK, uaccess")
    #expect(finding(.pads, look).grade == .ok)
    look.machine.nodes = { [Self.node([InputNode.joystick], isForSeat: false)] }
    #expect(finding(.pads, look).remedy?.contains("udevadm trigger") == true)
    look.machine.nodes = { [Self.node([])] }
    #expect(finding(.pads, look).grade == .warning)
    look.machine.nodes = { [Self.node([], isDescribed: false)] }
    #expect(finding(.pads, look).remedy == "udevadm settle")
    look.machine.nodes = { [InputNode(path: "/dev/input/event3", phys: "usb-1/input0")] }
    #expect(finding(.pads, look).text == "none is plugged in")
  }

  @Test func `A touchpad that desktops use as their own is named`() {
    var look = Self.healthy(FakeRoot())
    for (isIgnored, grade) in [(false, Finding.Grade.warning), (true, .ok)] {
      look.machine.nodes = {
        [
          InputNode(
            path: "/dev/input/event9", uniq: "02:74:62:00:00:10", kinds: [InputNode.touchpad],
            isForSeat: true, isIgnoredByDesktops: isIgnored),
          InputNode(path: "/dev/input/event2", uniq: "aa:bb", kinds: [InputNode.touchpad]),
        ]
      }
      #expect(finding(.pads, look).grade == grade)
    }
  }

  @Test func `Who may open the pads needs no seat`() {
    let root = FakeRoot()
    var look = Self.healthy(root)
    root.remove("/run/systemd/users/1000")
    #expect(finding(.session, look).grade == .warning)
    look.machine.nodes = { [Self.node([InputNode.joystick])] }
    #expect(finding(.session, look).grade == .warning)
    look.machine.opens = { $0 == "/dev/input/event7" }
    #expect(finding(.session, look).text == "ada may open event7")
  }

  @Test func `A common file in the place of the device is no device`() {
    let root = FakeRoot()
    let look = Self.healthy(root)
    root.remove("/dev/uinput")
    root.write("", to: "/dev/uinput")
    #expect(finding(.device, look).grade == .failure)
    #expect(finding(.device, look).remedy == "sudo rm /dev/uinput && sudo modprobe uinput")
  }

  @Test func `A module that is part of the kernel is there without being loaded`() {
    let root = FakeRoot()
    let look = Self.healthy(root)
    root.remove("/proc/modules")
    root.remove("/usr/local/lib/modules-load.d/tiltpad.conf")
    #expect(finding(.moduleAtBoot, look).grade == .warning)
    root.write("6.1.0-39-amd64\n", to: "/proc/sys/kernel/osrelease")
    root.write("kernel/drivers/input/misc/uinput.ko\n", to: "/lib/modules/6.1.0-39-amd64/modules.builtin")
    #expect(finding(.module, look).text == "built into the kernel")
    #expect(finding(.moduleAtBoot, look).grade == .ok)
    #expect(finding(.joydev, look).grade == .warning)
  }

  @Test func `A port that another program holds fails, the daemon's own does not`() throws {
    var look = Self.healthy(FakeRoot())
    let held = try DatagramSocket(bound: .anywhere)
    look.configuration.daemon.port = try held.localEndpoint().port
    #expect(finding(.port, look).grade == .ok)
    look.daemon = .silent
    let refused = finding(.port, look)
    #expect(refused.grade == .failure)
    #expect(refused.remedy == "ss -lunp sport = \(look.configuration.daemon.port)")
  }

  @Test func `The daemon may be silent, gone, closed to the user, or without real pads`() {
    var look = Self.healthy(FakeRoot())
    look.daemon = .silent
    #expect(finding(.daemon, look).grade == .failure)
    look.daemon = .otherVersion
    #expect(finding(.daemon, look).remedy?.contains("restart") == true)
    look.daemon = .absent(SystemError(code: EACCES, call: .connect))
    #expect(finding(.daemon, look).remedy?.contains("usermod -aG tiltpad") == true)
    look.daemon = .absent(SystemError(code: ECONNREFUSED, call: .connect))
    #expect(finding(.daemon, look).grade == .warning)
    var host = Players.host([]).host
    host.hasKernelPads = false
    look.daemon = .running(host)
    #expect(finding(.daemon, look).grade == .warning)
    #expect(!look.hasPads)
  }

  @Test func `A configuration that is not good fails with its line`() {
    var look = Self.healthy(FakeRoot())
    look.refusal = Failure(
      "/a.conf:3: there is no key x in [host]", while: "reading", try: "man tiltpad.conf")
    #expect(
      finding(.configuration, look).lines(of: "configuration") == [
        "FAIL  configuration — /a.conf:3: there is no key x in [host]", "      try: man tiltpad.conf",
      ])
  }

  @Test func `Pads are for root, for the seat, and for the group input`() {
    let root = FakeRoot()
    var look = Self.healthy(root)
    root.remove("/run/systemd/users/1000")
    #expect(finding(.session, look).grade == .warning)
    look.machine.user.groups = [104]
    #expect(finding(.session, look).grade == .ok)
    look.machine.user = Account(id: 0, name: "root", groups: [0])
    #expect(finding(.session, look).grade == .ok)
  }

  @Test func `A daemon that games can hold up is told`() {
    let root = FakeRoot()
    var look = Self.healthy(root)
    #expect(finding(.priority, look).text == "the daemon has priority over games: real-time priority 1")
    root.write(Self.stat(priority: 0, policy: 0), to: "/proc/4711/stat")
    #expect(finding(.priority, look).grade == .warning)
    #expect(finding(.priority, look).remedy?.hasPrefix("sudo chrt --rr --reset-on-fork --pid 1 4711") == true)
    root.remove("/proc/4711/stat")
    #expect(finding(.priority, look).grade == .ok, "in another container")
    look.process = nil
    #expect(finding(.priority, look).grade == .ok)
  }

  @Test func `A small receive buffer is told`() {
    let root = FakeRoot()
    let look = Self.healthy(root)
    root.write("212992\n", to: "/proc/sys/net/core/rmem_max")
    #expect(finding(.receiveBuffer, look).remedy == "sudo sysctl -w net.core.rmem_max=1048576")
  }

  @Test func `A finding for programs is one JSON object`() {
    #expect(
      Finding.warning("a \"b\"", try: "c").json(of: "d").text
        == #"{"check":"d","grade":"warn","finding":"a \"b\"","remedy":"c","fix":false}"#)
  }

  @Test func `Permissions are written as ls writes them`() throws {
    #expect(try #require(FileStatus("/dev/null")).modeText == "crw-rw-rw-")
    #expect(try #require(FileStatus("/")).modeText.hasPrefix("drwx"))
    #expect(FileStatus("/nonexistent") == nil)
    #expect(FileStatus("/dev/null")?.isCharacterDevice == true)
    #expect(FileStatus("/dev")?.isCharacterDevice == false)
    #expect(Account.name(ofUser: 0) == "root")
    #expect(Account.name(ofGroup: 4_000_000_000) == "4000000000")
    #expect(Account.current.id == geteuid())
  }
}

/// A directory that is examined as if it were the root; it is removed when the object is released.
final class FakeRoot {
  let path = "/tmp/tiltpad-root-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"

  init() { _ = try? FileContents.makeDirectory(path) }

  deinit { removeFolder(path) }

  func write(_ text: String, to name: String) {
    var directory = path
    for part in name.split(separator: "/").dropLast() {
      directory += "/\(part)"
      _ = try? FileContents.makeDirectory(directory)
    }
    _ = try? FileContents.write(Array(text.utf8), to: path + name)
  }

  /// Makes `name` a link to the machine's own file `target`.
  func link(_ name: String, to target: String) {
    write("", to: name)
    remove(name)
    _ = unsafe symlink(target, path + name)
  }

  func remove(_ name: String) { _ = unsafe unlink(path + name) }

  /// Gives `name` the permissions `mode`.
  func permit(_ name: String, _ mode: UInt32) { _ = unsafe chmod(path + name, mode) }
}
