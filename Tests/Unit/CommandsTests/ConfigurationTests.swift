import Bridge
import Console
import Daemon
import Gamepad
import Glibc
import Model
import Motion
import Settings
import Testing
import Wire

@testable import Commands

@Suite struct ConfigurationTests {
  /// A directory for one test, removed with its content when the object is released.
  final class Scratch {
    let path: String

    init() {
      path = "/tmp/tiltpad-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
      _ = unsafe mkdir(path, 0o700)
    }

    deinit { removeFolder(path) }

    func write(_ text: String, to name: String) -> String {
      let file = "\(path)/\(name)"
      if let slash = name.firstIndex(of: "/") { _ = unsafe mkdir("\(path)/\(name[..<slash])", 0o700) }
      let stream = unsafe fopen(file, "w")
      if let stream = unsafe stream {
        unsafe fputs(text, stream)
        unsafe fclose(stream)
      }
      return file
    }
  }

  func failure(_ text: String) -> Failure? {
    let scratch = Scratch()
    let file = scratch.write(text, to: "a.conf")
    do throws(Failure) {
      _ = try Configuration(path: file, isRequired: true)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: allKeys.filter { $0.key.name != "profile" }.map {
      [$0.section, $0.key.name, $0.key.form]
    })
  func `Each key refuses a value of another form, and says its own`(key: [String]) throws {
    let refusal = try #require(failure("[\(key[0])]\n\(key[1]) = \(String(repeating: "~", count: 300))\n"))
    #expect(refusal.what.contains(":2: \(key[1]) is not \(key[2])"), "\(refusal.what)")
  }

  @Test(
    arguments: [
      ("[host]\nport = 28460\nprot = 1\n", ":3: there is no key prot in [host]"),
      ("[hots]\nport = 1\n", ":2: there is no section [hots]"),
      ("port = 1\n", ":1: a key before the first [section]"),
      ("[host]\nplayers = 17\n", ":2: players is not a number from 1 to 16: 17"),
      ("[host]\nallow_plain = 10.0.0.0/33\n", ":2: allow_plain is not"),
      ("[input]\n\n# x\nprofile wheel\n", ":4: neither [section] nor key = value"),
      ("[profile wheel]\nfilter = moving-average 65\n", ":2: filter is not"),
      ("[profile wheel]\nfilter = time-average nan\n", ":2: filter is not"),
      ("[profile wheel]\nfilter = gated-average inf 100 1 2\n", ":2: filter is not"),
      ("[profile wheel]\nfull_lock = 0\n", ":2: full_lock is not"),
      ("[profile wheel]\nfull_lock = nan\n", ":2: full_lock is not"),
      ("[input]\nprofile = whel\n", "there is no profile whel"),
      ("[host]\nport = 0\nplayers = 99\n", ":2: port is not"),
      ("[web]\ncertificate = tls.pem\n", ":2: certificate is not an absolute path, or none"),
      (
        "[web]\npage = http://page.example/\n", ":2: page is not an address that begins with https://, or own"
      ),
      (
        "[web]\npage = https://page.example/#a\n",
        ":2: page is not an address that begins with https://, or own"
      ),
      ("[web]\ndomain = den example\n", ":2: domain is not a host name, or first"),
      ("[host]\nidentity = xbox\n", ":2: identity is not xbox360, xboxone, xboxseries, generic, "),
      ("[host]\nmotion = on\n", ":2: motion is not yes or no: on"),
      ("[player 3]\nmotion = 1\n", ":2: motion is not yes or no: 1"),
      ("[host]\nidentity =\n", ":2: identity is not"),
      ("[host]\nkeep_slot = 3601\n", ":2: keep_slot is not seconds from 0 to 3600, or forever: 3601"),
      ("[host]\nkeep_slot = never\n", ":2: keep_slot is not"),
      ("[buzzer]\nkeep_rounds = 0\n", ":2: keep_rounds is not days from 1 to 3650, or forever: 0"),
      ("[host]\ndiscovery = maybe\n", ":2: discovery is not yes or no: maybe"),
      ("[host]\nname = \(String(repeating: "ä", count: 21))\n", ":2: name is not at most 40 bytes"),
      ("[host]\nstanding = 17\n", ":2: standing is not a number from 0 to 16: 17"),
      ("[player 2]\n\nidentity = Wheel\n", ":3: identity is not"),
      ("[player 2]\nplayers = 2\n", ":2: there is no key players in [player 2]"),
      ("[player 2]\nfull_lock = 0\n", ":2: full_lock is not degrees from 1 to 180: 0"),
      ("[player 0]\nidentity = wheel\n", ":2: there is no section [player 0]"),
      ("[player 17]\nidentity = wheel\n", ":2: there is no section [player 17]"),
      ("[player one]\nidentity = wheel\n", ":2: there is no section [player one]"),
      ("[player]\nidentity = wheel\n", ":2: there is no section [player]"),
      ("[host 1]\nplayers = 2\n", ":2: there is no section [host 1]"),
    ])
  func `A wrong line is named by file and number`(text: String, message: String) throws {
    let refusal = try #require(failure(text))
    #expect(refusal.what.contains(message), "\(refusal.what)")
    #expect(refusal.text.split(separator: "\n").count == 3)
    #expect(refusal.status == .failed)
  }

  @Test func `Drop-ins follow the file in the order of their names`() throws {
    let scratch = Scratch()
    let file = scratch.write("[host]\nport = 1000\nplayers = 2\n", to: "t.conf")
    _ = scratch.write("[host]\nport = 3000\n", to: "t.conf.d/20-b.conf")
    _ = scratch.write("[host]\nport = 2000\nallow_plain = 10.0.0.0/8, ::1\n", to: "t.conf.d/10-a.conf")
    _ = scratch.write("nonsense", to: "t.conf.d/notes.txt")
    let configuration = try Configuration(path: file, isRequired: true)
    #expect(configuration.daemon.port == 3_000 && configuration.daemon.bridge.roster.limit == 2)
    #expect(configuration.daemon.bridge.roster.plainRanges.count == 2)
  }

  @Test func `A slot is kept for some seconds or for ever, and some pads stand`() throws {
    let scratch = Scratch()
    let file = scratch.write("[host]\nkeep_slot = forever\nstanding = 16\n", to: "t.conf")
    let configuration = try Configuration(path: file, isRequired: true)
    #expect(configuration.daemon.bridge.roster.reservation == nil)
    #expect(configuration.daemonSettings(socketPath: "").standing == 16)
    _ = scratch.write("[host]\nkeep_slot = 5\n", to: "t.conf.d/a.conf")
    let seconds = try Configuration(path: file, isRequired: true).daemon.bridge.roster.reservation
    #expect(seconds == .seconds(5))
  }

  @Test func `Rounds are kept for a year, for some days or for ever`() throws {
    let scratch = Scratch()
    #expect(Configuration().daemonSettings(socketPath: "").roundAge == .seconds(365 * 86_400))
    let file = scratch.write("[buzzer]\nkeep_rounds = 3650\n", to: "t.conf")
    let days = try Configuration(path: file, isRequired: true).daemonSettings(socketPath: "").roundAge
    #expect(days == .seconds(3650 * 86_400))
    _ = scratch.write("[buzzer]\nkeep_rounds = forever\n", to: "t.conf.d/a.conf")
    #expect(try Configuration(path: file, isRequired: true).daemonSettings(socketPath: "").roundAge == nil)
  }

  @Test func `A host has a name of its own and can keep quiet`() throws {
    let scratch = Scratch()
    let file = scratch.write("[host]\nname = Living room\ndiscovery = no\n", to: "t.conf")
    let settings = try Configuration(path: file, isRequired: true).daemonSettings(socketPath: "")
    #expect(settings.name == "Living room")
    #expect(!settings.isDiscoverable)
    #expect(Configuration().daemonSettings(socketPath: "").isDiscoverable)
  }

  @Test func `An input has the settings of its section, and is heard only if it is enabled`() throws {
    let scratch = Scratch()
    let file = scratch.write(
      """
      [input retropad]
      enabled = yes
      allow = 10.0.0.0/8, ::1
      confirm = no
      port = 4000
      orientation = sideways-left
      silence = 5
      [input opentrack]
      port = 4242
      """, to: "t.conf")
    let heard = try Configuration(path: file, isRequired: true).inputs.heard
    #expect(heard.map(\.transport) == [.retroPad])
    let input = try #require(heard.first)
    #expect(input.port == 4_000 && input.allowed.count == 2 && !input.isConfirmed)
    #expect(input.orientation == .sidewaysLeft && input.silence == .seconds(5))
    #expect(
      failure("[input gopher]\nenabled = yes\n")?.what.contains("there is no section [input gopher]") == true)
    #expect(
      failure("[input retropad]\nport = 0\n")?.what.contains("port is not a number from 1024 to 65530: 0")
        == true)
  }

  @Test func `An address of OSC is a key, and its words are checked`() throws {
    let scratch = Scratch()
    let file = scratch.write(
      """
      [input osc]
      enabled = yes
      /1/xy? = lx ly signed
      /*/accel = accel m/s2
      rumble = /1/led1 9001
      [output opentrack]
      enabled = yes
      player = 3
      to = 10.0.0.1:4243
      """, to: "t.conf")
    var settings = try Configuration(path: file, isRequired: true).inputs
    #expect(settings[.osc]?.meanings.map(\.address) == ["/1/xy?", "/*/accel"])
    #expect(settings[.osc]?.rumble?.port == 9_001)
    #expect(settings.served.map(\.player.number) == [3] && settings.served.first?.target?.port == 4_243)
    _ = scratch.write("[input osc]\n/1/xy? = rx ry\nrumble = /2\n", to: "t.conf.d/a.conf")
    settings = try Configuration(path: file, isRequired: true).inputs
    #expect(
      settings[.osc]?.meanings.map(\.address) == ["/1/xy?", "/*/accel"], "the first counts, also later")
    #expect(settings[.osc]?.meanings.first?.meaning == NumberMeaning("rx ry"))
    #expect(settings[.osc]?.rumble != nil && settings[.osc]?.rumble?.port == nil)
    for (line, complaint) in [
      ("/x = gopher", "/x is not words like lx ly, or accel g, for one of at most 64 addresses: gopher"),
      ("rumble = led", "rumble is not an address like /1/led1, or /1/led1 9001 with a port: led"),
      ("rumble = /[2", "rumble is not an address like /1/led1, or /1/led1 9001 with a port: /[2"),
      ("/\(String(repeating: "x", count: 48)) = a", "there is no key"),
    ] {
      #expect(failure("[input osc]\n\(line)\n")?.what.contains(complaint) == true, "\(line)")
    }
    #expect(failure("[input retropad]\n/x = a\n")?.what.contains("/x is not") == true)
    let full = (1...64).map { "/x\($0) = a\n" }.joined()
    #expect(failure("[input osc]\n\(full)") == nil)
    #expect(failure("[input osc]\n\(full)/x65 = a\n")?.what.contains("/x65 is not words like") == true)
    #expect(failure("[output osc]\n/x = a\n")?.what.contains("there is no key /x") == true)
  }

  @Test func `A profile can be changed and a new one be made`() throws {
    let scratch = Scratch()
    let file = scratch.write(
      """
      [input]
      profile = rally
      [profile rally]
      left_x = roll
      full_lock = 90
      invert = yes
      filter = moving-average 8
      stick_anti_dead_zone = 0.25
      [profile wheel]
      dead_zone = 0.1
      """, to: "t.conf")
    let configuration = try Configuration(path: file, isRequired: true)
    #expect(configuration.profile.leftX == .roll && configuration.profile.leftY == .stick)
    #expect(
      abs(configuration.profile.tilt.fullLock - .pi / 2) < 1e-12 && configuration.profile.tilt.isInverted)
    #expect(configuration.profile.filter == .movingAverage(count: 8))
    #expect(configuration.profile.stick.antiDeadZone == 0.25)
    #expect(configuration.profiles.first { $0.name == "wheel" }?.profile.tilt.deadZone == 0.1)
  }

  @Test(arguments: Identity.named.map(\.name))
  func `Every identity can be had, for all players or for one`(name: String) throws {
    let scratch = Scratch()
    let identity = try #require(Identity.named.first { $0.name == name }).identity
    let file = scratch.write("[host]\nidentity = \(name)\n", to: "host.conf")
    let settings = try Configuration(path: file, isRequired: true).daemonSettings(socketPath: "/x")
    #expect(settings.identity == identity && settings.playerIdentities.isEmpty)
    let other = scratch.write(
      "[player 1]\nidentity = generic\n[player 16]\nidentity = \(name)\n", to: "players.conf")
    let own = try Configuration(path: other, isRequired: true).daemonSettings(socketPath: "/x")
    #expect(own.identity == .xbox360)
    #expect(own.playerIdentities.count == 2)
    #expect(own.playerIdentities[PlayerSlot(index: 0)] == .generic)
    #expect(own.playerIdentities[PlayerSlot(index: 15)] == identity)
  }

  @Test func `Controllers may ask for identities unless the configuration says no`() throws {
    let scratch = Scratch()
    #expect(Configuration().daemonSettings(socketPath: "/x").bridge.identities == Identity.knownNumbers)
    let file = scratch.write("[host]\nidentity_by_controller = no\n", to: "t.conf")
    let settings = try Configuration(path: file, isRequired: true).daemonSettings(socketPath: "/x")
    #expect(settings.bridge.identities.isEmpty)
  }

  @Test func `Nobody may play without encryption by default, and a missing file is the default`() throws {
    let configuration = try Configuration(path: "/nonexistent/tiltpad.conf", isRequired: false)
    #expect(
      configuration.daemon.bridge.roster.plainRanges.isEmpty && configuration.daemon.port == 28_460
        && configuration.daemon.bridge.roster.limit == 4)
    #expect(configuration.profileName == "wheel")
  }

  @Test(arguments: [
    ("10.0.0.0/8", true), ("192.168.1.7", true), ("::1", true), ("fd00::/8", true), ("none", true),
    ("", false),
    ("10.0.0.0/", false), ("10.0.0/8", false), ("fd00::/129", false), ("10.0.0.0/8 x", false),
    ("1.2.3.4/-1", false),
  ])
  func `Address lists are taken whole or not at all`(text: String, isGood: Bool) {
    #expect((AddressRange.list(text) != nil) == isGood)
  }
}
