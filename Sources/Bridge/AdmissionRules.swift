import Channel
import Cryptography
import Model
import Wire

extension Admission {
  /// The rules for starting a session, at one instant.
  struct Rules: Sendable {
    var now = Instant(nanoseconds: 0)
    var devices: [PublicKey: Device] = [:]
    var contentions: [PublicKey: Contention] = [:]
    var welcome = Welcome(limit: 0, session: 0, time: 0)
    var isFull = false
    var allowsConfirmation = false
    /// The secret of a valid QR code, and the only device that may use it once one has; nil without a valid code.
    var offer: (preShared: Secret, taker: PublicKey?)?

    /// Returns whether the controller of `key` may start a session by `mode`, given its `introduction` of itself.
    func judge(_ key: PublicKey, _ mode: PairingMode, _ introduction: Introduction) -> HostChannel.Permission
    {
      if isShutOut(key) { return .refused(.takeover) }
      let device = devices[key]
      if device == nil && isFull { return .refused(.full) }
      if let device, device.role == .buzzer, introduction.role != .buzzer { return .refused(.role) }
      switch mode {
      case .known, .pin:
        guard let device else { return .unknown }
        return .welcome(welcome, preShared: device.preShared)
      case .code:
        guard let offer, offer.taker == nil || offer.taker == key else { return .refused(.pairingClosed) }
        return .welcome(welcome, preShared: offer.preShared)
      case .confirm:
        guard allowsConfirmation else { return .refused(.pairingClosed) }
        return .welcome(welcome, preShared: .zero, waitsForHost: true)
      }
    }

    /// Whether two controllers have recently contended for the session of `key`.
    private func isShutOut(_ key: PublicKey) -> Bool {
      contentions[key].map { $0.isShutOut && now - $0.since < Admission.shutOutPeriod } ?? false
    }
  }

  /// Returns the rules at `now`, cheap to make, as most senders of a handshake have no right to a session.
  func rules(at now: Instant) -> Rules {
    let offer = offer.flatMap { now < $0.ends ? ($0.preShared, $0.taker) : nil }
    return Rules(
      now: now, devices: devices, contentions: contentions,
      welcome: Welcome(limit: limit, session: session, time: UInt64(max(0, now.nanoseconds / 1_000))),
      isFull: devices.count >= Admission.deviceLimit, allowsConfirmation: allowsConfirmation,
      offer: offer)
  }
}
