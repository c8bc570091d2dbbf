import Model
import Notation
import Testing
import Wire

@testable import Pages

/// The orders of dashboards about settings.
@Suite struct SettingOrderTests {
  private func action(_ text: String) -> SettingOrder.Action? {
    guard let said = try? JSON(parsing: Array(text.utf8).span),
      case .setting(let action)? = DashboardRequest(said)
    else { return nil }
    return action
  }

  @Test func `A dashboard names a setting by its key, and its value by a number`() throws {
    let knob = try #require(Knob(key: "full_lock"))
    let slot = PlayerSlot(index: 1)
    let setting = try #require(Setting(knob, of: slot, 455))
    let members = #""type":"setting","slot":2,"key":"full_lock","value":455"#
    #expect(action("{\(members),\"do\":\"try\"}") == .attempt(setting))
    #expect(action("{\(members),\"do\":\"keep\"}") == .keep(setting))
    #expect(action("{\(members),\"do\":\"clear\"}") == .clear(knob, slot))
    #expect(action(#"{"type":"setting","do":"keep","slot":0}"#) == .keepTrial(nil))
    #expect(action(#"{"type":"setting","do":"undo","slot":2}"#) == .undo(slot))
    #expect(action(#"{"type":"setting","do":"follow","slot":0}"#) == .follow)
  }

  @Test(
    arguments: [
      #""do":"try","slot":2,"key":"port","value":1"#, #""do":"keep","slot":0,"key":"admission","value":1"#,
      #""do":"try","slot":2,"key":"full_lock","value":1801"#,
      #""do":"try","slot":17,"key":"curve","value":1"#,
      #""do":"try","slot":0,"key":"players","value":4"#, #""do":"keep","slot":1,"key":"players","value":4"#,
      #""do":"try","slot":2,"key":"full_lock","value":"455"#, #""do":"try","key":"full_lock","value":455"#,
      #""do":"clear","slot":1,"key":"players""#, #""do":"keep","slot":0,"key":"curve""#,
      #""do":"write","slot":0"#,
      #""do":"follow","slot":1"#, #""slot":0"#, #""do":"try","slot":0,"key":"curve","value":1e99"#,
    ])
  func `What is not on the list is no order`(members: String) {
    #expect(action("{\"type\":\"setting\",\(members)}") == nil)
  }

  @Test func `What a page has tried is remembered until it ends the trial`() throws {
    var tries: Set<UInt8> = []
    let knob = try #require(Knob(key: "curve"))
    tries.follow(.attempt(try #require(Setting(knob, 1))))
    tries.follow(.attempt(try #require(Setting(knob, of: PlayerSlot(index: 4), 1))))
    #expect(tries == [0, 5])
    tries.follow(.keepTrial(nil))
    tries.follow(.clear(knob, PlayerSlot(index: 4)))
    #expect(tries == [5])
    tries.follow(.undo(PlayerSlot(index: 4)))
    #expect(tries == [])
  }
}
