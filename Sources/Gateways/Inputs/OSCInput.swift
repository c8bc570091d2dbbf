import Dialects
import Model
import Settings
import Wire

/// Open Sound Control: fader and button boards, and phone sensors, identified by the OSC addresses of their messages.
extension Dialect {
  static let osc = osc(OSCMap())

  private static func osc(_ map: OSCMap) -> Dialect {
    Dialect(
      transport: .osc, port: OSCPacket.port, ports: 1, silence: stillness,
      back: { feedback, _ in [map.message(feedback)] }, backPort: map.rumblePort,
      adopt: { osc(OSCMap($0)) },
      read: { (bytes, _) throws(DialectDrop) in
        var changes: [OSCMap.Change] = []
        try OSCPacket.read(bytes) { message in
          if let change = map.change(message, in: bytes) { changes.append(change) }
        }
        guard !changes.isEmpty else { return nil }
        return Reading { $0.follow(changes) }
      })
  }
}

/// The meanings of OSC addresses.
///
/// The first match counts: configured addresses, then those of known apps, then addresses whose last part is the word of
/// a control, such as `/1/a`.
private struct OSCMap: Sendable {
  /// A message's meaning, and its numbers.
  typealias Change = (meaning: NumberMeaning, numbers: [Float])

  private var rules: [(pattern: OSCPattern, meaning: NumberMeaning)] = []
  private var rumble = OSCAddress("/rumble")
  /// The UDP port to which feedback is sent; nil for the port that the messages come from.
  private(set) var rumblePort: UInt16?

  /// The addresses of TouchOSC Mk1, GyrOSC, Sensors2OSC and ZIG SIM.
  ///
  /// ZIG SIM puts its own name first on iOS only. iOS treats gravity as a downward acceleration. A TouchOSC address
  /// followed by `/z` reports that a finger touches the control; such a touch presses no button.
  private static let known = [
    ("/accxyz", "accel -g"), ("/gyrosc/gyro", "pitch roll yaw"), ("/gyrosc/accel", "accel -g"),
    ("/accelerometer", "accel m/s2"), ("/gyroscope", "gyro rad/s"),
    ("/ZIGSIM/*/gravity", "accel -g"), ("/ZIGSIM/*/gyro", "gyro rad/s"),
    ("/*/gravity", "accel -g"), ("/*/gyro", "gyro rad/s"),
    ("/player/*/z", "z"), ("/*/*/z", "-"), ("/*/*/*/z", "-"),
  ].compactMap { OSCMap.rule($0, $1) }

  private static func rule(_ pattern: String, _ words: String) -> (
    pattern: OSCPattern, meaning: NumberMeaning
  )? {
    guard let pattern = OSCPattern(pattern), let meaning = NumberMeaning(words) else { return nil }
    return (pattern, meaning)
  }

  /// Creates a map with the meanings that need no configuration.
  init() {}

  /// Creates a map that includes the configured addresses.
  init(_ settings: InputSettings.Input) {
    rules = settings.meanings.compactMap { line in
      OSCPattern(line.address).map { (pattern: $0, meaning: line.meaning) }
    }
    if let own = settings.rumble { (rumble, rumblePort) = (own.address, own.port) }
  }

  /// Returns the message that shows force feedback: the greater of both motors' strengths, 0 to 1.
  func message(_ feedback: Feedback) -> [UInt8] {
    let strength = [Float(max(feedback.strong, feedback.weak)) / Float(UInt16.max)]
    return rumble?.message(strength.span).bytes ?? []
  }

  /// Returns the change that `message` of the packet `bytes` makes.
  ///
  /// Returns nil if the message's address has no meaning here, or if the message has too few numbers.
  func change(_ message: OSCMessage, in bytes: Span<UInt8>) -> Change? {
    let numbers = (0..<message.count).compactMap(message.number)
    let address = bytes.extracting(message.address)
    let rule =
      rules.first { $0.pattern.matches(address) } ?? OSCMap.known.first { $0.pattern.matches(address) }
    guard let meaning = rule?.meaning ?? OSCMap.meaning(of: bytes.extracting(message.lastSegment(in: bytes))),
      numbers.count >= meaning.count
    else { return nil }
    return (meaning, numbers)
  }

  /// Returns the meaning of an address that ends in `word`; nil unless that is the word of a control.
  private static func meaning(of word: Span<UInt8>) -> NumberMeaning? {
    guard (1...8).contains(word.count) else { return nil }
    return NumberMeaning(control: String(decoding: word.indices.map { word[$0] }, as: UTF8.self))
  }
}

extension SourceState {
  /// Applies one packet's changes in order; a button that goes down and up among them counts as a click.
  fileprivate mutating func follow(_ changes: [OSCMap.Change]) {
    var pressed: Buttons = []
    for change in changes {
      let former = buttons
      follow(change)
      pressed.formUnion(buttons.subtracting(former))
      clicks.formUnion(pressed.intersection(former).subtracting(buttons))
    }
    clicks.subtract(buttons)
  }

  private mutating func follow(_ change: OSCMap.Change) {
    let numbers = change.numbers
    switch change.meaning {
    case .acceleration(let scale):
      sense(
        MotionSample(gravities: Vector(numbers, scale: scale), degrees: .zero).acceleration,
        into: \.acceleration)
    case .rotation(let scale):
      sense(MotionSample(gravities: .zero, degrees: Vector(numbers, scale: scale)).rotation, into: \.rotation)
    case .controls(let controls, let scale):
      for (control, number) in zip(controls, numbers) {
        switch control {
        case .button(let button): press(button, by: Double(number))
        case .axis(let axis): move(axis, to: Double(number), scale)
        case nil: break
        }
      }
      // A sensor reports all three angles at once, a board's wheel or fader only one.
      let angles: [NumberMeaning.Control] = [.axis(.roll), .axis(.pitch), .axis(.yaw)]
      if angles.allSatisfy(controls.contains) { senseTilt() }
    }
  }
}

extension Vector {
  /// Creates the vector of the first three of `numbers`, each divided by `scale`.
  fileprivate init(_ numbers: [Float], scale: Float) {
    self.init(x: numbers[0] / scale, y: numbers[1] / scale, z: numbers[2] / scale)
  }
}
