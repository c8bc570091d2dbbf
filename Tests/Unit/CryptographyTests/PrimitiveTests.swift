import Cryptography
import TestSupport
import Testing

/// Returns the bytes given by hexadecimal digits.
private func hex(_ text: String) -> [UInt8] {
  let digits = Array(text.filter { !$0.isWhitespace })
  return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
}

@Suite struct PrimitiveTests {
  @Test func `The fingerprint of a key is its SHA-256 in 64 digits`() {
    let key = PublicKey(copying: [UInt8](repeating: 0, count: 32).span)
    #expect(key.fingerprint == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925")
  }

  @Test func `SHA-256 and SHA-512 of abc are those of FIPS 180`() {
    let text = Array("abc".utf8)
    let short = hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(SHA256.digest(text.span).array == short)
    var pieces = SHA256()
    for byte in text { pieces.update([byte].span) }
    #expect(pieces.finish().array == short)
    var long = SHA512()
    long.update(text.span)
    #expect(
      long.finish().array
        == hex(
          "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ))
  }

  @Test(arguments: [
    (
      String(repeating: "0b", count: 20), "4869205468657265",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
  ])
  func `HMAC is that of RFC 4231`(key: String, text: String, code: String) {
    #expect(HMAC.code(of: hex(text).span, key: hex(key).span).array == hex(code))
  }

  @Test func `A secret has all bytes that are drawn for it`() {
    struct Counter: RandomNumberGenerator {
      var word: UInt64 = 0
      mutating func next() -> UInt64 {
        defer { word += 0x0808_0808_0808_0808 }
        return 0x0706_0504_0302_0100 + word
      }
    }
    var counter = Counter()
    #expect(Secret(from: &counter).array == Array(0..<32))
  }

  @Test func `A secret begins with zeros, and has what was written`() {
    var before: [UInt8] = []
    let secret = Secret { bytes in
      before = bytes.indices.map { bytes[$0] }
      for index in bytes.indices { bytes[index] = UInt8(index) + 1 }
    }
    #expect(before == [UInt8](repeating: 0, count: 32) && secret.array == Array(1...32))
    #expect(Secret { $0[31] = 9 }.array == [UInt8](repeating: 0, count: 31) + [9])
  }

  @Test func `A key of no bytes is one too`() {
    let none: [UInt8] = []
    #expect(
      HMAC.code(of: none.span, key: none.span).array
        == hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
  }

  @Test func `HKDF without salt and label is that of RFC 5869, case 3`() {
    let material = [UInt8](repeating: 0x0b, count: 22)
    #expect(
      HKDF.derive(from: material.span, label: "").array
        == hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"))
    #expect(
      HKDF.derive(from: material.span, label: "a").array != HKDF.derive(from: material.span, label: "").array)
  }

  @Test func `X25519 is that of RFC 7748, and refuses keys that share the same with everyone`() {
    let nine = KeyPair(secret: Secret(copying: ([9] + [UInt8](repeating: 0, count: 31)).span))
    #expect(
      nine.publicKey.bytes.array == hex("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"))
    let one = KeyPair(secret: Secret(copying: [UInt8](0..<32).span))
    let two = KeyPair(secret: Secret(copying: [UInt8](32..<64).span))
    // The value was computed with OpenSSL.
    let shared = hex("9663aa1da97e848a914a436d04163dfbb89178f107f1b5b77ed3854203382854")
    #expect(one.agree(with: two.publicKey)?.array == shared)
    #expect(two.agree(with: one.publicKey)?.array == shared)
    for low in [0, 1] as [UInt8] {
      #expect(one.agree(with: PublicKey(Bytes32 { $0 == 0 ? low : 0 })) == nil)
    }
  }

  @Test func `What is sealed is opened with the same key, number and associated bytes only`() {
    let key = Secret(copying: [UInt8](0..<32).span)
    let other = Secret(copying: [UInt8](1..<33).span)
    let associated: [UInt8] = [1, 2, 3]
    let sealed = close(Array(10..<40), associated, 7, key)
    #expect(sealed.count == 46)
    #expect(open(sealed, associated, 7, key) == Array(10..<40))
    #expect(open(sealed, associated, 8, key) == nil)
    #expect(open(sealed, [1, 2], 7, key) == nil)
    #expect(open(sealed, associated, 7, other) == nil)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 0x10
      #expect(open(changed, associated, 7, key) == nil)
    }
    #expect(open(close([], [], 0, key), [], 0, key) == [])
  }

  @Test func `A forged text is overwritten`() {
    let key = Secret(copying: [UInt8](0..<32).span)
    var bytes = close(Array(10..<40), [], 0, key)
    bytes[45] ^= 1
    var span = bytes.mutableSpan
    let isGenuine = Seal.open(0..<46, of: &span, associated: [UInt8]().span, counter: 0, with: key)
    #expect(!isGenuine)
    #expect(bytes[..<30].allSatisfy { $0 == 0 })
  }

  @Test func `Bytes are compared whole, and wiped whole`() {
    let one: [UInt8] = [1, 2, 3]
    #expect(areEqual(one.span, [1, 2, 3].span) == true)
    #expect(areEqual(one.span, [1, 2, 4].span) == false)
    #expect(areEqual(one.span, [1, 2].span) == false)
    #expect(areEqual([UInt8]().span, [UInt8]().span) == true)
    var bytes = Bytes32(repeating: 9)
    wipe(&bytes)
    #expect(bytes.array == [UInt8](repeating: 0, count: 32))
  }

  @Test func `The product with a scalar does not depend on the order`() {
    var dice = SystemRandomNumberGenerator()
    let (one, two) = (Group.scalar(from: &dice), Group.scalar(from: &dice))
    let base = Group.element(fromHash: Bytes64(repeating: 3))
    let first = Group.multiply(base, by: one).flatMap { Group.multiply($0, by: two) }
    let second = Group.multiply(base, by: two).flatMap { Group.multiply($0, by: one) }
    #expect(first != nil && first?.array == second?.array)
    #expect(one.array[31] < 16)
    #expect(Group.multiply(Bytes32(repeating: 0), by: one) == nil)
    #expect(Group.multiply(Bytes32(repeating: 0xff), by: one) == nil)
  }

  private func close(_ text: [UInt8], _ associated: [UInt8], _ counter: UInt64, _ key: Secret) -> [UInt8] {
    var bytes = text + [UInt8](repeating: 0, count: 16)
    let range = bytes.indices
    var span = bytes.mutableSpan
    Seal.close(range, of: &span, associated: associated.span, counter: counter, with: key)
    return bytes
  }

  private func open(_ sealed: [UInt8], _ associated: [UInt8], _ counter: UInt64, _ key: Secret) -> [UInt8]? {
    var bytes = sealed
    let range = bytes.indices
    var span = bytes.mutableSpan
    guard Seal.open(range, of: &span, associated: associated.span, counter: counter, with: key) else {
      return nil
    }
    return Array(bytes.dropLast(16))
  }

  @Test func `Bytes are equal to as many others that are the same, and to none besides`() {
    let (short, long, other, none) =
      ([1, 2], [1, 2, 3], [1, 3], []) as ([UInt8], [UInt8], [UInt8], [UInt8])
    #expect(areEqual(short.span, short.span) && areEqual(none.span, none.span))
    #expect(!areEqual(short.span, long.span) && !areEqual(long.span, short.span))
    #expect(!areEqual(short.span, other.span) && !areEqual(none.span, short.span))
  }
}
