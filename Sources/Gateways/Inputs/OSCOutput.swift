import Dialects
import Model
import Wire

/// The players' buttons, sticks, triggers and tilt as OSC messages, each sent when its value changes.
///
/// The addresses look like `/player/1/lx` or `/player/1/tilt`. The OSC input understands the same words and
/// numbers without configuration, except for the tilt.
struct OSCOutput: Output {
  let topics: Watch.Topics = [.status, .reports]
  var messages: [OutputMessage] = []

  /// The state of a player that was last sent, with the addresses of the player's controls.
  private struct Shown {
    var report = PadReport.neutral
    var tilt: Tilt?
    let controls: [(control: NumberMeaning.Control, address: OSCAddress)]
    let attitude: OSCAddress?

    init(_ slot: PlayerSlot) {
      let folder = "/player/\(slot.number)"
      controls = NumberMeaning.controls.compactMap { known in
        OSCAddress("\(folder)/\(known.word)").map { (known.control, $0) }
      }
      attitude = OSCAddress("\(folder)/tilt")
    }
  }

  private let target: Endpoint
  private var players = PlayerSlots.all.each.map(Shown.init)

  /// Creates an output to the program at `target`.
  init(to target: Endpoint) { self.target = target }

  mutating func show(_ pad: PadStatus, at now: Instant) { show(pad.report ?? .neutral, of: pad.slot.index) }

  mutating func show(_ player: PlayerStatus) {
    let index = player.slot.index
    guard let tilt = player.tilt, tilt != players[index].tilt, let address = players[index].attitude else {
      return
    }
    players[index].tilt = tilt
    send([tilt.roll, tilt.pitch, tilt.yaw].map { Float($0.radians) }, to: address)
  }

  mutating func forget(at now: Instant) { for index in players.indices { show(.neutral, of: index) } }

  /// Sends the parts of `report` that differ from what was sent before.
  private mutating func show(_ report: PadReport, of index: Int) {
    let former = players[index].report
    players[index].report = report
    for (control, address) in players[index].controls {
      let value = report.value(of: control)
      if let value, value != former.value(of: control) { send([value], to: address) }
    }
  }

  private mutating func send(_ numbers: [Float], to address: OSCAddress) {
    messages.append(OutputMessage(address.message(numbers.span), to: target))
  }
}

extension PadReport {
  /// Returns the state of `control`, 0 to 1; nil for an angle.
  fileprivate func value(of control: NumberMeaning.Control) -> Float? {
    func share(_ axis: Int16) -> Float { (Float(axis) / 32_767 + 1) / 2 }
    return switch control {
    case .button(let button): buttons[button] ? 1 : 0
    case .axis(.leftX): share(leftStick.x)
    case .axis(.leftY): share(-leftStick.y)
    case .axis(.rightX): share(rightStick.x)
    case .axis(.rightY): share(-rightStick.y)
    case .axis(.leftTrigger): buttons[.leftTrigger] ? 1 : Float(leftTrigger) / 255
    case .axis(.rightTrigger): buttons[.rightTrigger] ? 1 : Float(rightTrigger) / 255
    case .axis(.roll), .axis(.pitch), .axis(.yaw): nil
    }
  }
}
