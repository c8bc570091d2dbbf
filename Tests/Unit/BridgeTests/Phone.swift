import Channel
import Cryptography
import Impairment
import Model
import TestSupport
import Wire

/// A controller with its own key, whose packets the test chooses.
struct Phone {
  let keys: KeyPair
  var endpoint: Endpoint
  /// The name that the phone has chosen.
  var name: String
  var epoch: UInt64
  var role = Introduction.Role.gamepad
  var preShared = Secret.zero
  var channel: ControllerChannel?
  /// The reliable messages of the host, each once.
  var heard: [(code: UInt8, argument: UInt8)] = []
  /// The nonce of the host.
  var nonce: [UInt8] = []
  var pings = 0
  /// The newest question about the phone's clock.
  var lastPing: UInt32?
  var feedback: Feedback?
  var acknowledgement: Acknowledgement?
  /// The receipts of the host, in order.
  var receipts: [UInt16] = []
  private var random: Random
  private var lastControl: UInt16?
  private var nextControl: UInt16 = 1
  private var edges: [(button: Button, isPress: Bool)] = []
  private var levels: Buttons = []

  init(_ name: String = "Phone", at last: UInt32 = 9, seed: UInt64 = 9) {
    random = Random(seed: seed)
    keys = KeyPair(from: &random)
    epoch = random.next()
    self.name = name
    endpoint = Endpoint(address: Address(v4: 0x0a00_0000 | last), port: 4_000)
  }

  /// Begins a handshake.
  mutating func begin(with host: PublicKey, by mode: PairingMode, at now: Instant) {
    var channel = ControllerChannel(
      keys: keys, host: host, mode: mode, preShared: preShared,
      introduction: Introduction(
        epoch: epoch, capabilities: .tilt, deviceClass: .phone, role: role, sampleRate: 100,
        name: DeviceName(name)))
    _ = channel.begin(at: now, random: &random)
    self.channel = channel
  }

  /// Restarts the phone's app, which gets a new epoch and numbers its messages from the start again.
  mutating func restart() {
    epoch = random.next()
    (lastControl, nextControl, levels, edges) = (nil, 1, [], [])
  }

  /// Returns the INIT that has to be sent now, or no bytes.
  mutating func due(at now: Instant) -> [UInt8] {
    guard case .send(let datagram) = channel?.advance(to: now, random: &random) else { return [] }
    return (0..<datagram.count).map { datagram[$0] }
  }

  /// Returns a packet with a state, and with edges for the changes since the previous state.
  mutating func state(_ buttons: Buttons, roll: Double, at now: Instant) -> [UInt8] {
    let first = UInt16(edges.count)
    for button in Button.allCases where buttons[button] != levels[button] {
      edges.append((button, buttons[button]))
    }
    levels = buttons
    var frames = ControllerFrames()
    frames.state = ControllerState(
      sampleTime: UInt32(truncatingIfNeeded: now.nanoseconds / 1_000), tilt: Tilt(roll: Angle(radians: roll)),
      buttons: buttons, nextEdge: UInt16(edges.count))
    if Int(first) < edges.count {
      var log = EdgeLog(first: first)
      for edge in edges[Int(first)...] { log.append(Edge(edge.button, isPress: edge.isPress)) }
      frames.edges = log
    }
    return seal(frames, at: now)
  }

  /// Returns a packet with a reliable message.
  mutating func control(
    _ code: ControlMessage.Code, _ argument: UInt8, _ text: [UInt8], at now: Instant
  ) -> [UInt8] {
    var frames = ControllerFrames()
    frames.control = ControlMessage(id: nextControl, code: code.rawValue, argument: argument)
    nextControl += 1
    return seal(frames, text: text, at: now)
  }

  /// Returns `frames` in an encrypted packet.
  mutating func seal(_ frames: ControllerFrames, text: [UInt8] = [], at now: Instant) -> [UInt8] {
    var plain = Datagram<512>()
    frames.write(to: &plain, text: text.span)
    var sealed = Datagram<512>()
    guard plain.withBytes({ channel?.seal($0, at: now, into: &sealed) }) == true else { return [] }
    return (0..<sealed.count).map { sealed[$0] }
  }

  /// Processes a packet from the host; returns the immediate answer, or no bytes.
  mutating func receive(_ bytes: [UInt8], at now: Instant) -> [UInt8] {
    var bytes = bytes
    switch bytes.withMutableBytes({ channel?.receive(&$0, at: now) }) {
    case .opened(let range, _):
      guard
        let frames = try? HostFrames(
          parsing: bytes.span.extracting(first: range.upperBound), from: range.lowerBound)
      else { return [] }
      if let ping = frames.ping { (pings, lastPing) = (pings + 1, ping) }
      if let feedback = frames.feedback { self.feedback = feedback }
      if let acknowledgement = frames.acknowledgement { self.acknowledgement = acknowledgement }
      if let receipt = frames.controlReceipt { receipts.append(receipt) }
      guard let control = frames.control else { return [] }
      if control.id != lastControl {
        heard.append((control.code, control.argument))
        if control.code == ControlMessage.Code.shortCodeNonce.rawValue { nonce = Array(bytes[control.text]) }
      }
      lastControl = control.id
      var answer = ControllerFrames()
      answer.controlReceipt = control.id
      return seal(answer, at: now)
    case .asked: return due(at: now)
    default: return []
    }
  }

  /// Returns the arguments of the host's messages with `code`, newest first.
  func heard(_ code: ControlMessage.Code) -> [UInt8] {
    heard.filter { $0.code == code.rawValue }.map(\.argument).reversed()
  }
}
