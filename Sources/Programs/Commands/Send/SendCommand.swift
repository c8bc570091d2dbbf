import Console
import Gamepad
import Glibc
import Handset
import Model
import Notation
import Platform
import Wire

extension Command {
  /// The command `tiltpad send`, which makes this machine a controller for testing.
  static let send = Command(
    "send", "act as a controller: send tilt and buttons to a host", operands: "[HOST[:PORT]]",
    options: [
      Option("swing", nil, "swing the tilt back and forth instead of reading the keyboard"),
      Option("amplitude", nil, value: "RADIANS", "swing, or tilt by keys, this far to each side (0.6)"),
      Option("frequency", nil, value: "HZ", "swing HZ times a second (0.5)"),
      Option(
        "turn", nil, value: "DEGREES", "rest for 1 s, turn this far in 1 s, rest, turn back, and repeat"),
      Option("axis", nil, value: "AXIS", "swing or turn about roll, pitch or yaw (roll)"),
      Option("motion", nil, "also send the readings of an accelerometer and a gyroscope"),
      Option(
        "press", nil, value: "BUTTONS",
        "press BUTTONS in turn, such as a,b,dpup or all: 100 ms down, 100 ms up"),
      Option("count", nil, value: "NUMBER", "press them NUMBER times over (1)"),
      Option("hold", nil, value: "BUTTONS", "hold BUTTONS down, such as a,b,dpup or all"),
      Option(
        "sticks", nil, value: "LX,LY,RX,RY",
        "hold the sticks at this position, -1 to 1; right and down are positive"),
      Option("triggers", nil, value: "L,R", "hold the triggers at this position, 0 to 1"),
      Option(
        "pad", nil, value: "DEVICE", "send the input of this real pad only, such as /dev/input/event7"),
      Option("keys", nil, "steer with the keys of the terminal even if there is a pad"),
      Option("grab", nil, "with --pad: hide the real pad from all other programs meanwhile"),
      Option(
        "trace", nil, value: "FILE",
        "send the trace that `tiltpad record` wrote to FILE, as `tiltpad replay` does"),
      Option("speed", nil, value: "FACTOR", "send the trace FACTOR times as fast"),
      Option(
        "identity", nil, value: "NAME",
        "ask for a pad that looks like NAME; host leaves the choice to the host"),
      Option(
        "message", nil, value: "TEXT",
        "send TEXT to the program at the host's end, and repeat it until it has arrived"),
      Option(
        "simple", nil, "send bare TILT packets, as a microcontroller would; the host does not answer them"),
      Option(
        "show-feedback", nil, "print a line for each change of the rumble and the light that games ask for"),
      Option(
        "show-force", nil, value: "ABILITIES",
        "take the forces of the wheel as ABILITIES say, such as motor,conditions, and print them"),
      Option("rate", nil, value: "HZ", "send HZ packets a second, 30 to 500 (125)"),
      Option(
        "duration", nil, value: "SECONDS", "end after SECONDS; --press alone ends when the last button is up"),
    ] + Encryption.list + SendOptions.list,
    details: """
      HOST is 127.0.0.1:\(SendOptions.port) unless given. It must allow this machine to send without
      encryption (--allow-plain), unless --host or --pair names it. Without a script, each real pad
      is a controller as soon as it is plugged in, with motion and rumble if it has them: the second
      one has the next token, or the key in FILE.2, and so on. While there is none, the keys of the
      terminal steer:

      \(Key.table)

      ABILITIES are \(ForceAbilities.names.map(\.name).joined(separator: ", ")). With grip,
      the hand is on the wheel while the button touchpad is down; with measured, the left stick is
      the angle of a real wheel.
      """,
    run: sendCommand)
}

private func sendCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  guard invocation.operands.count <= 1 else {
    throw .usage("more than one host: \(invocation.operands[1])", of: invocation.command)
  }
  try invocation.allowOne(of: ["swing", "turn", "pad", "trace"])
  try invocation.allowOne(of: ["pad", "keys", "trace"])
  for other in ["trace", "simple", "quiet"] { try invocation.allowOne(of: ["show-feedback", other]) }
  for other in ["trace", "simple", "quiet"] { try invocation.allowOne(of: ["show-force", other]) }
  for other in ["trace", "simple"] { try invocation.allowOne(of: ["message", other]) }
  for other in ["pad", "trace"] { try invocation.allowOne(of: ["motion", other]) }
  for other in ["trace", "simple", "token"] { try invocation.allowOne(of: ["host", "pair", other]) }
  if invocation.has("grab"), !invocation.has("pad") {
    throw .usage("--grab needs a pad: --pad DEVICE", of: invocation.command)
  }
  if let path = invocation.value("trace") {
    return try replay(path, to: invocation.operands.first, invocation)
  }
  let request = try SendRequest(invocation)
  let end = try length(of: invocation).map { Clock.now() + $0 } ?? .distantFuture
  if request.isLive { return try request.play(until: end) }
  var source = LiveSource(try request.controller(at: 0, with: nil))
  request.settings(&source)
  return try request.options.run(&source, until: end)
}

