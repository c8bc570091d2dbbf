internal import CRTC
import Guards
internal import Model
internal import Pages
internal import Platform
import STUN
import Wire

/// The data channels of pages: one UDP port, and the only place that depends on the libraries for DTLS and SCTP below
/// (docs/decisions/0034).
@safe final class DataChannels: PageCarrier {
  /// The datagrams that the kernel lets through: requests of STUN, and records of DTLS 1.2 (RFC 6347 §4.1).
  private static let shapes =
    [DatagramShape(first: 0, sizes: 20...DatagramSocket.longest)]
    + (20...23).map { DatagramShape(first: $0, sizes: 13...DatagramSocket.longest) }
  /// The datagrams a second of others than quiet browsers that the gateway looks at.
  private static let strangerLimit: Int64 = 10_000
  /// The time between two looks at what is due while there are browsers.
  private static let period = Interval.milliseconds(20)

  private var host: OpaquePointer?
  private var socket: DatagramSocket
  private var timer: Timer
  private weak var listener: (any DataChannelListener)?
  private var table = DataChannelTable()
  private var credentials = Credentials()
  private var strangers = StrangerShare(limit: strangerLimit)
  private var filter = DatagramFilter(shapes: shapes)
  /// The browsers that have sent a first record, so that the libraries know them.
  private var known: Set<UInt32> = []
  /// The channels for which something waits, those that end, and those whose tickets let nobody in.
  private var wanting: [UInt32] = []
  private var leaving: [UInt32] = []
  private var refused: [UInt32] = []
  /// True while the libraries are at work; what follows from their events waits until they are not.
  private var isBusy = false
  private var advanced = Instant(nanoseconds: 0)

  /// Serves at `socket`, with key and certificate in PEM.
  ///
  /// - Throws: `SystemError` of `.socket` or `.timer`.
  init(
    _ socket: consuming DatagramSocket, _ identity: WebIdentity, for listener: any DataChannelListener
  ) throws(SystemError) {
    self.socket = socket
    self.listener = listener
    timer = try Timer()
    try self.socket.admit(only: filter)
    let result = unsafe identity.key.withCString { key in
      unsafe identity.certificate.withCString { certificate in
        unsafe rtc_create(
          key, certificate, Unmanaged.passUnretained(self).toOpaque(), { unsafe DataChannels.hear($0, $1) },
          &host)
      }
    }
    guard result == 0 else { throw SystemError(code: -result, call: .socket) }
  }

  deinit {
    if let host = unsafe host { unsafe rtc_destroy(host) }
  }

