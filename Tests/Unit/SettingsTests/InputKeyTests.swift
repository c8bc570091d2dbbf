import Dialects
import Model
import Settings
import Testing
import Wire

/// Tests of the settings in the sections of the inputs gateway.
@Suite struct InputKeyTests {
  /// Sets `entries` one after the other; returns the settings, or nil if one of them is refused.
  private func settings(_ entries: (String, String, String)...) -> InputSettings? {
    var settings = InputSettings()
    for (section, name, value) in entries {
      guard let key = InputSettings.key(name, of: section), key.set(&settings, value) else { return nil }
    }
    return settings
  }

  private func input(_ name: String, _ entries: (String, String)...) -> InputSettings.Input? {
    var found = InputSettings()
    for (key, value) in entries {
      guard let key = InputSettings.key(key, of: "input \(name)"), key.set(&found, value) else { return nil }
    }
    return found.inputs.first { $0.section == "input \(name)" }
  }

  private func output(_ name: String, _ key: String, _ value: String) -> InputSettings.Output? {
    settings(("output \(name)", key, value))?.outputs.first { $0.section == "output \(name)" }
  }

  @Test func `Each protocol has a section, in which nothing is enabled`() {
    let usual = InputSettings()
    #expect(usual.inputs.map(\.transport) == GatewayHeader.Transport.inputs && usual.isEmpty)
    #expect(usual.outputs.map(\.transport) == [.dsu, .openTrack, .osc])
    #expect(usual.isAnnounced && usual.socketPath.isEmpty && usual.statePath.isEmpty)
    #expect(
      usual.inputs.allSatisfy { $0.isConfirmed && $0.allowed == AddressRange.loopback && $0.port == nil })
    #expect(
      usual.outputs.allSatisfy { $0.allowed == AddressRange.loopback && $0.player == PlayerSlot(index: 0) })
    for section in usual.inputs.map(\.section) + usual.outputs.map(\.section) {
      let enabled = settings((section, "enabled", "yes"))
      #expect(enabled?.isEmpty == false, "\(section)")
      #expect((enabled?.heard ?? []).map(\.section) + (enabled?.served ?? []).map(\.section) == [section])
      #expect(settings((section, "enabled", "maybe")) == nil)
    }
  }

  @Test func `A key is known in its own sections alone`() {
    let names = ["enabled", "allow", "port", "servers", "confirm", "orientation", "silence", "rumble"]
    #expect(InputSettings.keys(of: "input osc")?.map(\.name) == names)
    #expect(
      InputSettings.keys(of: "output osc")?.map(\.name) == ["enabled", "allow", "port", "to", "player"])
    #expect(InputSettings.keys(of: "gateway")?.map(\.name) == ["socket", "state"])
    #expect(InputSettings.keys(of: "host")?.map(\.name) == ["discovery"])
    #expect(InputSettings.keys(of: "input") == nil && InputSettings.keys(of: "output retropad") == nil)
    #expect(
      InputSettings.key("to", of: "input osc") == nil && InputSettings.key("servers", of: "output osc") == nil
    )
    #expect(InputSettings.key("name", of: "host") == nil && InputSettings.key("/a", of: "output osc") == nil)
  }

  @Test func `Each key sets its own field`() {
    let all = settings(("gateway", "socket", "/s"), ("gateway", "state", "/t"), ("host", "discovery", "no"))
    #expect(all?.socketPath == "/s" && all?.statePath == "/t" && all?.isAnnounced == false)
    #expect(input("dsu", ("port", "1024"))?.port == 1_024 && input("dsu", ("port", "65530"))?.port == 65_530)
    #expect(input("dsu", ("port", "1023")) == nil && input("dsu", ("port", "65531")) == nil)
    #expect(input("dsu", ("allow", "10.0.0.0/8"))?.allowed.map(\.length) == [104])
    #expect(input("dsu", ("confirm", "no"))?.isConfirmed == false)
    #expect(input("dsu", ("orientation", "inverted"))?.orientation == .inverted)
    #expect(input("dsu", ("silence", "1"))?.silence == .seconds(1))
    #expect(input("dsu", ("silence", "3600"))?.silence == .seconds(3_600))
    #expect(input("dsu", ("silence", "0")) == nil && input("dsu", ("silence", "3601")) == nil)
    let servers = input("dsu", ("servers", "10.0.0.1, 10.0.0.2:5\t::1"))?.servers
    #expect(servers?.map(\.port) == [nil, 5, nil])
    for wrong in ["", " , ", "10.0.0.1 den"] { #expect(input("dsu", ("servers", wrong)) == nil) }
  }

  @Test func `An output has a target and a player of its own`() {
    #expect(output("osc", "to", "10.0.0.1:9001")?.target?.port == 9_001 && output("osc", "to", "den") == nil)
    #expect(
      output("osc", "player", "16")?.player.number == 16 && output("osc", "player", "1")?.player.number == 1)
    for wrong in ["0", "17", "one", ""] { #expect(output("osc", "player", wrong) == nil) }
    #expect(output("dsu", "port", "65530")?.port == 65_530 && output("dsu", "port", "1023") == nil)
    #expect(output("dsu", "allow", "none")?.allowed == [])
  }

  @Test func `Rumble is shown at an address, perhaps at another port, and only by OSC`() {
    let bare = input("osc", ("rumble", "/1/led1"))?.rumble
    #expect(bare?.address.text == "/1/led1" && bare?.port == nil)
    let full = input("osc", ("rumble", "/1/led1 , 9001"))?.rumble
    #expect(full?.address.text == "/1/led1" && full?.port == 9_001)
    let longest = "/" + String(repeating: "a", count: 47)
    #expect(input("osc", ("rumble", longest))?.rumble?.address.text == longest)
    for wrong in [
      "", "/a 0", "/a 65536", "/a b", "/a 1 2", "a", "/", "/a*", "\(longest)a", "/\u{e9}",
    ] { #expect(input("osc", ("rumble", wrong)) == nil, "\(wrong)") }
    #expect(input("dsu", ("rumble", "/1/led1")) == nil)
  }

  @Test func `The numbers at an OSC address have the meaning that came last, in the place of the first`() {
    let osc = input("osc", ("/a", "x"), ("/b", "lx ly"), ("/a", "y"))
    #expect(osc?.meanings.map(\.address) == ["/a", "/b"])
    #expect(osc?.meanings.first?.meaning == NumberMeaning("y"))
    #expect(input("osc", ("/a", "nothing")) == nil && input("dsu", ("/a", "x")) == nil)
    let longest = "/" + String(repeating: "a", count: 47)
    #expect(input("osc", (longest, "x"))?.meanings.count == 1)
    for wrong in ["a", "/", "\(longest)a", "/ b", "/\u{e9}"] {
      #expect(input("osc", (wrong, "x")) == nil, "\(wrong)")
    }
  }

  @Test func `Sixty-four addresses have a meaning, and one of them may get another`() {
    var found = InputSettings()
    func set(_ number: Int, _ words: String) -> Bool {
      InputSettings.key("/\(number)", of: "input osc")?.set(&found, words) == true
    }
    #expect((1...NumberMeaning.limit).allSatisfy { set($0, "x") })
    #expect(set(1, "y") && !set(NumberMeaning.limit + 1, "x"))
  }
}
