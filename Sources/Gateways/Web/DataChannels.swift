internal import CRTC
import Guards
internal import Model
internal import Pages
internal import Platform
import STUN
import Wire

/// The data channels of pages, on one UDP port.
///
/// No other code depends on the libraries for DTLS and SCTP (docs/decisions/0034).
@safe final class DataChannels: PageCarrier {
  /// The datagrams that the kernel lets through: STUN requests, and records of DTLS 1.2 (RFC 6347 §4.1).
  private static let shapes =
    [DatagramShape(first: 0, sizes: 20...DatagramSocket.longest)]
    + (20...23).map { DatagramShape(first: $0, sizes: 13...DatagramSocket.longest) }
  /// The maximum number of datagrams per second to examine, apart from those of browsers within their limits.
  private static let strangerLimit: Int64 = 10_000
  /// The time between two checks for due work while there are browsers or a flood.
  private static let period = Interval.milliseconds(20)

  private let host: OpaquePointer
  private var socket: DatagramSocket
  private var timer: Timer
  private weak var listener: (any DataChannelListener)?
  private var table = DataChannelTable()
  private var credentials = Credentials()
  private var strangers = StrangerShare(limit: strangerLimit)
  private var filter = DatagramFilter(shapes: shapes)
  /// The browsers that have sent a first record, and are therefore known to the libraries.
  private var known: Set<UInt32> = []
  /// The channels with something to send.
  private var wanting: [UInt32] = []
  /// The channels to end.
  private var leaving: [UInt32] = []
  /// The channels whose tickets admit no one, and whose pages are not told yet.
  private var refused: [UInt32] = []
  private var advanced = Instant(nanoseconds: 0)

  /// Creates the server on `socket`, with a key and a certificate in PEM.
  ///
  /// - Throws: `SystemError` of `.socket` or `.timer`.
  init(
    _ socket: consuming DatagramSocket, _ identity: WebIdentity, for listener: any DataChannelListener
  ) throws(SystemError) {
    self.socket = socket
    self.listener = listener
    timer = try Timer()
    try self.socket.admit(only: filter)
    var host: OpaquePointer?
    let result = unsafe rtc_create(identity.key, identity.certificate, &host)
    guard let host = unsafe host else { throw SystemError(code: -result, call: .socket) }
    unsafe self.host = unsafe host
  }

  deinit {
    for browser in known { unsafe rtc_remove(host, browser) }
    carryOut()
    unsafe rtc_destroy(host)
  }

