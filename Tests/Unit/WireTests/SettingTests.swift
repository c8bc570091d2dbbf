import Impairment
import Model
import Testing
import Wire
import WireReference

/// The settings that dashboards may change, and the messages about them.
@Suite struct SettingTests {
  /// Returns every allowed value of a setting.
  private func values(of knob: Knob) -> [Int32] {
    switch knob.form {
    case .words(let words): words.indices.map { Int32($0) }
    case .number(let range, _, _, let word): Array(range) + (word == nil ? [] : [-1])
    }
  }

  @Test func `Every value has a text of its own, and the text gives the value back`() {
    for knob in Knob.all {
      let values = values(of: knob)
      let texts = values.compactMap { knob.text(of: $0) }
      #expect(Set(texts).count == values.count, "\(knob.key)")
      #expect(texts.map { knob.value(of: $0) } == values, "\(knob.key)")
      #expect(texts.allSatisfy { text in text.utf8.allSatisfy { (0x21...0x7e).contains($0) } })
    }
  }

  @Test func `Each setting has its own number and its own key`() {
    #expect(Knob.all.map { Int($0.number) } == Array(1...Knob.all.count))
    #expect(Set(Knob.all.map(\.key)).count == Knob.all.count)
    for knob in Knob.all {
      #expect(Knob(number: knob.number) == knob && Knob(key: knob.key) == knob)
    }
    #expect(Knob(number: 0) == nil && Knob(number: UInt8(Knob.all.count + 1)) == nil)
  }

