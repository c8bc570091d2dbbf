import Model
import Notation
import Testing
import Wire

@testable import Pages

/// The texts to pages and dashboards, letter by letter.
@Suite struct PageTextTests {
  @Test func `A welcome has all that a page needs, and a way to a data channel where there is one`() throws {
    let slot = try #require(PlayerSlot(number: 2))
    for rtc in [nil, JSON.string("way")] {
      let text = PageText.welcome(
        slot, limit: 4, host: "den", session: "1f", resume: "AB", layout: "pad", wanted: "wheel",
        layouts: ["pad", "wheel"], isLocal: true, motion: 3, press: 50, rtc: rtc, shelf: [.string("mine")],
        maySave: false)
      #expect(
        text.text
          == #"{"type":"welcome","player":2,"limit":4,"host":"den","session":"1f","resume":"AB","#
          + #""layout":"pad","layouts":["pad","wheel"],"local":true,"rate":60,"wanted":"wheel","#
          + #""motion":3,"press":50,"shelf":["mine"],"saves":false\#(rtc == nil ? "" : #","rtc":"way""#)}"#)
      #expect(text.state == nil)
    }
  }

  @Test(
    arguments: [
      (600_000_000_000, 600), (599_999_999_999, 599), (999_999_999, 0), (1_000_000_000, 1), (0, 0),
      (-1_000_000_000, 0),
    ] as [(Int64, Int)])
  func `A code says for how many whole seconds it is valid`(_ nanoseconds: Int64, _ seconds: Int) {
    let text = DashboardText.ticket(link: nil, lasts: Interval(nanoseconds: nanoseconds))
    #expect(text.text == #"{"type":"ticket","url":"","seconds":\#(seconds),"rows":[]}"#)
    #expect(text.state == .ticket)
  }

  @Test func `A device is shown with its state, slot, reason, number, key and name`() {
    let key = InlineArray<32, UInt8>(repeating: 0xab)
    let hexadecimal = String(repeating: "ab", count: 32)
    var peer = PeerStatus(
      state: .connecting, slot: nil, refusal: .none, code: 7, key: key, name: DeviceName("Ada"))
    #expect(
      DashboardText.peer(peer).text
        == #"{"type":"peer","state":"connecting","slot":0,"reason":0,"code":"000007","#
        + #""key":"\#(hexadecimal)","name":"Ada"}"#)
    peer = PeerStatus(
      state: nil, slot: PlayerSlot(number: 16), refusal: .full, code: nil, key: key, name: DeviceName(""))
    #expect(
      DashboardText.peer(peer).text
        == #"{"type":"peer","state":"","slot":16,"reason":\#(Refusal.full.rawValue),"code":"","#
        + #""key":"\#(hexadecimal)","name":""}"#)
  }

  @Test func `Only the newest text about the same player's settings, or about everybody's, counts`() {
    for (number, state) in [(0, 0), (1, 1), (16, 16)] as [(Int, UInt8)] {
      let slot = PlayerSlot(number: number)
      #expect(DashboardText.setting(.state(SettingState(of: slot, []))).state == .settings(slot: state))
      let lock = SettingNotice.lock(Knob.all[1], slot, line: 1, file: "a.conf")
      #expect(DashboardText.setting(lock).state == .lock(knob: Knob.all[1].number, slot: state))
    }
  }

  @Test func `A hello renews the name and the colour, and the packet's number if it has one`() throws {
    var page = Page(controller: 7)
    for (hello, name, colour, counter) in [
      (##"{"name":"Aki","colour":"#e69f00","counter":7}"##, "Aki", "#e69f00", 7),
      (#"{"name":"Mei"}"#, "Mei", "", 7), (#"{"counter":4294967298}"#, "", "", 2),
      (#"{"name":1,"colour":2,"counter":"9"}"#, "", "", 2), (#"{"counter":0}"#, "", "", 0),
    ] as [(String, String, String, UInt32)] {
      page.greet(try JSON(parsing: Array(hello.utf8).span))
      #expect((page.name, page.colour, page.counter) == (name, colour, counter), "\(hello)")
    }
  }

  @Test func `A page without a slot leaves no shared pad and joins no team`() throws {
    var hall = Hall()
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let controller = try hall.greet("Aki", on: 7)
    var stage = StageStatus(mode: .lobby)
    stage.players[0].mode = .lobby
    hall.reception.seating.apply(stage)
    _ = hall.actions()
    for text in [#"{"type":"apart"}"#, #"{"type":"team","team":3}"#] { hall.say(text, controller) }
    #expect(hall.actions().isEmpty)
    hall.answer(controller, slot: 1)
    _ = hall.actions()
    for text in [#"{"type":"apart"}"#, #"{"type":"team","team":3}"#] { hall.say(text, controller) }
    #expect(hall.actions().map(\.short) == ["order", "order"])
  }
}
