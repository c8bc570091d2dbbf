import Bridge
import Channel
import Cryptography
import Impairment
import Model
import Motion
import Room
import TestSupport
import Testing
import TiltpadClient
import Venue
import Wire

/// A host with encrypted sessions on a clock of its own, with a record of all its outcomes.
struct Den: Clocked {
  var venue: Venue
  var now = Instant(nanoseconds: 1_000_000_000_000)
  var random = Random(seed: 7)
  let keys: KeyPair
  var news: [Admission.News] = []
  var messages: [PlayerMessage] = []
  var attached: [PlayerSlot] = []
  var detached: [PlayerSlot] = []
  var reports: [(slot: PlayerSlot, report: PadReport)] = []
  /// The datagrams under way to each endpoint.
  var mail: [(to: Endpoint, bytes: [UInt8])] = []

  init(_ policy: AdmissionPolicy = .open, limit: Int = 4, confirms: Bool = false) {
    keys = KeyPair(from: &random)
    var settings = Bridge.Settings()
    settings.roster.limit = limit
    settings.input.profile = .raw
    settings.input.settling = .zero
    settings.input.pressHold = nil
    settings.admission = Admission.Settings(policy: policy, allowsConfirmation: confirms)
    venue = Venue(
      bridge: Bridge(
        settings: settings, greeting: Announcement(limit: UInt8(limit), session: 77, name: DeviceName("Den")),
        keys: keys))
  }

  /// Returns a phone that was paired by a QR code before, with its key and its secret.
  mutating func knownPhone(_ name: String = "Phone", at last: UInt32 = 9) -> Phone {
    var phone = Phone(name, at: last, seed: UInt64(last))
    phone.preShared = Secret(from: &random)
    bridge.admission.offerCode(phone.preShared, at: now)
    connect(&phone, by: .code)
    say(.bye, by: &phone)
    pass(.milliseconds(1_100))
    attached = []
    detached = []
    news = []
    phone.restart()
    phone.heard = []
    return phone
  }

  /// Returns a phone that has read the host's QR code and begun a handshake by it.
  mutating func phoneAtTheCode(_ phone: Phone = Phone()) -> Phone {
    var phone = phone
    phone.preShared = Secret(from: &random)
    bridge.admission.offerCode(phone.preShared, at: now)
    phone.begin(with: keys.publicKey, by: .code, at: now)
    deliver(phone.due(at: now), from: phone.endpoint)
    collect(&phone)
    return phone
  }

  /// Makes `phone` shake hands and send its first packet; returns whether the handshake succeeded.
  @discardableResult
  mutating func connect(_ phone: inout Phone, by mode: PairingMode = .known) -> Bool {
    phone.begin(with: keys.publicKey, by: mode, at: now)
    deliver(phone.due(at: now), from: phone.endpoint)
    collect(&phone)
    guard phone.channel?.isConnected == true else { return false }
    send(by: &phone)
    return true
  }

  /// Makes `phone` send a state with `buttons`, tilted by `roll` rad.
  mutating func send(_ buttons: Buttons = [], roll: Double = 0, by phone: inout Phone) {
    deliver(phone.state(buttons, roll: roll, at: now), from: phone.endpoint)
    collect(&phone)
  }

  /// Makes `phone` send a reliable message.
  mutating func say(
    _ code: ControlMessage.Code, _ argument: UInt8 = 0, text: [UInt8] = [], by phone: inout Phone
  ) {
    deliver(phone.control(code, argument, text, at: now), from: phone.endpoint)
    collect(&phone)
  }

  /// Delivers a datagram to the host; returns the reason if the host dropped it.
  @discardableResult
  mutating func deliver(_ bytes: [UInt8], from endpoint: Endpoint) -> Drop? {
    guard !bytes.isEmpty else { return nil }
    let outcome = bytes.withCopy {
      venue.receive(&$0, from: .network(endpoint), at: now, random: &random)
    }
    execute(outcome)
    drain()
    guard case .dropped(let reason) = outcome else { return nil }
    return reason
  }

  /// Delivers the host's datagrams to `phone`.
  mutating func collect(_ phone: inout Phone) {
    while let place = mail.firstIndex(where: { $0.to == phone.endpoint }) {
      let answer = phone.receive(mail.remove(at: place).bytes, at: now)
      if !answer.isEmpty { deliver(answer, from: phone.endpoint) }
    }
  }

  /// Lets time pass while `phone` sends its state 20 times a second.
  mutating func pass(_ interval: Interval, with phone: inout Phone, buttons: Buttons = []) {
    let end = now + interval
    while now < end {
      pass(.milliseconds(50))
      send(buttons, by: &phone)
    }
  }

  /// Carries out `outcome`, which may come from a person's decision.
  mutating func execute(_ outcome: Bridge.Outcome) {
    switch outcome {
    case .nothing, .dropped, .heard: break
    case .attach(let slot): attached.append(slot)
    case .detach(let slot): detached.append(slot)
    case .report(let slot, let report): reports.append((slot, report))
    case .send(let peer):
      guard case .network(let endpoint) = peer else { return }
      let outgoing = bridge.outgoing
      mail.append((endpoint, (0..<outgoing.count).map { outgoing[$0] }))
    }
    while let news = bridge.admission.popNews() { self.news.append(news) }
    while let message = bridge.inbox.pop() { messages.append(message) }
  }

  /// Returns the state that the pad of player `number` shows.
  func shown(_ number: Int = 1) -> PadReport {
    reports.last { $0.slot.number == number }?.report ?? .neutral
  }
}

extension Bridge.Settings {
  /// Returns these settings, with unencrypted controllers allowed from 10.0.0.0/8.
  func allowingPlain() throws -> Bridge.Settings {
    var settings = self
    settings.roster.plainRanges = [try #require(AddressRange(base: Address(v4: 0x0a00_0000), length: 8))]
    return settings
  }
}

extension Den {
  /// Returns a known phone, paired while the host let all controllers in; the host's policy is the same afterwards.
  mutating func knownPhoneWhoWasLetIn(at last: UInt32 = 9) -> Phone {
    let policy = bridge.admission.settings.policy
    bridge.admission.settings.policy = .open
    let phone = knownPhone(at: last)
    bridge.admission.settings.policy = policy
    return phone
  }
}

/// A controller with its own key, whose packets the test chooses.
struct Phone {
  let keys: KeyPair
  var endpoint: Endpoint
  /// The name that the phone gives itself.
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

  /// Restarts the phone's app: it gets a new epoch and numbers its messages from the start.
  mutating func restart() {
    epoch = random.next()
    (lastControl, nextControl, levels, edges) = (nil, 1, [], [])
  }

  /// Returns the INIT that is due, or no bytes.
  mutating func due(at now: Instant) -> [UInt8] {
    guard case .send(let datagram) = channel?.advance(to: now, random: &random) else { return [] }
    return (0..<datagram.count).map { datagram[$0] }
  }

  /// Returns a packet with a state, and with edges for the changes since the last one.
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

  /// Processes a packet of the host; returns the immediate answer, or no bytes.
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
