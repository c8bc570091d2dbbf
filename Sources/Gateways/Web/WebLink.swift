internal import Model
internal import Pages
internal import Platform

/// A browser's connection adopted by the server: its socket, its TLS, and the bytes sent over them.
final class WebLink {
  /// The maximum number of bytes that are written but unsent; more would be outdated on arrival.
  private static let backlog: Int32 = 2_048
  /// The time for which a stream of events continues without a reply from its browser, in s.
  private static let longestSilence: Int32 = 20
  /// The time allowed for the other end to hang up after everything was sent, and the maximum number of reads in
  /// that time.
  private static let (farewell, farewellReads) = (Interval.seconds(1), 64)

  /// The events that a poller waits for.
  private struct Interest: Equatable {
    var reads: Bool
    var writes: Bool
  }

  /// The ways in which the other end may end the connection.
  private enum End {
    /// The other end sends nothing more.
    case input
    /// The other end has broken a rule of TLS.
    case fault
    /// The other end is gone.
    case gone
  }

  let number: UInt32
  /// The connection's state as a plain value.
  var web: WebConnection
  /// True once the server has forgotten the connection.
  var isForgotten = false
  /// True if the listener has a message for the connection.
  var isWanted = false
  /// True if the connection is queued for a flush.
  var isQueued = false
  /// True while the network accepts nothing.
  private(set) var isBlocked = false
  private let arrival: Arrival
  private let tls: TLSLink?
  /// The bytes for the browser; those before the index ``said`` are encrypted or sent.
  private var plain: [UInt8] = []
  private var said = 0
  /// True once TLS has written its closing message, and once that message has been sent.
  private var (isSaid, isFinished) = (false, false)
  private var farewellEnds = Instant.distantFuture
  private var farewellReads = 0
  private var hasHeardAll = false
  /// The way in which the other end has ended the connection; nil until then.
  ///
  /// It is handled after everything that arrived before it.
  private var end: End?
  private var interest = Interest(reads: true, writes: false)

  /// Takes over `arrival` as the connection `number`; `server` is nil without TLS.
  ///
  /// Fails if out of memory, or if the connection has ended.
  init?(_ arrival: Arrival, as number: UInt32, by server: TLSServer?, at now: Instant) {
    (self.number, self.arrival) = (number, arrival)
    tls = server?.open()
    web = WebConnection(from: arrival.address, through: arrival.door, at: now)
    let isReady = (try? arrival.stream.hasten(backlog: WebLink.backlog)) != nil
    guard isReady, (tls == nil) == (server == nil) else { return nil }
  }

  /// The connection's socket.
  var descriptor: Int32 { arrival.stream.descriptor.number }

