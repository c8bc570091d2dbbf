import Foundation
import Model
import Notation
import Testing
import Wire

@testable import Commands

@Suite struct StatusJSONTests {
  @Test func `The status of the host and its players is read back by another reader`() throws {
    let text = Players.host([Players.steering(), Players.silent()]).json.text
    let host = try #require(try parse(text) as? [String: Any])
    #expect(host["uptime"] as? Double == 3_725)
    #expect(host["pads"] as? String == "kernel")
    #expect(host["policy"] as? String == "open")
    #expect((host["drops"] as? [String: Int])?["not-allowed"] == 2)
    let players = try #require(host["players"] as? [[String: Any]])
    #expect(players.compactMap { $0["player"] as? Int } == [1, 2])
    #expect(players.compactMap { $0["stage"] as? String } == ["live", "disconnected"])
    #expect(players.compactMap { $0["peer"] as? String } == ["192.168.1.20:40000", "3/9"])
    #expect(players.first?["buttons"] as? [String] == ["a", "leftshoulder"])
    #expect((players.last?["drops"] as? [String: Int])?["angle-not-finite"] == 1)
    #expect(players.last?["raw"] is NSNull)
    #expect(players.last?["battery"] is NSNull)
    #expect((players.first?["counts"] as? [String: Int])?["late"] == 2)
  }

  @Test func `Angles are in radians, axes and triggers in shares, times in seconds`() throws {
    let text = Players.host([Players.steering()]).json.text
    let host = try #require(try parse(text) as? [String: Any])
    let player = try #require((host["players"] as? [[String: Any]])?.first)
    #expect(abs(try #require((player["raw"] as? [String: Double])?["roll"]) - 0.5) < 1e-8)
    #expect(abs(try #require((player["smoothed"] as? [String: Double])?["roll"]) - 0.45) < 1e-8)
    #expect(abs(try #require((player["leftStick"] as? [String: Double])?["x"]) - 0.5) < 1e-4)
    #expect(player["rightTrigger"] as? Double == 1)
    #expect(player["jitter"] as? Double == 0.00125)
    #expect((player["delays"] as? [Int])?.count == 10)
    #expect((player["handling"] as? [Int])?.count == 10)
  }

  @Test func `A clock is in seconds, or null`() throws {
    let text = Players.host([Players.clocked(), Players.silent()]).json.text
    let players = try #require((try parse(text) as? [String: Any])?["players"] as? [[String: Any]])
    let clock = try #require(players[0]["clock"] as? [String: Any])
    #expect(clock["lower"] as? Double == -0.001 && clock["upper"] as? Double == 0.0015)
    #expect(clock["halfWidth"] as? Double == 0.00125 && clock["roundTrip"] as? Double == 0.0023)
    #expect(clock["suspect"] as? Bool == false)
    #expect(players[1]["clock"] is NSNull)
  }

  @Test func `A state is one line`() {
    #expect(!Players.host([Players.steering(), Players.silent()]).json.text.contains { $0.isNewline })
  }

  @Test func `Text is escaped so that lines and terminals are safe`() throws {
    let text = "a\"\\\n\u{1b}[2J\u{0}\u{7f}\u{9b}\u{2028}é€😀"
    let json = JSON.string(text).text
    #expect(json == #""a\"\\\u000a\u001b[2J\u0000\u007f\u009b\u2028é€😀""#)
    #expect(try parse(json) as? String == text)
  }

  @Test func `What is no number is null`() {
    #expect(JSON.array([.number(.nan), .number(-.infinity), .number(1e-9)]).text == "[null,null,1e-09]")
  }

  @Test func `Every button has a name, by which it is found again`() {
    for button in Button.allCases { #expect(Button(label: button.label) == button) }
    #expect(
      [Button.a, .back, .share, .dpadUp, .extra1, .touchpad].map(\.label) == [
        "a", "back", "misc1", "dpup", "extra1", "touchpad",
      ])
    #expect(Button(label: "nothing") == nil)
  }

  private func parse(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }
}