  @Test(arguments: [
    "", "-1", "+1", "1e1", "0x1", "1.", ".5", "1 ", "１", "nan", "inf", "99999999999", "1.2.3", "60\n[host]",
  ])
  func `What is no number is no value`(text: String) {
    for knob in Knob.all {
      if case .number = knob.form { #expect(knob.value(of: text) == nil, "\(knob.key)") }
    }
  }

  @Test func `Numbers end at their limits`() {
    let limits: [String: ClosedRange<Int32>] = [
      "full_lock": 10...1_800, "dead_zone": 0...900, "stick_dead_zone": 0...900, "keep_slot": 0...3_600,
    ]
    for (key, limit) in limits {
      guard case .number(let range, _, _, _) = Knob(key: key)?.form else {
        Issue.record("\(key)")
        continue
      }
      #expect(range == limit, "\(key)")
    }
  }

  @Test func `A setting replaces another value of its own, and neither that of another player nor another`()
    throws
  {
    let (lock, zone) = (try #require(Knob(key: "full_lock")), try #require(Knob(key: "dead_zone")))
    let slots = (0..<2).map { PlayerSlot(index: $0) }
    let setting = try #require(Setting(lock, of: slots[0], 100))
    for (knob, slot, isSame) in [(lock, slots[0], true), (lock, slots[1], false), (zone, slots[0], false)] {
      let other = try #require(Setting(knob, of: slot, 200))
      #expect(setting.replaces(other) == isSame)
    }
  }

  @Test func `A value outside its range, or with more places than count, is no value`() throws {
    let lock = try #require(Knob(key: "full_lock"))
    #expect(lock.value(of: "0.9") == nil && lock.value(of: "180.1") == nil && lock.value(of: "45.25") == nil)
    #expect(lock.value(of: "45.50") == 455 && lock.text(of: 455) == "45.5")
    #expect(!lock.allows(9) && !lock.allows(1_801) && !lock.allows(-1) && lock.text(of: 9) == nil)
    let slot = try #require(Knob(key: "keep_slot"))
    #expect(slot.value(of: "forever") == -1 && slot.words == "seconds from 0 to 3600, or forever")
    #expect(lock.words == "degrees from 1 to 180")
  }

  private func orders() -> [SettingOrder.Action] {
    let slots = [nil, PlayerSlot(index: 0), PlayerSlot(index: 15)]
    let settings = Knob.all.flatMap { knob in
      slots.compactMap { slot in values(of: knob).last.flatMap { Setting(knob, of: slot, $0) } }
    }
    return [.follow] + slots.flatMap { [.keepTrial($0), .undo($0)] }
      + settings.flatMap { [.keep($0), .clear($0.knob, $0.slot)] }
      + settings.filter { $0.knob.scope == .feel }.map { .attempt($0) }
  }

  @Test func `Every order survives the way, and no shorter or longer message is one`() throws {
    for (index, action) in orders().enumerated() {
      var order = SettingOrder(action)
      order.number = UInt32(index)
      let bytes = LocalPacket.setting(order).datagram.withBytes { span in span.indices.map { span[$0] } }
      guard case .setting(let read) = try LocalPacket(parsing: bytes.span) else {
        Issue.record("\(action) is another message")
        continue
      }
      #expect(read.action == action && read.number == UInt32(index))
      #expect(localOutcome(bytes, fromBridge: false) == .ok(written: bytes))
      #expect(localOutcome(Array(bytes.dropLast()), fromBridge: false).reason == .tooShort)
      #expect(localOutcome(bytes + [0], fromBridge: false).reason == .tooLong)
    }
  }

  @Test func `What is tried or kept is on the list, whatever the bytes`() {
    for seed in 1...20_000 as ClosedRange<UInt64> {
      var dice = Random(seed: seed)
      var bytes = (0..<12).map { _ in UInt8.random(in: 0...UInt8.max, using: &dice) }
      bytes[0] = 0xf7
      bytes[1] %= 7
      bytes[2] %= 20
      bytes[3] %= UInt8(Knob.all.count + 3)
      if seed % 2 == 0 { bytes[9] = 0; bytes[10] = 0; bytes[11] = 0 }
      guard case .setting(let order)? = try? LocalPacket(parsing: bytes.span) else { continue }
      switch order.action {
      case .attempt(let setting):
        #expect(setting.knob.scope == .feel && setting.knob.allows(setting.value), "seed \(seed)")
      case .keep(let setting): #expect(setting.knob.allows(setting.value), "seed \(seed)")
      case .follow, .keepTrial, .undo, .clear: break
      }
    }
  }

  @Test func `The host's own settings cannot be tried, and do not differ between players`() throws {
    let (players, slot) = (try #require(Knob(key: "players")), PlayerSlot(index: 1))
    #expect(Setting(players, of: slot, 4) == nil && Setting(players, 17) == nil)
    let bytes: [UInt8] = [0xf7, 2, 0, players.number, 0, 0, 0, 0, 4, 0, 0, 0]
    #expect(localOutcome(bytes, fromBridge: false).reason == .reservedNotZero)
    let kept: [UInt8] = [0xf7, 3, 2, players.number, 0, 0, 0, 0, 4, 0, 0, 0]
    #expect(localOutcome(kept, fromBridge: false).reason == .reservedNotZero)
  }

  @Test func `A notice survives the way, with the visible end of a long name`() throws {
    var state = SettingState(
      of: PlayerSlot(index: 3),
      Knob.all.map { .init($0.number % 2 == 0 ? nil : values(of: $0)[0], .allCases[Int($0.number) % 4]) })
    (state.seconds, state.isEdited, state.isOff) = (47, true, true)
    let knob = try #require(Knob(key: "dead_zone"))
    let long = "/etc/tiltpad/" + String(repeating: "x", count: 200) + "/ä b.conf"
    let notices: [SettingNotice] = [.state(state), .lock(knob, nil, line: 3, file: "/etc/a.conf")]
    for notice in notices + [.lock(knob, PlayerSlot(index: 1), line: 1, file: long)] {
      var datagram = LocalDatagram()
      notice.write(to: &datagram)
      let bytes = datagram.withBytes { span in span.indices.map { span[$0] } }
      guard case .setting(let read) = try StatusPacket(parsing: bytes.span) else {
        Issue.record("it is another message")
        continue
      }
      if case .lock(_, _, _, let name) = read, bytes.count > 100 {
        #expect(name.hasSuffix("xx/???b.conf") && name.utf8.count == SettingNotice.longestName)
      } else {
        #expect(read == notice)
      }
      #expect(localOutcome(bytes, fromBridge: true) == .ok(written: bytes))
      if case .state = notice {
        #expect(localOutcome(Array(bytes.dropLast()), fromBridge: true).reason == .tooShort)
        #expect(localOutcome(bytes + [0], fromBridge: true).reason == .tooLong)
      }
      #expect(localOutcome(Array(bytes.dropLast(bytes.count - 7)), fromBridge: true).reason == .tooShort)
    }
  }
}