/// Returns the hand chosen by the options: a script, or else the keys.
func hand(_ invocation: Invocation, at now: Instant) throws(Failure) -> Hand {
  let amplitude = try invocation.number("amplitude", in: 0...Double.pi, or: 0.6)
  var script = Script(start: now)
  script.axis = try invocation.choice("axis", of: Script.Axis.allCases.map { ($0.rawValue, $0) }, or: .roll)
  script.frequency = try invocation.number("frequency", in: 0...50, or: 0.5)
  script.turn =
    invocation.has("turn") ? try invocation.number("turn", in: -360...360, or: 0.0) * .pi / 180 : nil
  script.presses = PressSequence(buttons: try presses(invocation))
  script.held = Buttons(try buttons("hold", invocation).map { Buttons($0) })
  script.sticks = try sticks(invocation)
  script.triggers = try triggers(invocation)
  if invocation.has("swing") { script.amplitude = amplitude }
  let isScript = ["swing", "turn", "press", "hold", "sticks", "triggers"].contains { invocation.has($0) }
  return isScript ? .script(script) : .keys(KeySteering(reach: amplitude, at: now))
}

/// Returns the buttons to press in turn, as often as the options request.
private func presses(_ invocation: Invocation) throws(Failure) -> [Button] {
  let count = try invocation.number("count", in: 1...10_000, or: 1)
  return Array(repeatElement(try buttons("press", invocation), count: count).joined())
}

/// Returns the buttons listed by the option called `option`.
private func buttons(_ option: String, _ invocation: Invocation) throws(Failure) -> [Button] {
  guard let text = invocation.value(option) else { return [] }
  if text == "all" { return Button.allCases }
  var buttons: [Button] = []
  for name in text.split(separator: ",", omittingEmptySubsequences: false) {
    guard let button = Button(label: String(name)) else {
      let names = Button.allCases.map(\.label).joined(separator: " ")
      throw .usage("--\(option) \(name) is not a button; the buttons are \(names)", of: invocation.command)
    }
    buttons.append(button)
  }
  return buttons
}

/// Returns how long to send; nil to send until the user ends the command.
///
/// It is the option's value or, if the controller only presses buttons, the duration of the presses.
private func length(of invocation: Invocation) throws(Failure) -> Interval? {
  if let length = try invocation.length(of: "duration") { return length }
  let goesOn = ["swing", "turn", "hold", "sticks", "triggers", "pad"].contains { invocation.has($0) }
  guard invocation.has("press"), !goesOn else { return nil }
  return PressSequence(buttons: try presses(invocation)).length
}

private func sticks(_ invocation: Invocation) throws(Failure) -> ControllerState.Sticks? {
  guard let values = try invocation.numbers("sticks", 4, in: -1...1) else { return nil }
  let ends = values.map { Int16(($0 * Double(Int16.max)).rounded()) }
  return .init(left: Stick(x: ends[0], y: ends[1]), right: Stick(x: ends[2], y: ends[3]))
}

private func triggers(_ invocation: Invocation) throws(Failure) -> (left: UInt8, right: UInt8) {
  guard let values = try invocation.numbers("triggers", 2, in: 0...1) else { return (0, 0) }
  return (UInt8((values[0] * 255).rounded()), UInt8((values[1] * 255).rounded()))
}

extension Invocation {
  /// Returns the option's value as `count` comma-separated numbers within `range`; nil without the option.
  ///
  /// - Throws: a usage failure that names the option.
  fileprivate func numbers(
    _ name: String, _ count: Int, in range: ClosedRange<Double>
  ) throws(Failure) -> [Double]? {
    guard let text = value(name) else { return nil }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == count, numbers.allSatisfy(range.contains) else {
      throw .usage(
        "--\(name) \(text) is not \(count) numbers from \(range.lowerBound) to \(range.upperBound)",
        of: command)
    }
    return numbers
  }
}
