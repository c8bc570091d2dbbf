import Guards
import Inputs
import Model
import Platform

/// The TCP connections of controllers: incoming ones to a port, and outgoing ones to servers.
///
/// Incoming connections share a table of limited size. A connection is closed if its first message stays
/// unfinished for too long, or if its other end does not read or has been gone for some time. A connection
/// that has sent nothing has the lowest stage, unless the user has accepted a controller at its address.
final class InputStreams {
  /// The limits on the connections to the ports; the limit of an address does not count controllers that
  /// play.
  private static let limits = SharedTable<UInt64, StreamStage>.Limits(
    total: 32, perAddress: 4, fairShare: 2, reserve: 4)
  /// The time that a connection may take to open once it has begun, and the shortest time between two calls
  /// of a server.
  private static let (patience, pause) = (Interval.seconds(5), Interval.seconds(2))
  /// The time after which the kernel ends a connection whose other end does not answer, in s.
  private static let silence: Int32 = 5

  /// The end of a connection to the input with the index `input`.
  typealias End = (remote: Endpoint, input: Int)

  private let inputs: [HeardInput]
  /// The token of the first port; the tokens of the connections follow those of the ports.
  private let firstToken: UInt64
  private var ports: [Port] = []
  /// The connections by their tokens, which are never reused.
  private var connections: [UInt64: InputConnection] = [:]
  private var nextToken: UInt64
  private var table = SharedTable<UInt64, StreamStage>(limits)
  /// The allowance for work caused by senders that do not play: a fifth of all time.
  private var work = WorkAllowance(part: 5, burst: .milliseconds(20))
  /// The tokens of the ports and connections that wait for the allowance.
  private var parked: [UInt64] = []
  private var calls: [Call] = []
  private var ends: [End] = []
  /// The number of incoming connections closed because of their bytes, or because these came too late.
  private(set) var refusals: UInt64 = 0
  private let random: @Sendable () -> UInt32 = { .random(in: .min ... .max) }

  /// Creates a table without ports, with tokens from `firstToken` on.
  ///
  /// The first ``advance(to:in:)`` begins to connect to the servers of `inputs`.
  init(_ inputs: [HeardInput], firstToken: UInt64) {
    (self.inputs, self.firstToken, nextToken) = (inputs, firstToken, firstToken + UInt64(inputs.count))
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

  /// The open ports, and those that the gateway connects to.
  var openPorts: [InputEvent.Port] {
    ports.map { .tcp(inputs[$0.input].dialect.title, inputs[$0.input].port) }
      + calls.map { .server(inputs[$0.input].dialect.title, $0.server) }
  }

  /// The time at which ``advance(to:in:)`` is due.
  var nextDeadline: Instant {
    let overdue = connections.values.reduce(parked.isEmpty ? .distantFuture : work.next) { min($0, $1.due) }
    return calls.reduce(overdue) { $1.isOpen ? $0 : min($0, $1.next) }
  }

  /// Removes and returns the oldest unreported end of a connection; nil if all are reported.
  func nextEnd() -> End? { ends.isEmpty ? nil : ends.removeFirst() }

  /// Closes the connections that are overdue at `now`, and calls servers.
  func advance(to now: Instant, in poller: borrowing Poller) {
    for (token, connection) in connections where connection.due <= now {
      if !connection.isOurs { refusals &+= 1 }
      end(token)
    }
    if work.isOpen(at: now) { unpark(in: poller) }
    for index in calls.indices where !calls[index].isOpen && calls[index].next <= now {
      call(index, at: now, in: poller)
    }
  }

  /// Serves the port or connection of `token`, and passes each message to `hear`.
  ///
  /// `greet` returns the stage of a new connection; `hear` returns the stage of a message's sender.
  func serve(
    _ token: UInt64, at now: Instant, in poller: borrowing Poller, greet: (Address, Int) -> StreamStage,
    hear: (Span<UInt8>, Endpoint, Int) -> StreamStage
  ) {
    let number = Int(token - firstToken)
    let connection = connections[token]
    guard connection.map({ !$0.isOurs && $0.stage < .plays }) ?? (number < ports.count) else {
      return receive(token, at: now, in: poller, hear)
    }
    guard work.isOpen(at: now) else { return park(token, in: poller) }
    let before = Scheduling.processorTime()
    if connection == nil {
      accept(from: ports[number], in: poller, greet)
    } else {
      receive(token, at: now, in: poller, hear)
    }
    work.charge(Interval(nanoseconds: Scheduling.processorTime().nanoseconds - before.nanoseconds), at: now)
  }

  /// Sends a message on the connection between `remote` and the input at `index`.
  func send(_ message: [UInt8], to remote: Endpoint, of index: Int) {
    guard let token = token(of: remote, index) else { return }
    connections[token]?.content.send(message)
    flush(token)
  }

  /// Closes the connection between `remote` and the input at `index`, if it is open.
  func close(_ remote: Endpoint, of index: Int) {
    if let token = token(of: remote, index) { end(token) }
  }

  private func token(of remote: Endpoint, _ input: Int) -> UInt64? {
    connections.first { $1.remote == remote && $1.input == input }?.key
  }
}

extension InputStreams {
  /// Stops reading the port or connection of `token` until senders that do not play may cause work again.
  private func park(_ token: UInt64, in poller: borrowing Poller) {
    guard (try? watch(token, false, in: poller)) != nil else { return }
    parked.append(token)
  }

