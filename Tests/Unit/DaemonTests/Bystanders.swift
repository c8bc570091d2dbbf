import Buzzer
import Glibc
import Model
import Platform
import Store
import Wire

@testable import Daemon

/// A gateway and a program on the local sockets of a ``House``, and a record of all events in their order.
///
/// The house's store and pad write to the same record: before each entry, everything that has left the daemon is
/// recorded.
final class Bystanders {
  /// The events so far, oldest first.
  private(set) var events: [String] = []
  private let gateway: LocalConnection
  private let program: LocalConnection

  /// Connects a gateway and a program to `clients`.
  init(_ clients: inout LocalClients) throws {
    let path = "/tmp/tiltpad-bystanders-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"
    let listener = try LocalListener(at: path)
    gateway = try LocalConnection(connectingTo: path)
    program = try LocalConnection(connectingTo: path)
    for place in [LocalClients.gateways.lowerBound, LocalClients.programs.lowerBound] {
      if let connection = try listener.accept() { clients.add(connection, at: place) }
    }
  }

  /// Records `event` after everything that has left the daemon before.
  func note(_ event: String) {
    listen()
    events.append(event)
  }

  /// Returns the events since the last call, with consecutive repetitions removed.
  func popEvents() -> [String] {
    listen()
    defer { events = [] }
    return events.indices.filter { $0 == 0 || events[$0] != events[$0 - 1] }.map { events[$0] }
  }

  /// Removes the messages that wait for the gateway; returns the notices about the first visit and the page.
  func popSites() -> [SiteNotice] {
    var (buffer, sites) = (LocalBuffer(repeating: 0), [SiteNotice]())
    while case .done(let count) = gateway.receive(into: &buffer), count > 0 {
      if let site = try? SiteNotice(parsing: buffer.span.extracting(first: count)) { sites.append(site) }
    }
    return sites
  }

  private func listen() {
    var buffer = LocalBuffer(repeating: 0)
    while case .done(let count) = gateway.receive(into: &buffer), count > 0 {
      if let event = Bystanders.frames(buffer.span.extracting(first: count)) { events.append(event) }
    }
    while case .done(let count) = program.receive(into: &buffer), count > 0 {
      let packet = try? StatusPacket(parsing: buffer.span.extracting(first: count))
      if let event = packet.map(Bystanders.word) { events.append(event) }
    }
  }

  /// Returns the word for a message to the page; nil for a notice to the gateway.
  private static func frames(_ bytes: Span<UInt8>) -> String? {
    guard let frames = try? HostFrames(parsing: bytes, from: GatewayHeader.size) else { return nil }
    return frames.round.map { "page: \(RoundPhase(rawValue: $0.phase & 3) ?? .idle)" } ?? "page"
  }

  private static func word(_ packet: StatusPacket) -> String {
    switch packet {
    case .stage(let stage): "program: \(stage.phase)"
    case .answer(let answer): "answer: \(answer.result)"
    case .host: "status"
    case .player: "status of a player"
    default: "\(packet)"
    }
  }
}

/// A store of quizzes that stores nothing, but records the rounds and the scores that it gets.
///
/// It is `@unchecked Sendable`, because its writer has no thread and runs each job when it is submitted.
final class NotedStore: JobStore, @unchecked Sendable {
  private let bystanders: Bystanders

  init(_ bystanders: Bystanders) {
    self.bystanders = bystanders
  }

  func resumeQuiz(at time: Int64) throws(StoreError) -> KeptQuiz { KeptQuiz() }

  func perform(_ job: StoreJob) throws(StoreError) {
    switch job {
    case .round(let round, _, _): bystanders.note("kept: round \(round.number), \(round.settlement)")
    case .scores(let scores):
      bystanders.note("kept: points \(scores.map(\.points)), teams \(scores.map(\.team))")
    default: break
    }
  }
}