  /// Adds the socket and the timer to `poller`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, _ token: UInt64, _ timerToken: UInt64) throws(SystemError) {
    try poller.add(socket.descriptor, token: token)
    try poller.add(timer.descriptor, token: timerToken)
  }

  /// Uses the certificate of `identity` for new channels.
  func use(_ identity: WebIdentity) {
    _ = unsafe rtc_use_certificate(host, identity.key, identity.certificate)
  }

  /// The number of dropped datagrams and refused tickets.
  var refusals: UInt64 { table.refusals + UInt64(socket.dropsInKernel) }

  /// Receives at most 32 waiting datagrams; `book` contains the tickets that browsers may show.
  func drain(_ book: TicketBook) {
    guard case .done(let count) = socket.receive() else { return }
    let now = Clock.now()
    credentials.renew(from: book)
    for index in 0..<count {
      do throws(DatagramDrop) { try receive(index, at: now) } catch { table.count(error) }
    }
    conclude(at: now)
  }

  /// Answers a check, or passes on a record from a browser that has already sent a check.
  private func receive(_ index: Int, at now: Instant) throws(DatagramDrop) {
    let kind = try DatagramKind(socket.firstByte(ofDatagram: index))
    guard socket.length(ofDatagram: index) <= DatagramSocket.longest else { throw .size }
    try socket.withDatagram(index) { (bytes, sender) throws(DatagramDrop) in
      if !table.note(datagramFrom: sender, at: now) { strangers.count(1) }
      switch kind {
      case .check:
        let answer = try table.check(bytes, from: sender, by: credentials, at: now)
        while let browser = table.nextReplaced() { end(browser) }
        answer.withBytes { _ = socket.send($0, to: sender) }
      case .record: receive(bytes, of: try table.browser(at: sender), from: sender, at: now)
      }
    }
  }

  private func receive(_ record: Span<UInt8>, of browser: UInt32, from sender: Endpoint, at now: Instant) {
    if known.insert(browser).inserted, unsafe rtc_add(host, browser, table.isLate(browser) ? 0 : 1) < 0 {
      return close(browser)
    }
    table.note(browser, from: sender, .checked, at: now)
    var endpoint = rtc_endpoint(sender)
    let result = unsafe record.withUnsafeBufferPointer { record in
      unsafe rtc_receive(host, browser, &endpoint, record.baseAddress, record.count)
    }
    switch rtc_progress(UInt32(result)) {
    case RTC_AUTHENTIC: table.note(browser, from: sender, .encrypted, at: now)
    case RTC_PROVEN: table.note(browser, from: sender, .proven, at: now)
    default: break
    }
    carryOut()
  }

  /// Does everything that is due.
  func tick() {
    guard timer.acknowledge() else { return }
    let now = Clock.now()
    let passed = (now - advanced).nanoseconds / 1_000_000
    advanced = advanced + .milliseconds(passed)
    unsafe rtc_advance(host, UInt32(clamping: passed))
    carryOut()
    conclude(at: now)
  }

  /// Ends browsers whose time is over; arms the timer while there are browsers or a flood.
  private func conclude(at now: Instant) {
    while let browser = table.nextEnded(at: now) { end(browser) }
    if strangers.adapt(at: now) { renewFilter(at: now) }
    if table.isEmpty && strangers.isWhole { return timer.disarm() }
    // Nothing was due while there were no browsers, so that time is skipped.
    if advanced + .seconds(1) < now { advanced = now }
    timer.arm(at: advanced + DataChannels.period)
  }

  /// Makes the kernel drop excess datagrams, but none from endpoints of browsers within their limits.
  private func renewFilter(at now: Instant) {
    let friends = strangers.isWhole ? [] : table.quietEndpoints(at: now)
    let wanted = DatagramFilter(shapes: DataChannels.shapes, friends: friends, share: strangers.share)
    if wanted != filter, (try? socket.admit(only: wanted)) != nil { filter = wanted }
  }

  /// Makes ``flush()`` send the listener's messages for `channel` as soon as the channel accepts them.
  func wantWrite(_ channel: UInt32) {
    if !wanting.contains(channel) { wanting.append(channel) }
  }

  /// Makes ``flush()`` end `channel` and tell the listener.
  func close(_ channel: UInt32) {
    if !leaving.contains(channel) { leaving.append(channel) }
  }

  /// Sends the waiting messages, and ends the channels given to ``close(_:)``; returns whether it ended any.
  func flush() -> Bool {
    while let channel = refused.popLast() { send(Array(Reception.refusal.utf8), isText: true, to: channel) }
    let waiting = wanting
    wanting = []
    for channel in waiting where !isEmptied(channel) { wanting.append(channel) }
    let isAnyLeaving = !leaving.isEmpty
    while let channel = leaving.popLast() { end(channel) }
    return isAnyLeaving
  }

  /// Sends the listener's messages for `channel` while there is room; returns whether none is left.
  private func isEmptied(_ channel: UInt32) -> Bool {
    while unsafe rtc_has_room(host, channel) == 1 {
      guard let message = listener?.next(for: channel) else { return true }
      send(message.bytes, isText: message.isText, to: channel)
    }
    return table.endpoint(of: channel) == nil
  }

  private func send(_ bytes: [UInt8], isText: Bool, to channel: UInt32) {
    _ = unsafe rtc_send(host, channel, bytes, bytes.count, isText ? 1 : 0)
    carryOut()
  }

  private func end(_ channel: UInt32) {
    if known.remove(channel) != nil { unsafe rtc_remove(host, channel) }
    // The goodbye needs the browser's endpoint.
    carryOut()
    table.remove(channel)
    wanting.removeAll { $0 == channel }
    listener?.close(channel)
  }

  /// Carries out the libraries' events: sends datagrams, and passes on messages.
  private func carryOut() {
    var event = unsafe rtc_event()
    while unsafe rtc_next(host, &event) == 1 {
      let browser = unsafe event.peer
      let bytes = unsafe UnsafeBufferPointer(start: event.bytes, count: event.size)
      switch unsafe rtc_kind(UInt32(event.kind)) {
      case RTC_DATAGRAM:
        if let endpoint = table.endpoint(of: browser) { unsafe socket.send(bytes.span, to: endpoint) }
      // The channel belongs to no page until its greeting arrives.
      case RTC_OPENED: break
      case RTC_MESSAGE: unsafe receive(bytes.span, isText: event.is_text != 0, on: browser)
      default: close(browser)
      }
    }
  }

  /// Passes on a message from a page that has sent its greeting.
  ///
  /// Before the greeting, any other text ends the channel, and any other message is dropped.
  private func receive(_ message: Span<UInt8>, isText: Bool, on browser: UInt32) {
    guard !table.hasGreeted(browser) else {
      listener?.receive(message, isText: isText, on: browser)
      return
    }
    guard isText, let ticket = table.greet(browser, message) else {
      table.count(.ticket)
      if isText { close(browser) }
      return
    }
    open(browser, by: ticket)
    listener?.receive(message, isText: true, on: browser)
  }

  private func open(_ browser: UInt32, by ticket: Ticket) {
    guard let endpoint = table.endpoint(of: browser) else { return }
    if listener?.open(browser, by: ticket, from: endpoint.address) == true { return table.admit(browser) }
    table.refuse(browser, at: Clock.now())
    refused.append(browser)
  }
}

extension rtc_endpoint {
  /// Creates the C form of `endpoint`.
  fileprivate init(_ endpoint: Endpoint) {
    self.init(
      high: endpoint.address.high, low: endpoint.address.low, scope: endpoint.scope,
      port: UInt32(endpoint.port))
  }
}

/// The delegate that manages the pages on data channels.
protocol DataChannelListener: PageListener {
  /// Handles the greeting of a browser at `address` that has shown `ticket`; returns false if the ticket admits no one.
  func open(_ channel: UInt32, by ticket: Ticket, from address: Address) -> Bool
}
