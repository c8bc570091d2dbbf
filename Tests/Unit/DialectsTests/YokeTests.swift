import Dialects
import Messages
import Testing

@Suite struct YokeTests {
  @Test func `A layout has the controls of its names, in their order`() throws {
    let layout = try layout("t1,mx,dp,b24")
    #expect(
      (0..<layout.count).map { layout[$0] } == [
        .stickX(1), .stickY(1), .stickButton(1), .motionX, .up, .left, .down, .right, .button(24),
      ])
    #expect(layout.stateSize == 1 + 3 * 2 + 6)
  }

  @Test func `A state has two bytes for an axis, the larger first, and one for a button`() throws {
    let layout = try layout("s1,b1,b2")
    let bytes: [UInt8] = [0, 0x40, 0x00, 0x7f, 0xff, 1, 0]
    let state = try layout.state(parsing: bytes.span)
    #expect((0..<4).map { state[$0] } == [YokeState.middle, YokeState.highest, 1, 0])
    #expect(layout.bytes(of: state) == bytes)
    let pressed: [UInt8] = [0, 0, 0, 0, 0, 0, 0xff]
    let read = try layout.state(parsing: pressed.span)
    #expect(layout.bytes(of: read) == [0, 0, 0, 0, 0, 0, 1])
  }

  @Test func `A state of another size, of another kind or with an axis beyond its end is refused`() throws {
    let layout = try layout("s1,b1")
    let states: [([UInt8], DialectDrop)] = [
      ([], .size), ([0], .size), ([0, 0, 0, 0, 0], .size), ([0, 0, 0, 0, 0, 0, 0], .size),
      ([1, 0, 0, 0, 0, 0], .kind), ([0, 0, 0, 0x80, 0, 0], .range),
    ]
    for (bytes, reason) in states {
      #expect(throws: reason) { try layout.state(parsing: bytes.span) }
    }
  }

  @Test func `A message has at most 256 bytes`() throws {
    for first: UInt8 in [0x00, 0xff] {
      let bytes = [first] + [UInt8](repeating: 0, count: YokeMessage.longest)
      let message = try YokeMessage(parsing: bytes.span.extracting(first: YokeMessage.longest))
      #expect(message.bytes(asRead: []) == (first == 0 ? [] : [first]))
      #expect(throws: DialectDrop.size) { try YokeMessage(parsing: bytes.span) }
    }
  }

  @Test func `Every state of random layouts comes back`() throws {
    for text in ["s1", "t1,t2", "dp,bs,bg,bm", "mx,my,mz,ma,mb,mg,pa,pb,pt", "k1,k2,k3,k4,a1,a8,b1,b24"] {
      let layout = try layout(text)
      var state = YokeState()
      for index in 0..<layout.count { state[index] = layout[index].isButton ? 1 : UInt16(index * 501) }
      let bytes = layout.bytes(of: state)
      #expect(bytes.count == layout.stateSize)
      let read = try layout.state(parsing: bytes.span)
      for index in 0..<layout.count { #expect(read[index] == state[index]) }
    }
  }

  @Test func `The list of files has what the app looks for`() {
    #expect(
      YokeManifest(files: ["main.html", "base.js"], size: 12, time: 34).text
        == #"{"folders":[],"files":["main.html","base.js"],"size":12,"mtime":34}"#)
  }

  private func layout(_ text: String) throws -> YokeLayout {
    let bytes = Array(text.utf8)
    return try YokeLayout(parsing: bytes.span)
  }
}
