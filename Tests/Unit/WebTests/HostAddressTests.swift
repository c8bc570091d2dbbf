import Model
import Pages
import Platform
import Testing

@Suite struct HostAddressTests {
  @Test func `An address in a request is read as the system reads it`() {
    let seed = UInt64.random(in: .min ... .max)
    var random = Numbers(state: seed)
    let parts = [
      "::", ":", "0", "1", "ffff", "2001", "db8", "00ff", "12345", "1.2.3.4", "01.2.3.4", "255.0.0.256", ".",
      "g",
    ]
    var valid = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...15, using: &random)
      let text = (0..<count).map { index in
        index % 2 == 1 && Int.random(in: 0..<8, using: &random) > 0
          ? ":" : parts[Int.random(in: 0..<parts.count, using: &random)]
      }.joined()
      let address = Address(text)
      let rules = HostRules(machine: "", addresses: address.map { [$0] } ?? [], port: 1)
      valid += address == nil ? 0 : 1
      #expect(rules.allows(host: "[\(text)]:1") == (address != nil), "\(text), seed \(seed)")
    }
    #expect(valid > 100, "seed \(seed)")
  }
}

/// A random sequence that is the same for the same seed (SplitMix64).
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
