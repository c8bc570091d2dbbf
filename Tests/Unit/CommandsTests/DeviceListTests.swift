import Console
import Cryptography
import Notation
import Store
import Testing
import Wire

@testable import Commands

@Suite struct DeviceListTests {
  private static func device(_ number: UInt8, name: String = "Phone", used: Int64? = nil) -> Device {
    Device(
      key: PublicKey(Bytes32 { $0 == 0 ? number : 0 }), name: DeviceName(name), role: .gamepad,
      preShared: .zero, way: .pin, paired: 1_795_000_000, used: used)
  }

  private func message(_ body: () throws(Failure) -> Void) -> String? {
    do throws(Failure) {
      try body()
      return nil
    } catch {
      return error.text
    }
  }

  @Test func `The list lines up under its heading and has no blanks at the end`() {
    let lines = [Self.device(1, name: "Ada's phone", used: 1_795_000_100), Self.device(2, name: "")].table
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("KEY               NAME         ROLE     BY   PAIRED            LAST SEEN"))
    #expect(lines[1].contains("  Ada's phone  gamepad  pin  2026-1"))
    #expect(lines[2].contains("  (no name)    gamepad  pin  2026-1") && lines[2].hasSuffix("  never"))
    #expect([Device]().table == ["no controller is paired"])
  }

  @Test func `JSON has all but the secrets`() {
    let text = Self.device(1, name: "\"x\"", used: 5).json.text
    let expected =
      #"{"fingerprint":"\#(Self.device(1).fingerprint)","name":"\u005c"x\u005c"","role":"gamepad","way":"pin""#
      + #","paired":1795000000,"used":5}"#
    #expect(text == expected.replacing("\\u005c", with: "\\"))
    #expect(Self.device(1).json.text.hasSuffix(#","used":null}"#))
  }

  @Test func `A device is found by the beginning of its fingerprint, if that is only one's`() throws {
    let devices = (1...64).map { Self.device($0) }
    let wanted = devices[9]
    #expect(try devices.device(wanted.fingerprint).key == wanted.key)
    #expect(try devices.device(wanted.shortFingerprint).key == wanted.key)
    let crowd = try #require(
      "0123456789abcdef".first { digit in devices.count { $0.fingerprint.first == digit } > 1 })
    let several = message { () throws(Failure) in _ = try devices.device(String(crowd)) }
    #expect(
      several?.contains("\(crowd) matches ") == true && several?.contains("try: type more digits") == true)
    let none = message { () throws(Failure) in _ = try devices.device(String(repeating: "0", count: 20)) }
    #expect(none?.hasPrefix("tiltpad: no paired controller has a key that begins with 0000") == true)
  }

  @Test func `What is asked for is understood, and what makes no sense is refused`() throws {
    let request = { (words: [String]) throws(Failure) in try DeviceRequest(words, of: "tiltpad devices") }
    #expect(try request([]) == .list)
    #expect(try request(["list"]) == .list)
    #expect(try request(["revoke", "3F2a"]) == .revoke(digits: "3f2a"))
    #expect(try request(["rename", "3f", "Den ☃"]) == .rename(digits: "3f", name: DeviceName("Den ☃")))
    let refused = [
      ["list", "3f"], ["revoke"], ["revoke", ""], ["revoke", "xyz"], ["revoke", "3f", "4f"],
      ["rename", "3f"],
      ["rename", "3f", ""], ["rename", "3f", String(repeating: "x", count: 41)],
      ["rename", "3f", "a\u{1b}b"],
      ["forget", "3f"], ["revoke", "３f"],
    ]
    for words in refused {
      do throws(Failure) {
        _ = try request(words)
        Issue.record("\(words)")
      } catch {
        #expect(error.status == .usage)
      }
    }
  }

  @Test func `Each error of the database says what failed and what to do`() {
    let errors: [StoreError] = [
      .missing, .denied, .foreign, .damaged, .tooNew, .busy, .slow, .noSpace, .full, .unknownDevice,
      .failed(code: 1),
    ]
    let texts = errors.map { Failure(database: "/x/tiltpad.db", $0, while: "testing").text }
    #expect(Set(texts).count == errors.count)
    #expect(texts.allSatisfy { $0.split(separator: "\n").count == 3 })
  }
}
