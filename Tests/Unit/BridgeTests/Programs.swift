import Bridge
import Buzzer
import Engine
import Model
import TestHost
import Wire

/// A host, and the local programs and gateways that give it orders.
///
/// The store answers only when the test calls for it.
struct Programs {
  /// The outputs for programs, gateways and the store so far, without traces, messages and seats.
  final class Log {
    /// Each output in words, oldest first.
    var words: [String] = []
    var answers: [LocalAnswer] = []
    var peers: [PeerStatus] = []
    /// The scores that the store was asked to write last.
    var players: [QuizPlayer] = []
  }

  /// The connection of the program that gives orders, unless a test passes another one.
  static let program: UInt32 = 3

  var host: HostHarness
  let log = Log()

  init(_ host: HostHarness) {
    self.host = host
    let log = log
    self.host.keepsAtOnce = false
    self.host.observe = { log.note($0) }
  }

  /// Creates a host with encrypted sessions and a store, whose pads show input without a filter.
  init(stored policy: AdmissionPolicy, confirms: Bool = false) {
    var settings = Bridge.Settings.raw(limit: 4)
    settings.admission = Admission.Settings(policy: policy, allowsConfirmation: confirms)
    self.init(HostHarness(settings: settings, kept: KeptQuiz()))
  }

  /// Delivers `packet` from `connection`; returns the outputs that follow, in words.
  @discardableResult
  mutating func say(_ packet: LocalPacket, from connection: UInt32 = program) -> [String] {
    host.receive(packet.datagram, from: .local(connection))
    return popWords()
  }

  /// Delivers an order from `connection`; returns the outputs that follow, in words.
  @discardableResult
  mutating func order(_ order: AdmissionOrder, from connection: UInt32 = program) -> [String] {
    say(.order(LocalOrder(order)), from: connection)
  }

  /// Delivers an order from `connection`; returns the outputs that follow, in words.
  @discardableResult
  mutating func order(_ order: StageOrder, from connection: UInt32 = program) -> [String] {
    say(.order(LocalOrder(order)), from: connection)
  }

  /// Answers the oldest waiting change as the store, with `result`; returns the following outputs, in words.
  @discardableResult
  mutating func keep(_ result: HostEngine.KeepResult = .done) -> [String] {
    guard !host.unkept.isEmpty else { return ["nothing to keep"] }
    host.engine.kept(host.unkept.removeFirst(), result, at: host.now)
    host.drain()
    return popWords()
  }

  /// Lets time pass; returns the outputs that follow, in words.
  mutating func pass(_ interval: Interval) -> [String] {
    host.pass(interval)
    return popWords()
  }

  /// Removes and returns the outputs so far, in words.
  mutating func popWords() -> [String] {
    defer { log.words = [] }
    return log.words
  }
}

extension Programs.Log {
  /// Adds an output, unless it is for controllers, pads, keys or the user, or a trace, a message or a seat.
  fileprivate func note(_ output: HostEngine.Output) {
    switch output {
    case .answer(let answer, let connection):
      answers.append(answer)
      words.append("answer \(answer.result) to \(connection)")
    case .peer(let peer):
      peers.append(peer)
      words.append("peer \(peer.name.text) \(peer.state.map { "\($0)" } ?? "end")")
    case .verdict(let verdict, let connection):
      words.append("verdict \(verdict.isAccepted) for \(verdict.controller) to \(connection)")
    case .delivery(let delivery, let connection):
      words.append("delivery \(delivery.number) to \(connection)")
    case .keep(let change, _):
      if case .scores(let scores) = change { players = scores }
      words.append("keep \(change.short)")
    case .storeIsLate: words.append("late")
    case .stage: words.append("stage")
    case .trace, .stick, .report, .attach, .force, .detach, .send, .key, .message, .seat, .news: break
    }
  }
}

extension HostEngine.Keep {
  /// The change in short, for comparisons.
  fileprivate var short: String {
    switch self {
    case .round(let round, let players, _): "round \(round.number) \(players.map(\.points))"
    case .scores(let players): "points \(players.map(\.points)), teams \(players.map(\.team))"
    case .beginQuiz: "new quiz"
    case .forgetQuizzes: "no quiz"
    case .device(let device, let mode, _): "\(device.name.text) by \(mode)"
    case .touch: "touch"
    case .rename(_, let name): "name \(name.text)"
    case .revoke: "revoke"
    }
  }
}
