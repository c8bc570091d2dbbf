import Cryptography
import Impairment
import Model
import TestSupport
import Testing
import TiltpadClient
import Wire

/// A delegate that records the calls that it receives.
private final class Recorder: ClientDelegate {
  var states: [ConnectionState] = []
  var lines: [String] = []
  var paired: [PublicKey] = []

  func client(_ client: Client, peer host: PublicKey, didChange state: ConnectionState) {
    states.append(state)
  }
  func client(_ client: Client, didReceive message: ReceivedMessage, fromPeer host: PublicKey) {
    lines.append("message \(message.channel) \(message.bytes)")
  }
  func client(_ client: Client, didReceive feedback: Feedback) { lines.append("feedback \(feedback.strong)") }
  func client(_ client: Client, didPushWith torque: Torque) { lines.append("torque \(torque.torque)") }
  func client(_ client: Client, didSet conditions: NumberedConditions) {
    lines.append("conditions \(conditions.revision)")
  }
  func client(_ client: Client, didAdvanceTo round: Round) { lines.append("round \(round.number)") }
  func client(_ client: Client, didChange mode: Mode) { lines.append("mode \(mode.label)") }
  func client(_ client: Client, connectionWithHostFailed error: ConnectionError) {
    lines.append("failed \(error == .refused(.sessionMismatch))")
  }
  func client(_ client: Client, didPairWith host: PublicKey, sharing secret: Secret) { paired.append(host) }
  func client(_ client: Client, didCompute shortCode: UInt32) { lines.append("digits") }
}

@Suite struct ClientTests {
  private let transport = MemoryTransport()
  private let recorder = Recorder()
  private let keys: KeyPair
  private let secret: Secret
  private var house: House

  init() {
    var random = Random(seed: 5)
    keys = KeyPair(from: &random)
    secret = Secret(from: &random)
    house = House(keys: KeyPair(from: &random), random: Random(seed: 6))
    house.known[keys.publicKey] = secret
  }

  private func client(_ pairing: Pairing? = nil, session: UInt64? = nil) -> Client {
    let introduction = Introduction(
      epoch: 0, capabilities: .tilt, deviceClass: .computer, sampleRate: 100, name: DeviceName("Test"))
    let client = Client(
      keys: keys, host: house.keys.publicKey, pairing: pairing ?? .known(secret), introduction: introduction,
      transport: transport, session: session, random: Random(seed: 7))
    client.delegate = recorder
    return client
  }

  /// Delivers the host's frames after `change`.
  private mutating func tell(_ client: Client, _ change: (inout HostFrames) -> Void) throws {
    var frames = house.frames()
    change(&frames)
    let session = try #require(house.session)
    let sealed = house.seal(frames, at: transport.now, for: session)
    let datagram = try #require(sealed)
    client.deliver(datagram.array.span)
  }

  @Test mutating func `Each event reaches its method of the delegate`() throws {
    let client = client()
    #expect(client.isOver && client.state == .disconnected(.none) && client.mode == .play)
    client.connect()
    house.carry(client, over: transport)
    try tell(client) { $0.feedback = Feedback(strong: 9, weak: 0, duration: 4, red: 0, green: 0, blue: 0) }
    try tell(client) {
      $0.torque = Torque(torque: 7, angle: 0, range: 900, lifetime: 10, isActing: true)
    }
    try tell(client) { $0.conditions = NumberedConditions(revision: 3, list: ForceConditions()) }
    try tell(client) { $0.round = Round(number: 5, phase: 1, winner: 0, margin: 0) }
    try tell(client) { $0.round = Round(number: 5, phase: 1, winner: 0, margin: 0) }
    house.say(.mode, 1)
    house.say(.message, 4, [1, 2])
    house.carry(client, over: transport)
    #expect(
      recorder.lines == [
        "feedback 9", "torque 7", "conditions 3", "round 5", "mode lobby", "message 4 [1, 2]",
      ])
    #expect(recorder.states == [.connecting, .connected(PlayerSlot(index: 1))] && recorder.paired.isEmpty)
    #expect(client.mode == .lobby && client.host == house.keys.publicKey && !client.isOver)
  }

  @Test mutating func `A comparison of digits is shown, and its end makes a pair`() {
    let client = client(.confirm)
    house.greeting = (.welcome, 0)
    client.connect()
    house.carry(client, over: transport)
    #expect(recorder.states == [.connecting, .waiting] && recorder.lines.isEmpty)
    house.say(.shortCodeNonce, 0, [UInt8](repeating: 3, count: 16))
    house.carry(client, over: transport)
    #expect(recorder.lines == ["digits"] && recorder.paired.isEmpty)
    house.say(.welcome, 2)
    house.carry(client, over: transport)
    #expect(recorder.paired == [house.keys.publicKey] && recorder.lines == ["digits"])
  }

  @Test mutating func `A client that wants another session of the host is told that it failed`() {
    let client = client(session: 8)
    client.connect()
    house.carry(client, over: transport)
    #expect(recorder.lines == ["failed true"] && client.isOver)
    #expect(recorder.states == [.connecting, .disconnected(.sessionMismatch)])
  }

  @Test mutating func `What the app does leaves at once, and the transport knows when to go on`() throws {
    let client = client()
    #expect(throws: SendError.notConnected) { try client.send([1], reliably: true) }
    client.recentre()
    #expect(transport.sent.isEmpty && transport.deadline == .distantFuture)
    client.connect()
    #expect(transport.sent.count == 1 && transport.deadline == transport.now + .milliseconds(250))
    house.carry(client, over: transport)
    let acts: [(Client) throws -> Void] = [
      { $0.recentre() }, { try $0.send([1], reliably: true) }, { try $0.send([1], reliably: false) },
      { $0.ask(forForces: .motor) }, { $0.update(ControllerState(sampleTime: 0, buttons: Buttons(.a))) },
      { $0.disconnect() },
    ]
    for (number, act) in acts.enumerated() {
      let count = transport.sent.count
      try act(client)
      #expect(transport.sent.count == count + 1, "\(number)")
      #expect(transport.deadline > transport.now)
      house.carry(client, over: transport)
    }
    #expect(client.isOver && transport.deadline == .distantFuture)
  }
}
