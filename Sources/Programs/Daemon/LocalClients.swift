import Bridge
import Model
import Platform
import Wire

/// The connections to the local sockets: from programs that watch and give orders, and from gateways.
struct LocalClients: ~Copyable {
  /// The indices of programs, which may send every message.
  static let programs = 0..<16
  /// The indices of connections to the gateways' socket; neither group can use up the other's indices.
  static let gateways = 16..<20

  private var connections = InlineArray<20, LocalConnection?> { _ in nil }
  private var watches = InlineArray<20, Watch?>(repeating: nil)
  private var due = InlineArray<20, Instant>(repeating: .distantFuture)
  /// The slots whose last report a program has missed, because its connection had no room.
  private var missed = InlineArray<20, PlayerSlots>(repeating: [])
  private var pagePorts = InlineArray<20, UInt16>(repeating: 0)
  /// The ID of a gateway process whose loop has reported since ``nextAlive()`` was last called; nil without a report.
  private var alive: Int32?

  /// Returns a free index among `places`; nil if all are in use.
  func freePlace(among places: Range<Int>) -> Int? {
    for index in places where connections[index] == nil { return index }
    return nil
  }

  /// Adds `connection` at the free index `index`.
  mutating func add(_ connection: consuming LocalConnection, at index: Int) {
    connections[index] = consume connection
  }

  /// Closes the connection at `index`.
  mutating func remove(_ index: Int) {
    connections[index] = nil
    watches[index] = nil
    due[index] = .distantFuture
    missed[index] = []
    pagePorts[index] = 0
    noteTraces()
  }

  /// Records that the gateway at `index` serves its page on TCP port `pagePort`.
  mutating func note(pagePort: UInt16, of index: Int) {
    pagePorts[index] = pagePort
  }

  /// Records that the loop of the gateway at `index` runs.
  mutating func noteAlive(_ index: Int) { alive = try? connections[index]?.peerProcess() }

  /// Returns the ID of a gateway process whose loop has reported since the last call; nil if there is none.
  mutating func nextAlive() -> Int32? { alive.take() }

  /// The TCP port of the page; 0 if no gateway serves one.
  var pagePort: UInt16 {
    for index in pagePorts.indices where pagePorts[index] != 0 { return pagePorts[index] }
    return 0
  }

  /// Receives the next message from the connection at `index`.
  func receive<let size: Int>(_ index: Int, into buffer: inout InlineArray<size, UInt8>) -> Transfer {
    connections[index]?.receive(into: &buffer) ?? .wouldBlock
  }

  /// Sends `bytes` to the connection at `index`; the message is lost if the connection has no room for it.
  func send(_ bytes: Span<UInt8>, to index: Int) {
    _ = offer(bytes, to: index)
  }

  /// Sends `bytes` to the connection at `index`; returns whether it had room for them.
  func offer(_ bytes: Span<UInt8>, to index: Int) -> Bool {
    guard connections.indices.contains(index) else { return false }
    return if case .done = connections[index]?.send(bytes) { true } else { false }
  }

  /// Sets the topics that the connection at `index` watches, from `now` onwards.
  mutating func follow(_ watch: Watch, for index: Int, at now: Instant) {
    watches[index] = watch
    due[index] = watch.topics.contains(.status) ? now : .distantFuture
    missed[index] = []
    nextStatus = min(nextStatus, due[index])
    noteTraces()
  }

  /// Sends this daemon's version to the program at connection `index`, which expects another version of the status.
  func tellVersion(to index: Int) {
    var datagram = LocalDatagram()
    HostStatus.writeHeader(to: &datagram)
    datagram.withBytes { send($0, to: index) }
  }

  /// Updates ``hasTraces`` and ``hasReports``, which are stored because every packet reads them.
  private mutating func noteTraces() {
    (hasTraces, hasReports) = (false, false)
    for index in watches.indices {
      if isWatching(.trace, at: index) { hasTraces = true }
      if isWatching(.reports, at: index) { hasReports = true }
    }
  }

  /// A lower bound of the deadlines of statuses and missed reports, stored because every wake-up reads it.
  private(set) var nextStatus = Instant.distantFuture

  private func period(of index: Int) -> Interval { .milliseconds(Int64(watches[index]?.period ?? 100)) }

