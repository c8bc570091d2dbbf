import Dialects
public import Model
public import Wire

/// A message for another program, sent from port number `portIndex` of the output at the index `output`.
public struct OutputMessage: Sendable {
  /// The bytes.
  public var bytes = Datagram<128>()
  /// The program's endpoint.
  public var endpoint: Endpoint
  /// The index of the output in the table of settings.
  public internal(set) var output = 0
  /// The number of the port that sends, counted from the output's first port.
  public var portIndex: UInt8

  /// Creates a message that port number `portIndex` sends to `endpoint`.
  init<let size: Int>(_ datagram: Datagram<size>, to endpoint: Endpoint, from portIndex: UInt8 = 0) {
    (self.endpoint, self.portIndex) = (endpoint, portIndex)
    datagram.withBytes { bytes.append(contentsOf: $0) }
  }
}

/// An output, which shows the players' pads to other programs.
///
/// Most outputs only send.
protocol Output: Sendable {
  /// The topics of the daemon's reports that the output shows.
  var topics: Watch.Topics { get }
  /// The number of programs that currently ask for pads.
  var subscribers: Int { get }
  /// The number of requests that were refused.
  var refusals: UInt64 { get }
  /// The time at which ``advance(to:)`` is due.
  var nextDeadline: Instant { get }
  /// The messages to send.
  var messages: [OutputMessage] { get set }
  /// The messages to the daemon.
  var orders: [LocalPacket] { get set }

  /// Handles a request in `bytes`, sent from `endpoint` to port number `portIndex`.
  mutating func receive(_ bytes: Span<UInt8>, at portIndex: UInt8, from endpoint: Endpoint, at now: Instant)
  /// Shows the current report of a player's pad, or that the pad is gone.
  mutating func show(_ pad: PadStatus, at now: Instant)
  /// Shows a player's status, which contains the tilt.
  mutating func show(_ player: PlayerStatus)
  /// Forgets all players, because their state is no longer known.
  mutating func forget(at now: Instant)
  /// Does everything that is due by `now`.
  mutating func advance(to now: Instant)
}

extension Output {
  var subscribers: Int { 0 }
  var refusals: UInt64 { 0 }
  var orders: [LocalPacket] {
    get { [] }
    set {}
  }
  var nextDeadline: Instant { .distantFuture }
  mutating func receive(_ bytes: Span<UInt8>, at portIndex: UInt8, from endpoint: Endpoint, at now: Instant) {
  }
  mutating func show(_ pad: PadStatus, at now: Instant) {}
  mutating func show(_ player: PlayerStatus) {}
  mutating func forget(at now: Instant) {}
  mutating func advance(to now: Instant) {}
}

/// The outputs, which show the players' pads to other programs.
public struct Outputs: Sendable {
  /// The period, in ms, of the players' statuses, which contain the tilt.
  public static let period: UInt16 = 10

  /// The settings of each output.
  public let settings: [ServedOutput]
  private var all: [any Output]

  /// Creates the outputs of `settings`, in their order.
  public init(_ settings: [ServedOutput]) {
    self.settings = settings
    all = settings.map { $0.dialect.make($0) }
  }

  /// The topics of the daemon's reports that the outputs show.
  public var topics: Watch.Topics { all.reduce([]) { $0.union($1.topics) } }

  /// The number of programs that currently ask for pads.
  public var subscribers: Int { all.reduce(0) { $0 + $1.subscribers } }

  /// The number of requests that were refused.
  public var refusals: UInt64 { all.reduce(0) { $0 + $1.refusals } }

  /// The time at which ``advance(to:)`` is due.
  public var nextDeadline: Instant { all.reduce(.distantFuture) { min($0, $1.nextDeadline) } }

  /// Removes and returns the oldest message of the first output that has one; nil if none has.
  public mutating func nextMessage() -> OutputMessage? {
    guard let output = all.firstIndex(where: { !$0.messages.isEmpty }) else { return nil }
    var message = all[output].messages.removeFirst()
    message.output = output
    return message
  }

  /// Removes and returns the oldest order for the daemon of the first output that has one; nil if none has.
  public mutating func nextOrder() -> LocalPacket? {
    all.firstIndex { !$0.orders.isEmpty }.map { all[$0].orders.removeFirst() }
  }

  /// Handles a request in `bytes`, sent from `endpoint` to port number `portIndex` of the output at `index`.
  public mutating func receive(
    _ bytes: Span<UInt8>, at portIndex: UInt8, of index: Int, from endpoint: Endpoint, at now: Instant
  ) {
    all[index].receive(bytes, at: portIndex, from: endpoint, at: now)
  }

  /// Shows what the daemon reports about a player.
  public mutating func receive(_ packet: StatusPacket, at now: Instant) {
    switch packet {
    case .report(let pad): for output in all.indices { all[output].show(pad, at: now) }
    case .player(let player): for output in all.indices { all[output].show(player) }
    default: break
    }
  }

  /// Forgets all players because the connection to the daemon is lost.
  public mutating func forget(at now: Instant) { for output in all.indices { all[output].forget(at: now) } }

  /// Does everything that is due by `now`.
  public mutating func advance(to now: Instant) {
    for output in all.indices { all[output].advance(to: now) }
  }
}
