import Dialects
import Impairment
import Messages
import Testing

@Suite struct VectorTests {
  @Test(arguments: MessageKind.allCases)
  func `A vector is read, and written again, or refused as its line says`(_ kind: MessageKind) throws {
    for vector in try Vector.all(kind) {
      #expect(kind.outcome(vector.bytes) == vector.outcome, "\(vector.name)")
    }
  }

  @Test(arguments: MessageKind.allCases)
  func `What is written is read and written again without a change`(_ kind: MessageKind) throws {
    for vector in try Vector.all(kind) {
      guard case .ok(let written) = vector.outcome else { continue }
      #expect(kind.outcome(written) == vector.outcome, "\(vector.name)")
    }
  }

  @Test(arguments: MessageKind.allCases)
  func `Each protocol has vectors that are read and vectors that are refused, with names of their own`(
    _ kind: MessageKind
  ) throws {
    let vectors = try Vector.all(kind)
    let read = vectors.filter { if case .ok = $0.outcome { true } else { false } }
    #expect(!read.isEmpty && read.count < vectors.count)
    #expect(Set(vectors.map(\.name)).count == vectors.count)
  }

  @Test func `Every reason to drop a message has a vector`() throws {
    let outcomes = Set(try MessageKind.allCases.flatMap { try Vector.all($0).map(\.outcome) })
    for reason in DialectDrop.allCases {
      let isThere = outcomes.contains(.refused(reason))
      #expect(isThere, "\(reason)")
    }
  }

  @Test(arguments: MessageKind.allCases)
  func `A damaged message is read or refused, and what is read can be written and read again`(
    _ kind: MessageKind
  ) throws {
    var random = Random(seed: 4_242)
    for vector in try Vector.all(kind) {
      for _ in 0..<200 {
        var bytes = vector.bytes
        damage(&bytes, &random)
        guard case .ok(let written) = kind.outcome(bytes) else { continue }
        #expect(kind.outcome(written) == .ok(written: written), "\(vector.name): \(bytes)")
      }
    }
  }

  /// Removes, adds or changes some of `bytes`.
  private func damage(_ bytes: inout [UInt8], _ random: inout Random) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
    case 1:
      bytes += (0..<Int.random(in: 1...9, using: &random)).map { _ in UInt8(truncatingIfNeeded: random.next())
      }
    default:
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &random)
        bytes[index] = UInt8(truncatingIfNeeded: random.next())
      }
    }
  }
}
