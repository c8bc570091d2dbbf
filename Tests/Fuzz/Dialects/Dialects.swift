import Dialects
import Fuzzing
import Messages
import Model
import Notation

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Parses the input as a message of every protocol in turn.
///
/// Most protocols refuse it by its first bytes, so the input needs no byte that selects a protocol.
func fuzz(_ bytes: Span<UInt8>) {
  let input = array(bytes)
  for kind in MessageKind.allCases { check(kind, input) }
  readDSU(bytes)
  readDroidPad(bytes)
  readOSC(bytes)
  readPhones(bytes)
  readYoke(bytes)
}

private func check(_ kind: MessageKind, _ input: [UInt8]) {
  require(kind.obeysRules(input), "what is written is read and written again without a change")
}

/// Parses the input as it is, and with the right length and checksum.
private func readDSU(_ bytes: Span<UInt8>) {
  let input = array(bytes)
  checkDSU(input)
  guard (20...100).contains(input.count) else { return }
  var sealed = input
  sealed.replaceSubrange(4..<12, with: [0xe9, 3, UInt8(input.count - 16), 0, 0, 0, 0, 0])
  let code = Checksum.of(sealed.span)
  for place in 0..<4 { sealed[8 + place] = UInt8(truncatingIfNeeded: code >> UInt32(8 * place)) }
  checkDSU(sealed)
}

private func checkDSU(_ bytes: [UInt8]) {
  for kind in [MessageKind.dsuRequests, .dsuAnswers] { check(kind, bytes) }
  if case .pad(let pad) = (try? DSUAnswer(parsing: bytes.span))?.content {
    require(pad.acceleration.x.isFinite && pad.rotation.z.isFinite, "motion is finite")
    _ = (pad.motion, pad.pressed)
  }
}

/// Parses the input as a DroidPad message, and as a stream of them.
///
/// JSON messages must also be valid for ``JSON``, and no part of the stream may be lost.
private func readDroidPad(_ bytes: Span<UInt8>) {
  if let event = try? DroidPadEvent(parsing: bytes) {
    let isObject = array(bytes).first { $0 > 0x20 } == UInt8(ascii: "{")
    if isObject { require((try? JSON(parsing: bytes)) != nil, "JSON is read as JSON") }
    if case .control(let name, _) = event {
      require(ControlName(name.text) == name && (1...32).contains(name.count), "a name is whole")
    }
  }
  var start = 0
  while let piece = try? DroidPadStream.first(in: bytes.extracting(start..<bytes.count)) {
    require(
      piece.lowerBound == 0 && (2...DroidPadEvent.longest).contains(piece.count), "a piece is an object")
    start += piece.count
    require(bytes[start - 1] == UInt8(ascii: "}"), "a piece ends with a brace")
  }
}

/// Parses the input as an OSC packet: each address must match itself as a pattern, and all ranges must be in the
/// packet.
private func readOSC(_ bytes: Span<UInt8>) {
  let stars = OSCPattern("/*a*/?*")
  try? OSCPacket.read(bytes) { message in
    require(message.address.upperBound <= bytes.count, "an address is in its packet")
    require(
      message.lastSegment(in: bytes).upperBound == message.address.upperBound, "a segment is in its address")
    let address = bytes.extracting(message.address)
    _ = stars?.matches(address)
    let text = String(decoding: array(address), as: UTF8.self)
    if !text.contains("*"), !text.contains("?"), let pattern = OSCPattern(text) {
      require(pattern.matches(address), "an address fits itself")
    }
    for index in 0..<message.count {
      if case .text(let place) = message[index] {
        require(place.upperBound < bytes.count, "a text is in its packet")
      }
      require(message.number(index)?.isFinite != false, "a number is finite")
    }
  }
}

private func readPhones(_ bytes: Span<UInt8>) {
  if let event = try? PhoneSensorEvent(parsing: bytes, of: .gyroscope) {
    require(event.time >= 0 && event.values.x.isFinite && event.values.z.isFinite, "a reading is finite")
    require((try? JSON(parsing: bytes)) != nil, "a reading is JSON")
  }
  if let touch = try? PhoneTouch(parsing: bytes) {
    require(touch.x.isFinite && touch.y.isFinite, "a finger is somewhere")
  }
}

/// Parses the input as a layout, and as the state of some layouts.
private func readYoke(_ bytes: Span<UInt8>) {
  if case .layout(let layout) = try? YokeMessage(parsing: bytes) { checkYoke(layout, bytes) }
  for text in ["s1,b1,b2", "t1,t2,mx,pa,dp,bs", "b1", "a1,a2,a3,a4,a5,a6,a7,a8"] {
    let names = Array(text.utf8)
    if let layout = try? YokeLayout(parsing: names.span) { checkYoke(layout, bytes) }
  }
}

private func checkYoke(_ layout: YokeLayout, _ bytes: Span<UInt8>) {
  require((1...YokeLayout.most).contains(layout.count), "a layout has controls")
  guard let state = try? layout.state(parsing: bytes) else { return }
  let written = layout.bytes(of: state)
  require(written.count == bytes.count, "a state keeps its size")
  for index in 0..<layout.count {
    require(state[index] <= (layout[index].isButton ? 1 : YokeState.highest), "a control is in its range")
  }
}
