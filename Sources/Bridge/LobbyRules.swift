import Channel
import Cryptography
import Model
import Wire

extension Lobby {
  /// Who may begin a session, at one instant.
  struct Rules: Sendable {
    var now = Instant(nanoseconds: 0)
    var devices: [PublicKey: Device] = [:]
    var contentions: [PublicKey: Contention] = [:]
    var welcome = Welcome(limit: 0, session: 0, time: 0)
    var isFull = false
    var allowsConfirmation = false
    /// What a QR code gives, and to whom alone, if it is taken.
    var offer: (preShared: Secret, taker: PublicKey?)?

    /// Whether the controller of `key`, which says `introduction` of itself, may begin a session by `mode`.
    func judge(_ key: PublicKey, _ mode: PairingMode, _ introduction: Introduction) -> HostChannel.Admission {
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

    /// Whether two controllers have quarrelled about the session of `key` lately.
    private func isShutOut(_ key: PublicKey) -> Bool {
      contentions[key].map { $0.isShutOut && now - $0.since < Lobby.shutOutPeriod } ?? false
    }
  }

  /// The rules at `now`, in a form that costs nothing to make: most who send a handshake have no right to one.
  func rules(at now: Instant) -> Rules {
    let offer = offer.flatMap { now < $0.ends ? ($0.preShared, $0.taker) : nil }
    return Rules(
      now: now, devices: devices, contentions: contentions,
      welcome: Welcome(limit: limit, session: session, time: UInt64(max(0, now.nanoseconds / 1_000))),
      isFull: devices.count >= Lobby.deviceLimit, allowsConfirmation: allowsConfirmation,
      offer: offer)
  }
}
