import Channel
import Cryptography
import Impairment
import Model
import TestSupport
import TiltpadClient
import Wire

/// A simulated host, which answers sessions as the test decides.
///
/// It acknowledges 20 times a second, and sends its reliable messages one after the other.
struct House {
  let keys: KeyPair
  var random: Random
  var channel: HostChannel
  /// True if the host accepts controllers that ask for confirmation.
  var isOpen = true
  var known: [PublicKey: Secret] = [:]
  /// The secret of the QR code that the host shows.
  var code: Secret?
  /// The first message to each session; nil for none.
  var greeting: (code: ControlMessage.Code, argument: UInt8)? = (.welcome, 2)
  var waits = false
  /// True if the host sends nothing except in handshakes.
  var isMute = false

  var session: HostChannel.SessionID?
  /// The arrivals of the sessions, in order.
  var arrivals: [HostChannel.Arrival] = []
  /// The reliable messages that have arrived, each once.
  var controls: [(code: UInt8, argument: UInt8, text: [UInt8])] = []
  var messages: [[UInt8]] = []
  var newest: ControllerState?
  var newestNumber: UInt64 = 0
  /// The measurement of the sensors in the newest packet; nil if it had none.
  var motion: MotionSample?
  var presses = 0
  /// The newest answer about the controller's clock.
  var pong: Pong?
  /// The number of receipts of message 50.
  var receipts = 0

  private var queue: [(code: ControlMessage.Code, argument: UInt8, text: [UInt8])] = []
  private var id: UInt16 = 1
  private var lastControl: UInt16?
  private var receipt: UInt16?
  private var nextEdge: UInt16?
  private var lastSent = Instant(nanoseconds: 0)
  private var lastHeard = Instant(nanoseconds: 0)
  private var isUrgent = false
  private var outgoing: [Datagram<512>] = []

  init(keys: KeyPair, random: Random) {
    (self.keys, self.random) = (keys, random)
    channel = House.channel(keys, session: 7)
  }

  private static func channel(_ keys: KeyPair, session: UInt64) -> HostChannel {
    HostChannel(keys: keys, announcement: Announcement(session: session, name: DeviceName("Den")))
  }

  /// Restarts the host, which loses its sessions and the messages that wait.
  mutating func restart() {
    channel = House.channel(keys, session: random.next())
    (session, queue, id, lastControl, receipt, nextEdge) = (nil, [], 1, nil, nil, nil)
  }

  /// Sends a reliable message after all earlier ones.
  mutating func say(_ code: ControlMessage.Code, _ argument: UInt8 = 0, _ text: [UInt8] = []) {
    queue.append((code, argument, text))
  }

  /// Processes a datagram; returns the answers that have to be sent immediately.
  mutating func receive(_ bytes: [UInt8], from endpoint: Endpoint, at now: Instant) -> [Datagram<512>] {
    var bytes = bytes
    let (known, code, isOpen, waits) = (known, code, isOpen, waits)
    let session = channel.announcement.session
    let outcome = bytes.withMutableBytes {
      channel.receive(&$0, from: endpoint, at: now, random: &random) { key, mode, _ in
        let secret: Secret? =
          switch mode {
          case .code: code
          case .confirm: isOpen ? .zero : nil
          case .known, .pin: known[key]
          }
        guard let secret else { return .unknown }
        let welcome = Welcome(limit: 4, session: session, time: 0)
        return .welcome(welcome, preShared: secret, waitsForHost: waits)
      }
    }
    switch outcome {
    case .opened(let opened):
      apply(opened, bytes, at: now)
      return []
    case .reply(let reply): return [widened(reply)]
    case .paired(let device, let reply):
      self.known[device.key] = device.preShared
      return [widened(reply)]
    case .dropped: return []
    }
  }

  /// Returns the time at which ``next(at:)`` has a packet.
  func deadline(at now: Instant) -> Instant {
    guard session != nil, !isMute, lastHeard + .milliseconds(100) > now else { return .distantFuture }
    return isUrgent ? now : lastSent + .milliseconds(50)
  }

  /// Returns the packet that has to be sent now, or nil if there is none.
  mutating func next(at now: Instant) -> Datagram<512>? {
    guard let session, deadline(at: now) <= now else { return nil }
    var frames = frames()
    frames.acknowledgement?.delay = UInt16(clamping: (now - lastHeard).microseconds / 32)
    return seal(frames, at: now, for: session)
  }

