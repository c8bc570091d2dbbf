import Wire

extension Drop {
  /// The reason's name, for people and for programs.
  var label: String {
    switch self {
    case .malformed(let reason): reason.label
    case .notAllowed: "not-allowed"
    case .foreignEndpoint: "foreign-endpoint"
    case .full: "full"
    case .flooding: "flooding"
    case .gone: "gone"
    case .suspect: "suspect"
    case .duplicate: "duplicate"
    case .tooOld: "too-old"
    case .outer(let reason): reason.label
    case .unauthentic(let reason): reason.label
    }
  }
}

extension OuterMalformed {
  /// The reason's name, for people and for programs.
  fileprivate var label: String {
    switch self {
    case .size: "session-size"
    case .type: "session-type"
    case .version: "session-version"
    case .reserved: "session-reserved"
    case .value: "session-value"
    }
  }
}

extension Unauthentic {
  /// The reason's name, for people and for programs.
  fileprivate var label: String {
    switch self {
    case .wrongCode: "wrong-code"
    case .noCookie: "no-cookie"
    case .forged: "forged"
    case .unknownKey: "unknown-key"
    case .refused: "refused"
    case .unknownIndex: "unknown-index"
    case .expired: "expired"
    case .pairingClosed: "pairing-closed"
    case .unexpected: "unexpected"
    case .waiting: "waiting"
    }
  }
}

extension Malformed {
  /// The reason's name, for people and for programs.
  fileprivate var label: String {
    switch self {
    case .tooShort: "too-short"
    case .tooLong: "too-long"
    case .unknownType: "unknown-type"
    case .reservedNotZero: "reserved-not-zero"
    case .empty: "empty"
    case .frameTruncated: "frame-truncated"
    case .frameLength: "frame-length"
    case .frameRepeated: "frame-repeated"
    case .wrongDirection: "wrong-direction"
    case .historyWithoutState: "history-without-state"
    case .angleNotFinite: "angle-not-finite"
    case .angleRange: "angle-range"
    case .buttonRange: "button-range"
    case .batteryRange: "battery-range"
    case .touchPhase: "touch-phase"
    }
  }
}

extension DropCounts {
  /// The reasons that have occurred, with their counts: `duplicate 5  too-old 1`.
  var words: String {
    Drop.all.filter { self[$0] > 0 }.map { "\($0.label) \(self[$0])" }.joined(separator: "  ")
  }
}
