import Inputs
import Model
import Platform

/// The TCP connections of controllers: those that come to a port, and those to servers that are called.
///
/// Each has a place in a table of limited size. One that does not say anything of its protocol within a time is closed, and so is one
/// whose other end does not read, or has not been there for a time.
final class InputStreams {
  /// The most connections at once, and those of one address.
  static let (limit, addressLimit) = (32, 4)
  /// The time until a fresh connection has to be open, and the pause before a server is called again.
  private static let (patience, pause) = (Interval.seconds(5), Interval.seconds(2))
  /// The time in s that the kernel waits for an end that does not answer.
  private static let silence: Int32 = 5

  /// The end of a connection to the input at that index.
  typealias End = (remote: Endpoint, input: Int)

  private let inputs: [InputSettings]
  /// The token of the first port; those of the connections follow.
  private let firstToken: UInt64
  private var ports: [Port] = []
  private var connections = [Connection?](repeating: nil, count: limit)
  private var calls: [Call] = []
  private var ends: [End] = []
  /// The number of connections that were closed for what has come, or has not come in time.
  private(set) var refusals: UInt64 = 0
  private let random: @Sendable () -> UInt32 = { .random(in: .min ... .max) }

  /// Creates a table without ports, with tokens from `firstToken` on; the servers of `inputs` are called from now on.
  init(_ inputs: [InputSettings], firstToken: UInt64) {
    (self.inputs, self.firstToken) = (inputs, firstToken)
    for (index, input) in inputs.enumerated() where !input.paths.isEmpty {
      calls += input.servers.map { Call(server: $0, input: index) }
    }
  }

  /// Listens at the TCP port of the input at `index`.
  ///
  /// - Throws: `SystemError` when it cannot be opened.
  func open(_ port: UInt16, of index: Int, in poller: borrowing Poller) throws(SystemError) {
    let address = inputs[index].isLocal ? Address.loopback : .any
    let fresh = try Port(Endpoint(address: address, port: port), of: index)
    try poller.add(fresh.listener.descriptor, token: firstToken + UInt64(ports.count))
    ports.append(fresh)
  }

  /// The ports that are open, and those that are called.
  var places: [InputEvent.Port] {
    ports.map { .tcp(inputs[$0.input].dialect.title, inputs[$0.input].port) }
      + calls.map { .server(inputs[$0.input].dialect.title, $0.server) }
  }

  /// The time at which ``advance(to:in:)`` is due.
  var nextDeadline: Instant {
    let overdue = connections.reduce(Instant.distantFuture) { min($0, $1?.due ?? $0) }
    return calls.reduce(overdue) { $1.isOpen ? $0 : min($0, $1.next) }
  }

  /// Removes and returns the oldest end of a connection that has not been reported; nil if all have been.
  func popEnd() -> End? { ends.isEmpty ? nil : ends.removeFirst() }

  /// Closes what is overdue by `now`, and calls servers.
  func advance(to now: Instant, in poller: borrowing Poller) {
    for place in connections.indices where connections[place].map({ $0.due <= now }) == true {
      if connections[place]?.isOurs == false { refusals &+= 1 }
      end(place)
    }
    for index in calls.indices where !calls[index].isOpen && calls[index].next <= now {
      call(index, at: now, in: poller)
    }
  }

  /// Serves the port or connection of `token`, and passes each message to `hear`, which returns whether its sender plays.
  func serve(
    _ token: UInt64, at now: Instant, in poller: borrowing Poller,
    _ hear: (Span<UInt8>, Endpoint, Int) -> Bool
  ) {
    let place = Int(token - firstToken)
    if place < ports.count { return accept(from: ports[place], at: now, in: poller) }
    guard let connection = connections[place - ports.count] else { return }
    if connection.isConnecting { return proceed(place - ports.count, in: poller) }
    receive(place - ports.count, hear)
  }

  /// Sends a message on the connection from or to `remote` of the input at `index`.
  func send(_ message: [UInt8], to remote: Endpoint, of index: Int) {
    guard let place = place(of: remote, index) else { return }
    connections[place]?.content.send(message)
    flush(place)
  }

  /// Closes the connection from or to `remote` of the input at `index`, if it is open.
  func close(_ remote: Endpoint, of index: Int) {
    if let place = place(of: remote, index) { end(place) }
  }

  private func place(of remote: Endpoint, _ input: Int) -> Int? {
    connections.firstIndex { $0?.remote == remote && $0?.input == input }
  }
}

extension InputStreams {
  private func token(of place: Int) -> UInt64 { firstToken + UInt64(ports.count + place) }

  /// Accepts a connection from an address that is allowed, and closes any other one.
  private func accept(from port: Port, at now: Instant, in poller: borrowing Poller) {
    guard let stream = try? port.listener.accept(), let remote = try? stream.remoteEndpoint(),
      inputs[port.input].hears(remote),
      connections.count(where: { $0?.remote.address == remote.address }) < InputStreams.addressLimit,
      let place = freePlace(at: now), (try? stream.keep(forAtMost: InputStreams.silence)) != nil,
      (try? poller.add(stream.descriptor, token: token(of: place))) != nil
    else { return }
    let content = InputStream(fetching: inputs[port.input].files, random: random)
    connections[place] = Connection(stream, remote, port.input, content, due: now + InputStreams.patience)
  }