  /// Returns a packet with `frames`, and with the text of the message that waits longest.
  mutating func seal(_ frames: HostFrames, at now: Instant, for session: HostChannel.SessionID)
    -> Datagram<512>?
  {
    (lastSent, isUrgent) = (now, false)
    var inside = Datagram<512>()
    let text = queue.first?.text ?? []
    frames.write(to: &inside, text: text.isEmpty ? nil : text.span)
    receipt = nil
    var datagram = Datagram<512>()
    let place = inside.withBytes { channel.seal($0, for: session, at: now, into: &datagram) }
    return place == nil ? nil : datagram
  }

  /// Returns the frames that have to be sent now.
  func frames() -> HostFrames {
    var frames = HostFrames()
    frames.acknowledgement = Acknowledgement(
      newest: UInt32(truncatingIfNeeded: newestNumber), received: 0, nextEdge: nextEdge ?? 0, delay: 0)
    frames.control = queue.first.map { ControlMessage(id: id, code: $0.code.rawValue, argument: $0.argument) }
    frames.controlReceipt = receipt
    return frames
  }

  private func widened(_ datagram: Datagram<192>) -> Datagram<512> {
    var wide = Datagram<512>()
    datagram.withBytes { wide.append(contentsOf: $0) }
    return wide
  }

  private mutating func apply(_ opened: HostChannel.Opened, _ bytes: [UInt8], at now: Instant) {
    (session, lastHeard) = (opened.session, now)
    if opened.arrival != .running { arrivals.append(opened.arrival) }
    if case .began = opened.arrival { begin() }
    guard let frames = try? ControllerFrames(parsing: bytes.span.extracting(opened.frames), from: 0)
    else { return }
    if opened.number >= newestNumber {
      (newestNumber, newest, motion) = (opened.number, frames.state, frames.motion)
    }
    apply(frames.edges)
    if frames.controlReceipt == 50 { receipts += 1 }
    if let pong = frames.pong { self.pong = pong }
    if let receipt = frames.controlReceipt, receipt == id, !queue.isEmpty { advance() }
    if let control = frames.control { apply(control, bytes, from: opened.frames.lowerBound) }
    guard let message = frames.message else { return }
    messages.append(message.payload.map { bytes[opened.frames.lowerBound + $0] })
  }

  /// Begins a session, in which all numbers start from the beginning.
  private mutating func begin() {
    (queue, id, lastControl, receipt, nextEdge, newestNumber) = ([], 1, nil, nil, nil, 0)
    if let greeting { say(greeting.code, greeting.argument) }
    isUrgent = true
  }

  private mutating func apply(_ edges: EdgeLog?) {
    guard let edges else { return }
    let first = nextEdge ?? edges.first
    for index in 0..<edges.count where Int16(bitPattern: edges.first &+ UInt16(index) &- first) >= 0 {
      presses += edges[index].isPress ? 1 : 0
      isUrgent = true
    }
    if Int16(bitPattern: edges.next &- first) >= 0 { nextEdge = edges.next }
  }

  private mutating func advance() {
    queue.removeFirst()
    id &+= 1
    isUrgent = isUrgent || !queue.isEmpty
  }

  private mutating func apply(_ control: ControlMessage, _ bytes: [UInt8], from start: Int) {
    (receipt, isUrgent) = (control.id, true)
    if let lastControl, Int16(bitPattern: control.id &- lastControl) <= 0 { return }
    lastControl = control.id
    controls.append((control.code, control.argument, control.text.map { bytes[start + $0] }))
  }
}

extension House {
  /// Carries the datagrams between `client`, which sends over `transport`, and this host for `length`.
  mutating func carry(
    _ client: Client, over transport: MemoryTransport, for length: Interval = .milliseconds(200)
  ) {
    let end = transport.now + length
    let endpoint = Endpoint(address: Address(v4: 0x0a00_0001), port: 4_000)
    while transport.now < end {
      transport.now = transport.now + .milliseconds(1)
      if transport.deadline <= transport.now { client.advance() }
      var answers: [Datagram<512>] = []
      for datagram in transport.sent { answers += receive(datagram, from: endpoint, at: transport.now) }
      transport.sent = []
      while let datagram = next(at: transport.now) { answers.append(datagram) }
      for answer in answers { client.deliver(answer.array.span) }
    }
  }
}