  private func unpark(in poller: borrowing Poller) {
    for token in parked { try? watch(token, true, in: poller) }
    parked.removeAll(keepingCapacity: true)
  }

  /// Adds the port or connection of `token` to `poller` if `isWatched`, and removes it otherwise.
  private func watch(_ token: UInt64, _ isWatched: Bool, in poller: borrowing Poller) throws(SystemError) {
    let number = Int(token - firstToken)
    if number < ports.count {
      let port = ports[number]
      if isWatched {
        try poller.add(port.listener.descriptor, token: token)
      } else {
        try poller.remove(port.listener.descriptor)
      }
    } else if let connection = connections[token] {
      if isWatched {
        try poller.add(connection.stream.descriptor, token: token)
      } else {
        try poller.remove(connection.stream.descriptor)
      }
    }
  }

  /// Accepts a connection if its address is allowed and the table has room, and closes it otherwise.
  private func accept(
    from port: Port, in poller: borrowing Poller, _ greet: (Address, Int) -> StreamStage
  ) {
    let token = nextToken
    guard let stream = try? port.listener.accept(), let remote = try? stream.remoteEndpoint(),
      inputs[port.input].hears(remote), (try? stream.keep(forAtMost: InputStreams.silence)) != nil,
      makeRoom(for: token, from: remote.address, at: greet(remote.address, port.input)),
      (try? poller.add(stream.descriptor, token: token)) != nil
    else { return table.remove(token) }
    let content = InputStream(fetching: inputs[port.input].files, random: random)
    add(InputConnection(stream, remote, port.input, content, due: .distantFuture))
  }

  /// Adds the connection with `token` to the table, where it may replace another; returns whether there was
  /// room.
  private func makeRoom(for token: UInt64, from address: Address, at stage: StreamStage) -> Bool {
    switch table.add(token, from: address, at: stage) {
    case .added: return true
    case .replaced(let former): end(former)
    case .refused: return false
    }
    return true
  }

  private func add(_ connection: InputConnection) {
    connections[nextToken] = connection
    nextToken += 1
  }