  /// Returns a place for a connection; where all are in use, the oldest one of a controller that does not play gives way.
  private func freePlace(at now: Instant) -> Int? {
    if let place = connections.firstIndex(where: { $0 == nil }) { return place }
    let idle = connections.indices.filter { connections[$0].map { !$0.plays && !$0.isOurs } == true }
    let oldest = idle.min { (connections[$0]?.opened ?? now) < (connections[$1]?.opened ?? now) }
    guard let place = oldest else { return nil }
    end(place)
    return place
  }

  private func call(_ index: Int, at now: Instant, in poller: borrowing Poller) {
    let (server, input) = (calls[index].server, calls[index].input)
    let paths = inputs[input].paths
    calls[index].next = now + InputStreams.pause
    guard let place = freePlace(at: now), let stream = try? StreamConnection(connectingTo: server),
      (try? poller.add(connecting: stream.descriptor, token: token(of: place))) != nil
    else { return }
    calls[index].isOpen = true
    let content = InputStream(to: server, for: paths[calls[index].refusals % paths.count], random: random)
    connections[place] = Connection(
      stream, server, input, content, due: now + InputStreams.patience, isOurs: true, call: index)
  }

  /// Sends `request` to the server at `remote` for the input at `index`; not while another is on its way there, or without a place.
  func ask(
    _ request: [UInt8], of remote: Endpoint, for index: Int, at now: Instant, in poller: borrowing Poller
  ) {
    guard !connections.contains(where: { $0?.remote == remote }), let place = freePlace(at: now),
      let stream = try? StreamConnection(connectingTo: remote),
      (try? poller.add(connecting: stream.descriptor, token: token(of: place))) != nil
    else { return }
    connections[place] = Connection(
      stream, remote, index, InputStream(asking: request), due: now + InputStreams.patience, isOurs: true)
  }

  /// Goes on with a connection to a server that is open now, or has failed.
  private func proceed(_ place: Int, in poller: borrowing Poller) {
    guard let connection = connections[place] else { return }
    connection.isConnecting = false
    guard (try? connection.stream.keep(forAtMost: InputStreams.silence)) != nil,
      (try? poller.remove(connection.stream.descriptor)) != nil,
      (try? poller.add(connection.stream.descriptor, token: token(of: place))) != nil
    else { return end(place) }
    flush(place)
  }

  private func receive(_ place: Int, _ hear: (Span<UInt8>, Endpoint, Int) -> Bool) {
    guard let connection = connections[place] else { return }
    var buffer = InlineArray<4096, UInt8>(repeating: 0)
    switch connection.stream.receive(into: &buffer) {
    case .wouldBlock: return
    case .done(let count) where count > 0:
      connection.content.receive(buffer.span.extracting(first: count)) { message in
        connection.plays = hear(message, connection.remote, connection.input)
        connection.isHeard = true
      }
    case .done, .failed: return end(place)
    }
    if connection.content.isOpen { connection.due = .distantFuture }
    flush(place)
  }

  /// Sends what is to be sent, and closes a connection that is over, or whose other end does not read.
  private func flush(_ place: Int) {
    guard let connection = connections[place] else { return }
    let bytes = connection.content.popOutput()
    let isSent = bytes.isEmpty || connection.stream.send(bytes.span) == .done(bytes.count)
    if connection.content.isRefused, !connection.isOurs { refusals &+= 1 }
    if !isSent || connection.content.isOver { end(place) }
  }

  private func end(_ place: Int) {
    guard let connection = connections[place] else { return }
    connections[place] = nil
    ends.append((connection.remote, connection.input))
    guard let call = connection.call else { return }
    calls[call].isOpen = false
    // A server that opens the WebSocket and closes it without a message lacks a sensor that was asked for.
    let isRefused = connection.content.isOpen && !connection.isHeard
    calls[call].refusals = isRefused ? calls[call].refusals + 1 : 0
  }

  /// A port at which controllers connect to the input at that index.
  private final class Port {
    let listener: StreamListener
    let input: Int

    init(_ local: Endpoint, of input: Int) throws(SystemError) {
      listener = try StreamListener(at: local)
      self.input = input
    }
  }

  /// A server that is called, and the number of paths that it has refused in a row.
  private struct Call {
    let server: Endpoint
    let input: Int
    var refusals = 0
    var isOpen = false
    var next = Instant(nanoseconds: .min)
  }
}

/// A TCP connection of a controller.
private final class Connection {
  let stream: StreamConnection
  let remote: Endpoint
  let input: Int
  /// True if this end has opened it.
  let isOurs: Bool
  /// The index of the call that has opened it; nil for a controller that has connected.
  let call: Int?
  var content: InputStream
  /// The time at which it is closed unless it is open by then, and the same at its beginning.
  var due: Instant
  let opened: Instant
  var isConnecting: Bool
  /// True if the sender of the last message plays.
  var plays = false
  /// True once a message has come.
  var isHeard = false

  init(
    _ stream: consuming StreamConnection, _ remote: Endpoint, _ input: Int, _ content: InputStream,
    due: Instant, isOurs: Bool = false, call: Int? = nil
  ) {
    self.stream = stream
    (self.remote, self.input, self.content, self.call) = (remote, input, content, call)
    (self.due, self.isOurs, isConnecting) = (due, isOurs, isOurs)
    opened = due
  }
}
