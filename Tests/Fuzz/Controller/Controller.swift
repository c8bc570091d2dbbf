import Fuzzing
import Model
import Wire
import WireReference

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Reads packets of a controller: the input as a PLAIN datagram, and as bare frames.
func fuzz(_ bytes: Span<UInt8>) {
  let input = array(bytes)
  check(input, as: .plain)
  check(input, as: .controllerFrames)
  describe(input)
  guard let frames = try? ControllerFrames(parsing: bytes, from: 0) else { return }
  checkLimits(of: frames, inputCount: bytes.count)
  let written = write(frames, text: input)
  if written.isEmpty { return }
  guard let again = try? ControllerFrames(parsing: written.span, from: 0) else {
    fatalError("what was written is not read")
  }
  checkSame(frames, again)
  checkStick(frames.stick, again.stick, in: input, written)
}

/// Reads the input as parts of the description of a stick, each after its length, and checks that the
/// described stick keeps the rules.
private func describe(_ input: [UInt8]) {
  var draft = StickDraft()
  var rest = input[...]
  while let length = rest.popFirst() {
    let part = Array(rest.prefix(Int(length)))
    rest = rest.dropFirst(Int(length))
    guard let description = (try? draft.add(part.span)) ?? nil else { continue }
    require(description.isValid, "a description keeps the rules")
    var again = StickDraft()
    var copy: StickDescription?
    for part in description.parts(revision: 1) { copy = (try? again.add(part.span)) ?? nil }
    require(copy == description, "a description stays")
  }
}

/// Checks that the state and the presses of a stick are the same before and after writing.
private func checkStick(_ one: StickPlaces, _ two: StickPlaces, in input: [UInt8], _ written: [UInt8]) {
  require(one.isPresent == two.isPresent, "a stick stays")
  guard one.isPresent else { return }
  require(one.state(in: input.span) == two.state(in: written.span), "the state of a stick stays")
  let (before, after) = (one.presses(in: input.span), two.presses(in: written.span))
  require(before?.first == after?.first && before?.next == after?.next, "the numbers of the presses stay")
  for index in 0..<(before?.count ?? 0) {
    require(before?[index] == after?[index], "the presses stay")
  }
}

/// Checks that all values are in the range on which the rest of the program relies.
private func checkLimits(of frames: ControllerFrames, inputCount: Int) {
  if let state = frames.state {
    if let tilt = state.tilt { checkRange(of: tilt) }
    if let sticks = state.sticks {
      for axis in [sticks.left.x, sticks.left.y, sticks.right.x, sticks.right.y] {
        require(axis > .min, "a stick is within ±32767")
      }
    }
    require(state.battery ?? 0 <= 100, "a battery has at most 100 %")
  }
  require(frames.history.count <= History.capacity, "a history fits")
  require(frames.history.count == 0 || frames.state != nil, "a history has a state")
  for index in 0..<frames.history.count { checkRange(of: frames.history[index].tilt) }
  require(frames.edges?.count ?? 0 <= EdgeLog.capacity, "an edge log fits")
  require(frames.touches?.count ?? 0 <= Touches.capacity, "touches fit")
  if let first = frames.contacts?.first {
    require(first.number <= Contact.highestNumber, "a contact has at most 7 bits")
    require(first.number != frames.contacts?.second?.number, "no contact comes twice")
  }
  if let text = frames.control?.text {
    require(text.lowerBound >= 6 && text.upperBound <= inputCount, "a text lies in the input")
  }
}

private func checkRange(of tilt: Tilt) {
  for angle in [tilt.roll, tilt.pitch, tilt.yaw] {
    require((-Double.pi..<Double.pi).contains(angle.radians), "an angle is within ±π")
  }
}

/// Checks that the readings before and after writing are equal.
private func checkSame(_ one: ControllerFrames, _ two: ControllerFrames) {
  checkSame(one.state, two.state)
  require(one.history.count == two.history.count, "the history has its length")
  for index in 0..<one.history.count {
    require(one.history[index] == two.history[index], "the history stays")
  }
  require(one.motion == two.motion, "the motion stays")
  require(one.contacts == two.contacts, "the contacts stay")
  require(one.buzz == two.buzz, "the buzz stays")
  require(one.pong == two.pong, "the pong stays")
  require(one.control?.id == two.control?.id, "the control message stays")
  require(one.control?.text.count == two.control?.text.count, "the control message's text stays")
  require(one.controlReceipt == two.controlReceipt, "the receipt stays")
  require(one.edges?.next == two.edges?.next && one.edges?.first == two.edges?.first, "the numbers stay")
  for index in 0..<(one.edges?.count ?? 0) {
    require(one.edges?[index] == two.edges?[index], "the edges stay")
  }
  require(one.touches?.count == two.touches?.count, "the fingers stay")
  for index in 0..<(one.touches?.count ?? 0) {
    require(one.touches?[index] == two.touches?[index], "the touches stay")
  }
}

/// Checks that the states are equal, except that an angle of TILT beyond ±π may move by less than 0.2 µrad.
///
/// Such an angle is written as the equal angle within ±π, where the nearest 32-bit float can be half a step
/// away (128 units of ``Angle``).
private func checkSame(_ one: ControllerState?, _ two: ControllerState?) {
  var (one, two) = (one, two)
  if let left = one?.tilt, let right = two?.tilt, one?.nextEdge == nil {
    let moved = left - right
    for angle in [moved.roll, moved.pitch, moved.yaw] {
      require(angle.raw.magnitude < 128, "an angle of TILT stays")
    }
    one?.tilt = nil
    two?.tilt = nil
  }
  require(one == two, "the state stays")
}
