import Impairment
import Model
import Wire

/// Random frames, and random bytes for the messages in them.
extension Random {
  /// Returns a controller's frames, most of them present with a probability of one half.
  mutating func controllerFrames(text: [UInt8]) -> ControllerFrames {
    var frames = ControllerFrames()
    if oneIn(2) { frames.state = oneIn(2) ? state() : simpleState() }
    if frames.state != nil { frames.history = history() }
    if oneIn(2) { frames.motion = MotionSample(acceleration: vector(), rotation: vector()) }
    if oneIn(2) { frames.edges = edges() }
    if oneIn(2) { frames.buzz = Buzz(round: any(), edge: any(), pressTime: any()) }
    if oneIn(2) { frames.pong = Pong(hostSent: any(), received: any(), sent: any()) }
    if oneIn(2) { frames.touches = touches() }
    if oneIn(2) { frames.contacts = contacts() }
    let isMessage = text.count <= Message.longest && oneIn(2)
    if isMessage {
      frames.message = Message(channel: any(), payload: text.indices)
    } else if !text.isEmpty || oneIn(4) {
      frames.control = control(text)
    }
    if oneIn(2) { frames.controlReceipt = any() }
    return frames
  }

  /// Returns the host's frames, most of them present with a probability of one half.
  mutating func hostFrames(text: [UInt8]) -> HostFrames {
    var frames = HostFrames()
    if oneIn(2) {
      frames.acknowledgement = Acknowledgement(
        newest: any(), received: any(), nextEdge: any(), delay: any(), lastBuzz: any())
    }
    if oneIn(2) { frames.ping = any() }
    if oneIn(2) {
      frames.feedback = Feedback(
        strong: any(), weak: any(), duration: any(), red: any(), green: any(), blue: any())
    }
    let isMessage = text.count <= Message.longest && oneIn(2)
    if isMessage {
      frames.message = Message(channel: any(), payload: text.indices)
    } else if !text.isEmpty || oneIn(4) {
      frames.control = control(text)
    }
    if oneIn(2) { frames.controlReceipt = any() }
    if oneIn(2) { frames.round = Round(number: any(), phase: any(), winner: any(), margin: any()) }
    if oneIn(2) {
      frames.torque = Torque(
        torque: max(any(), -32_767), angle: max(any(), -32_767), range: any(), lifetime: any(),
        isActing: oneIn(2))
    }
    if oneIn(2) { frames.conditions = conditions() }
    return frames
  }

  private mutating func conditions() -> NumberedConditions {
    var list = ForceConditions()
    for _ in 0..<number(in: 0...ForceConditions.capacity) {
      list.append(
        ForceCondition(
          [.spring, .damper, .friction, .inertia][number(in: 0...3)],
          .init(
            rightSaturation: any(), leftSaturation: any(), rightCoefficient: any(), leftCoefficient: any(),
            deadBand: any(), center: any())))
    }
    return NumberedConditions(revision: any(), list: list)
  }

  /// Returns the header of a PLAIN packet.
  mutating func header() -> PlainHeader {
    PlainHeader(sequence: any(), token: any())
  }

  private mutating func state() -> ControllerState {
    ControllerState(
      sampleTime: any(), tilt: oneIn(4) ? nil : tilt(),
      sticks: oneIn(4) ? nil : .init(left: stick(), right: stick()), buttons: Buttons(rawValue: any()),
      leftTrigger: any(), rightTrigger: any(), battery: oneIn(4) ? nil : UInt8(number(in: 0...100)),
      isNeutral: oneIn(4), isDiscontinuous: oneIn(4), nextEdge: any())
  }

  /// Returns a state that TILT can carry; its angles are exact in a 32-bit float.
  private mutating func simpleState() -> ControllerState {
    ControllerState(
      sampleTime: any(), tilt: Tilt(roll: floatAngle(), pitch: floatAngle(), yaw: floatAngle()),
      buttons: Buttons(rawValue: any()))
  }

  private mutating func floatAngle() -> Angle {
    Angle(radians: Double(Float.random(in: -3.1415925...3.1415925, using: &self)))
  }

  private mutating func tilt() -> Tilt {
    Tilt(roll: Angle(bam16: any()), pitch: Angle(bam16: any()), yaw: Angle(bam16: any()))
  }

  private mutating func stick() -> Stick {
    Stick(x: max(any(), -32767), y: max(any(), -32767))
  }

  private mutating func vector() -> MotionVector {
    MotionVector(x: any(), y: any(), z: any())
  }

  private mutating func history() -> History {
    var history = History()
    for _ in 0..<number(in: 0...History.capacity) {
      history.append(HistorySample(age: any(), tilt: tilt()))
    }
    return history
  }

  private mutating func edges() -> EdgeLog {
    var edges = EdgeLog(first: any())
    for _ in 0..<number(in: 0...EdgeLog.capacity) {
      edges.append(Edge(Button.allCases[number(in: 0...31)], isPress: oneIn(2), age: any()))
    }
    return edges
  }

  private mutating func touches() -> Touches {
    let phases: [Touch.Phase] = [.began, .moved, .ended, .cancelled]
    var touches = Touches()
    for _ in 0..<number(in: 0...Touches.capacity) {
      touches.append(Touch(id: any(), phase: phases[number(in: 0...3)], x: any(), y: any()))
    }
    return touches
  }

  private mutating func contacts() -> Contacts {
    let first = contact(), second = contact()
    return Contacts(oneIn(3) ? nil : first, first.number == second.number || oneIn(2) ? nil : second)
  }

  private mutating func contact() -> Contact {
    Contact(number: UInt8(number(in: 0...127)), x: any(), y: any())
  }

  private mutating func control(_ text: [UInt8]) -> ControlMessage {
    ControlMessage(id: any(), code: any(), argument: any(), text: text.indices)
  }
}

/// Single values.
extension Random {
  /// Returns a random number of its type.
  mutating func any<Number: FixedWidthInteger & UnsignedInteger>() -> Number {
    Number(truncatingIfNeeded: next())
  }

  /// Returns a random number of its type.
  mutating func any<Number: FixedWidthInteger & SignedInteger>() -> Number {
    Number(truncatingIfNeeded: next())
  }

  /// Returns true once in `number` times on average.
  mutating func oneIn(_ number: UInt64) -> Bool {
    next() % number == 0
  }

  /// Returns a whole number in `range`.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns `count` random bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in any() }
  }
}