  /// Adds socket and timer to `poller`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, _ token: UInt64, _ timerToken: UInt64) throws(SystemError) {
    try poller.add(socket.descriptor, token: token)
    try poller.add(timer.descriptor, token: timerToken)
  }

  /// Uses the certificate of `identity` for new channels.
  func use(_ identity: WebIdentity) {
    guard let host = unsafe host else { return }
    _ = unsafe rtc_use_certificate(host, identity.key, identity.certificate)
  }

  /// The number of dropped datagrams and refused tickets.
  var refusals: UInt64 { table.refusals + UInt64(socket.dropsInKernel) }

  /// Receives the datagrams that wait, 32 at most; `book` has the tickets that browsers may show.
  func drain(_ book: TicketBook) {
    guard case .done(let count) = socket.receive() else { return }
    let now = Clock.now()
    credentials.renew(from: book)
    for index in 0..<count {
      do throws(DatagramDrop) { try receive(index, at: now) } catch { table.count(error) }
    }
    conclude(at: now)
  }

  /// Answers a check, or passes on a record of a browser that has made one.
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
    guard let host = unsafe host else { return }
    if known.insert(browser).inserted, unsafe rtc_add(host, browser, table.isLate(browser) ? 0 : 1) < 0 {
      return close(browser)
    }
    table.note(browser, from: sender, .checked, at: now)
    var endpoint = rtc_endpoint(sender)
    isBusy = true
    let result = unsafe record.withUnsafeBufferPointer { record in
      unsafe rtc_receive(host, browser, &endpoint, record.baseAddress, record.count)
    }
    isBusy = false
    switch rtc_progress(UInt32(result)) {
    case RTC_AUTHENTIC: table.note(browser, from: sender, .encrypted, at: now)
    case RTC_PROVEN: table.note(browser, from: sender, .proven, at: now)
    default: break
    }
  }

  /// Does what is due.
  func tick() {
    guard timer.acknowledge(), let host = unsafe host else { return }
    let now = Clock.now()
    let passed = (now - advanced).nanoseconds / 1_000_000
    advanced = advanced + .milliseconds(passed)
    isBusy = true
    unsafe rtc_advance(host, UInt32(clamping: passed))
    isBusy = false
    conclude(at: now)
  }

  /// Ends who has to end, sends what waits, and arms the timer while there are browsers or a flood.
  private func conclude(at now: Instant) {
    while let browser = table.nextEnded(at: now) { end(browser) }
    flush()
    if strangers.adapt(at: now) { renewFilter(at: now) }
    if table.isEmpty && strangers.isWhole { return timer.disarm() }
    // Without browsers nothing was due.
    if advanced + .seconds(1) < now { advanced = now }
    timer.arm(at: advanced + DataChannels.period)
  }

  /// Lets the kernel drop what is too much of strangers, and nothing from the endpoints of quiet browsers.
  private func renewFilter(at now: Instant) {
    let friends = strangers.isWhole ? [] : table.quietEndpoints(at: now)
    let wanted = DatagramFilter(shapes: DataChannels.shapes, friends: friends, share: strangers.share)
    if wanted != filter, (try? socket.admit(only: wanted)) != nil { filter = wanted }
  }

  /// Sends what the listener has for `channel`, now or as soon as the channel can take it.
  func wantWrite(_ channel: UInt32) {
    if !wanting.contains(channel) { wanting.append(channel) }
    if !isBusy { flush() }
  }

  /// Ends `channel`; the listener is told.
  func close(_ channel: UInt32) {
    if !leaving.contains(channel) { leaving.append(channel) }
    if !isBusy { flush() }
  }

  private func flush() {
    isBusy = true
    while let channel = leaving.popLast() { end(channel) }
    while let channel = refused.popLast() { send(Array(Reception.refusal.utf8), isText: true, to: channel) }
    let waiting = wanting
    wanting = []
    for channel in waiting where !isEmptied(channel) { wanting.append(channel) }
    isBusy = false
  }

  /// Sends what the listener has for `channel`, as far as there is room; returns whether nothing is left.
  private func isEmptied(_ channel: UInt32) -> Bool {
    guard let host = unsafe host else { return true }
    while unsafe rtc_has_room(host, channel) == 1 {
      guard let message = listener?.next(for: channel) else { return true }
      send(message.bytes, isText: message.isText, to: channel)
    }
    return table.endpoint(of: channel) == nil
  }

  private func send(_ bytes: [UInt8], isText: Bool, to channel: UInt32) {
    guard let host = unsafe host else { return }
    _ = unsafe rtc_send(host, channel, bytes, bytes.count, isText ? 1 : 0)
  }

  private func end(_ channel: UInt32) {
    // The goodbye needs the browser's endpoint.
    if known.remove(channel) != nil, let host = unsafe host { unsafe rtc_remove(host, channel) }
    table.remove(channel)
    wanting.removeAll { $0 == channel }
    listener?.close(channel)
  }

  private static func hear(_ channels: UnsafeMutableRawPointer?, _ event: UnsafePointer<rtc_event>?) {
    guard let channels = unsafe channels, let event = unsafe event else { return }
    unsafe Unmanaged<DataChannels>.fromOpaque(channels).takeUnretainedValue().hear(event)
  }

  private func hear(_ event: UnsafePointer<rtc_event>) {
    let browser = unsafe event.pointee.peer
    let bytes = unsafe UnsafeBufferPointer(start: event.pointee.bytes, count: event.pointee.size)
    switch unsafe rtc_kind(UInt32(event.pointee.kind)) {
    case RTC_DATAGRAM:
      if let endpoint = table.endpoint(of: browser) { unsafe socket.send(bytes.span, to: endpoint) }
    // The channel belongs to no page until its greeting comes.
    case RTC_OPENED: break
    case RTC_MESSAGE: unsafe receive(bytes.span, isText: event.pointee.is_text != 0, on: browser)
    default: close(browser)
    }
  }

  /// Passes on a message of a page that has greeted; a text before the greeting ends the channel, anything else is dropped.
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

/// The delegate that has the pages of data channels.
protocol DataChannelListener: PageListener {
  /// Handles the greeting of a browser at `address`, which has shown `ticket`; returns false if the ticket lets nobody in.
  func open(_ channel: UInt32, by ticket: Ticket, from address: Address) -> Bool
}
