import Bridge
import CBaseline
import Cryptography
import Daemon
import Engine
import Gamepad
import Guards
import Model
import Platform
import Wire

/// A socket that is filled with packets, and drained in turn by the bare C loop and by the daemon's own path.
final class Contest {
  /// The setting of a measurement.
  struct Setting {
    /// The kind of packet that the controllers send.
    var kind: Controller.Kind
    /// The number of controllers.
    var players: Int
    /// The number of packets in the socket when the drain begins.
    ///
    /// With one packet, the wait for the packet is measured too.
    var waiting: Int
    /// The greatest cost of a packet above the bare loop, in ns; nil if the cost is shown without a goal.
    var goal: Double?
  }

  /// The number of packets in a round, and the maximum number that wait at the same time.
  ///
  /// The daemon reads as many in one wake-up.
  static let roundSize = 128

  let setting: Setting
  private let controllers: [Controller]
  private var network: DatagramSocket
  private var poller: Poller
  private var executor: Executor
  private let null: Descriptor
  private var bare: baseline
  /// The contest's own time, in which packets arrive as controllers send them.
  private var time = Clock.now()
  /// The time between two packets of all controllers together.
  private let spacing: Interval

  /// Creates a contest in which all controllers have seats and their pads have settled.
  init(_ setting: Setting) throws {
    var settings = Bridge.Settings()
    settings.roster.limit = setting.players
    settings.roster.plainRanges = [AddressRange(base: .loopback, length: 8)].compactMap { $0 }
    let network = try DatagramSocket(bound: Endpoint(address: .loopback, port: 0))
    let port = try network.localEndpoint().port
    let poller = try Poller()
    try poller.add(network.descriptor, token: 0)
    let null = try Descriptor(opening: "/dev/null", .device)
    bare = baseline(
      socket: network.descriptor.number, pad: null.number, report_size: setting.kind.reportSize, answers: 0,
      answer_size: setting.kind.answerSize, opens: setting.kind == .sealed ? 1 : 0,
      poller: baseline_poller(network.descriptor.number))
    self.setting = setting
    self.network = network
    self.poller = poller
    self.null = null
    var random = SystemRandomNumberGenerator()
    let keys = KeyPair(from: &random)
    controllers = try (1...UInt32(setting.players)).map {
      try Controller(token: $0, setting.kind, port: port, host: keys.publicKey)
    }
    let devices = controllers.compactMap(\.key).map {
      Admission.Device(key: $0, name: DeviceName(""), role: .gamepad, preShared: .zero)
    }
    let greeting = Announcement(session: 1, name: DeviceName(""))
    executor = Executor(
      HostEngine(
        settings: HostEngine.Settings(bridge: settings), greeting: greeting, keys: keys, devices: devices),
      pads: try PadTable(.memory, path: ""), tell: { _ in })
    spacing = Interval(nanoseconds: 1_000_000_000 / (Controller.rate * Int64(setting.players)))
    try seat()
    _ = playSeconds(2)
    bare.answers = UInt32(4_096 * playSeconds(4))
  }

  /// Lets all controllers join, and gives each a pad on /dev/null in place of the pad in memory.
  private func seat() throws {
    if setting.kind == .sealed { connect() }
    send(packets(controllers.count))
    drain()
    for index in controllers.indices {
      let pad = UinputPad(adopting: try Descriptor(opening: "/dev/null", .device), identity: .xbox360)
      executor.pads.plug(pad, into: PlayerSlot(index: index))
    }
  }

  /// Starts the sessions of all controllers, one a second, because one address may not start them faster.
  private func connect() {
    for controller in controllers {
      controller.introduce(at: time)
      serve()
      for _ in 0..<2 {
        controller.reply(at: time)
        serve()
      }
      time = time + .seconds(1)
    }
  }

  /// Plays for some seconds; returns the number of answers of the daemon per packet.
  private func playSeconds(_ seconds: Int) -> Double {
    let rounds = seconds * Int(Controller.rate) * controllers.count / Contest.roundSize
    var answers = 0
    for _ in 0..<rounds {
      for part in round() {
        send(part)
        drain()
      }
      for controller in controllers { answers += controller.receiveAnswers() }
    }
    return Double(answers) / Double(rounds * Contest.roundSize)
  }

  /// The number of acknowledgements that the daemon sends per packet.
  var answersPerPacket: Double { Double(bare.answers) / 4_096 }

  /// The number of reports written to the pads.
  var reports: UInt64 { executor.pads.reports }

  /// Returns the packets of a round, divided into parts that wait at once.
  func round() -> [[Datagram<512>]] {
    for controller in controllers { controller.receiveAnswers() }
    let all = packets(Contest.roundSize)
    return stride(from: 0, to: all.count, by: setting.waiting).map { Array(all[$0..<$0 + setting.waiting]) }
  }

  /// Returns the next `count` packets, taken from the controllers in turn.
  private func packets(_ count: Int) -> [Datagram<512>] {
    (0..<count).map { index in
      let due = time + Interval(nanoseconds: spacing.nanoseconds * Int64(index))
      return controllers[index % controllers.count].packet(at: due)
    }
  }

  /// Sends `packets` to the socket.
  func send(_ packets: [Datagram<512>]) {
    for (index, packet) in packets.enumerated() { controllers[index % controllers.count].send(packet) }
  }

  /// Drains the socket with the bare C loop.
  @inline(never)
  func drainBare() {
    let count = unsafe setting.waiting == 1 ? baseline_wake(&bare) : baseline_drain(&bare)
    precondition(count == setting.waiting)
  }

  /// Returns the contest's time, and reads the clock as the daemon does, so that the cost is the same.
  private func now() -> Instant {
    precondition(Clock.now().nanoseconds > 0)
    return time
  }

  /// Drains the socket as the daemon does in one wake-up.
  @inline(never)
  func drain() {
    if setting.waiting == 1 { precondition(poller.wait() == 1) }
    serve()
  }

  private func serve() {
    while case .done(let count) = network.receive() {
      time = time + Interval(nanoseconds: spacing.nanoseconds * Int64(count))
      executor.receive(count, of: network, at: now())
      if count < DatagramSocket.batchLimit { break }
    }
    let now = now()
    executor.passFeedback(at: now)
    executor.perform(through: network, at: now)
    executor.sendDueStatus(through: network, at: now)
    precondition(executor.nextDeadline > now)
  }
}
