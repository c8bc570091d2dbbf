internal import Model
internal import Pages
internal import Platform
internal import Settings

/// The TCP ports of the page, and connections not yet passed to the server; `ConnectionTable` decides on each.
final class PagePorts {
  /// The service manager's name for the gateway's sockets (FileDescriptorName=).
  static let socketName = "page"
  /// The first byte of a TLS handshake (RFC 8446 §5.1); a connection that begins otherwise gets no handshake.
  private static let handshake: UInt8 = 22
  /// The maximum number of connections that a port accepts in one wake-up.
  private static let round = 16

  /// The tokens in the poller.
  struct Tokens {
    let (timer, ports, connections): (UInt64, UInt64, UInt64)
  }

  private let tokens: Tokens
  private var timer: Timer
  private var ports: [Port] = []
  private var connections: [UInt32: Arrival] = [:]
  private var table: ConnectionTable

  /// Listens on those ports of `settings` for which the service manager has passed no socket.
  ///
  /// - Throws: `port`, or `system`.
  init(_ settings: WebSettings, _ inherited: inout InheritedDescriptors, _ tokens: Tokens) throws(WebError) {
    self.tokens = tokens
    table = ConnectionTable(guestLimit: settings.guestLimit, seed: .random(in: .min ... .max))
    do throws(SystemError) { timer = try Timer() } catch { throw .system(error) }
    var passed: [Port] = []
    while let listener = StreamListener(&inherited, name: PagePorts.socketName) {
      passed.append(Port(listener, .secure))
    }
    for (number, door) in settings.doors {
      if let port = passed.first(where: { $0.number == number }) {
        port.door = door
        ports.append(port)
        continue
      }
      do throws(SystemError) {
        ports.append(Port(try StreamListener(at: settings.endpoint(at: number, through: door)), door))
      } catch {
        throw .port(number, error)
      }
    }
  }

  /// The maximum number of connections.
  var limit: Int { table.limit }

  /// The number of connections that were refused, gave way, or did not begin before their deadline.
  var refusals: UInt64 { table.refusals }

  /// Adds the ports to `poller`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller) throws(SystemError) {
    try poller.add(timer.descriptor, token: tokens.timer)
    for (index, port) in ports.enumerated() {
      try poller.add(port.listener.descriptor, token: tokens.ports + UInt64(index))
    }
  }

  /// Serves the port, connection or timer of `token`; returns false if the token belongs to something else.
  func serve(_ token: UInt64, in poller: borrowing Poller, for server: WebServer) -> Bool {
    if token == tokens.timer {
      _ = timer.acknowledge()
    } else if token >= tokens.connections {
      hear(UInt32(truncatingIfNeeded: token - tokens.connections), in: poller, for: server)
    } else if token >= tokens.ports, token < tokens.ports + UInt64(ports.count) {
      accept(from: ports[Int(token - tokens.ports)], in: poller, for: server)
    } else {
      return false
    }
    act(in: poller, for: server)
    return true
  }

  /// Records that `connection` has reached `progress`.
  func advance(_ connection: UInt32, to progress: ConnectionTable.Progress) {
    table.advance(connection, to: progress)
  }

  /// Sets the limit on the connections of one address so that `voters` pages of a crowd fit.
  func allow(voters: Int) { table.allow(voters: voters) }

  /// Forgets a connection that the server has ended.
  func close(_ connection: UInt32) { table.remove(connection) }

  private func accept(from port: Port, in poller: borrowing Poller, for server: WebServer) {
    let now = Clock.now()
    for _ in 0..<PagePorts.round {
      guard let stream = try? port.listener.accept() else { return }
      guard let remote = try? stream.remoteEndpoint(),
        let (number, former) = table.admit(from: remote.address, at: now)
      else { continue }
      if let former { end(former, for: server) }
      guard (try? poller.add(stream.descriptor, token: tokens.connections + UInt64(number))) != nil else {
        table.remove(number)
        continue
      }
      connections[number] = Arrival(stream, remote.address, through: port.door)
    }
  }

  /// Handles the first bytes of a connection, or its end.
  private func hear(_ number: UInt32, in poller: borrowing Poller, for server: WebServer) {
    guard let connection = connections[number] else { return }
    let isPlain = connection.door.isPlain || connection.stream.firstByte != PagePorts.handshake
    if table.hear(number, isPlain: isPlain, at: Clock.now()) {
      begin(number, in: poller, for: server)
    } else {
      // While a connection waits, its bytes stay readable, and would wake the gateway again and again.
      try? poller.remove(connection.stream.descriptor)
      connection.isWatched = false
    }
  }

  /// Does everything that is due, and arms the timer for the next time.
  private func act(in poller: borrowing Poller, for server: WebServer) {
    let now = Clock.now()
    while let action = table.next(at: now) {
      switch action {
      case .begin(let number): begin(number, in: poller, for: server)
      case .end(let number): end(number, for: server)
      }
    }
    timer.arm(at: table.nextDeadline)
  }

  private func begin(_ number: UInt32, in poller: borrowing Poller, for server: WebServer) {
    guard let connection = connections.removeValue(forKey: number) else { return }
    if connection.isWatched { try? poller.remove(connection.stream.descriptor) }
    if !server.adopt(connection, as: number, in: poller) { table.remove(number) }
  }

  private func end(_ number: UInt32, for server: WebServer) {
    if connections.removeValue(forKey: number) == nil { server.end(number) }
  }
}

/// A TCP port to which pages connect.
private final class Port {
  let listener: StreamListener
  var door: Door

  init(_ listener: consuming StreamListener, _ door: Door) {
    self.listener = listener
    self.door = door
  }

  /// The port's number; nil if the kernel does not report it.
  var number: UInt16? { (try? listener.localEndpoint())?.port }
}

/// A connection opened by a browser.
final class Arrival {
  let stream: StreamConnection
  let address: Address
  /// The port through which the connection came.
  let door: Door
  /// True while the poller waits for the connection's bytes.
  var isWatched = true

  init(_ stream: consuming StreamConnection, _ address: Address, through door: Door) {
    self.stream = stream
    (self.address, self.door) = (address, door)
  }
}

extension WebSettings {
  /// The TCP ports on which the gateway listens.
  fileprivate var doors: [(number: UInt16, door: Door)] {
    let optional: [(UInt16?, Door)] = [(plainPort, .plain), (overlayPort, .overlay)]
    return [(port, .secure)] + optional.compactMap { number, door in number.map { ($0, door) } }
  }

  /// Returns the endpoint on which the gateway listens at `port`; for the overlay, it is a loopback endpoint.
  func endpoint(at port: UInt16, through door: Door = .secure) -> Endpoint {
    Endpoint(address: door == .overlay ? .loopback : address ?? .any, port: port)
  }
}