  /// Joins `poller` with `token`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, _ token: UInt64) throws(SystemError) {
    try poller.add(arrival.stream.descriptor, token: token)
  }

  /// Reads the arrived bytes through the buffers `room` and `text`, and passes them to ``web``; returns whether there
  /// were any.
  func receive(by room: inout [UInt8], _ text: inout [UInt8], at now: Instant) -> Bool {
    switch arrival.stream.receive(into: &room) {
    case .wouldBlock: return false
    case .failed: end = .gone
    case .done(0): end = end ?? .input
    case .done(let count):
      pass(count, of: room, &text, at: now)
      return true
    }
    return false
  }

  private func pass(_ count: Int, of room: [UInt8], _ text: inout [UInt8], at now: Instant) {
    if isFinished {
      farewellReads += 1
      if farewellReads > WebLink.farewellReads { end = .gone }
      return
    }
    guard let tls else { return web.receive(room.span.extracting(first: count), at: now) }
    let result = tls.receive(room, count: count, into: &text)
    for _ in 0..<result.silent { web.receiveNothing(at: now) }
    if result.size > 0 { web.receive(text.span.extracting(first: result.size), at: now) }
    switch result.progress {
    case .open: break
    case .ended: end = .input
    case .failed: end = .fault
    }
  }

  /// Records that the other end is gone.
  func hangUp() { end = .gone }

  /// True once the other end is known to be gone.
  var isGone: Bool { end == .gone }

  /// Ends the connection if the other end has; called after everything that arrived before was handled.
  func conclude(at now: Instant) {
    switch end {
    case nil: break
    case .input:
      hasHeardAll = true
      if isFinished { web.cut() } else { web.endInput(at: now) }
    case .fault: web.refuse()
    case .gone: web.cut()
    }
  }

  /// Sends the waiting bytes as far as the network accepts them.
  func flush(at now: Instant) {
    isBlocked = false
    while !isBlocked, refill() {
      guard let count = tls == nil ? sendPlainly() : sendEncrypted() else { return hangUp() }
      if count > 0 { web.noteSent(at: now) }
    }
    if web.phase == .closing, !isBlocked, !isFinished { finish(at: now) }
  }

  /// Refills ``plain`` once all of it is encrypted or sent; returns whether any bytes wait.
  private func refill() -> Bool {
    if said == plain.count { (plain, said) = (web.drainOutgoing(), 0) }
    return said < plain.count || tls?.isSent == false
  }

  /// Sends some of ``plain``; returns the number of bytes sent, or nil if the connection is gone.
  private func sendPlainly() -> Int? {
    let count = send(plain.span.extracting(said..<plain.count))
    said += count ?? 0
    return count
  }

  /// Sends some of the encrypted bytes; encrypts more of ``plain`` if there are none.
  private func sendEncrypted() -> Int? {
    guard let tls else { return nil }
    if tls.isSent {
      let end = min(plain.count, said + TLSLink.room)
      guard tls.send(plain[said..<end]) else { return nil }
      said = end
    }
    var count: Int?
    tls.withWaiting { bytes in
      count = send(bytes)
      return count ?? 0
    }
    return count
  }

  /// Sends some of `bytes`; returns the number of bytes sent, or nil if the connection is gone.
  private func send(_ bytes: Span<UInt8>) -> Int? {
    switch arrival.stream.send(bytes) {
    case .done(let count):
      isBlocked = count < bytes.count
      return count
    case .wouldBlock:
      isBlocked = true
      return 0
    case .failed: return nil
    }
  }

  /// Sends TLS's closing message as soon as the network accepts it.
  ///
  /// The other end then has a moment to hang up, so that it reads everything (RFC 9112 §9.6).
  private func finish(at now: Instant) {
    if !isSaid { tls?.finish() }
    isSaid = true
    sendRest()
    if isBlocked { return }
    isFinished = true
    farewellEnds = now + WebLink.farewell
    arrival.stream.finish()
    if hasHeardAll { web.cut() }
  }

  /// Makes the kernel end the connection if its other end no longer replies.
  func keepAlive() { try? arrival.stream.keep(forAtMost: WebLink.longestSilence) }

  /// Sends the encrypted bytes, such as a failure's reason, if the network accepts them immediately.
  func sendRest() {
    guard let tls, !tls.isSent else { return }
    tls.withWaiting { send($0) ?? 0 }
  }

  /// Does everything that is due by `now`.
  func advance(to now: Instant) {
    if farewellEnds <= now { web.cut() }
    if !isFinished, web.due <= now { web.advance(to: now) }
  }

  /// Makes `poller`, where the connection has `token`, wait for the currently relevant events.
  func watch(in poller: borrowing Poller, _ token: UInt64) {
    // While a browser does not read its answer, the gateway reads nothing from it.
    let isDeaf = hasHeardAll || isBlocked && web.phase != .socket
    let wanted = Interest(reads: !isDeaf, writes: isBlocked)
    guard wanted != interest else { return }
    interest = wanted
    try? poller.change(arrival.stream.descriptor, token: token, reads: wanted.reads, writes: wanted.writes)
  }
}
