import Model
import Testing
import Wire
import WireReference

/// The bytes of a stick's description and of its frames, field by field as in docs/protocol.md.
@Suite struct StickByteTests {
  private let stick = StickDescription(
    name: "Ab", bus: 0x0103, vendor: 0x046d, product: 0xc24f, version: 0x0211,
    effects: StickEffects(rawValue: 0x0403_0201), keys: [0x100, 0x109, 0x2ff],
    axes: [
      .init(code: 2, minimum: -2, maximum: 0x1234, fuzz: 0x0102, flat: 0x0304, resolution: 0x0506),
      .init(code: 0x2e, rest: .maximum, minimum: 0, maximum: 1, isPushed: true),
    ])

  private func part0(parts: UInt8 = 2, axes: UInt8 = 2, keys: [Int: UInt8], name: [UInt8]) -> [UInt8] {
    var map = [UInt8](repeating: 0, count: 17)
    for (index, byte) in keys { map[index] = byte }
    let count = UInt8(map.reduce(0) { $0 + $1.nonzeroBitCount })
    let head: [UInt8] = [9, 0, parts, 3, 1, 0x6d, 4, 0x4f, 0xc2, 0x11, 2, axes, count, 1, 2, 3, 4]
    return head + map + name
  }

  private typealias Outcome = Result<StickDescription?, StickVerdict>

  private func add(_ part: [UInt8], to draft: inout StickDraft) -> Outcome {
    do throws(StickVerdict) {
      return .success(try draft.add(part.span))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the outcome of adding the last of `parts` to a draft that has the parts before it.
  private func described(_ parts: [UInt8]...) -> Outcome {
    var draft = StickDraft()
    var outcome = Outcome.success(nil)
    for part in parts { outcome = add(part, to: &draft) }
    return outcome
  }

  @Test func `The parts of a description are written byte by byte as documented`() {
    let first = part0(keys: [0: 1, 1: 2, 16: 8], name: Array("Ab".utf8))
    let second: [UInt8] =
      [9, 1, 2, 2, 0, 0xfe, 0xff, 0xff, 0xff, 0x34, 0x12, 0, 0, 2, 1, 4, 3, 6, 5]
      + [0x2e, 6, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    #expect(stick.parts(revision: 9) == [first, second])
    #expect(described(first, second) == .success(stick))
    #expect(described(first) == .success(nil))
  }

  @Test(arguments: [0, 1, 2, 3, 78, 79, 80])
  func `A name has 1 to 79 bytes`(count: Int) {
    let name = [UInt8](repeating: 0x61, count: count)
    let found = described(part0(parts: 1, axes: 0, keys: [0: 1], name: name))
    if (1...79).contains(count) {
      #expect((try? found.get())?.name.utf8.count == count)
    } else {
      #expect(found == .failure(.invalid))
    }
  }

  @Test func `The last allowed key is bit 131, and a bit behind it is refused`() throws {
    let good = described(part0(parts: 1, axes: 0, keys: [16: 0x0c], name: [0x61]))
    #expect(try good.get()?.keys == [0x2fe, 0x2ff])
    for bit in 4..<8 as Range<UInt8> {
      #expect(described(part0(parts: 1, axes: 0, keys: [16: 1 << bit], name: [0x61])) == .failure(.invalid))
    }
  }

  @Test(
    arguments: [(31, 4, nil), (32, 4, .invalid), (30, 3, nil), (30, 4, .invalid), (16, 2, .invalid)]
      as [(UInt8, UInt8, StickVerdict?)])
  func `The first part says how many axes there are, 31 at most, and in how many parts`(
    axes: UInt8, parts: UInt8, reason: StickVerdict?
  ) {
    let found = described(part0(parts: parts, axes: axes, keys: [0: 1], name: [0x61]))
    #expect(found == (reason.map(Outcome.failure) ?? Outcome.success(nil)))
  }

  @Test func `A part tells its revision if it has all that each part begins with`() {
    for (text, revision) in [([], nil), ([7, 0], nil), ([7, 0, 1], 7), ([7, 0, 1, 5], 7)]
      as [([UInt8], UInt8?)]
    {
      #expect(StickDraft.revision(of: text.span) == revision)
    }
    #expect(described([7, 1, 2]) == .failure(.invalid))
    #expect(described([7, 1, 2, 0]) == .success(nil), "it belongs to another description")
  }

  @Test func `After its last part, or one that breaks a rule, a draft is empty`() {
    let parts = stick.parts(revision: 9)
    let short = Array(parts[1].dropLast())
    var draft = StickDraft()
    for (part, outcome) in [
      (parts[0], .success(nil)), (parts[1], .success(stick)), (parts[1], .success(nil)),
      (parts[0], .success(nil)), (short, .failure(.invalid)), (parts[1], .success(nil)),
    ] as [([UInt8], Outcome)] {
      #expect(add(part, to: &draft) == outcome)
    }
  }

  private func bytes(_ write: (inout Datagram<128>) -> Void) -> [UInt8] {
    var datagram = Datagram<128>()
    write(&datagram)
    return datagram.withBytes { span in span.indices.map { span[$0] } }
  }

  @Test(
    arguments: [(false, false, 0), (true, false, 4), (false, true, 8), (true, true, 12)]
      as [(Bool, Bool, UInt8)])
  func `A state and its presses are written byte by byte, and read again`(
    isNeutral: Bool, isDiscontinuous: Bool, flags: UInt8
  ) throws {
    var report = StickReport(
      buttons: StickButtons(rawValue: UInt128(0x80) << 120 | UInt128(2) << 64 | 0x0102))
    for axis in [0x0304, 0xffff] as [UInt16] { report.axes.append(axis) }
    let state = StickState(
      sampleTime: 0x0403_0201, revision: 5, nextEdge: 0x0706, report: report, isNeutral: isNeutral,
      isDiscontinuous: isDiscontinuous)
    var presses = StickPresses(first: 0x0908)
    presses.append(StickEdge(127, isPress: true, age: 0x0b0a))
    presses.append(StickEdge(1, isPress: false, age: 0xffff))
    let frame: [UInt8] =
      [0x0a, 28, 1, 2, 3, 4, flags, 5, 6, 7, 2, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0x80, 4, 3]
      + [0xff, 0xff]
    let edges: [UInt8] = [0x0b, 8, 8, 9, 0xff, 0x0a, 0x0b, 1, 0xff, 0xff]
    #expect(bytes { state.write(to: &$0) } == frame)
    #expect(bytes { presses.write(to: &$0) } == edges)
    let sent = frame + edges
    let places = try ControllerFrames(sent).stick
    #expect(places.isPresent && places.state(in: sent.span) == state)
    let presented = places.presses(in: sent.span)
    let read = try #require(presented)
    #expect(read.first == 0x0908 && read.count == 2 && read[0] == presses[0] && read[1] == presses[1])
    for bit in [1, 2, 16, 32, 64, 128] as [UInt8] {
      var other = sent
      other[6] |= bit
      #expect(throws: Drop.reservedNotZero) { _ = try ControllerFrames(other) }
    }
  }
}
