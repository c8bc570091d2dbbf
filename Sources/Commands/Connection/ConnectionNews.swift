import Model
import Notation
import TiltpadClient
import Wire

/// Something about the connection that a person is told, once.
enum ConnectionNews: Hashable, Sendable {
  /// The controller stands to its host in another way.
  case state(ConnectionState)
  /// Two people compare these six digits.
  case shortCode(UInt32)
  /// The program at the host's end has sent something.
  case message(ReceivedMessage)
  /// The player does something else from now on.
  case mode(Mode)

  /// The news on a line of their own; nil when a person knows it anyhow.
  func line(_ form: FeedbackLog.Form) -> String? {
    switch self {
    case .state(.disconnected(.none)): nil
    case .state(let state): form == .json ? state.json.text : state.text
    case .shortCode(let code):
      form == .json
        ? JSON.object([("code", .string(code.sixDigits))]).text
        : "compare \(code.sixDigits) with what the host shows, and let it in there: tiltpad accept \(code.sixDigits)"
    case .mode(let mode):
      form == .json ? JSON.object([("mode", .string(mode.label))]).text : "mode \(mode.label)"
    case .message(let message):
      form == .json
        ? JSON.object(JSON.members(message.channel, message.bytes, isReliable: message.isReliable)).text
        : "message, channel \(message.channel): \(message.bytes.quoted)"
    }
  }
}

extension ConnectionState {
  /// The state in words.
  var text: String {
    switch self {
    case .connecting: "looking for the host"
    case .waiting: "waiting for the host to let this controller in"
    case .connected(let player): "player \(player.number)"
    case .denied(let refusal): "denied: \(refusal.label)"
    case .disconnected(let refusal): "disconnected: \(refusal.label)"
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .connecting: .object([("state", .string("connecting"))])
    case .waiting: .object([("state", .string("waiting"))])
    case .connected(let player):
      .object([("state", .string("connected")), ("player", .integer(UInt64(player.number)))])
    case .denied(let refusal):
      .object([("state", .string("denied")), ("reason", .string(refusal.label))])
    case .disconnected(let refusal):
      .object([("state", .string("disconnected")), ("reason", .string(refusal.label))])
    }
  }
}

extension Refusal {
  /// The reason in words, as in docs/protocol.md.
  var label: String {
    switch self {
    case .none: "none"
    case .version: "version"
    case .full: "full"
    case .locked: "locked"
    case .pairingClosed: "pairing closed"
    case .deniedByHost: "denied by the host"
    case .revoked: "revoked"
    case .rate: "rate"
    case .takeover: "takeover"
    case .wrongPIN: "PIN wrong"
    case .exhaustedPIN: "PIN wrong too often"
    case .role: "role"
    case .sessionMismatch: "session mismatch"
    case .shutdown: "shutdown"
    case .protocolError: "protocol"
    case .clockSuspect: "clock suspect"
    case .timeout: "timeout"
    case .busy: "busy"
    }
  }

  /// What a person can do about it.
  fileprivate var remedy: String {
    switch self {
    case .full: "when another controller has left"
    case .locked, .pairingClosed: "when the host lets new controllers in"
    case .revoked: "pairing with the host again: --pin PIN"
    case .takeover: "another key: --key FILE"
    case .rate: "fewer packets: tiltpad send --rate 125"
    case .wrongPIN: "the six digits that the host shows now"
    case .exhaustedPIN: "a new PIN of the host"
    case .version: "the same version of tiltpad on both machines"
    default: "the person at the host"
    }
  }
}

extension Failure {
  /// The failure that is in `state` of the session with the host that was called `name`; nil when it is none.
  init?(_ state: ConnectionState, at name: String) {
    switch state {
    case .denied(let refusal): self.init(refusal, at: name)
    case .disconnected(let refusal) where refusal != .none:
      self.init(
        "\(name) has ended the session: \(refusal.label)", while: "being a controller", try: refusal.remedy)
    case .connecting, .waiting, .connected, .disconnected: return nil
    }
  }

  /// Why no session with the host that was called `name` has come about.
  init(_ error: ConnectionError, at name: String) {
    switch error {
    case .unanswered: self = .unanswered(by: name)
    case .refused(let refusal): self.init(refusal, at: name)
    case .invalidHostKey:
      self.init(
        "\(name) has a key that is none", while: "connecting", try: "another host, or its link once more")
    }
  }

  /// Nobody answers.
  static func unanswered(by name: String) -> Failure {
    Failure(
      "no answer from \(name)", while: "connecting with encryption",
      try: "whether tiltpad serve runs there, shows a PIN if one is used, and still knows this controller")
  }

  /// There is nothing that the controller and the host share.
  static func unpaired(with name: String) -> Failure {
    Failure(
      "this controller is not paired with \(name)", while: "connecting with encryption",
      try: "pairing them: --pin PIN, with the six digits that tiltpad pair --pin shows there")
  }

  private init(_ refusal: Refusal, at name: String) {
    self.init(
      "\(name) does not let this controller in: \(refusal.label)", while: "connecting with encryption",
      try: refusal.remedy)
  }
}
