import Testing
import Wire
import WireReference

/// Vectors in which something is missing, added or changed.
@Suite struct DamageTests {
  @Test(arguments: Form.allCases)
  func `A packet cut short is refused unless it ends behind one of its frames`(form: Form) throws {
    for vector in try Vector.all(form) where vector.isOk {
      let boundaries = try #require(Reference.boundaries(vector.bytes, as: form))
      for length in 0..<vector.bytes.count {
        let cut = Array(vector.bytes.prefix(length))
        let outcome = form.outcome(cut)
        let comment: Comment = "\(vector.name), \(length) bytes"
        if length < form.start {
          #expect(outcome == .refused(.tooShort), comment)
        } else if length == form.start {
          #expect(outcome == .refused(.empty), comment)
        } else if !boundaries.contains(length) {
          #expect(outcome == .refused(.frameTruncated), comment)
        } else if lacksState(cut, boundaries.filter { $0 < length }) {
          #expect(outcome == .refused(.historyWithoutState), comment)
        } else {
          #expect(outcome.reason == nil, comment)
        }
      }
    }
  }

  @Test(arguments: Form.allCases)
  func `A byte at the end is half a frame`(form: Form) throws {
    for vector in try Vector.all(form) where vector.isOk {
      let isFull = form == .plain && vector.bytes.count == PlainHeader.largestPacket
      let expected: Drop = isFull ? .tooLong : .frameTruncated
      for byte: UInt8 in [0x00, 0x01, 0x08, 0x10, 0xff] {
        #expect(form.outcome(vector.bytes + [byte]) == .refused(expected), "\(vector.name), \(byte)")
      }
    }
  }

  @Test func `A byte before a PLAIN packet, or its first byte missing, makes it another type`() throws {
    for vector in try Vector.all(.plain) where vector.isOk {
      #expect(Form.plain.outcome([0] + vector.bytes) == .refused(.unknownType), "\(vector.name)")
      #expect(
        Form.plain.outcome(Array(vector.bytes.dropFirst())) == .refused(.unknownType), "\(vector.name)")
    }
  }

  @Test(arguments: Form.allCases)
  func `A length that is one more is refused`(form: Form) throws {
    try forEachFixedFrame(form) { bytes, start, name in
      var longer = bytes
      longer[start + 1] += 1
      let isLast = start + 2 + Int(bytes[start + 1]) == bytes.count
      #expect(form.outcome(longer) == .refused(isLast ? .frameTruncated : .frameLength), name)
    }
  }

  @Test(arguments: Form.allCases)
  func `A length that is one less is refused`(form: Form) throws {
    try forEachFixedFrame(form) { bytes, start, name in
      guard bytes[start + 1] > 0 else { return }
      var shorter = bytes
      shorter[start + 1] -= 1
      #expect(form.outcome(shorter) == .refused(.frameLength), name)
    }
  }

  @Test(arguments: Form.allCases)
  func `Whatever is cut, lengthened, shortened or padded is read or refused as the reference says`(
    form: Form
  ) throws {
    for vector in try Vector.all(form) {
      for damaged in damages(vector.bytes) {
        let expected = Reference.reason(damaged, as: form)
        #expect(form.outcome(damaged).reason == expected, "\(vector.name): \(hex(damaged))")
      }
    }
  }

  @Test(arguments: Form.allCases)
  func `Every byte of every vector may be anything`(form: Form) throws {
    for vector in try Vector.all(form) where vector.bytes.count <= 128 {
      var damaged = vector.bytes
      for index in damaged.indices {
        for byte: UInt8 in [0x00, 0x01, 0x7f, 0x80, 0xff, damaged[index] &+ 1, damaged[index] &- 1] {
          damaged[index] = byte
          let same = form.outcome(damaged).reason == Reference.reason(damaged, as: form)
          #expect(same, "\(vector.name): \(hex(damaged))")
        }
        damaged[index] = vector.bytes[index]
      }
    }
  }

  /// Returns whether the frames of `bytes` that begin at `starts` lack a state.
  ///
  /// Past samples need a current state, and the presses of a stick need the state of the stick.
  private func lacksState(_ bytes: [UInt8], _ starts: [Int]) -> Bool {
    let types = starts.map { bytes[$0] }
    return types.contains(0x02) && !types.contains(0x01) && !types.contains(0x08)
      || types.contains(0x0b) && !types.contains(0x0a)
  }

  /// Runs `body` for each known frame of the valid vectors, except for CTRL and MESSAGE, whose length varies.
  private func forEachFixedFrame(
    _ form: Form, _ body: (_ bytes: [UInt8], _ start: Int, _ name: Comment) throws -> Void
  ) throws {
    var count = 0
    for vector in try Vector.all(form) where vector.isOk {
      let boundaries = try #require(Reference.boundaries(vector.bytes, as: form))
      for start in boundaries.dropLast() {
        let frame = FrameType(rawValue: vector.bytes[start])
        guard let frame, frame != .control, frame != .message else { continue }
        try body(vector.bytes, start, "\(vector.name), the frame at \(start)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  /// Returns every prefix and suffix of `bytes`, copies with each byte increased or decreased by one, and some with
  /// padding.
  private func damages(_ bytes: [UInt8]) -> [[UInt8]] {
    var damages = (0...bytes.count).map { Array(bytes.prefix($0)) }
    damages += (0...bytes.count).map { Array(bytes.dropFirst($0)) }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] &+= 1
      damages.append(damaged)
      damaged[index] &-= 2
      damages.append(damaged)
    }
    for padding: [UInt8] in [
      [0], [0xff], [0, 0], [1, 0], [0x14, 2, 0, 0], [UInt8](repeating: 0, count: 600),
    ] {
      damages += [bytes + padding, padding + bytes]
    }
    return damages
  }
}

/// Returns `bytes` in the notation of a vector file.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