  private func call(_ index: Int, at now: Instant, in poller: borrowing Poller) {
    let (server, input) = (calls[index].server, calls[index].input)
    let paths = inputs[input].paths
    calls[index].next = now + InputStreams.pause
    guard let stream = try? StreamConnection(connectingTo: server),
      (try? poller.add(connecting: stream.descriptor, token: nextToken)) != nil
    else { return }
    calls[index].isOpen = true
    let content = InputStream(to: server, for: paths[calls[index].refusals % paths.count], random: random)
    add(
      InputConnection(
        stream, server, input, content, due: now + InputStreams.patience, isOurs: true, call: index))
  }

  /// Sends `request` to the server at `remote` for the input at `index`, unless another request to it is under way.
  func ask(
    _ request: [UInt8], of remote: Endpoint, for index: Int, at now: Instant, in poller: borrowing Poller
  ) {
    guard !connections.contains(where: { $1.remote == remote }),
      let stream = try? StreamConnection(connectingTo: remote),
      (try? poller.add(connecting: stream.descriptor, token: nextToken)) != nil
    else { return }
    add(
      InputConnection(
        stream, remote, index, InputStream(asking: request), due: now + InputStreams.patience, isOurs: true))
  }

  /// Continues with a connection to a server, which is now open or has failed.
  private func proceed(_ token: UInt64, in poller: borrowing Poller) {
    guard let connection = connections[token] else { return }
    connection.isConnecting = false
    guard (try? connection.stream.keep(forAtMost: InputStreams.silence)) != nil,
      (try? poller.remove(connection.stream.descriptor)) != nil,
      (try? poller.add(connection.stream.descriptor, token: token)) != nil
    else { return end(token) }
    flush(token)
  }

  private func receive(
    _ token: UInt64, at now: Instant, in poller: borrowing Poller,
    _ hear: (Span<UInt8>, Endpoint, Int) -> StreamStage
  ) {
    guard let connection = connections[token] else { return }
    if connection.isConnecting { return proceed(token, in: poller) }
    var buffer = InlineArray<4096, UInt8>(repeating: 0)
    switch connection.stream.receive(into: &buffer) {
    case .wouldBlock: return
    case .done(let count) where count > 0:
      connection.content.receive(buffer.span.extracting(first: count)) { message in
        connection.stage = max(connection.stage, hear(message, connection.remote, connection.input))
        connection.isHeard = true
      }
    case .done, .failed: return end(token)
    }
    if connection.content.isOpen {
      connection.stage = max(connection.stage, .open)
      connection.due = .distantFuture
    } else if connection.content.isBeginning {
      connection.due = min(connection.due, now + InputStreams.patience)
    }
    table.advance(token, to: connection.stage)
    flush(token)
  }

  /// Sends the waiting bytes; closes a connection that is over or whose other end does not read.
  private func flush(_ token: UInt64) {
    guard let connection = connections[token] else { return }
    let bytes = connection.content.drainOutput()
    let isSent = bytes.isEmpty || connection.stream.send(bytes.span) == .done(bytes.count)
    if connection.content.isRefused, !connection.isOurs { refusals &+= 1 }
    if !isSent || connection.content.isOver { end(token) }
  }

  private func end(_ token: UInt64) {
    guard let connection = connections[token] else { return }
    connections[token] = nil
    table.remove(token)
    ends.append((connection.remote, connection.input))
    guard let call = connection.call else { return }
    calls[call].isOpen = false
    // A server that opens the WebSocket and closes it without a message lacks a sensor that was asked for.
    let isRefused = connection.content.isOpen && !connection.isHeard
    calls[call].refusals = isRefused ? calls[call].refusals + 1 : 0
  }

  /// A port to which controllers connect, for one input.
  private final class Port {
    let listener: StreamListener
    let input: Int

    init(_ local: Endpoint, of input: Int) throws(SystemError) {
      listener = try StreamListener(at: local)
      self.input = input
    }
  }

  /// A server to call, and the number of paths that it has refused in a row.
  private struct Call {
    let server: Endpoint
    let input: Int
    var refusals = 0
    var isOpen = false
    var next = Instant(nanoseconds: .min)
  }
}
