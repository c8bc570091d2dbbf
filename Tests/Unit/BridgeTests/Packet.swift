import Model
import TestHost
import Wire

/// A packet built field by field, for cases that no correct sender causes.
struct Packet {
  var sequence: UInt16
  var token: UInt32 = 1
  var frames = ControllerFrames()

  init(
    _ sequence: UInt16, time: UInt32? = nil, roll: Double = 0, buttons: Buttons = [], nextEdge: UInt16? = 0
  ) {
    self.sequence = sequence
    frames.state = ControllerState(
      sampleTime: time ?? UInt32(sequence) &* 10_000, tilt: Tilt(roll: Angle(radians: roll)),
      buttons: buttons, nextEdge: nextEdge)
  }

  func edges(from first: UInt16, _ edges: Edge...) -> Packet {
    var packet = self
    var log = EdgeLog(first: first)
    for edge in edges { log.append(edge) }
    packet.frames.edges = log
    return packet
  }

  var datagram: Datagram<512> {
    var datagram = Datagram<512>()
    PlainHeader(sequence: sequence, token: token).write(to: &datagram)
    frames.write(to: &datagram)
    return datagram
  }
}

/// The presses and releases of one button in a list of reports, and the shortest time between two of them.
struct ButtonHistory {
  var presses = 0
  var releases = 0
  var shortest = Interval.seconds(3_600)

  init(of button: Button, in reports: [(at: Instant, slot: PlayerSlot, report: PadReport)]) {
    var isDown = false
    var changed: Instant?
    for (at, _, report) in reports where report.buttons[button] != isDown {
      isDown.toggle()
      if isDown { presses += 1 } else { releases += 1 }
      if let changed { shortest = min(shortest, at - changed) }
      changed = at
    }
  }
}
