import Console
import Notation
import Testing

@testable import Commands

@Suite struct RedactionTests {
  /// Returns `text` without its secrets, and without `names`.
  private func redacted(_ text: String, names: [String] = []) -> String {
    var redaction = Redaction(names: names)
    return redaction.applied(to: text)
  }

  @Test(arguments: [
    ("from 192.168.1.20:40000 to 192.168.1.20/24.", "from address-1:40000 to address-1/24."),
    (
      "[fe80::1%eth0]:9, fd00::2; 127.0.0.1:80 ::1 0.0.0.0",
      "[address-1%eth0]:9, address-2; 127.0.0.1:80 ::1 0.0.0.0"
    ),
    ("aa:bb:cc:dd:ee:0f and AA-BB-CC-DD-EE-0F", "address-1 and address-2"),
    ("SHA-256 is 20:8B:65:34:83:B6:17:34", "SHA-256 is key-1"),
    ("key 00112233445566778899aabbccddeeff0011223344", "key key-1"),
    ("tiltpad accept 0123456789abcdef, or deny", "tiltpad accept key-1, or deny"),
    ("t=\"AbCdEfGhIjKlMnOpQrStUv\"", "t=\"key-1\""),
    ("AAAA/BBBB+ccccDDDDeeeeFFFF=", "key-1="),
    ("/AAABBBB/ccccDDDDeeeeFFFF= /run/AAABBBBccccDDDDeeeeFFFF/x", "key-1= /run/key-2/x"),
    ("tpp://192.168.1.2:28460/?k=a&s=b https://den:28443/j/#x", "link-1 link-2"),
    (
      "if it shows 123456, tiltpad accept 123456; PIN 654321",
      "if it shows pin-1, tiltpad accept pin-1; PIN pin-2"
    ),
    ("\"code\":\"123456\"", "\"code\":\"pin-1\""),
  ])
  func `A secret is replaced, and the same one by the same word`(_ text: String, _ result: String) {
    #expect(redacted(text) == result)
  }

  @Test(arguments: [
    "at 12:34:56 on 2026-11-23T23:18:14, 28460 packets, 121.97713075170952 a second, 1795475890.66",
    "history-without-state 5  /usr/lib/x86_64-linux-gnu/libsodium.so.23.3.0 libc6:amd64\t2.36-9+deb12u14",
    "listening on UDP port 28460 and at /run/tiltpad/bridge.sock; tiltpad-metrics.service",
  ])
  func `What is no secret stays`(_ text: String) {
    #expect(redacted(text) == text)
  }

  @Test func `Names are taken out as whole words, the longest first`() {
    let text = "Ann's pad, Anna, Ann Lee and Annabel; \"Ann\""
    #expect(
      redacted(text, names: ["Ann", "Anna", "Ann Lee", ""])
        == "name-1's pad, name-2, name-3 and Annabel; \"name-1\""
        || redacted(text, names: ["Ann", "Anna", "Ann Lee", ""])
          == "name-3's pad, name-2, name-1 and Annabel; \"name-3\""
    )
  }

  @Test func `A name is taken out as JSON writes it too`() {
    let name = "Ann \"the\" 2nd"
    let text = redacted("\(JSON.object([("name", .string(name))]).text) \(name)", names: [name])
    #expect(!text.contains("Ann") && !text.contains("2nd"))
  }

  @Test func `The journal tells the names of players who are gone`() {
    let journal = """
      Nov 23 tiltpad[9]: tiltpad: Anna joined as player 1
      Nov 23 tiltpad[9]: tiltpad: Ben, the 2nd, player 2, is away
      Nov 23 tiltpad[9]: tiltpad: Cem paired by QR code
      Nov 23 tiltpad[9]: tiltpad: Dea was not admitted: full
      Nov 23 tiltpad[9]: tiltpad: Eve waits for admission: tiltpad accept 0123, or deny
      Nov 23 tiltpad[9]: tiltpad: Fay asks to be paired: if it shows 123456, tiltpad accept 123456; otherwise deny
      Nov 23 tiltpad[9]: tiltpad: Gus now calls itself Hal; to rename it: tiltpad devices rename 0123 NAME
      Nov 23 tiltpad[9]: tiltpad: player 1 joined, pad input7
      Nov 23 tiltpad-web[9]: tiltpad: using the certificate of a.example, b.example: phones that come by this name see no warning
      """
    let names = Set(JournalForm.secrets(of: journal).map(\.text))
    #expect(
      names == ["Anna", "Ben, the 2nd", "Cem", "Dea", "Eve", "Fay", "Gus", "Hal", "a.example", "b.example"])
  }

  @Test func `Only devices that Tiltpad has made keep their names`() {
    let devices = InputDevices([
      "I: Bus=0003 Vendor=045e Product=028e Version=0110", "N: Name=\"Microsoft X-Box 360 pad\"",
      "P: Phys=tiltpad/pad1", "U: Uniq=aa:bb:cc:dd:ee:ff", "N: Name=\"Anna's headset\"", "P: Phys=usb-1",
    ])
    #expect(devices.foreignNames == ["Anna's headset"])
    #expect(!devices.lines.contains { $0.hasPrefix("U:") } && devices.lines.count == 5)
  }
}
