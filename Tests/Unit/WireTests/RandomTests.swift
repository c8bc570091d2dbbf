import Impairment
import Testing
import Wire
import WireReference

/// Properties that hold for all inputs; a failure names the seed that reproduces it.
@Suite struct RandomTests {
  private static let seeds: Range<UInt64> = 1..<1_001

  @Test func `Any frames of a controller survive the way to the wire and back`() throws {
    for seed in RandomTests.seeds {
      var dice = Random(seed: seed)
      let text = dice.text()
      let frames = dice.controllerFrames(text: text)
      let header = dice.header()
      let written = write(frames, after: header, text: text)
      #expect(written.count <= PlainHeader.largestPacket, "seed \(seed)")
      guard written.count > PlainHeader.size else { continue }
      #expect(try PlainHeader(parsing: written.span) == header, "seed \(seed)")
      let read = try #require(try? ControllerFrames(written, from: PlainHeader.size), "seed \(seed)")
      #expect(fields(read, in: written) == fields(frames, in: text), "seed \(seed)")
      #expect(write(read, after: header, text: written) == written, "seed \(seed)")
    }
  }

  @Test func `Any frames of the host survive the way to the wire and back`() throws {
    for seed in RandomTests.seeds {
      var dice = Random(seed: seed)
      let text = dice.text()
      let frames = dice.hostFrames(text: text)
      let header = dice.header()
      let written = write(frames, after: header, text: text)
      #expect(written.count <= PlainHeader.largestPacket, "seed \(seed)")
      guard written.count > PlainHeader.size else { continue }
      #expect(try PlainHeader(parsing: written.span) == header, "seed \(seed)")
      let read = try #require(try? HostFrames(written, from: PlainHeader.size), "seed \(seed)")
      #expect(fields(read, in: written) == fields(frames, in: text), "seed \(seed)")
      #expect(write(read, after: header, text: written) == written, "seed \(seed)")
    }
  }

  @Test(arguments: Form.allCases)
  func `Any bytes are read or refused, twice the same and as the reference says`(form: Form) {
    for seed in RandomTests.seeds {
      var dice = Random(seed: seed)
      let bytes = dice.bytes(dice.number(in: 0...700))
      check(bytes, form, seed)
      check(form == .plain ? [0xdb, 0] + bytes : bytes, form, seed)
      check(dice.knownFrames(after: form), form, seed)
    }
  }

  @Test(arguments: Form.allCases)
  func `Any damage to a vector is read or refused, twice the same and as the reference says`(
    form: Form
  ) throws {
    let vectors = try Vector.all(form).map(\.bytes)
    for seed in RandomTests.seeds {
      var dice = Random(seed: seed)
      var bytes = vectors[dice.number(in: 0...vectors.count - 1)]
      for _ in 0..<dice.number(in: 1...4) { dice.damage(&bytes, with: vectors) }
      check(bytes, form, seed)
    }
  }

  private func check(_ bytes: [UInt8], _ form: Form, _ seed: UInt64) {
    let outcome = form.outcome(bytes)
    #expect(outcome == form.outcome(bytes), "seed \(seed): \(hex(bytes))")
    #expect(outcome.reason == Reference.reason(bytes, as: form), "seed \(seed): \(hex(bytes))")
    if case .ok(let written) = outcome, written.count > form.start {
      #expect(written.count <= bytes.count, "seed \(seed): \(hex(bytes))")
      #expect(form.outcome(written) == outcome, "seed \(seed): \(hex(bytes))")
    }
  }
}

extension Random {
  /// Returns the text of a control message, which is empty half the time.
  fileprivate mutating func text() -> [UInt8] {
    oneIn(2) ? [] : bytes(number(in: 0...ControlMessage.longestText))
  }

  /// Returns frames of a known type and a valid length with any body, which pass the first checks.
  fileprivate mutating func knownFrames(after form: Form) -> [UInt8] {
    var frames: [UInt8] = form == .plain ? [0xdb, 0] + bytes(6) : []
    for _ in 0..<number(in: 1...3) {
      let types = form == .hostFrames ? Array(UInt8(0x10)...0x16) : Array(1...8) + [0x13, 0x14, 0x16]
      let type = types[number(in: 0...types.count - 1)]
      let lengths = Reference.lengths[type, default: []].sorted()
      let length = lengths[number(in: 0...lengths.count - 1)]
      frames += [type, UInt8(length)] + bytes(length)
    }
    return frames
  }

  /// Changes, adds, repeats or removes some of `bytes`, or adds the bytes of a vector.
  fileprivate mutating func damage(_ bytes: inout [UInt8], with vectors: [[UInt8]]) {
    let index = number(in: 0...bytes.count)
    switch number(in: 0...5) {
    case 0 where index < bytes.count: bytes[index] = any()
    case 1 where index < bytes.count: bytes[index] ^= 1 << number(in: 0...7)
    case 2: bytes.insert(any(), at: index)
    case 3: bytes.removeSubrange(index..<min(index + number(in: 0...4), bytes.count))
    case 4: bytes += vectors[number(in: 0...vectors.count - 1)]
    default: bytes.insert(contentsOf: bytes.prefix(index), at: index)
    }
  }
}