  /// Returns the next connection whose status or missed reports are due at `now`; nil if none is left.
  ///
  /// Its next status is scheduled a period later.
  mutating func nextDueStatus(at now: Instant) -> Int? {
    guard nextStatus <= now else { return nil }
    for index in due.indices where due[index] <= now {
      due[index] = isWatching(.status, at: index) ? now + period(of: index) : .distantFuture
      return index
    }
    nextStatus = .distantFuture
    for index in due.indices { nextStatus = min(nextStatus, due[index]) }
    return nil
  }

  /// Returns whether the program at connection `index` watches `topic`.
  func isWatching(_ topic: Watch.Topics, at index: Int) -> Bool {
    watches[index]?.topics.contains(topic) == true
  }

  /// Sends `bytes` to every program that watches `topic`.
  func tell(_ bytes: Span<UInt8>, watching topic: Watch.Topics) {
    for index in watches.indices where watches[index]?.topics.contains(topic) == true {
      send(bytes, to: index)
    }
  }

  /// Sends `message` to the connection at `index`.
  func send(_ message: some ClientMessage, to index: Int) {
    message.withBytes { send($0, to: index) }
  }

  /// Sends `message` to every program that watches `topic`.
  func tell(_ message: some ClientMessage, watching topic: Watch.Topics) {
    message.withBytes { tell($0, watching: topic) }
  }

  /// Sends `notice` to every gateway that serves a page.
  func tell(_ notice: SiteNotice) {
    for index in pagePorts.indices where pagePorts[index] != 0 { send(notice, to: index) }
  }

  /// Sends a message from a player's program to every program that watches messages.
  func tell(_ message: PlayerMessage) {
    let header = LocalMessage(
      slots: PlayerSlots(message.slot), channel: message.channel, isReliable: message.isReliable)
    var datagram = LocalDatagram()
    header.write(to: &datagram, payload: message.bytes.span)
    datagram.withBytes { tell($0, watching: .messages) }
  }

  /// True if any program watches accepted packets.
  private(set) var hasTraces = false

  /// True if any program watches the reports of pads.
  private(set) var hasReports = false

  /// Sends the report of the pad at `slot`, or nil for no pad, to every program that watches reports.
  mutating func show(_ report: PadReport?, of slot: PlayerSlot, at now: Instant) {
    guard hasReports else { return }
    let status = PadStatus(slot: slot, report: report).datagram
    for index in watches.indices where isWatching(.reports, at: index) {
      show(status, of: slot, to: index, at: now)
    }
  }

  /// Sends the encoded ``PadStatus`` of `slot` to the program at `index`.
  ///
  /// If the connection has no room, it gets the pad's current report at most a period later, because the pad
  /// may not change again.
  mutating func show(_ status: Datagram<40>, of slot: PlayerSlot, to index: Int, at now: Instant) {
    guard !status.withBytes({ offer($0, to: index) }) else { return }
    missed[index].insert(PlayerSlots(slot))
    due[index] = min(due[index], now + period(of: index))
    nextStatus = min(nextStatus, due[index])
  }

  /// Removes and returns the slots whose last report the program at `index` has missed.
  mutating func clearMissed(by index: Int) -> PlayerSlots {
    defer { missed[index] = [] }
    return missed[index]
  }

  /// Sends an accepted packet's frames to every program that watches packets.
  func trace(_ header: TraceHeader, frames: Span<UInt8>) {
    var datagram = LocalDatagram()
    header.write(to: &datagram)
    datagram.append(contentsOf: frames)
    datagram.withBytes { tell($0, watching: .trace) }
  }
}

/// A message from the daemon to a local program.
protocol ClientMessage {
  /// Appends the message to `datagram`.
  func write(to datagram: inout LocalDatagram)
}

extension ClientMessage {
  /// Calls `body` with the bytes of the message.
  fileprivate func withBytes(_ body: (Span<UInt8>) -> Void) {
    var datagram = LocalDatagram()
    write(to: &datagram)
    datagram.withBytes(body)
  }
}

extension HostStatus: ClientMessage {}
extension PlayerStatus: ClientMessage {}
extension PeerStatus: ClientMessage {}
extension StageStatus: ClientMessage {}
extension SeatNotice: ClientMessage {}
extension SiteNotice: ClientMessage {}
extension Verdict: ClientMessage {}
extension LocalAnswer: ClientMessage {}
extension LocalDelivery: ClientMessage {}
extension SettingNotice: ClientMessage {}
