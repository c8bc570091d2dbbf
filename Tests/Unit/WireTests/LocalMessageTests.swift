import Foundation
import Model
import Testing
import Wire
import WireReference

@Suite struct LocalMessageTests {
  /// Returns the lines of local.hex: the name, the bytes, and the reason or "ok".
  ///
  /// If the message is written with other bytes, these follow.
  static func vectors() throws -> [(name: String, bytes: [UInt8], reason: String)] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: tests.appending(path: "Vectors/local.hex"), encoding: .utf8)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let sides = line.components(separatedBy: " -> ")
      let left = sides[0].components(separatedBy: ":")
      guard sides.count == 2, left.count == 2, let bytes = parseHex(left[1]) else {
        throw Vector.Unreadable(line: String(line))
      }
      return (left[0], bytes, sides[1])
    }
  }

  /// The first bytes of messages read only as those of programs, even if the bridge sends similar ones.
  private static let programs: Set<UInt8> = [
    0xe3, 0xe4, 0xe5, 0xdf, 0xe7, 0xe8, 0xed, 0xf0, 0xf3, 0xf6, 0xf7,
  ]

  /// Returns the outcome of reading `bytes` as a program's message or, if that is refused, as the bridge's.
  ///
  /// Bytes that begin as one of ``programs`` are not read as the bridge's.
  private static func outcome(_ bytes: [UInt8]) -> Outcome {
    let outcome = localOutcome(bytes, fromBridge: false)
    return outcome.reason == nil ? outcome : localOutcome(bytes, fromBridge: !programs.contains(bytes[0]))
  }

  @Test func `A message of the local socket is read, and written again, or refused as its line says`() throws
  {
    for (name, bytes, reason) in try Self.vectors() {
      switch Self.outcome(bytes) {
      case .ok(let written):
        let sides = reason.components(separatedBy: " = ")
        #expect(sides[0] == "ok" && written == (sides.count == 1 ? bytes : parseHex(sides[1])), "\(name)")
        #expect(Self.outcome(written) == .ok(written: written), "\(name)")
      case .refused(let why): #expect(reason == "\(why)", "\(name)")
      }
    }
  }

  @Test func `Every length and every byte of a message changed: the reference agrees`() throws {
    let message = try #require(try Self.vectors().first { $0.bytes[0] == 0xf0 }).bytes
    let delivery = try #require(try Self.vectors().first { $0.bytes[0] == 0xf1 }).bytes
    for bytes in variants(of: message) where bytes.count >= 8 {
      for fromBridge in [false, true] where !fromBridge || bytes.count >= 16 {
        let reason = localOutcome(bytes, fromBridge: fromBridge).reason
        #expect(reason == LocalReference.reason(message: bytes), "\(bytes)")
      }
    }
    for bytes in variants(of: delivery) {
      #expect(
        localOutcome(bytes, fromBridge: true).reason == LocalReference.reason(delivery: bytes), "\(bytes)")
    }
  }

  /// Returns `bytes` cut at each length, one byte longer, and with each bit after the type flipped.
  private func variants(of bytes: [UInt8]) -> [[UInt8]] {
    let flipped = (8..<8 * bytes.count).map { bit in
      var copy = bytes
      copy[bit / 8] ^= 1 << UInt8(bit % 8)
      return copy
    }
    return (1...bytes.count).map { Array(bytes[..<$0]) } + [bytes + [0]] + flipped
  }

  @Test func `Players are told apart by their bits`() {
    let slots = PlayerSlots(rawValue: 0b1000_0000_0000_0101)
    #expect(slots.each.map(\.number) == [1, 3, 16])
    #expect(PlayerSlots.all.each.count == PlayerSlot.limit)
    #expect(slots.contains(PlayerSlots(PlayerSlot(index: 2))))
    #expect(!slots.contains(PlayerSlots(PlayerSlot(index: 1))))
  }
}
