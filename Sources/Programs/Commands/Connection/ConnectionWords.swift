import Console
import Handset
import Model
import Notation
import TiltpadClient
import Wire

extension ConnectionNews {
  /// Returns the event as a line of text or JSON; nil for the quiz, and for a disconnection without a reason.
  func line(_ form: FeedbackLog.Form) -> String? {
    switch self {
    case .state(.disconnected(.none)), .round: nil
    case .state(let state): form == .json ? state.json.text : state.text
    case .shortCode(let code):
      form == .json
        ? JSON.object([("code", .string(code.sixDigits))]).text
        : "compare \(code.sixDigits) with the number at the host; if they match, admit it there: tiltpad accept \(code.sixDigits)"
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
    case .waiting: "waiting for the host to admit this controller"
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
  /// The reason in the words of docs/protocol.md.
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

  /// The advice after the refusal.
  fileprivate var remedy: String {
    switch self {
    case .full: "wait until another controller leaves"
    case .locked, .pairingClosed: "wait until the host admits new controllers"
    case .revoked: "pair with the host again: --pin PIN"
    case .takeover: "use another key: --key FILE"
    case .rate: "send fewer packets: tiltpad send --rate 125"
    case .wrongPIN: "use the six digits that the host shows now"
    case .exhaustedPIN: "ask the person at the host for a new PIN"
    case .version: "install the same version of tiltpad on both machines"
    default: "ask the person at the host"
    }
  }
}

extension Failure {
  /// Creates the words for the `failure` of a session with the host `name`.
  init(_ failure: SessionFailure, at name: String) {
    switch failure {
    case .unpaired: self = .unpaired(with: name)
    case .connection(let error): self.init(error, at: name)
    case .state(let state): self = Failure(state, at: name) ?? .unanswered(by: name)
    case .file(let fault): self.init(fault)
    case .stick(let verdict): self.init(verdict, at: name)
    }
  }

  /// Creates the failure of a stick whose device the host `name` has not made.
  ///
  /// `verdict` is nil if the host is too old to give one.
  private init(_ verdict: StickVerdict?, at name: String) {
    let (reason, remedy) =
      switch verdict {
      case nil: ("its tiltpad does not support sticks", "install the same version on both machines")
      case .notAllowed:
        ("this controller may not describe sticks", "pair it with the host as a gamepad: --pin PIN")
      case .unwanted:
        ("its settings forbid it", "set sticks = yes there, and no identity in the section of this player")
      case .made, .failed: ("its kernel refused", "run tiltpad doctor there")
      case .mistaken: ("its udev takes the device for a keyboard or a pointer", "join without --stick")
      case .invalid: ("it has refused the description", "install the same version on both machines")
      }
    self.init("\(name) has not copied the stick: \(reason)", while: "describing the stick", try: remedy)
  }

  /// Creates the failure of the session with the host `name` in `state`; nil if `state` is not a failure.
  init?(_ state: ConnectionState, at name: String) {
    switch state {
    case .denied(let refusal): self.init(refusal, at: name)
    case .disconnected(let refusal) where refusal != .none:
      self.init(
        "\(name) ended the session: \(refusal.label)", while: "playing as a controller", try: refusal.remedy)
    case .connecting, .waiting, .connected, .disconnected: return nil
    }
  }

  /// Creates the failure of a connection to the host `name` that ended with `error`.
  init(_ error: ConnectionError, at name: String) {
    switch error {
    case .unanswered: self = .unanswered(by: name)
    case .refused(let refusal): self.init(refusal, at: name)
    case .invalidHostKey:
      self.init(
        "\(name) has an invalid key", while: "connecting",
        try: "use the host's link again, or choose another host")
    }
  }

  /// Returns the failure when the host `name` does not answer.
  static func unanswered(by name: String) -> Failure {
    Failure(
      "no answer from \(name)", while: "connecting with encryption",
      try:
        "check that tiltpad serve runs there, that it shows the PIN if you use one, and that it still knows this controller"
    )
  }

  /// Returns the failure of a controller that is not paired with the host `name`.
  static func unpaired(with name: String) -> Failure {
    Failure(
      "this controller is not paired with \(name)", while: "connecting with encryption",
      try: "pair them: --pin PIN, with the six digits that tiltpad pair --pin shows there")
  }

  private init(_ refusal: Refusal, at name: String) {
    self.init(
      "\(name) does not admit this controller: \(refusal.label)", while: "connecting with encryption",
      try: refusal.remedy)
  }
}
