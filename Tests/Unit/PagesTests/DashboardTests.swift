import Model
import Notation
import Testing
import Wire

@testable import Pages

@Suite struct DashboardTests {
  func host(players: UInt8) -> [UInt8] {
    var datagram = LocalDatagram()
    HostStatus(limit: 4, players: players, hasKernelPads: false).write(to: &datagram)
    return datagram.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  func player(_ index: Int) -> [UInt8] {
    var datagram = LocalDatagram()
    PlayerStatus(
      of: PlayerSlot(index: index), at: .gateway(connection: 1, controller: 2), by: .http
    ).write(to: &datagram)
    return datagram.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  func add(_ packet: [UInt8], to batch: inout StatusBatch) throws -> [UInt8]? {
    batch.add(packet.span, try StatusPacket(parsing: packet.span))
  }

  func record(_ packet: [UInt8]) -> [UInt8] {
    [UInt8(truncatingIfNeeded: packet.count), UInt8(packet.count >> 8)] + packet
  }

  @Test func `A state is shown once it has all players`() throws {
    var batch = StatusBatch()
    #expect(try add(player(0), to: &batch) == nil)
    #expect(try add(host(players: 0), to: &batch) == record(host(players: 0)))
    #expect(try add(host(players: 2), to: &batch) == nil)
    #expect(try add(player(0), to: &batch) == nil)
    let whole = record(host(players: 2)) + record(player(0)) + record(player(3))
    #expect(try add(player(3), to: &batch) == whole)
    #expect(try add(player(4), to: &batch) == nil)
  }

  @Test func `A state that was lost in part is not shown`() throws {
    var batch = StatusBatch()
    _ = try add(host(players: 2), to: &batch)
    _ = try add(player(0), to: &batch)
    #expect(try add(host(players: 1), to: &batch) == nil)
    #expect(try add(player(1), to: &batch) == record(host(players: 1)) + record(player(1)))
  }

  @Test func `What is on stage is behind every state, as it was said last`() throws {
    var batch = StatusBatch()
    for mode in [Mode.lobby, .buzzer] {
      var datagram = LocalDatagram()
      StageStatus(mode: mode).write(to: &datagram)
      let stage = datagram.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      _ = try add(host(players: 1), to: &batch)
      #expect(try add(stage, to: &batch) == nil)
      let whole = record(host(players: 1)) + record(player(0)) + record(stage)
      #expect(try add(player(0), to: &batch) == whole)
      #expect(try add(host(players: 0), to: &batch) == record(host(players: 0)) + record(stage))
    }
    batch.stage = []
    #expect(try add(host(players: 0), to: &batch) == record(host(players: 0)))
  }

  @Test func `A bridge of another version is told to the dashboards at once`() throws {
    var batch = StatusBatch()
    let packet: [UInt8] = [0xe9, Watch.currentVersion + 1]
    #expect(try add(host(players: 1), to: &batch) == nil)
    #expect(try add(packet, to: &batch) == record(packet))
  }

  func request(_ text: String) throws -> DashboardRequest? {
    DashboardRequest(try JSON(parsing: Array(text.utf8).span))
  }

  @Test func `Each order of a dashboard is one of the bridge's`() throws {
    let key = String(repeating: "0a", count: 31) + "ff"
    guard case .order(let accept) = try request(#"{"type":"accept","key":"\#(key)"}"#),
      case .order(let deny) = try request(#"{"type":"deny","key":"\#(key)"}"#),
      case .order(let kick) = try request(#"{"type":"kick","slot":16}"#),
      case .order(let policy) = try request(#"{"type":"policy","policy":"locked"}"#),
      case .order(let pin) = try request(#"{"type":"pin"}"#),
      case .recentre(nil) = try request(#"{"type":"recentre","slot":0}"#),
      case .recentre(PlayerSlot(number: 3)) = try request(#"{"type":"recentre","slot":3}"#),
      case .layout("wheel", nil) = try request(#"{"type":"layout","layout":"wheel"}"#),
      case .ticket = try request(#"{"type":"ticket"}"#), case .droidPad = try request(#"{"type":"droidpad"}"#)
    else {
      Issue.record("a request was not understood")
      return
    }
    #expect(
      [accept.verb, deny.verb, kick.verb, policy.verb, pin.verb] == [
        .accept, .deny, .kick, .policy, .offerPIN,
      ])
    #expect(kick.bytes == [3, 16, 0] && policy.bytes == [4, 2, 0])
    guard case .admission(.accept(let accepted)) = accept.action else {
      Issue.record("it accepts nobody")
      return
    }
    #expect(accepted[0] == 10 && accepted[31] == 255)
    #expect(accepted.span.hexadecimal == key)
  }

  @Test(
    arguments: [
      #"{}"#, #"{"type":"revoke"}"#, #"{"type":"kick"}"#, #"{"type":"kick","slot":0}"#,
      #"{"type":"kick","slot":17}"#,
      #"{"type":"kick","slot":-1}"#, #"{"type":"kick","slot":18446744073709551615}"#,
      #"{"type":"recentre"}"#, #"{"type":"recentre","slot":17}"#, #"{"type":"recentre","slot":"0"}"#,
      #"{"type":"policy","policy":"Open"}"#, #"{"type":"policy","policy":2}"#,
      #"{"type":"accept","key":"0a"}"#,
      #"{"type":"accept","key":"\#(String(repeating: "0A", count: 32))"}"#,
      #"{"type":"deny","key":"\#(String(repeating: "0a", count: 31))é"}"#,
    ])
  func `A request that makes no sense is none`(_ text: String) throws {
    #expect(try request(text) == nil)
  }

  @Test func `An order is answered once, and so many may wait`() {
    var desk = Desk()
    var numbers: [UInt32] = []
    for number in UInt64(0)..<70 {
      if let noted = desk.note(Desk.Order(connection: 1, number: number, isForPIN: false)) {
        numbers.append(noted)
      }
    }
    #expect(numbers.count == 64 && Set(numbers).count == 64)
    #expect(desk.order(answeredAs: numbers[5])?.number == 5)
    #expect(desk.order(answeredAs: numbers[5]) == nil)
    #expect(desk.forgetOrders().count == 63)
    #expect(desk.forgetOrders().isEmpty)
  }

  @Test func `A QR code goes as rows of zeros and ones, and none without a link`() {
    let link = "https://192.168.1.20:28443/j/#AAAAAAAAAAAAAAAAAAAAAA"
    let text = DashboardText.ticket(link: link, lasts: .seconds(600)).text
    #expect(text.hasPrefix(#"{"type":"ticket","url":"\#(link)","seconds":600,"rows":["11111110"#))
    let rows = text.split(separator: "[")[1].split(separator: ",").map { $0.filter { "01".contains($0) } }
    #expect(rows.count == 33 && rows.allSatisfy { $0.count == rows.count })
    #expect(
      DashboardText.ticket(link: nil, lasts: .zero).text
        == #"{"type":"ticket","url":"","seconds":0,"rows":[]}"#)
    let check = "https://192.168.1.20:28443/check/#AAAAAAAAAAAAAAAAAAAAAA"
    let both = DashboardText.ticket(link: link, lasts: .seconds(600), check: check).text
    #expect(
      both.hasPrefix(String(text.dropLast()))
        && both.contains(#","check":{"url":"\#(check)","rows":["1111111"#))
  }

  @Test func `Messages that no dashboard sends close it when there are too many`() {
    let now = Instant(nanoseconds: 1_000_000_000_000)
    var desk = Desk()
    desk.open(Desk.Dashboard(), on: 3)
    while desk.next() != nil {}
    for _ in 0..<32 { desk.refuse(3, at: now) }
    #expect(desk.next() == nil && desk.refusals == 32)
    desk.refuse(3, at: now)
    guard case .close(3) = desk.next() else {
      Issue.record("still open")
      return
    }
  }

  @Test(arguments: ["offer", "remove", "read", "save"])
  func `An order about a kept layout has the name of one`(_ type: String) throws {
    for (id, isName) in [
      ("mine", true), ("a", true), (String(repeating: "a", count: 32), true),
      (String(repeating: "a", count: 33), false), ("", false), ("Mine", false), ("../mine", false),
      ("a b", false), ("1a", false),
    ] {
      let text = #"{"type":"\#(type)","id":"\#(id)","to":0,"part":0,"of":1,"text":"x"}"#
      #expect((try request(text) != nil) == isName, "\(id)")
    }
    #expect(try request(#"{"type":"\#(type)","to":0,"part":0,"of":1,"text":"x"}"#) == nil)
  }

  @Test(
    arguments: [
      ("", -1), (#","to":-1"#, -1), (#","to":0"#, 0), (#","to":1"#, 1), (#","to":16"#, 16),
      (#","to":-2"#, nil),
      (#","to":17"#, nil), (#","to":1.5"#, nil), (#","to":"1""#, nil),
    ] as [(String, Int?)])
  func `A layout is offered to nobody, all, or one of sixteen players`(_ member: String, _ number: Int?)
    throws
  {
    let order = try request(#"{"type":"offer","id":"mine"\#(member)}"#)
    guard case .offer("mine", let offer)? = order else {
      #expect(order == nil && number == nil)
      return
    }
    #expect(offer.number == number)
  }

  @Test(
    arguments: [
      ("", "", 0), (#","layout":"wheel","slot":0"#, "wheel", 0), (#","layout":"","slot":16"#, "", 16),
      (#","layout":"wheel","slot":17"#, "wheel", nil), (#","layout":"wheel","slot":-1"#, "wheel", nil),
      (#","layout":"wheel","slot":"1""#, "wheel", nil),
    ] as [(String, String, Int?)])
  func `A layout is set for all players or one of sixteen`(
    _ members: String, _ layout: String, _ slot: Int?
  ) throws {
    let order = try request("{\"type\":\"layout\"\(members)}")
    guard case .layout(layout, let player)? = order else {
      #expect(order == nil && slot == nil)
      return
    }
    #expect(Int(player?.number ?? 0) == slot)
  }

  @Test func `A place that sets a setting is kept for everybody and for each player`() throws {
    let knob = try #require(Knob(key: "curve"))
    for slot in 0...PlayerSlot.limit {
      let notice = SettingNotice.lock(knob, PlayerSlot(number: slot), line: 3, file: "/etc/tiltpad.conf")
      #expect(DashboardText.setting(notice).state == .lock(knob: knob.number, slot: UInt8(slot)))
    }
  }
}
