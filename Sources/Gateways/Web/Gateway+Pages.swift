import Local
import Model
import Pages
import Platform
import Settings
import Wire

/// The requests and messages of browsers.
extension Gateway: WebListener, DataChannelListener {
  func answer(_ request: WebRequest, on connection: UInt32) -> WebAnswer {
    let now = Clock.now()
    defer { settle(at: now) }
    ports.advance(connection, to: .asked)
    let answer = engine.answer(request, on: connection, at: now, using: &random)
    if case .stream = answer { ports.advance(connection, to: .open) }
    return answer
  }

  func refusal(of request: WebRequest, on connection: UInt32) -> [UInt8]? {
    // An earlier request on this connection may have been admitted, but has not led to a WebSocket.
    let now = Clock.now()
    engine.close(connection, at: now)
    settle(at: now)
    defer { settle(at: now) }
    ports.advance(connection, to: .asked)
    return engine.refusal(
      of: request, on: connection,
      isHost: { [server] in LocalUsers.isHost(at: server?.descriptor(of: connection)) },
      at: now, using: &random)
  }

  func open(_ connection: UInt32) {
    let now = Clock.now()
    engine.open(connection, at: now, using: &random)
    ports.advance(connection, to: engine.isShared(connection) ? .shared : .open)
    settle(at: now)
  }

  func open(_ channel: UInt32, by ticket: Ticket, from address: Address) -> Bool {
    let now = Clock.now()
    defer { settle(at: now) }
    return engine.open(channel: channel, by: ticket, from: address, at: now, using: &random)
  }

  func receive(_ message: Span<UInt8>, isText: Bool, on connection: UInt32) {
    let now = Clock.now()
    let header = engine.receive(
      message, isText: isText, on: connection, isWatching: watch.isOpen, at: now, using: &random)
    if let header { bridge.send(header, message.extracting(PagePacket.start..<message.count)) }
    settle(at: now)
  }

  func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)? {
    engine.next(for: connection)
  }

  /// Forgets a connection.
  ///
  /// The gateway acts on the end of all connections together, at the end of the wake-up.
  func close(_ connection: UInt32) {
    ports.close(connection)
    engine.close(connection, at: Clock.now())
  }
}

extension Gateway {
  /// Opens the port for data channels: `socket` if the service manager has passed one, otherwise a socket of the
  /// gateway's own.
  func openChannels(_ socket: consuming DatagramSocket?, _ identity: WebIdentity) {
    do throws(SystemError) {
      let own =
        if let socket = consume socket { socket } else {
          try DatagramSocket(bound: settings.endpoint(at: settings.port))
        }
      let port = try own.localEndpoint().port
      channels = try DataChannels(own, identity, for: self)
      try channels?.join(poller, Token.channels, Token.channelTimer)
      engine.channels = Seating.ChannelPort(port: port, fingerprint: identity.shortFingerprint)
    } catch {
      channels = nil
      tell(.noDataChannels(port: settings.port, error))
    }
  }
}
