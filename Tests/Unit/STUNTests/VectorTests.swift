import Model
import Testing
import Wire

@testable import STUN

/// The samples of RFC 5769, which all have the same transaction and password.
enum Sample {
  static let password = Array("VOkJxbRl1RmTxUk/WvJxBt".utf8)
  private static let head = "2112a442 b7e7a701bc34d686fa87dfae"

  /// A request (§2.1).
  static let request = bytes(
    """
    00010058 \(head) 80220010 5354554e207465737420636c69656e74 00240004 6e0001ff 80290008 932ff9b151263b36
    00060009 6576746a3a683676 59202020 00080014 9aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2 80280004 e57a3bcf
    """)
  /// An answer over IPv4 (§2.2).
  static let answer4 = bytes(
    """
    0101003c \(head) 8022000b 7465737420766563746f7220 00200008 0001a147e112a643
    00080014 2b91f599fd9e90c38c7489f92af9ba53f06be7d7 80280004 c07d4c96
    """)
  /// An answer over IPv6 (§2.3).
  static let answer6 = bytes(
    """
    01010048 \(head) 8022000b 7465737420766563746f7220 00200014 0002a147 0113a9faa5d3f179bc25f4b5bed2b9d9
    00080014 a382954e4be67bf11784c97c8292c275bfe3ed41 80280004 c8fb0b4c
    """)

  static func bytes(_ text: String) -> [UInt8] {
    let digits = text.filter(\.isHexDigit).map { UInt8($0.hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension BindingRequest {
  /// Returns whether the request, whose bytes are `bytes`, was made with `password`.
  func holds(_ bytes: [UInt8], _ password: [UInt8]) -> Bool { isSigned(bytes.span, with: password.span) }
}

@Suite struct VectorTests {
  @Test func `The request of RFC 5769 is read, and its password holds`() throws {
    let request = try BindingRequest(parsing: Sample.request.span)
    #expect(request.user.text == "evtj")
    #expect(!request.isNominating)
    #expect(request.holds(Sample.request, Sample.password))
  }

  @Test func `No other password holds`() throws {
    let request = try BindingRequest(parsing: Sample.request.span)
    for index in Sample.password.indices {
      var password = Sample.password
      password[index] ^= 1
      #expect(!request.holds(Sample.request, password))
    }
    #expect(!request.holds(Sample.request, []))
  }

  @Test(arguments: [(Sample.answer4, 48), (Sample.answer6, 60)])
  func `Codes and fingerprints are those of the answers of RFC 5769`(_ answer: [UInt8], _ place: Int) {
    let code = Integrity.code(of: answer.span, at: place, Sample.password.span)
    #expect(code.indices.allSatisfy { code[$0] == answer[place + 4 + $0] })
    let (fingerprint, sent) = (
      Integrity.fingerprint(of: answer.span, at: place + 24), answer.span.big32(at: place + 28)
    )
    #expect(fingerprint == sent)
  }

  @Test(arguments: [
    (Address(v4: 0xc000_0201), Sample.answer4),
    (Address(high: 0x2001_0db8_1234_5678, low: 0x0011_2233_4455_6677), Sample.answer6),
  ])
  func `An answer tells the address like those of RFC 5769, without the name of the program`(
    _ address: Address, _ sample: [UInt8]
  ) throws {
    let request = try BindingRequest(parsing: Sample.request.span)
    let sender = Endpoint(address: address, port: 32_853)
    let answer = request.answer(to: sender, with: Sample.password.span).withBytes { bytes in
      bytes.indices.map { bytes[$0] }
    }
    let mapped = 36..<sample.count - 32
    #expect(answer.count == sample.count - 16)
    #expect(answer[4..<20] == sample[4..<20])
    #expect(Array(answer[20..<20 + mapped.count]) == Array(sample[mapped]))
    #expect(Int(answer[2]) << 8 | Int(answer[3]) == answer.count - 20)
    let place = answer.count - 32
    let code = Integrity.code(of: answer.span, at: place, Sample.password.span)
    #expect(code.indices.allSatisfy { code[$0] == answer[place + 4 + $0] })
    let (fingerprint, sent) = (
      Integrity.fingerprint(of: answer.span, at: place + 24), answer.span.big32(at: place + 28)
    )
    #expect(fingerprint == sent)
  }
}
