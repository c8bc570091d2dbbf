import QR
import Testing

@testable import Commands

@Suite struct QRCodeTests {
  static let link =
    "tpp://192.168.1.10:28460/?k=j0DFrbaPJWJK5bIU6nZ6bslNgp09e14a0bpvPiE4KF8&s=EBESExQVFhcYGRobHB0eHw"
    + "&e=1795000000&n=Living%20room"

  @Test func `A link fits on 80 columns, even the longest`() throws {
    #expect(Self.link.utf8.count == 125)
    #expect(try #require(QRCode(Self.link)).columns == 57)
    #expect(try #require(QRCode(String(repeating: "x", count: 300))).columns <= 80)
  }

  @Test func `The code has its finders in three corners and light modules all around`() throws {
    let code = try #require(QRCode(Self.link))
    #expect((code.size - 17) % 4 == 0)
    for (top, left) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
      for row in -1...7 {
        for column in -1...7 {
          let ring = max(abs(row - 3), abs(column - 3))
          #expect(code[top + row, left + column] == (ring != 2 && ring != 4))
        }
      }
    }
    for index in -4..<code.size + 4 {
      for edge in [-4, -1, code.size, code.size + 3] {
        #expect(!code[edge, index])
        #expect(!code[index, edge])
      }
    }
  }

  @Test func `Every line has the same width and its own colours`() throws {
    let code = try #require(QRCode(Self.link))
    let (coloured, plain) = (code.lines(.blackOnWhite), code.lines(.plain))
    #expect(coloured.count == (code.size + 9) / 2 && plain.count == coloured.count)
    for (one, other) in zip(coloured, plain) {
      #expect(other.count == code.columns)
      #expect(one == "\u{1b}[38;5;16;48;5;231m\(other)\u{1b}[0m")
      #expect(other.allSatisfy { " ▀▄█".contains($0) })
    }
    #expect(plain.prefix(2).allSatisfy { $0.allSatisfy { $0 == " " } })
    #expect(plain.allSatisfy { $0.hasPrefix("    ") && $0.hasSuffix("    ") })
  }

  @Test func `There is no code of nothing or of too much`() {
    #expect(QRCode("") == nil)
    #expect(QRCode(String(repeating: "x", count: 2_331)) != nil)
    #expect(QRCode(String(repeating: "x", count: 2_332)) == nil)
  }

  @Test(
    .enabled(if: QRReader.isThere, "zbar-tools is missing"),
    arguments: [link, "x", String(repeating: "tpp ☃ ", count: 37)])
  func `Another program reads from the blocks what was written`(_ text: String) throws {
    let code = try #require(QRCode(text))
    for style in [QRCode.Style.blackOnWhite, .plain] {
      for scale in 1...3 {
        let lines = code.lines(style, scale: scale)
        #expect(lines.count == code.rows(scale: scale))
        #expect(try QRReader.text(in: lines) == text)
      }
    }
  }
}
