import Model
import Notation
import Testing
import Wire

@testable import Pages

/// The rights of the roles, as docs/web.md and docs/threat-model.md promise them.
@Suite struct RightsTests {
  typealias Role = TicketBook.Role

  static let key = InlineArray<32, UInt8>(repeating: 0xab)

  static func peer(_ state: PeerState, slot: Int?) -> DashboardText {
    .peer(
      PeerStatus(
        state: state, slot: slot.flatMap { PlayerSlot(number: $0) }, refusal: .none, code: 123_456, key: key,
        name: DeviceName("Pixel")))
  }

  /// A text of each kind.
  static let texts: [DashboardText] = [
    .welcome(
      DashboardWelcome(
        host: "den", layouts: [], layout: "", fingerprint: "AB", hasDroidPad: true, shelf: [.string("mine")])),
    .names([]), peer(.connected, slot: 2), .ticket(link: nil, lasts: .zero), .droidPad("code"),
    .layout("pad"),
    .pin(42, seconds: 120), .answer(number: 1, .done), .setup(isOpen: true), .bridge(isThere: true),
    .bridge(isThere: false), .shelf([]), .kept("mine", part: 0, isWhole: true), .refused("mine", .full),
    .controls("mine", nil), .setting(.state(SettingState(of: nil, []))),
    .setting(.lock(Knob.all[0], nil, line: 1, file: "a.conf")),
  ]

  static let toTelevisions: Set<DashboardText.Kind> = [
    .welcome, .names, .peer, .ticket, .layout, .lost, .found,
  ]

  @Test func `Each text for dashboards has its roles, and a dashboard of another role does not hear it`() {
    #expect(Set(RightsTests.texts.map(\.kind)) == Set(DashboardText.Kind.allCases))
    for text in RightsTests.texts {
      #expect(text.text.hasPrefix(#"{"type":"\#(text.kind.rawValue)""#))
      for (role, hears) in [
        (Role.host, true), (.television, RightsTests.toTelevisions.contains(text.kind)), (.player, false),
      ] {
        #expect(Rights.hearers(of: text.kind).contains(role) == hears, "\(text.kind) \(role)")
        #expect((text.heard(by: role) != nil) == hears, "\(text.kind) \(role)")
      }
    }
  }

  @Test func `Each text for pages is for players, and each order has the roles that may give it`() {
    for kind in PageText.Kind.allCases { #expect(Rights.hearers(of: kind) == [.player]) }
    for order in PageOrder.allCases { #expect(Rights.givers(of: order) == [.player]) }
    for order in DashboardRequest.Kind.allCases { #expect(Rights.givers(of: order) == [.host]) }
  }

  @Test(arguments: PeerState.allCases)
  func `A television hears no key and no number, and nothing of who waits`(_ state: PeerState) {
    for slot in [nil, 3] {
      let text = RightsTests.peer(state, slot: slot)
      #expect(text.heard(by: .host)?.text.contains("abab") == true)
      let shown = text.heard(by: .television)?.text
      #expect((shown != nil) == (slot != nil && (state == .connected || state == .disconnected)))
      #expect(shown?.contains("abab") != true && shown?.contains("123456") != true)
    }
  }

  @Test func `The newest connection of a guest is the only one`() {
    var sockets = GuestSockets()
    #expect(sockets.attach(1, to: 7) == nil && sockets.attach(1, to: 7) == nil)
    #expect(sockets.attach(2, to: 7) == 1 && sockets.attach(3, to: 8) == nil)
    #expect(sockets.guest(on: 1) == nil && sockets.guest(on: 2) == 7)
    #expect(sockets.detach(1) == nil && sockets.detach(2) == 7 && sockets.detach(2) == nil)
    sockets.remove(8)
    #expect(sockets.guest(on: 3) == nil)
  }
}
